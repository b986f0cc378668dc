# Symbol versions of the shared library. Its public names carry the version that is part of the
# SONAME, so that two versions of the library can be in one process without mixing their functions.
# All other names are local.
function(ddblas_symbol_versions target)
    set(map ${PROJECT_BINARY_DIR}/${target}.map)
    file(CONFIGURE OUTPUT ${map} @ONLY CONTENT "# Made by cmake/symbols.cmake.
DDBLAS_@DDBLAS_SOVERSION@ {
global:
    ddblas*;
    cudd*;
    ASPEN_*;
local:
    *;
};
")
    target_link_options(${target} PRIVATE LINKER:--version-script=${map})
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${map})
endfunction()
