"""Makes the Fortran sources for scripts/gen_api.py --fortran: interfaces of the C API and routines
without a letter; gen_fortran_numbers.py makes those of the numbers."""
from gen_fortran_numbers import BANNER, elementary_c, elementary_module, numbers, public_generic, wrap

# ---- the C API ---------------------------------------------------------------------------------

TYPES = {"float": "real(c_float)", "double": "real(c_double)", "cuddreal": "type(dd_real)", "cuddcomplex": "type(dd_complex)",
         "ddblasComplex": "complex(c_float_complex)", "ddblasDoubleComplex": "complex(c_double_complex)", "int": "integer(c_int)",
         "int32_t": "integer(c_int32_t)", "int64_t": "integer(c_int64_t)", "uint64_t": "integer(c_int64_t)",
         "size_t": "integer(c_size_t)", "char": "character(kind=c_char)"}
ARRAYS = ("vector", "matrix", "batch")
# Generic names that would hide an intrinsic function, and those that replace them.
RENAMED = {"null": "nullspace", "rank": "matrix_rank"}


class Api:
    def __init__(self, api):
        self.api = api
        self.enums = {e["name"] for e in api["enums"]}
        self.structs = {s["name"] for s in api["structs"]}
        self.opaque = {h["name"] for h in api["handles"]}
        self.callbacks = {c["name"] for c in api["callbacks"]}

    def base(self, kind):
        if kind in self.enums:
            return "integer(c_int)"
        if kind in self.opaque or kind == "void":
            return "type(c_ptr)"
        if kind in self.callbacks or kind == "function":
            return "type(c_funptr)"
        if kind in TYPES:
            return TYPES[kind]
        if kind in self.structs:
            return f"type({kind})"
        raise KeyError(kind)


def grouped(declarations):
    """(type and attributes, name) to statements, one for each type; arrays last, after their extents."""
    groups = {}
    for head, name in sorted(declarations, key=lambda row: "(" in row[1]):
        groups.setdefault((head, "(" in name), []).append(name)
    return [f"{head} :: {', '.join(names)}" for (head, _), names in groups.items()]


def constants_text(api):
    text = ""
    for enum in api["enums"]:
        text += f"\n    ! {enum['name']}\n"
        for value in enum["values"]:
            text += f"    integer(c_int), parameter :: {value['name']} = {value['value']}\n"
    text += "\n    ! Other constants\n"
    for constant in api["constants"]:
        text += f"    integer(c_int), parameter :: {constant['name']} = {constant['value']}\n"
    return text


DEFAULTS = {"integer": "0", "real": "0", "type(c_ptr)": "c_null_ptr", "type(c_funptr)": "c_null_funptr"}


def structs_text(api, a):
    text = ""
    for struct in api["structs"]:
        if struct["name"] in ("ddblasComplex", "ddblasDoubleComplex"):
            continue
        text += f"\n    type, bind(C) :: {struct['name']}\n"
        for field in struct["fields"]:
            kind = "type(c_ptr)" if field.get("pointer") else a.base(field["type"])
            name = field["name"] + (f"({field['length']})" if field.get("length") else "")
            value = next((v for k, v in DEFAULTS.items() if kind.startswith(k)), None)
            text += f"        {kind} :: {name}" + (f" = {value}" if value else "") + "\n"
        text += "    end type\n"
    return text


def raw_declaration(a, argument, pointers):
    """Type and attributes, and name with shape, of a dummy argument that C sees."""
    name, shape, depth = argument["name"], argument["shape"], argument.get("pointer", 0)
    kind = a.base(argument["type"])
    if shape == "function":
        return "type(c_funptr), value", name
    if depth == 0:
        return f"{kind}, value", name
    if pointers:
        return "type(c_ptr), value", name
    if shape == "pointers":
        return "type(c_ptr), intent(in)", f"{name}(*)"
    if depth == 2: # const char **end may be null
        return ("type(c_ptr), value" if argument["type"] == "char" else "type(c_ptr), intent(out)"), name
    if argument["type"] == "void":
        return "type(c_ptr), value", name
    intent = f"intent({argument['intent']})"
    if shape == "string":
        return f"{kind}, {intent}", f"{name}(*)"
    return f"{kind}, {intent}", name + ("(*)" if shape in ARRAYS else "")


