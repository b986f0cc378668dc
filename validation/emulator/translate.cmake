# cmake -DINPUT=x.cu -DOUTPUT=x.cpp -P translate.cmake: kernel<<<...>>>(...) becomes
# emulate::launching(kernel, ...)(...), all else stays.
file(READ ${INPUT} text)
string(REGEX REPLACE "([A-Za-z_][A-Za-z_0-9]*(<[A-Za-z_0-9, ]*>)?)<<<([^;]*)>>>[(]" "emulate::launching(\\1, \\3)(" text "${text}")
if(text MATCHES "<<<")
    message(FATAL_ERROR "${INPUT}: a launch that translate.cmake does not know")
endif()
file(WRITE ${OUTPUT} "#include \"validation/emulator/device.hpp\"\n#line 1 \"${INPUT}\"\n${text}")
