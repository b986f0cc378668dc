#!/usr/bin/env python3
"""Writes bindings/api.json, a description of the C headers, and from it the interfaces of C++ and
Fortran.

Usage: scripts/gen_api.py               writes bindings/api.json and include/dd/routines.hpp anew
       scripts/gen_api.py --check       writes nothing; exits with 1 if these files are out of date
       scripts/gen_api.py --fortran DIR writes the Fortran sources to DIR, from bindings/api.json
The build runs the last form, the test api_json the second.

The parser reads the prototypes that begin with DDBLAS_API, the enumerations, structures, constants
and function pointers of include/dd/*.h, and the lists types.def and status.def. It stops at a
declaration that it does not understand, so that nothing is left out silently.

bindings/api.json has these members:
  version    of the library
  types      for each letter S D C Z W U: element, real (type of the real part), complex
  statuses   name, value, text
  constants  name, value
  enums      name, header, summary, values
  handles    opaque pointers: name, header, summary
  structs    name, header, summary, fields: name, type, const, pointer, length (of an array)
  callbacks  function pointers: name, header, summary, returns, arguments without shape and intent
  functions  name, header, summary, returns, arguments; if the name has a letter, letter and routine
             (ddblasWgemm: W, gemm)
A field or argument of type function, a function pointer, has returns and arguments of its own.
A summary is the first sentence of the comment in the header. An argument has
  name, type  as in the header, the type without const and *
  const       true if what it points to is only read; left out if not
  pointer     depth: 1 for T *, 2 for T **; left out for an argument by value
  intent      in, out or inout
  shape       value, scalar, vector, matrix, batch (matrices or vectors at a stride), string,
              pointers (an array of addresses), opaque (void *, handles), function
  leading     of a matrix: the argument that holds its leading dimension
"""
import json
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
HEADERS = TOP / "include" / "dd"
API = TOP / "bindings" / "api.json"
ROUTINES = HEADERS / "routines.hpp"

# Arguments that point to one number, although their type would also suit an array.
SCALARS = set(
    "alpha beta a b c colcnd rowcnd scond amax rcond bytes elements equed exponent found gap logarithm m mantissa mode order "
    "rank result route threads value x1 y1 d1 d2 vl vu plan options report summary choice".split())
# Arguments without const that are only written.
WRITTEN = set(
    "amax berr bytes choice colcnd componentwise elements exponent ferr found gap inertia info logarithm m mantissa mode "
    "normwise operand order pointer rank rcond report residual residuals result route rowcnd scond stream summary tau text "
    "threads value w wi wr buffer name c s".split())


class Refused(Exception):
    pass


def comment_text(comment):
    first, *more = comment.strip()[2:-2].split("\n")
    lines = [first.strip()] + [re.sub(r"^\*? ?", "", line.strip()) for line in more]
    return "\n".join(lines).strip()


def first_sentence(text):
    text = " ".join(re.split(r"\n\s*\n", text)[0].split())
    for found in re.finditer(r"[.:](?=\s(?![a-z])|$)", text):
        sentence = text[: found.end()]
        if sentence.count("(") == sentence.count(")"): # not inside a reference: (E. Anderson ...)
            return sentence
    return text


def split_top(text, separator=","):
    parts, depth, last = [], 0, ""
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if c == separator and depth == 0:
            parts.append(last)
            last = ""
        else:
            last += c
    return [p.strip() for p in parts + [last] if p.strip()]


def parse_declarator(text):
    """A parameter or field: (type, name, const, pointer depth, array length or None)."""
    text = " ".join(text.split())
    function = re.match(r"^(\w+) \(\*(\w+)\)\((.*)\)$", text)
    if function:
        return {"name": function.group(2), "type": "function", "const": False, "pointer": 0, "returns": function.group(1),
                "arguments": [parse_declarator(a) for a in split_top(function.group(3))]}
    found = re.match(r"^(const )?(?:struct )?(\w+(?: \w+)*?) ?((?:\*(?: ?const)? ?)*)(\w+)(\[\w*\])?$", text)
    if not found:
        raise Refused(f"cannot read the declaration '{text}'")
    const, kind, stars, name, array = found.groups()
    depth = stars.count("*")
    length = None
    if array == "[]":
        depth += 1
    elif array:
        length = array[1:-1]
    return {"name": name, "type": kind, "const": bool(const), "pointer": depth, "length": length}


def shape_of(argument, arguments):
    names = [a["name"] for a in arguments]
    name, kind, depth = argument["name"], argument["type"], argument["pointer"]
    if kind == "function" or kind.endswith("operator_t") or kind == "ddblasXtProgress_t":
        return "function", None
    if depth == 0:
        return "value", None
    if depth == 2:
        return ("pointers" if name.endswith("array") else "opaque"), None
    if kind == "char":
        return "string", None
    if kind == "void":
        leading = "ld" + name.lower()
        return "opaque", leading if leading in names else None
    if kind.startswith("ddblas") and kind not in ("ddblasComplex", "ddblasDoubleComplex"):
        return "scalar", None
    batched = "batchCount" in names
    if name == "info":
        return ("vector" if batched else "scalar"), None
    if name == "s" and "VT" not in names and "U" not in names:
        return "scalar", None
    if name in SCALARS and not (name in ("d", "e")):
        return "scalar", None
    leading = "ld" + name.lower()
    if name in ("hi", "lo"):
        leading = "lds"
    if leading in names:
        return ("batch" if "stride" + name in names else "matrix"), leading
    return ("batch" if "stride" + name in names else "vector"), None


