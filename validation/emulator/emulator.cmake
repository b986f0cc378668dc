# The emulated device: DDBLAS_CUDA=EMULATED builds the CUDA engine, kernels and all, for the host.
set(emulator ${PROJECT_SOURCE_DIR}/validation/emulator)
set(ddblas_emulator_sources ${emulator}/blocks.cpp ${emulator}/runtime.cpp ${emulator}/cublas.cpp
    ${emulator}/cublas_level2.cpp ${emulator}/cusolver.cpp)
# h200.h names the members that it sets, which C++ knows from C++20 on.
set_source_files_properties(${emulator}/runtime.cpp PROPERTIES INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/src COMPILE_OPTIONS -std=c++20)
find_package(Threads REQUIRED)
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-march=native DDBLAS_HAVE_MARCH_NATIVE)
check_cxx_compiler_flag(-fno-extern-tls-init DDBLAS_HAVE_NO_EXTERN_TLS_INIT)

set(emulated_options -ffp-contract=off -fno-strict-aliasing)
if(DDBLAS_HAVE_MARCH_NATIVE)
    list(APPEND emulated_options -march=native) # fma as an instruction
endif()
if(DDBLAS_HAVE_NO_EXTERN_TLS_INIT)
    list(APPEND emulated_options -fno-extern-tls-init) # shared memory of a size given at launch is plain bytes elsewhere
endif()

# The .cu files among a target's sources, translated.
function(ddblas_emulate target)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        if(source MATCHES "\\.cu$")
            file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
            set(translated ${PROJECT_BINARY_DIR}/emulated/${name}.cpp)
            add_custom_command(OUTPUT ${translated} COMMAND ${CMAKE_COMMAND} -DINPUT=${source} -DOUTPUT=${translated}
                -P ${emulator}/translate.cmake DEPENDS ${source} ${emulator}/translate.cmake VERBATIM)
            get_filename_component(folder ${source} DIRECTORY)
            # kernels are written for nvcc's warnings; UndefinedBehaviorSanitizer would double the
            # time that their templates take
            set_source_files_properties(${translated} PROPERTIES INCLUDE_DIRECTORIES ${folder}
                COMPILE_OPTIONS "-w;-O1;-g0;-fno-sanitize=undefined")
            list(REMOVE_ITEM sources ${source})
            list(APPEND sources ${translated})
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES SOURCES "${sources}")
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    target_include_directories(${target} SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${emulated_options}>")
    target_link_libraries(${target} PRIVATE Threads::Threads)
endfunction()
