# cmake -DINPUT=x.cu -DOUTPUT=x.cpp -P translate.cmake: kernel<<<...>>>(...) becomes emulate::launching(kernel, ...)(...), all else stays.
file(READ ${INPUT} text)
# CMake takes apart what stands in brackets or after semicolons when it reads lists; as one string the text stays whole.
string(REGEX REPLACE "([A-Za-z_][A-Za-z_0-9]*(<[A-Za-z_0-9, ]*>)?)<<<([^;]*)>>>[(]" "emulate::launching(\\1, \\3)(" text "${text}")
file(WRITE ${OUTPUT} "#include \"validation/emulator/device.hpp\"\n#line 1 \"${INPUT}\"\n${text}")
