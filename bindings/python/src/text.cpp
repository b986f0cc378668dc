/*
 * Numbers as text, by dd/io.h.
 */
#include "core.hpp"

#include <string>

namespace
{

/* (high, low) of the double-double nearest to the number in a text. */
nb::object parse(const char *text)
{
    cuddreal value;
    const ddblasStatus_t status = cuddFromString(text, nullptr, &value);
    if (status != DDBLAS_STATUS_SUCCESS)
        raise_status(status, ddblasGetLastArgument(nullptr), ddblasGetLastError(nullptr));
    return nb::make_tuple(value.x, value.y);
}

template <typename Write>
nb::str written(const Write &write)
{
    char text[128];
    const int length = write(text, sizeof text);
    if (length < 0)
        raise_value("digits or form: out of range");
    if (static_cast<size_t>(length) < sizeof text)
        return nb::str(text, static_cast<size_t>(length));
    std::string longer(static_cast<size_t>(length) + 1, '\0');
    (void)write(longer.data(), longer.size());
    return nb::str(longer.data(), static_cast<size_t>(length));
}

nb::str to_string(double high, double low, int digits, const char *form)
{
    return written([&](char *text, size_t size) { return cuddToString(text, size, cuddMake(high, low), digits, *form); });
}

nb::str to_shortest(double high, double low)
{
    return written([&](char *text, size_t size) { return cuddToShortest(text, size, cuddMake(high, low)); });
}

nb::str to_hex(double high, double low)
{
    return written([&](char *text, size_t size) { return cuddToHex(text, size, cuddMake(high, low)); });
}

/* (high, low) as a normalised pair of the same sum. */
nb::object normal_pair(double high, double low)
{
    const cuddreal pair = cuddNormalize(high, low);
    return nb::make_tuple(pair.x, pair.y);
}

} // namespace

void define_text(nb::module_ &module)
{
    module.def("parse", &parse);
    module.def("to_string", &to_string);
    module.def("to_shortest", &to_shortest);
    module.def("to_hex", &to_hex);
    module.def("normal_pair", &normal_pair);
}
