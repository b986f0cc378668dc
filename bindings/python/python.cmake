# The Python package, the component "python" of the installation. Included when DDBLAS_PYTHON is on.
# "pip install ." at the top packs the files in Python itself, and takes the extension module and a
# copy of the library from here. With DDBLAS_PYTHON_FOLDER, as scripts/package has it, everything is
# installed there, and the module loads the library of the system.
enable_language(CXX)
find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.Module)
execute_process(COMMAND ${Python_EXECUTABLE} -m nanobind --cmake_dir OUTPUT_VARIABLE nanobind_ROOT
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_package(nanobind CONFIG REQUIRED)

set(python_folder ${PROJECT_SOURCE_DIR}/bindings/python/src)
nanobind_add_module(ddblas_python NB_STATIC NOMINSIZE
    ${python_folder}/core.cpp ${python_folder}/elementwise.cpp ${python_folder}/loops.cpp ${python_folder}/products.cpp
    ${python_folder}/factor.cpp ${python_folder}/spectral.cpp ${python_folder}/text.cpp ${python_folder}/files.cpp
    ${python_folder}/device.cpp ${python_folder}/loops_avx2.cpp)
target_link_libraries(ddblas_python PRIVATE ddblas ddblas_flags)
if(DDBLAS_X86_64)
    set_property(SOURCE ${python_folder}/loops_avx2.cpp APPEND PROPERTY COMPILE_OPTIONS -mavx2 -mfma)
endif()
# nanobind's own headers are not compiled with this library's warnings.
get_target_property(nanobind_includes nanobind-static INTERFACE_INCLUDE_DIRECTORIES)
target_include_directories(ddblas_python SYSTEM PRIVATE ${nanobind_includes})
set_target_properties(ddblas_python PROPERTIES OUTPUT_NAME _core)
if(DDBLAS_PYTHON_FOLDER)
    install(TARGETS ddblas_python LIBRARY DESTINATION ${DDBLAS_PYTHON_FOLDER}/ddblas COMPONENT python)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/bindings/python/ddblas DESTINATION ${DDBLAS_PYTHON_FOLDER} COMPONENT python
        PATTERN __pycache__ EXCLUDE)
    # For pip list and importlib.metadata.
    file(WRITE ${PROJECT_BINARY_DIR}/python/METADATA "Metadata-Version: 2.1\nName: ddblas\nVersion: ${PROJECT_VERSION}\n\
Summary: Dense linear algebra in double-double (32 digits) with NumPy's interface\nRequires-Dist: numpy>=1.24\n")
    install(FILES ${PROJECT_BINARY_DIR}/python/METADATA
        DESTINATION ${DDBLAS_PYTHON_FOLDER}/ddblas-${PROJECT_VERSION}.dist-info COMPONENT python)
else()
    set_target_properties(ddblas_python PROPERTIES INSTALL_RPATH "$ORIGIN" BUILD_RPATH_USE_ORIGIN ON)
    install(TARGETS ddblas_python LIBRARY DESTINATION ddblas COMPONENT python)
    install(PROGRAMS $<TARGET_FILE:ddblas> DESTINATION ddblas COMPONENT python RENAME libddblas.so.${DDBLAS_SOVERSION})
endif()
