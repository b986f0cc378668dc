# What tests and benchmarks share: the oracle, generators, bounds.
find_package(QD REQUIRED)
find_package(cmocka REQUIRED)
if(NOT TARGET cmocka::cmocka)
    add_library(cmocka::cmocka INTERFACE IMPORTED)
    target_include_directories(cmocka::cmocka INTERFACE ${CMOCKA_INCLUDE_DIR})
    target_link_libraries(cmocka::cmocka INTERFACE ${CMOCKA_LIBRARIES})
endif()

file(GLOB_RECURSE validation_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/validation/lib/*.c)
set(dd_validation_folders ${PROJECT_SOURCE_DIR}/validation/lib ${PROJECT_SOURCE_DIR}/validation/lib/oracle)
add_library(dd_validation STATIC ${validation_sources})
target_include_directories(dd_validation PUBLIC ${dd_validation_folders} ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(dd_validation PUBLIC DDBLAS_HAVE_CUDA=$<BOOL:${DDBLAS_WITH_CUDA}>
    DDBLAS_EMULATED=$<STREQUAL:${DDBLAS_CUDA},EMULATED>)
target_link_libraries(dd_validation PRIVATE ddblas_flags PUBLIC ddblas_static MPFR::MPFR QD::QD cmocka::cmocka OpenMP::OpenMP_C)
