# Texts as C arrays: kernel sources inside the library, for NVRTC at run time, and the public
# headers inside the command, for "ddblas help". Included, it defines ddblas_embedded_kernels and
# ddblas_embedded_headers; run as a script (cmake -DOUTPUT=... -DSTRUCT=... -DFILES=... -P
# embed.cmake) it writes the C file, whose array is named STRUCT and an s. FILES: name=path, with
# commas.
if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    # _ddblas_embed(OUTPUT STRUCT include dd/scalar.cuh ... src/level2 symv_tile.cuh ...): names as
    # the sources include them, below the folder named before them.
    function(_ddblas_embed output struct)
        set(files "")
        set(depends "")
        set(folder "")
        foreach(word IN LISTS ARGN)
            if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${word})
                set(folder ${PROJECT_SOURCE_DIR}/${word})
            else()
                file(GLOB found CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/${word})
                foreach(name IN LISTS found)
                    list(APPEND files ${name}=${folder}/${name})
                    list(APPEND depends ${folder}/${name})
                endforeach()
            endif()
        endforeach()
        string(REPLACE ";" "," files "${files}")
        set(script ${PROJECT_SOURCE_DIR}/cmake/embed.cmake)
        add_custom_command(OUTPUT ${output} COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DSTRUCT=${struct} -DFILES=${files} -P ${script}
            DEPENDS ${depends} ${script} COMMENT "Embedding ${struct}s" VERBATIM)
    endfunction()
    function(ddblas_embedded_kernels)
        _ddblas_embed(${PROJECT_BINARY_DIR}/ddblas_jit_files.c ddblas_jit_file ${ARGN})
        target_sources(ddblas_objects PRIVATE ${PROJECT_BINARY_DIR}/ddblas_jit_files.c)
    endfunction()
    function(ddblas_embedded_headers target)
        _ddblas_embed(${PROJECT_BINARY_DIR}/cli_headers.c cli_header ${ARGN})
        target_sources(${target} PRIVATE ${PROJECT_BINARY_DIR}/cli_headers.c)
    endfunction()
    return()
endif()

string(REPLACE "," ";" files "${FILES}")
set(arrays "")
set(list "")
set(number 0)
foreach(pair IN LISTS files)
    string(REGEX MATCH "^([^=]+)=(.+)$" unused "${pair}")
    set(name ${CMAKE_MATCH_1})
    file(READ ${CMAKE_MATCH_2} bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "    \\1\n" bytes "${bytes}")
    string(APPEND arrays "static const char file_${number}[] = {\n${bytes}0};\n\n")
    string(APPEND list "    {\"${name}\", file_${number}},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "/* Made by embed.cmake. */
struct ${STRUCT}
{
    const char *name, *text;
};
extern const struct ${STRUCT} ${STRUCT}s[];

${arrays}const struct ${STRUCT} ${STRUCT}s[] = {
${list}    {0, 0}};
")
