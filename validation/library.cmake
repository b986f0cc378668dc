# Shared by the tests: the engine under test, calls under test, baselines.
find_package(cmocka REQUIRED)
if(NOT TARGET cmocka::cmocka)
    add_library(cmocka::cmocka INTERFACE IMPORTED)
    target_include_directories(cmocka::cmocka INTERFACE ${CMOCKA_INCLUDE_DIR})
    target_link_libraries(cmocka::cmocka INTERFACE ${CMOCKA_LIBRARIES})
endif()

file(GLOB validation_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/validation/lib/*.c)
set(dd_validation_folders ${PROJECT_SOURCE_DIR}/validation/lib ${dd_reference_folders})
add_library(dd_validation STATIC ${validation_sources})
target_include_directories(dd_validation PUBLIC ${PROJECT_SOURCE_DIR}/validation/lib)
target_link_libraries(dd_validation PRIVATE ddblas_flags PUBLIC dd_reference ddblas_white_box QD::QD cmocka::cmocka)
