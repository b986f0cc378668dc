#!/usr/bin/env bash
# Installs ddblas into an empty prefix and builds the example against it by CMake's find_package,
# also from projects in C, C++ or Fortran alone and where the packages of the static library are
# absent, and by pkg-config; all must print the exact answer. The example in README.md must be that
# very file, and each header must compile first. The components divide the files among them, and
# "uninstall" leaves no file and no folder. Usage: t_install.sh BUILD_DIRECTORY
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
build=$1
work=$(mktemp -d)
# The compilers of the build: the static library needs its compiler's OpenMP.
CC=${CC:-$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")}
CXX=${CXX:-$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")}
export CC CXX
trap 'rm -rf "$work"' EXIT

fail() { echo "t_install: $1" >&2; exit 1; }

# A x of the example: 1e16 + 1 - 1e16, 1 + 1/3 to 31 digits, -1e16 + 1e16.
cat >"$work/expected" <<'END'
y[0] = 1
y[1] = 1.333333333333333333333333333333
y[2] = 0
END
same_output() {
    "$@" >"$work/output" || fail "$1 fails"
    diff -u "$work/expected" "$work/output" || fail "$1 does not print the exact answer"
}
# A step whose output matters only when it fails.
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "$*"; }; }

awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$top/README.md" >"$work/readme.c"
diff -u "$top/examples/symv.c" "$work/readme.c" || fail "the C block of README.md differs from examples/symv.c"

# A folder and a file of others, which must stay.
mkdir -p "$work/prefix/share/man" "$work/prefix/share/doc/other" "$work/lists"
touch "$work/prefix/share/doc/other/README"
listed() { (cd "$1" && find . -mindepth 1 | LC_ALL=C sort); }
before=$(listed "$work/prefix")
export DDBLAS_INSTALLED=$work/lists # not those of the build folder, which may have an installation of the user
quietly cmake --install "$build" --prefix "$work/prefix"
touch "$work/prefix/bin/other" # in a folder that the installation made
before=$(printf '%s\n' "$before" ./bin ./bin/other | LC_ALL=C sort)
for file in bin/ddblas include/dd/ddblas.h share/doc/ddblas/LICENSE share/doc/ddblas/README.md share/doc/ddblas/docs/numerics.md \
    share/bash-completion/completions/ddblas share/zsh/site-functions/_ddblas share/fish/vendor_completions.d/ddblas.fish; do
    [ -f "$work/prefix/$file" ] || fail "no $file"
done
[ -x "$work/prefix/bin/ddblas" ] || fail "bin/ddblas cannot be run"
if [ -d "$build/man" ]; then
    for page in man1/ddblas man1/ddblas-symv man3/ddblasWsymv man3/ddblasUhemv man3/cuddAdd; do
        zgrep -q '^.SH NAME' "$work/prefix/share/man/$page.${page:3:1}.gz" || fail "no man page $page"
    done
fi
# Each file is in one of the three components.
for component in library development command; do
    quietly cmake --install "$build" --prefix "$work/parts/$component" --component $component
done
# DESTDIR may be relative to the folder in which the installation was started.
mkdir "$work/start"
(cd "$work/start" && DESTDIR='a stage' quietly timeout 60 cmake --install "$build" --prefix "/usr/a b" --component command)
[ -x "$work/start/a stage/usr/a b/bin/ddblas" ] || fail "a relative DESTDIR: no command in it"
all=$(cd "$work/prefix" && find . ! -type d ! -path ./share/doc/other/README ! -path ./bin/other | LC_ALL=C sort)
parts=$(cd "$work/parts" && find . ! -type d | sed -E 's,^\./[a-z]+/,./,' | LC_ALL=C sort)
diff -u <(echo "$all") <(echo "$parts") || fail "the components do not make up the installation"
others=$(cd "$work/parts/library" && find . ! -type d | grep -vE '\.so\.[0-9.]+$') && fail "the component library has $others"

