"""Makes the text of include/dd/routines.hpp for scripts/gen_api.py."""
import textwrap

HEAD = '''/*
 * The routines of the library without their letters, overloaded by the element type:
 *
 *   dd::symv(h, DDBLAS_FILL_MODE_LOWER, n, &one, A, n, x, 1, &zero, y, 1);
 *
 * calls ddblasWsymv for pointers to cuddreal and ddblasDsymv for pointers to double. Arguments are
 * those of the C functions, whose headers explain them; a failure is a dd::error (dd/ddblas.hpp).
 *
 * Written by scripts/gen_api.py from the C headers.
 */
#ifndef DD_ROUTINES_HPP
#define DD_ROUTINES_HPP

#include <dd/ddblas.hpp>

namespace dd
{

/* clang-format off */
'''

TAIL = '''/* clang-format on */

} // namespace dd

#endif
'''


def declaration(argument):
    stars = "*" * argument.get("pointer", 0)
    return ("const " if argument.get("const") else "") + f"{argument['type']} {stars}{argument['name']}"


def routines_hpp(api):
    groups = {}
    for f in api["functions"]:
        if "letter" in f:
            groups.setdefault(f["routine"], []).append(f)
    out = [HEAD]
    for name in sorted(groups):
        functions = groups[name]
        names = textwrap.wrap(f"{', '.join(f['name'] for f in functions)}: {functions[0]['header']}", 94, break_long_words=False)
        out.append("/* " + "\n * ".join(names) + " */\n")
        for f in functions:
            arguments = f["arguments"][1:]
            parameters = ", ".join(["const handle &h"] + [declaration(a) for a in arguments])
            passed = ", ".join([f["name"]] + [a["name"] for a in arguments])
            out.append(f"inline void {name}({parameters}) {{ h({passed}); }}\n")
        out.append("\n")
    out.append(TAIL)
    return "".join(out)