def intent_of(argument):
    if argument["pointer"] == 0 or argument["const"]:
        return "in"
    if argument["type"] == "void" and argument["pointer"] == 1:
        return "inout"
    if argument["pointer"] == 2 or argument["type"].endswith("Handle_t"):
        return "out"
    if argument["type"].startswith("ddblas") and argument["type"].endswith("_t"):
        return "out"
    return "out" if argument["name"] in WRITTEN else "inout"


def letter_and_routine(name):
    """ddblasWgemm: W, gemm; ddblasIwamax: W, iamax; ddblasWunrm2: U, nrm2; ddblasUwscal: U, scal."""
    if re.match(r"ddblas(Create|Destroy|(Xt)?Set|Synchronize|Convert|Write)", name):
        return None
    if name.endswith("WorkspaceSize") and not re.match(r"ddblas[WU][a-z0-9]+Prepared", name):
        return None
    found = re.match(r"ddblasI([sdczwu])(amax|amin)$", name)
    if found:
        return found.group(1).upper(), "i" + found.group(2)
    found = re.match(r"ddblas(Sc|Dz|Wu)(asum|nrm2)$", name)
    if found:
        return found.group(1)[1].upper(), found.group(2)
    found = re.match(r"ddblas(Cs|Zd|Uw)(scal|rot)$", name)
    if found:
        return found.group(1)[0], found.group(2)
    found = re.match(r"ddblas(Xt)?([SDCZWU])([a-z]\w*)$", name)
    if found:
        return found.group(2), (found.group(1) or "").lower() + found.group(3)
    return None


def parse_struct(name, body, constants):
    fields = []
    for declaration in split_top(body, ";"):
        parts = split_top(declaration)
        first = parse_declarator(parts[0])
        fields.append(first)
        for more in parts[1:]: # int64_t m, n; const char *a, *b;
            field = dict(first)
            field["pointer"] = more.count("*")
            field["name"] = more.replace("*", "").strip()
            fields.append(field)
    for field in fields:
        if field["type"] in ("cuddreal", "cuddcomplex") and field["pointer"] == 0:
            raise Refused(f"{name}: a {field['type']} in a structure has an alignment that other languages lack")
        length = field.get("length")
        if length:
            field["length"] = int(constants.get(length, length))
        else:
            field.pop("length", None)
    return fields


def parse_enum(name, body):
    values, previous = [], -1
    for item in split_top(body):
        found = re.match(r"^(\w+)(?: *= *(.+))?$", " ".join(item.split()))
        if not found:
            raise Refused(f"enumeration {name}: cannot read '{item}'")
        text = found.group(2)
        known = {v["name"]: v["value"] for v in values}
        previous = previous + 1 if text is None else known[text] if text in known else int(text, 0)
        values.append({"name": found.group(1), "value": previous})
    return values


def with_lists(source, api):
    """The source with its two lists, status.def and types.def, expanded."""
    statuses = " ".join(f"DDBLAS_STATUS_{s['name']} = {s['value']}," for s in api["statuses"])
    types = " ".join(f"DDBLAS_TYPE_{t}," for t in api["types"])
    source = re.sub(r"#include <dd/status\.def>", statuses, source)
    return re.sub(r"#include <dd/types\.def>", types, source)


def without_comments(text):
    """The text with \x01 number \x02 instead of each comment, and the comments."""
    comments = []

    def keep(found):
        comments.append(found.group(0))
        return f"\x01{len(comments) - 1}\x02"

    return re.sub(r"/\*.*?\*/", keep, text, flags=re.S), comments


def bare(text):
    return re.sub(r"\x01\d+\x02", "", text)


def parse_prototype(text, where, summary):
    declaration = " ".join(bare(text).split())
    parts = re.match(r"^((?:const )?\w+ ?\*?) ?(\w+)\((.*)\)$", declaration)
    if not parts:
        raise Refused(f"{where['header']}: cannot read '{declaration}'")
    result, name, listed = parts.groups()
    function = {"name": name, **where, "summary": summary, "returns": result.strip()}
    letter = letter_and_routine(name)
    if letter:
        function["letter"], function["routine"] = letter
    listed = [] if listed.strip() == "void" else [parse_declarator(a) for a in split_top(listed)]
    function["arguments"] = listed
    for argument in listed:
        argument["shape"], leading = shape_of(argument, listed)
        argument["intent"] = intent_of(argument)
        if leading:
            argument["leading"] = leading
    return function


