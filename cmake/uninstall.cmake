# The target "uninstall": removes the files that were installed from this build folder, and the
# folders that the installation made, if they are empty. CMakeLists.txt includes this file before
# any install rule. The script of the installation includes it with DDBLAS_UNINSTALL_STEP = folders
# at its beginning and files at its end; the target runs it with remove.
#
# An installation appends to two lists in the build folder: installed_folders.txt, the folders that
# did not exist before it, and installed_files.txt. Paths include DESTDIR. The environment variable
# DDBLAS_INSTALLED names another folder for the lists; a test must not remove what a user installed.
cmake_minimum_required(VERSION 3.25)

if(NOT DDBLAS_UNINSTALL_STEP)
    if(NOT PROJECT_IS_TOP_LEVEL OR (DDBLAS_PYTHON AND NOT DDBLAS_PYTHON_FOLDER))
        return()
    endif()
    set(zsh ${DDBLAS_ZSH_COMPLETIONS})
    if(NOT zsh) # not in the cache yet
        set(zsh ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    endif()
    set(ddblas_folders ${CMAKE_INSTALL_BINDIR} ${CMAKE_INSTALL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_LIBDIR}/cmake/ddblas
        ${CMAKE_INSTALL_LIBDIR}/ddblas-mplapack ${CMAKE_INSTALL_LIBDIR}/ddblas-fortran
        ${CMAKE_INSTALL_INCLUDEDIR}/dd/elementary ${CMAKE_INSTALL_INCLUDEDIR}/ddblas-mplapack
        ${CMAKE_INSTALL_MANDIR}/man1 ${CMAKE_INSTALL_MANDIR}/man3 ${CMAKE_INSTALL_DATADIR}/ddblas/tables
        ${CMAKE_INSTALL_DATADIR}/ddblas/fortran ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d ${zsh}
        ${CMAKE_INSTALL_DOCDIR}/docs ${CMAKE_INSTALL_DOCDIR}/examples)
    if(DDBLAS_PYTHON)
        list(APPEND ddblas_folders ${DDBLAS_PYTHON_FOLDER}/ddblas ${DDBLAS_PYTHON_FOLDER}/ddblas-${PROJECT_VERSION}.dist-info)
    endif()
    file(GLOB_RECURSE documents LIST_DIRECTORIES true RELATIVE ${PROJECT_SOURCE_DIR}
        ${PROJECT_SOURCE_DIR}/docs/* ${PROJECT_SOURCE_DIR}/examples/*)
    foreach(document IN LISTS documents)
        if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${document})
            list(APPEND ddblas_folders ${CMAKE_INSTALL_DOCDIR}/${document})
        endif()
    endforeach()
    install(CODE "set(DDBLAS_UNINSTALL_STEP folders)\nset(ddblas_build \"${PROJECT_BINARY_DIR}\")
set(ddblas_folders \"${ddblas_folders}\")\ninclude(\"${CMAKE_CURRENT_LIST_FILE}\")" ALL_COMPONENTS)
    # Called after all install rules.
    function(ddblas_record_files)
        install(CODE "set(DDBLAS_UNINSTALL_STEP files)\ninclude(\"${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake\")" ALL_COMPONENTS)
    endfunction()
    add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -DDDBLAS_UNINSTALL_STEP=remove -Dddblas_build=${PROJECT_BINARY_DIR}
        -P ${CMAKE_CURRENT_LIST_FILE} VERBATIM)
    return()
endif()

if(DEFINED ENV{DDBLAS_INSTALLED})
    set(ddblas_build $ENV{DDBLAS_INSTALLED})
endif()

# Appends paths to a list, each path once.
function(ddblas_record name)
    set(all "")
    if(EXISTS ${ddblas_build}/${name})
        file(STRINGS ${ddblas_build}/${name} all)
    endif()
    list(APPEND all ${ARGN})
    list(REMOVE_DUPLICATES all)
    list(JOIN all "\n" text)
    file(WRITE ${ddblas_build}/${name} "${text}\n")
endfunction()

# The folder of DESTDIR, which may be relative to that in which the installation was started.
set(ddblas_destination "$ENV{DESTDIR}")
if(ddblas_destination)
    get_filename_component(ddblas_destination "${ddblas_destination}" ABSOLUTE)
endif()

if(DDBLAS_UNINSTALL_STEP STREQUAL "folders")
    set(ddblas_made "")
    foreach(folder IN LISTS ddblas_folders)
        get_filename_component(folder "${folder}" ABSOLUTE BASE_DIR "${CMAKE_INSTALL_PREFIX}")
        set(folder "${ddblas_destination}${folder}")
        while(NOT EXISTS "${folder}")
            list(APPEND ddblas_made "${folder}")
            get_filename_component(folder "${folder}" DIRECTORY)
        endwhile()
    endforeach()
    ddblas_record(installed_folders.txt ${ddblas_made})
elseif(DDBLAS_UNINSTALL_STEP STREQUAL "files")
    set(ddblas_made ${CMAKE_INSTALL_MANIFEST_FILES})
    list(TRANSFORM ddblas_made PREPEND "${ddblas_destination}")
    ddblas_record(installed_files.txt ${ddblas_made})
else()
    if(NOT EXISTS ${ddblas_build}/installed_files.txt)
        message(FATAL_ERROR "nothing was installed from ${ddblas_build}")
    endif()
    file(STRINGS ${ddblas_build}/installed_files.txt files)
    foreach(file IN LISTS files)
        if(EXISTS "${file}" OR IS_SYMLINK "${file}")
            file(REMOVE "${file}")
            if(EXISTS "${file}" OR IS_SYMLINK "${file}")
                message(FATAL_ERROR "${file} cannot be removed")
            endif()
        endif()
    endforeach()
    list(LENGTH files count)
    set(folders "")
    if(EXISTS ${ddblas_build}/installed_folders.txt)
        file(STRINGS ${ddblas_build}/installed_folders.txt folders)
    endif()
    list(SORT folders ORDER DESCENDING) # a folder comes after those in it
    foreach(folder IN LISTS folders)
        file(GLOB content "${folder}/*" "${folder}/.*")
        list(FILTER content EXCLUDE REGEX "/\\.\\.?$")
        if(IS_DIRECTORY "${folder}" AND NOT content)
            file(REMOVE_RECURSE "${folder}")
        endif()
    endforeach()
    file(REMOVE ${ddblas_build}/installed_files.txt ${ddblas_build}/installed_folders.txt)
    message(STATUS "ddblas: ${count} files removed")
endif()
