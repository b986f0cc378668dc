# A BLAS with its C interface, OpenBLAS first: target CBLAS::CBLAS.
find_path(CBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas openblas-pthread)
find_library(CBLAS_LIBRARY NAMES openblas cblas)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CBLAS REQUIRED_VARS CBLAS_LIBRARY CBLAS_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "install libopenblas-dev")
if(CBLAS_FOUND AND NOT TARGET CBLAS::CBLAS)
    add_library(CBLAS::CBLAS INTERFACE IMPORTED)
    target_include_directories(CBLAS::CBLAS INTERFACE ${CBLAS_INCLUDE_DIR})
    target_link_libraries(CBLAS::CBLAS INTERFACE ${CBLAS_LIBRARY})
endif()
mark_as_advanced(CBLAS_INCLUDE_DIR CBLAS_LIBRARY)