mkdir "$work/project"
cp "$top/examples/symv.c" "$work/project/"
for target in ddblas ddblas_static; do
    cat >"$work/project/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES C CXX)
find_package(ddblas REQUIRED)
add_executable(example symv.c)
target_link_libraries(example ddblas::$target)
END
    quietly cmake -S "$work/project" -B "$work/$target" -DCMAKE_PREFIX_PATH="$work/prefix"
    quietly cmake --build "$work/$target"
    same_output "$work/$target/example"
done

# A project in C alone.
sed -i -e 's/LANGUAGES C CXX/LANGUAGES C/' -e 's/ddblas_static/ddblas/' "$work/project/CMakeLists.txt"
quietly cmake -S "$work/project" -B "$work/c_alone" -DCMAKE_PREFIX_PATH="$work/prefix"
quietly cmake --build "$work/c_alone"
same_output "$work/c_alone/example"

# A project in C++ alone; and one that sees none of the packages of the static library, which has
# the shared one all the same.
cp "$top/examples/symv.c" "$work/project/symv.cpp"
for target in ddblas ddblas_static; do
    cat >"$work/project/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES CXX)
find_package(ddblas REQUIRED)
add_executable(example symv.cpp)
target_link_libraries(example ddblas::$target)
END
    quietly cmake -S "$work/project" -B "$work/cxx_$target" -DCMAKE_PREFIX_PATH="$work/prefix"
    quietly cmake --build "$work/cxx_$target"
    same_output "$work/cxx_$target/example"
done
absent=()
for package in MPFR CBLAS LAPACKE OpenMP; do
    absent+=("-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON")
done
sed -i 's/ddblas_static/ddblas/' "$work/project/CMakeLists.txt"
quietly cmake -S "$work/project" -B "$work/absent" -DCMAKE_PREFIX_PATH="$work/prefix" "${absent[@]}"
quietly cmake --build "$work/absent"
same_output "$work/absent/example"
sed -i 's/ddblas REQUIRED/ddblas REQUIRED COMPONENTS static/' "$work/project/CMakeLists.txt"
if cmake -S "$work/project" -B "$work/absent" "${absent[@]}" >"$work/log" 2>&1; then
    fail "the static library is found without its packages"
fi
tr -s ' \n' ' ' <"$work/log" | grep -q 'packages that were not found: MPFR, CBLAS, LAPACKE, OpenMP' || { cat "$work/log" >&2; fail "find_package does not say what is missing"; }

# Before 1.0 a minor version may change the interface: the name that programs are linked with holds
# it.
version=$(sed -nE 's/^set\(PACKAGE_VERSION "([0-9.]+)"\)$/\1/p' "$(find "$work/prefix" -name ddblas-config-version.cmake)")
case $version in
0.*) number=${version%.*} ;;
*) number=${version%%.*} ;;
esac
readelf -d "$(find "$work/prefix" -name libddblas.so)" | grep -qF "soname: [libddblas.so.$number]" || fail "the SONAME of $version is not libddblas.so.$number"

