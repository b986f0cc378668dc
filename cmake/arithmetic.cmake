# Arithmetic flags, the only place that sets them. Error-free transforms need each operation rounded
# once: no contraction of a product into a sum, no reassociation, no flush to zero.

foreach(flags CMAKE_C_FLAGS CMAKE_CXX_FLAGS CMAKE_CUDA_FLAGS)
    if("${${flags}} $ENV{CFLAGS} $ENV{CXXFLAGS} $ENV{CUDAFLAGS}" MATCHES
       "-(Ofast|ffast-math|funsafe-math-optimizations|fassociative-math|freciprocal-math|ffp-model=(fast|aggressive))")
        message(FATAL_ERROR "ddblas needs IEEE arithmetic: remove ${CMAKE_MATCH_0} from ${flags} or the environment")
    endif()
endforeach()

# Warnings of every C file; errors with DDBLAS_WERROR.
add_library(ddblas_flags INTERFACE)
target_compile_options(ddblas_flags INTERFACE
    $<$<COMPILE_LANGUAGE:C,CXX>:-ffp-contract=off -fno-fast-math -Wall -Wextra -Wpedantic -Wshadow -Wconversion>
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes -Wmissing-prototypes>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-ffp-contract=off>)
# Constants are enumerators here, and arithmetic of a double with one is meant; Clang 19 warns of it
# under -Wextra.
target_compile_options(ddblas_flags INTERFACE $<$<COMPILE_LANG_AND_ID:C,Clang>:-Wno-enum-float-conversion>)
if(DDBLAS_WERROR)
    target_compile_options(ddblas_flags INTERFACE $<$<COMPILE_LANGUAGE:C,CXX>:-Werror>
        $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Werror -Werror=all-warnings>)
endif()

# Kernels are compressed, 29 MB of the library to 11 for one architecture: nvcc leaves cubins as
# they are unless told. It knows how from CUDA 12.8 on, drivers from 12.4.
target_compile_options(ddblas_flags INTERFACE
    $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<VERSION_GREATER_EQUAL:$<CUDA_COMPILER_VERSION>,12.8>>:--compress-mode=size>)

# Instruction sets of files named *_avx2.c and *_avx512.c, chosen at run time.
function(ddblas_instruction_sets)
    foreach(source IN LISTS ARGN)
        if(source MATCHES "_avx512\\.c$")
            set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS
                -mavx512f -mavx512dq -mavx512vl -mavx2 -mfma)
        elseif(source MATCHES "_avx2\\.c$")
            set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -mavx2 -mfma)
        endif()
    endforeach()
endfunction()
