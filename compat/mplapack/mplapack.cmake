# The drop-in library for programs written for MPLAPACK: libddblas_mplapack, which the linker also
# finds as mpblas_dd and mplapack_dd in a folder of its own. Needs a C++ compiler and QD's headers.
find_path(QD_INCLUDE_DIR qd/dd_real.h)
if(DDBLAS_MPLAPACK STREQUAL "AUTO")
    include(CheckLanguage)
    check_language(CXX)
    set(ddblas_with_mplapack OFF)
    if(QD_INCLUDE_DIR AND CMAKE_CXX_COMPILER)
        set(ddblas_with_mplapack ON)
    endif()
else()
    set(ddblas_with_mplapack ${DDBLAS_MPLAPACK})
endif()
if(NOT ddblas_with_mplapack)
    ddblas_left_out(compat/mplapack validation/mplapack)
    return()
endif()
if(NOT QD_INCLUDE_DIR)
    message(FATAL_ERROR "DDBLAS_MPLAPACK=ON, and QD's headers were not found: install libqd-dev")
endif()
enable_language(CXX)

set(mplapack_folder ${PROJECT_SOURCE_DIR}/compat/mplapack)
file(GLOB mplapack_sources CONFIGURE_DEPENDS ${mplapack_folder}/*.cpp ${mplapack_folder}/*.c)
if(NOT DDBLAS_X86_64)
    list(FILTER mplapack_sources EXCLUDE REGEX "_avx2\\.c$")
    ddblas_left_out(compat/mplapack/small_avx2.c)
endif()
ddblas_instruction_sets(${mplapack_sources})
add_library(ddblas_mplapack_objects OBJECT ${mplapack_sources}) # tests link them with the static library
set_target_properties(ddblas_mplapack_objects PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
target_include_directories(ddblas_mplapack_objects PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_include_directories(ddblas_mplapack_objects SYSTEM PRIVATE ${QD_INCLUDE_DIR})
target_link_libraries(ddblas_mplapack_objects PRIVATE ddblas_flags)

add_library(ddblas_mplapack SHARED $<TARGET_OBJECTS:ddblas_mplapack_objects>)
set_target_properties(ddblas_mplapack PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${DDBLAS_SOVERSION} LINKER_LANGUAGE CXX
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/mplapack INSTALL_RPATH "$ORIGIN/..")
set(mplapack_include_dir ${CMAKE_INSTALL_INCLUDEDIR}/ddblas-mplapack)
target_include_directories(ddblas_mplapack INTERFACE $<BUILD_INTERFACE:${mplapack_folder}/include>
    $<INSTALL_INTERFACE:${mplapack_include_dir}>)
target_link_libraries(ddblas_mplapack PRIVATE ddblas)
add_library(ddblas::mpblas_dd ALIAS ddblas_mplapack)
set_target_properties(ddblas_mplapack PROPERTIES EXPORT_NAME mpblas_dd)

# -lmpblas_dd and -lmplapack_dd, as MPLAPACK's programs are linked.
set(mplapack_library_dir ${CMAKE_INSTALL_LIBDIR}/ddblas-mplapack)
install(TARGETS ddblas_mplapack EXPORT ddblas-targets LIBRARY DESTINATION ${mplapack_library_dir} COMPONENT library
    NAMELINK_COMPONENT development)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/mplapack)
foreach(name mpblas_dd mplapack_dd)
    file(CREATE_LINK libddblas_mplapack.so ${PROJECT_BINARY_DIR}/mplapack/lib${name}.so SYMBOLIC)
    install(FILES ${PROJECT_BINARY_DIR}/mplapack/lib${name}.so DESTINATION ${mplapack_library_dir} COMPONENT development)
endforeach()
install(DIRECTORY ${mplapack_folder}/include/ DESTINATION ${mplapack_include_dir} COMPONENT development)
file(RELATIVE_PATH DDBLAS_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/ddblas-mplapack.pc.in ${PROJECT_BINARY_DIR}/ddblas-mplapack.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ddblas-mplapack.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
