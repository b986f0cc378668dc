#!/usr/bin/env bash
# The man pages: groff and mandoc show each without a warning, "man ddblas-COMMAND" has the options
# of the command, each function has a page that begins with its name and has its prototype. The
# reader of the headers in Python finds the same comments and prototypes as "ddblas help" does.
# Usage: t_man.sh PATH_OF_DDBLAS
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
ddblas=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "t_man: $1" >&2; exit 1; }

PYTHONDONTWRITEBYTECODE=1 python3 "$top/scripts/gen_man.py" "$ddblas" "$work" >"$work/said"
mapfile -t pages < <(find "$work" -name '*.gz' -type f | sort)
[ "${#pages[@]}" -gt 200 ] || fail "only ${#pages[@]} pages"
for tool in groff mandoc; do
    command -v $tool >/dev/null || { echo "no $tool: not tested"; continue; }
    for page in "${pages[@]}"; do
        if [ $tool = groff ]; then
            zcat "$page" | groff -man -ww -Tascii >/dev/null 2>"$work/warnings" || fail "groff refuses $page"
        else
            mandoc -T lint -W warning "$page" >"$work/warnings" 2>&1 || true
        fi
        [ ! -s "$work/warnings" ] || fail "$page: $(cat "$work/warnings")"
    done
done

python3 -B - "$top/scripts" "$ddblas" <<'END' || fail '"ddblas help" and header_comments.py differ'
import re, subprocess, sys
sys.path.insert(0, sys.argv[1])
import header_comments
run = lambda *words: subprocess.run([sys.argv[2], *words], capture_output=True, text=True, check=True).stdout
found = {name: (f"#include <dd/{header}>", prototype, comment)
         for header, comment, members in header_comments.functions() for name, prototype in members}
names = [line for line in run("complete", "help", "").splitlines() if "\t" not in line]
texts = re.split(r"^(?=#include <)", run("help", *names), flags=re.M)[1:]
shown = {name: tuple((text.rstrip("\n").split("\n\n", 2) + [""])[:3]) for name, text in zip(names, texts)}
if len(texts) != len(names) or len(names) < 800:
    sys.exit(f"{len(texts)} texts of {len(names)} functions")
if found.keys() != shown.keys():
    sys.exit(f"other functions: {sorted(found.keys() ^ shown.keys())}")
for name in names:
    if found[name] != shown[name]:
        sys.exit(f"{name}: {found[name]} and {shown[name]}")
END

# Pages as text, without bold.
show() { zcat "$1" | groff -man -Tascii -rLL=200n -P-cbou 2>/dev/null; }
command -v groff >/dev/null || exit 0
for command in $("$ddblas" complete '' | sed -n 's/\t.*//p'); do
    show "$work/man1/ddblas-$command.1.gz" >"$work/text" || fail "no page of ddblas $command"
    for option in $("$ddblas" "$command" --help | sed '/^$/q' | grep -oE -e '--[a-z][a-z-]*' | sort -u); do
        grep -qF -e "$option" "$work/text" || fail "the page of ddblas $command lacks $option"
    done
done
show "$work/man1/ddblas.1.gz" | grep -q 'ddblas-symv(1)' || fail "ddblas(1) does not name ddblas-symv(1)"
show "$work/man1/ddblas-verify.1.gz" | grep -qF 'ddblas verify dot x.mtx [y.mtx] [options of' || fail "synopsis of ddblas-verify(1)"

# Every function of api.json has a page, which names it and has its prototype.
declare -A named
for page in "$work"/man3/*.gz; do
    [ -L "$page" ] && continue
    text=$(zcat "$page")
    [[ $text =~ \.SH\ NAME$'\n'([^\\]*)\ \\-\  ]] || fail "$page has no names: ${text:0:300}"
    for name in ${BASH_REMATCH[1]//,/}; do
        named[$name]=1
        [ "$work/man3/$name.3.gz" -ef "$page" ] || fail "$name.3 is not $page"
        [[ $name = ddblas || $text == *[\ *]"$name("* ]] || fail "the page of $name has no prototype"
    done
done
while read -r name; do
    [ -n "${named[$name]:-}" ] || fail "no page of $name"
done < <(sed -n '/^ "functions"/,$s/^  {"name": "\([^"]*\)".*/\1/p' "$top/bindings/api.json")
show "$work/man3/ddblasUhemv.3.gz" >"$work/text"
grep -qE '^ +ddblasWsymv, ddblasSsymv, .*ddblasUhemv - y = alpha A x \+ beta y,' "$work/text" || fail "hemv: $(head -n 6 "$work/text")"
grep -qE '^ +uplo +the triangle of A that is read;' "$work/text" || fail "hemv lacks uplo"
show "$work/man3/cuddNeg.3.gz" | grep -qE '^ +cuddNeg - -a$' || fail "cuddNeg"
echo "t_man: ${#pages[@]} pages"