def raw_interface(a, function, pointers):
    name = function["name"] + ("_ptr" if pointers else "")
    arguments = function["arguments"]
    returns = function["returns"]
    names = ", ".join(x["name"] for x in arguments)
    head = "subroutine" if returns == "void" else "function"
    tail = "" if returns == "void" else " result(returned)"
    lines = [f"{head} {name}({names}) bind(C, name='{function['name']}'){tail}", "    import"]
    if returns != "void":
        lines.append("    " + ("type(c_ptr)" if "*" in returns else a.base(returns)) + " :: returned")
    lines += ["    " + line for line in grouped(raw_declaration(a, x, pointers) for x in arguments)]
    lines.append(f"end {head}")
    return "\n".join(wrap("        " + line, "        ") for line in lines) + "\n"


def has_arrays(function):
    return any(x.get("pointer") and x["shape"] in ARRAYS + ("scalar", "pointers") for x in function["arguments"])


def api_module(api):
    a = Api(api)
    text = BANNER + f"""! Module ddblas_api: every function, type and constant of the C headers of ddblas {api['version']}.
! A function has its C name and returns its status. Arrays are assumed-size. The same name with _ptr
! takes type(c_ptr) for every pointer: for memory of a GPU, for null, and for device scalars.
module ddblas_api
    use, intrinsic :: iso_c_binding
    use ddblas_numbers, only: dd_real, dd_complex
    implicit none
    public
"""
    text += constants_text(api) + structs_text(api, a) + "\n    interface\n"
    for function in api["functions"]:
        text += raw_interface(a, function, False)
        if has_arrays(function):
            text += raw_interface(a, function, True)
    return text + "    end interface\nend module\n"


# ---- routines without a letter -----------------------------------------------------------------

INTEGERS = {"4": "integer(int32)", "8": "integer(int64)"}
EXTENTS = {"vector": "(*)", "matrix": "({leading}, *)", "batch": "({leading}, 1, *)"}


def is_wide(x):
    """Whether an argument is a size or an index, whose kind the caller may choose."""
    return x["type"] in ("int64_t", "size_t")


def dummy_by_value(a, x, kind):
    """(type and attributes, name with shape, actual argument of the C function) of a number."""
    value = x["name"]
    if is_wide(x) and kind == "4":
        value = f"int({value}, c_{'size_t' if x['type'] == 'size_t' else 'int64_t'})"
    return f"{INTEGERS[kind] if is_wide(x) else a.base(x['type'])}, intent(in)", x["name"], value


def dummy_of(a, x, kind, device):
    """The same of any argument."""
    n, shape, depth = x["name"], x["shape"], x.get("pointer", 0)
    base, intent = a.base(x["type"]), f"intent({x['intent']})"
    if depth == 2 and shape != "pointers":
        return "type(c_ptr), intent(out)", n, n
    if shape == "function":
        return "type(c_funptr), intent(in)", n, n
    if x["type"] in a.opaque and depth == 0 or x["type"] == "void" and shape != "pointers":
        return "type(c_ptr), intent(in)", n, n
    if depth == 0:
        return dummy_by_value(a, x, kind)
    if shape == "string":
        return "character(*), intent(in)", n, f"{n}//c_null_char"
    if shape == "pointers":
        return "type(c_ptr), intent(in)", f"{n}(*)", n
    if device and (shape in ARRAYS or n == "info" and x["type"] == "int64_t"):
        return "type(c_ptr), intent(in)", n, n
    if shape in ARRAYS:
        extent = EXTENTS[shape] if shape != "batch" or x.get("leading") else "(1, *)"
        return f"{base}, {intent}", n + extent.format(leading=x.get("leading")), n
    if x["type"] == "size_t": # bytes, which may exceed 32 bits
        return f"integer(c_size_t), {intent}", n, n
    if is_wide(x):
        return f"{INTEGERS[kind]}, {intent}", n, n if kind == "8" else f"{n}_c"
    return f"{base}, {intent}", n, n


def pass_addresses(arguments, declarations, actual, converted):
    """Makes the arguments of a function with _ptr addresses, where they are not type(c_ptr) already."""
    for i, x in enumerate(arguments):
        if x["shape"] == "pointers":
            actual[i] = f"c_loc({x['name']})"
            declarations[i] = ("type(c_ptr), target, intent(in)", f"{x['name']}(*)")
        elif x.get("pointer") and not declarations[i][0].startswith("type(c_ptr)"):
            actual[i] = f"c_loc({actual[i]})"
            if x["name"] not in converted:
                head, dummy = declarations[i]
                declarations[i] = (head.replace(", intent", ", target, intent"), dummy)


