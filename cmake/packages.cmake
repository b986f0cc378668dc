# Debian packages by CPack: libddblas<SOVERSION>, libddblas-dev, ddblas and, if the Python package
# is built, python3-ddblas, one for each component of cmake/installation.cmake. scripts/package
# configures a build for them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ddblas)
set(CPACK_PACKAGE_VENDOR "the ddblas authors")
set(CPACK_PACKAGE_CONTACT "the ddblas authors <ddblas@localhost>" CACHE STRING "Maintainer of the Debian packages, with an address")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_COMPONENTS_ALL library development command)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_documents.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
set(text "Double-double numbers have 32 decimal digits. The library computes products,
solutions of systems, least squares, eigenvalues and singular values of dense
matrices with them.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libddblas${DDBLAS_SOVERSION})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "${text}\n\nThis package has the shared library.")
file(WRITE ${PROJECT_BINARY_DIR}/debian/shlibs "libddblas ${DDBLAS_SOVERSION} libddblas${DDBLAS_SOVERSION} (>= ${PROJECT_VERSION})\n")
file(WRITE ${PROJECT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/shlibs ${PROJECT_BINARY_DIR}/debian/triggers)

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libddblas-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libddblas${DDBLAS_SOVERSION} (= ${version})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS
    "pkg-config, gfortran, libopenblas-dev, liblapacke-dev, libmpfr-dev, libgmp-dev, libqd-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${text}

This package has headers for C, C++ and CUDA, Fortran modules for gfortran, the
static library, files for CMake and pkg-config, and the documents. A program
that is linked with the static library also needs libopenblas-dev,
liblapacke-dev, libmpfr-dev and libgmp-dev.")

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME ddblas)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION math)
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "${text}

This package has the command ddblas, which works on Matrix Market and NumPy
files and compares results with MPFR.")

if(DDBLAS_PYTHON)
    list(APPEND CPACK_COMPONENTS_ALL python)
    math(EXPR next "${Python_VERSION_MINOR} + 1")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-ddblas)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
    # The module is for one minor version of Python.
    set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "libddblas${DDBLAS_SOVERSION} (= ${version}), python3-numpy (>= 1:1.24), \
python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}~), python3 (<< ${Python_VERSION_MAJOR}.${next})")
    # Where dpkg-shlibdeps finds the library, which it knows no package of.
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
    set(CPACK_COMPONENT_PYTHON_DESCRIPTION "${text}

This package has the Python module ddblas, arrays of double-double numbers with
NumPy's interface.")
    # Compiled modules come and go with the package.
    file(WRITE ${PROJECT_BINARY_DIR}/debian/python/postinst "#!/bin/sh\nset -e\n\
if [ \"$1\" = configure ] && command -v py3compile >/dev/null; then\n    py3compile -p python3-ddblas\nfi\n")
    file(WRITE ${PROJECT_BINARY_DIR}/debian/python/prerm "#!/bin/sh\nset -e\n\
if command -v py3clean >/dev/null; then\n    py3clean -p python3-ddblas\nfi\n")
    file(CHMOD ${PROJECT_BINARY_DIR}/debian/python/postinst ${PROJECT_BINARY_DIR}/debian/python/prerm PERMISSIONS
        OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/python/postinst
        ${PROJECT_BINARY_DIR}/debian/python/prerm)
endif()
include(CPack)