# Any header may be a file's first.
for header in "$work"/prefix/include/dd/*.h; do
    echo "#include <dd/$(basename "$header")>" >"$work/first.c"
    quietly "${CC:-cc}" -std=c11 -I"$work/prefix/include" -fsyntax-only "$work/first.c"
    quietly "${CXX:-c++}" -std=c++17 -x c++ -I"$work/prefix/include" -fsyntax-only "$work/first.c"
done
for header in elementary/complex.h cuddreal.hpp cuddcomplex.hpp ddblas.hpp routines.hpp views.hpp text.hpp; do
    echo "#include <dd/$header>" >"$work/first.cpp"
    quietly "${CXX:-c++}" -std=c++17 -I"$work/prefix/include" -fsyntax-only "$work/first.cpp"
done
quietly "${CXX:-c++}" -std=c++17 -fno-exceptions -I"$work/prefix/include" -fsyntax-only -include "$work/prefix/include/dd/ddblas.hpp" -x c++ /dev/null

# The example in C++ by CMake.
mkdir "$work/cxx"
cp "$top/examples/hilbert.cpp" "$work/cxx/"
cat >"$work/cxx/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(ddblas REQUIRED)
add_executable(hilbert hilbert.cpp)
target_link_libraries(hilbert ddblas::ddblas)
END
quietly cmake -S "$work/cxx" -B "$work/cxx/build" -DCMAKE_PREFIX_PATH="$work/prefix"
quietly cmake --build "$work/cxx/build"
quietly "$work/cxx/build/hilbert"
grep -qx 'at least 13 digits are right' "$work/log" || fail "hilbert.cpp does not find 13 digits"

pc=$(find "$work/prefix" -name ddblas.pc)
[ -n "$pc" ] || fail "no ddblas.pc"
PKG_CONFIG_PATH=$(dirname "$pc")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export PKG_CONFIG_PATH LD_LIBRARY_PATH
read -ra flags < <(pkg-config --cflags --libs ddblas)
# The rpath that docs/installing.md names; the libraries behind the static one.
"${CC:-cc}" -std=c11 "$top/examples/symv.c" -o "$work/rpath" "${flags[@]}" -Wl,-rpath,"$(pkg-config --variable=libdir ddblas)"
same_output env -u LD_LIBRARY_PATH "$work/rpath"
if grep -q '^if(OFF)$' "$build/ddblas-config.cmake"; then # without CUDA, whose static libraries ddblas.pc does not name
    read -ra static < <(pkg-config --static --libs ddblas)
    "${CC:-cc}" -std=c11 "$top/examples/symv.c" -o "$work/static" -I"$work/prefix/include" "${static[@]/#-lddblas/-l:libddblas.a}" ||
        fail "pkg-config --static"
    same_output env -u LD_LIBRARY_PATH "$work/static"
    ! readelf -d "$work/static" | grep -q 'libddblas' || fail "the static library is not used"
fi
"${CC:-cc}" -std=c11 "$top/examples/fit.c" -o "$work/fit" "${flags[@]}" || fail "pkg-config ddblas, fit.c"
"${CC:-cc}" -std=c11 "$top/examples/symv.c" -o "$work/example" "${flags[@]}" || fail "pkg-config ddblas"
same_output "$work/example"
# The Fortran modules, where the build has them: by pkg-config, by CMake, and the numbers from their
# sources, inlined. The example in docs/fortran.md is the file that is compiled here.
FC=$(sed -n 's/^CMAKE_Fortran_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
if [ -n "$(find "$work/prefix" -name libddblas_fortran.a)" ]; then
    awk '/^```fortran$/ { inside++; next } /^```$/ { if (inside == 1) exit } inside == 1' "$top/docs/fortran.md" >"$work/manual.f90"
    diff -u "$top/examples/symv.f90" "$work/manual.f90" || fail "the first program of docs/fortran.md differs from examples/symv.f90"
    read -ra flags < <(pkg-config --cflags --libs ddblas-fortran)
    "$FC" "$top/examples/symv.f90" -o "$work/example_fortran" "${flags[@]}" || fail "pkg-config ddblas-fortran"
    same_output "$work/example_fortran"
    mkdir "$work/fortran"
    cp "$top/examples/symv.f90" "$work/fortran/"
    cat >"$work/fortran/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES Fortran)
find_package(ddblas REQUIRED)
add_executable(example symv.f90)
target_link_libraries(example ddblas::fortran)
END
    quietly cmake -S "$work/fortran" -B "$work/fortran_build" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_Fortran_COMPILER="$FC"
    quietly cmake --build "$work/fortran_build"
    same_output "$work/fortran_build/example"
    sources=$(pkg-config --variable=sourcedir ddblas-fortran)
    cat >"$work/fortran/number.f90" <<'END'
program number
    use ddblas_numbers
    type(dd_real) :: third
    third = 1 / dd(3)
    print '(a)', dd_string(third * 3 - 1, 5, 'e') ! -2^-108
end program
END
    (cd "$work/fortran" && "$FC" -O2 -flto=auto -fno-math-errno -DDDBLAS_FMA_IN_C -I"$sources" "$sources"/*.F90 "$sources/ddblas_fma.c" \
        number.f90 -o number "${flags[@]}") || fail "the sources of the numbers"
    [ "$("$work/fortran/number")" = "-3.08149e-33" ] || fail "1/3 in Fortran: $("$work/fortran/number")"
fi
# The drop-in for MPLAPACK, where the build has it: by CMake, by pkg-config, and in place of another
# library that a program was linked with.
mplapack=$(dirname "$(find "$work/prefix" -name libmpblas_dd.so)")
if [ -e "$mplapack/libmpblas_dd.so" ]; then
    mkdir "$work/mplapack" "$work/other"
    cat >"$work/mplapack/dot.cpp" <<'END'
#include <mplapack_dd.h>
#include <cstdio>
int main()
{
    dd_real x[] = {3.0, 4.0, 0.5}, y[] = {1.0, 2.0, 4.0}, a[] = {4.0};
    mplapackint info;
    Rpotrf("L", 1, a, 1, info);
    std::printf("%g %g %d\n", Rdot(3, x, 1, y, 1).x[0], a[0].x[0], (int)info);
}
END
    cat >"$work/mplapack/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(dot LANGUAGES CXX)
find_package(ddblas REQUIRED)
add_executable(dot dot.cpp)
target_link_libraries(dot ddblas::mpblas_dd)
END
    quietly cmake -S "$work/mplapack" -B "$work/dot" -DCMAKE_PREFIX_PATH="$work/prefix"
    quietly cmake --build "$work/dot"
    echo "13 2 0" >"$work/expected"
    same_output "$work/dot/dot"
    read -ra flags < <(pkg-config --cflags --libs ddblas-mplapack)
    "${CXX:-c++}" "$work/mplapack/dot.cpp" -o "$work/mplapack/dot" "${flags[@]}" || fail "pkg-config ddblas-mplapack"
    same_output "$work/mplapack/dot"
    printf '#include <mplapack_dd.h>\ndd_real Rdot(mplapackint, dd_real *, mplapackint, dd_real *, mplapackint) { return dd_real(7.0); }\nvoid Rpotrf(const char *, mplapackint, dd_real *, mplapackint, mplapackint &info) { info = 7; }\n' >"$work/other/other.cpp"
    "${CXX:-c++}" -shared -fPIC -I"$work/prefix/include/ddblas-mplapack" "$work/other/other.cpp" -o "$work/other/libmpblas_dd.so"
    "${CXX:-c++}" -I"$work/prefix/include/ddblas-mplapack" "$work/mplapack/dot.cpp" -L"$work/other" -lmpblas_dd -Wl,-rpath,"$work/other" -o "$work/other/dot"
    [ "$("$work/other/dot")" = "7 4 7" ] || fail "the other library is not used"
    same_output env LD_PRELOAD="$mplapack/libddblas_mplapack.so" "$work/other/dot"
fi
quietly cmake --build "$build" --target uninstall
diff -u <(echo "$before") <(listed "$work/prefix") || fail "uninstall leaves these (+) or has removed those of others (-)"
[ ! -e "$work/parts" ] || fail "uninstall leaves $(find "$work/parts")"
[ ! -e "$work/start/a stage" ] || fail "uninstall leaves $(find "$work/start")"
if cmake --build "$build" --target uninstall >"$work/log" 2>&1; then
    fail "uninstall without an installation does not fail"
fi
echo "t_install: find_package shared and static, pkg-config, README and docs/fortran.md agree"