def wrapper(a, function, kind, device):
    """A subroutine that takes ddblas_handle and stat. kind is the size in bytes of integers by value and
    of integer results; with device arrays are type(c_ptr). Returns the text, the name, and the types
    and ranks by which Fortran chooses among procedures of one generic name."""
    arguments = function["arguments"][1:]
    name = f"{function['name'][6:]}_{'p' if device else 'h'}{kind}"
    declarations, actual, converted = [], [], {} # converted: integer results by way of a 64-bit variable
    for x in arguments:
        head, dummy, value = dummy_of(a, x, kind, device)
        declarations.append((head, dummy))
        actual.append(value)
        if value == f"{x['name']}_c":
            converted[x["name"]] = x["intent"]
    signature = tuple((head.split(", intent")[0], dummy.count(",") + 1 if "(" in dummy else 0) for head, dummy in declarations)
    if device:
        pass_addresses(arguments, declarations, actual, converted)
    local = [("integer(c_int64_t)" + (", target" if device else ""), f"{n}_c") for n in converted]
    names = [x["name"] for x in arguments]
    lines = [f"subroutine {name}({', '.join(['handle'] + names + ['stat'])})", "    type(ddblas_handle), intent(in) :: handle"]
    lines += ["    " + line for line in grouped(declarations)]
    lines += ["    integer, intent(out), optional :: stat", "    integer(c_int) :: status"]
    lines += ["    " + line for line in grouped(local)]
    lines += [f"    {n}_c = {0 if intent == 'out' else n}" for n, intent in converted.items()]
    lines.append(f"    status = {function['name']}{'_ptr' if device else ''}({', '.join(['handle%c'] + actual)})")
    lines += [f"    {n} = int({n}_c, int32)" for n, intent in converted.items() if intent != "in"]
    lines.append(f"    call handle%finish(status, '{function['name']}', 'handle {' '.join(names)}', stat)")
    lines.append("end subroutine")
    return "\n".join(wrap("    " + line, "    ") for line in lines) + "\n\n", name, signature


def routines_module(api):
    a = Api(api)
    texts, generic, used = {}, {}, set()
    for function in api["functions"]:
        if "letter" not in function or function["arguments"][0]["type"] != "ddblasHandle_t":
            continue
        routine = function["routine"]
        routine = RENAMED.get(routine, routine)
        arrays = any(x.get("pointer") and x["shape"] in ARRAYS for x in function["arguments"])
        seen = set()
        for device in (False, True) if arrays else (False,):
            for kind in "48":
                text, name, signature = wrapper(a, function, kind, device)
                if signature in seen:
                    continue
                seen.add(signature)
                texts[name] = text
                generic.setdefault(routine, []).append((signature, name, device))
                if function["letter"] in "WU": # the name with its letter takes everything
                    generic.setdefault(function["name"][6:].lower().replace("null", "nullspace").replace(
                        "rank", "matrix_rank"), []).append((signature, name, device))
    heads = ""
    for name, rows in sorted(generic.items()):
        count = {}
        for signature, _, _ in rows:
            count[signature] = count.get(signature, 0) + 1
        # Pointers to memory of a device say nothing about the type: without a scalar of the type
        # only the name with its letter takes them.
        procedures = [n for signature, n, device in rows if count[signature] == 1 or not device]
        used.update(procedures)
        heads += public_generic(name, procedures)
    return BANNER + """! Module ddblas_routines: the routines as subroutines without a letter, gemm for ddblasSgemm to
! ddblasUgemm, by the types of their arguments. Sizes are all integer(int32) or all integer(int64).
! Matrices have two dimensions, batches at a stride three. Without stat a status that is not 0 stops
! the program with the library's sentence. For arrays in a GPU's memory pass type(c_ptr): to gemm,
! whose scalars tell the type, and otherwise to the name with its letter, wpotrf or upotrf.
module ddblas_routines
    use, intrinsic :: iso_fortran_env, only: int32, int64
    use, intrinsic :: iso_c_binding
    use ddblas_numbers, only: dd_real, dd_complex
    use ddblas_api
    use ddblas_handles, only: ddblas_handle
    implicit none
    private

""" + heads + "\ncontains\n\n" + "".join(t for n, t in texts.items() if n in used).rstrip("\n") + "\n\nend module\n"


def files(api):
    heads, code = numbers()
    return {"number_generics.inc": heads, "number_mixed.inc": code, "ddblas_elementary.f90": elementary_module(),
            "elementary_calls.c": elementary_c(), "ddblas_api.f90": api_module(api),
            "ddblas_routines.f90": routines_module(api)}