DECLARATION = re.compile(
    r"\x01(\d+)\x02"
    r"|typedef enum(?: \w+)?\s*\{([^}]*)\}\s*(\w+);"
    r"|typedef struct(?: \w+)?\s*\{([^}]*)\}\s*(\w+);"
    r"|typedef struct \w+ \*(\w+);"
    r"|typedef (\w+) \(\*(\w+)\)\(([^;]*)\);"
    r"|DDBLAS_API\s+([^;]+);")


def parse_header(path, api):
    source = with_lists(path.read_text(), api)
    for found in re.finditer(r"^#define (DDBLAS_\w+|CUDD_\w+)[ \t]+(\d+)\s*(?:/\*.*)?$", source, re.M):
        api["constants"].append({"name": found.group(1), "value": int(found.group(2))})
    constants = {c["name"]: c["value"] for c in api["constants"]}

    text, comments = without_comments(source)
    text = re.sub(r"^\s*#(?:.*\\\n)*.*$", "", text, flags=re.M)
    where = {"header": f"dd/{path.name}"}
    comment, fresh, count = "", False, 0
    for found in DECLARATION.finditer(text):
        note, enum_body, enum, struct_body, struct, opaque, returned, callback, arguments, prototype = found.groups()
        if note is None and prototype is None: # the comment of a type is the one right before it
            comment, kept = "", comment if fresh else ""
        else:
            kept = comment
        summary = first_sentence(kept)
        fresh = note is not None
        if note is not None:
            block = comment_text(comments[int(note)])
            if not block.startswith("----"):
                comment = block
        elif enum:
            api["enums"].append({"name": enum, **where, "summary": summary, "values": parse_enum(enum, bare(enum_body))})
        elif struct:
            api["structs"].append({"name": struct, **where, "summary": summary,
                                   "fields": parse_struct(struct, bare(struct_body), constants)})
        elif opaque:
            api["handles"].append({"name": opaque, **where, "summary": summary})
        elif callback:
            api["callbacks"].append({"name": callback, **where, "summary": summary, "returns": returned,
                                     "arguments": [parse_declarator(a) for a in split_top(bare(arguments))]})
        else:
            count += 1
            api["functions"].append(parse_prototype(prototype, where, summary))
    there = len(re.findall(r"\bDDBLAS_API\s+\w", text))
    if count != there:
        raise Refused(f"{path.name}: {count} of {there} prototypes understood")


def read_api():
    cmake = (TOP / "CMakeLists.txt").read_text()
    version = re.search(r"project\(ddblas VERSION ([0-9.]+)", cmake).group(1)
    types = {}
    for row in re.finditer(r"^DDBLAS_TYPE\((\w), (\w+), (\w+), ([01])\)", (HEADERS / "types.def").read_text(), re.M):
        types[row.group(1)] = {"element": row.group(2), "real": row.group(3), "complex": row.group(4) == "1"}
    statuses = [{"name": r.group(1), "value": int(r.group(2)), "text": r.group(3)} for r in
                re.finditer(r'^DDBLAS_STATUS\((\w+), (\d+), "(.*)"\)', (HEADERS / "status.def").read_text(), re.M)]
    api = {"version": version, "types": types, "statuses": statuses, "constants": [], "enums": [], "handles": [], "structs": [],
           "callbacks": [], "functions": []}
    for path in sorted(HEADERS.glob("*.h")):
        if path.name in ("cuddreal.h", "cuddcomplex.h"): # inline functions
            continue
        parse_header(path, api)
    return api


def json_text(api):
    """JSON with one line for each function, enumeration and so on."""
    out = []
    for key, value in api.items():
        if isinstance(value, list):
            rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in value)
            out.append(f' "{key}": [\n{rows}\n ]')
        else:
            out.append(f' "{key}": {json.dumps(value)}')
    return "{\n" + ",\n".join(out) + "\n}\n"


def tidy(value):
    """The value without const, pointer and length where they are false, 0 or null."""
    if isinstance(value, dict):
        return {k: tidy(v) for k, v in value.items() if not (k in ("const", "pointer", "length") and not v)}
    return [tidy(v) for v in value] if isinstance(value, list) else value


def main():
    if sys.argv[1:2] == ["--fortran"] and len(sys.argv) == 3:
        sys.dont_write_bytecode = True
        import gen_fortran
        for name, text in gen_fortran.files(json.loads(API.read_text())).items():
            path = Path(sys.argv[2]) / name
            if not path.exists() or path.read_text() != text:
                path.write_text(text)
        return
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    try:
        api = tidy(read_api())
    except Refused as refused:
        sys.exit(f"gen_api: {refused}")
    sys.dont_write_bytecode = True
    import gen_cpp
    for path, text in ((API, json_text(api)), (ROUTINES, gen_cpp.routines_hpp(api))):
        if sys.argv[1:] == []:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            sys.exit(f"{path.relative_to(TOP)} is not what scripts/gen_api.py makes of the headers: run it")
    print(f"gen_api: {len(api['functions'])} functions, {len(api['enums'])} enumerations, {len(api['structs'])} structures")


if __name__ == "__main__":
    main()
