# Run by CPack before it makes the Debian packages: the files that Debian wants in the document
# folder of each, copyright and a compressed changelog.
set(licence ${CMAKE_CURRENT_LIST_DIR}/../LICENSE)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} COMPONENT)
    set(package ${CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME})
    set(folder ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share/doc/${package})
    file(MAKE_DIRECTORY ${folder})
    file(COPY_FILE ${licence} ${folder}/copyright)
    file(REMOVE ${folder}/LICENSE) # it is the same text
    file(WRITE ${folder}/changelog.Debian "${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; \
urgency=medium\n\n  * CHANGELOG.md in libddblas-dev lists the changes.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
    execute_process(COMMAND gzip -9nf ${folder}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
endforeach()
