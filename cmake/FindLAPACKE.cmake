# LAPACK's C interface: target LAPACKE::LAPACKE. To be linked after CBLAS::CBLAS, so that LAPACK and
# we call the same BLAS.
find_path(LAPACKE_INCLUDE_DIR lapacke.h PATH_SUFFIXES openblas openblas-pthread)
find_library(LAPACKE_LIBRARY NAMES lapacke)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LAPACKE REQUIRED_VARS LAPACKE_LIBRARY LAPACKE_INCLUDE_DIR
    REASON_FAILURE_MESSAGE "install liblapacke-dev")
if(LAPACKE_FOUND AND NOT TARGET LAPACKE::LAPACKE)
    add_library(LAPACKE::LAPACKE INTERFACE IMPORTED)
    target_include_directories(LAPACKE::LAPACKE INTERFACE ${LAPACKE_INCLUDE_DIR})
    target_link_libraries(LAPACKE::LAPACKE INTERFACE ${LAPACKE_LIBRARY})
endif()
mark_as_advanced(LAPACKE_INCLUDE_DIR LAPACKE_LIBRARY)
