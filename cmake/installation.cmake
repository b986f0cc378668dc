# Installation, in the components
#   library      the shared libraries
#   development  headers, static library, Fortran modules, files for CMake and pkg-config,
#                documents, man pages of section 3
#   command      the command with man pages and completions, and the tables of tuned parameters
#   python       the Python package (bindings/python/python.cmake), for pip or DDBLAS_PYTHON_FOLDER
# cmake/uninstall.cmake removes what was installed.

set(DDBLAS_ZSH_COMPLETIONS ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING "Folder of the completion for zsh")
mark_as_advanced(DDBLAS_ZSH_COMPLETIONS)

install(TARGETS ddblas EXPORT ddblas-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
    NAMELINK_COMPONENT development)
install(TARGETS ddblas_static EXPORT ddblas-static-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dd DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/tables/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ddblas/tables COMPONENT command
    FILES_MATCHING PATTERN *.table)

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ddblas)
install(EXPORT ddblas-targets NAMESPACE ddblas:: DESTINATION ${package_dir} COMPONENT development)
install(EXPORT ddblas-static-targets NAMESPACE ddblas:: DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(cmake/ddblas-config.cmake.in ${PROJECT_BINARY_DIR}/ddblas-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ddblas-config-version.cmake COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH DDBLAS_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /) # ddblas.pc finds its prefix from where it stands
configure_file(cmake/ddblas.pc.in ${PROJECT_BINARY_DIR}/ddblas.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ddblas-config.cmake ${PROJECT_BINARY_DIR}/ddblas-config-version.cmake
    ${PROJECT_SOURCE_DIR}/cmake/FindCBLAS.cmake ${PROJECT_SOURCE_DIR}/cmake/FindLAPACKE.cmake
    ${PROJECT_SOURCE_DIR}/cmake/FindMPFR.cmake DESTINATION ${package_dir} COMPONENT development)
install(FILES ${PROJECT_BINARY_DIR}/ddblas.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# Licence, documents and examples, in folders as the links in README.md have them.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)

if(TARGET ddblas_command)
    set(completion ${PROJECT_SOURCE_DIR}/cli/completion)
    install(FILES ${completion}/ddblas.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ddblas COMPONENT command)
    install(FILES ${completion}/ddblas.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT command)
    install(FILES ${completion}/_ddblas DESTINATION ${DDBLAS_ZSH_COMPLETIONS} COMPONENT command)
endif()

# Man pages, made by the command and Python; without one of them, or of a build that cannot run its
# command, they are left out.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(TARGET ddblas_command AND Python3_FOUND AND UNIX AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CROSSCOMPILING AND NOT DDBLAS_SANITIZE)
    set(man ${PROJECT_BINARY_DIR}/man)
    file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/dd/*.h ${PROJECT_SOURCE_DIR}/include/dd/elementary/*.h)
    add_custom_command(OUTPUT ${man}/made
        COMMAND Python3::Interpreter -B ${PROJECT_SOURCE_DIR}/scripts/gen_man.py $<TARGET_FILE:ddblas_command> ${man}
        COMMAND ${CMAKE_COMMAND} -E touch ${man}/made
        DEPENDS ddblas_command ${headers} ${PROJECT_SOURCE_DIR}/scripts/gen_man.py ${PROJECT_SOURCE_DIR}/scripts/gen_api.py
            ${PROJECT_SOURCE_DIR}/scripts/header_comments.py
        COMMENT "Man pages" VERBATIM)
    add_custom_target(ddblas_man ALL DEPENDS ${man}/made)
    install(DIRECTORY ${man}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT command)
    install(DIRECTORY ${man}/man3 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT development)
endif()

if(COMMAND ddblas_record_files)
    ddblas_record_files()
endif()
if(PROJECT_IS_TOP_LEVEL AND UNIX AND (NOT DDBLAS_PYTHON OR DDBLAS_PYTHON_FOLDER))
    include(packages)
endif()
