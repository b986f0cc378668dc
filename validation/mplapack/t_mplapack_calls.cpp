/*
 * How the drop-in is called: wrong arguments, with the program's own Mxerbla_dd; threads; fork;
 * memory that fails; the trace; and, where the build has a device, large calls on it. The settings
 * are environment variables that the library reads when it is loaded: tests.cmake names them.
 */
#include "exact.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <new>
#include <string>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

extern "C" {
#include "backend/allocate.h"
}

using namespace exact;

dd_random exact::generator;

/* ---- wrong arguments ------------------------------------------------------------------------- */

static std::string reported_name;
static int reported_position, reports;

/* The program's own, which returns. */
void Mxerbla_dd(const char *srname, int info)
{
    reported_name = srname;
    reported_position = info;
    reports++;
}

namespace
{
/* The operands of all calls: nothing of them may be written. */
template <class T>
struct operands
{
    static constexpr mplapackint n = 3, ld = 4;
    std::vector<T> a = std::vector<T>(64, T(7.0)), b = a, c = a, work = a;
    std::vector<dd_real> s = std::vector<dd_real>(64, dd_real(7.0)), r = s;
    std::vector<mplapackint> i = std::vector<mplapackint>(64, 7);
    mplapackint info = 0;
    T one = T(1.0);
    dd_real real = dd_real(1.0);
    std::string contents() const
    {
        std::string all;
        for (const std::vector<T> *v : {&a, &b, &c, &work})
            all.append(reinterpret_cast<const char *>(v->data()), v->size() * sizeof(T));
        for (const std::vector<dd_real> *v : {&s, &r})
            all.append(reinterpret_cast<const char *>(v->data()), v->size() * sizeof(dd_real));
        return all.append(reinterpret_cast<const char *>(i.data()), i.size() * sizeof(mplapackint));
    }
};

/* Names of the BLAS are padded with blanks to six letters, as in MPLAPACK. */
bool padded;

template <class T, class F>
void expect_report(const char *name, int position, operands<T> &o, F call)
{
    const std::string before = o.contents();
    reports = 0;
    o.info = 0;
    call();
    std::string expected = name;
    if (padded && expected.size() < 6)
        expected.resize(6, ' ');
    if (reports != 1 || reported_position != position || reported_name != expected)
        fail_msg("%s, argument %d: %d reports, the last about argument %d of %s", name, position, reports, reported_position,
                 reported_name.c_str());
    assert_true(before == o.contents());
    assert_true(o.info == 0 || o.info == -position);
}

/* WRONG(routine, position, arguments), in both types, where o.x are the operands. */
#define WRONG(real, complex, position, ...)                                                                                      \
    expect_report<T>(is_complex<T> ? #complex : #real, position, o, [&] { choose<T>(real, complex)(__VA_ARGS__); })
#define BAD(routine, position, ...) WRONG(R##routine, C##routine, position, __VA_ARGS__)

template <class T>
void wrong_vectors()
{
    padded = true;
    operands<T> o;
    T *a = o.a.data(), *b = o.b.data(), *c = o.c.data();
    const T one = o.one;
    BAD(gemv, 1, "X", 3, 3, one, a, 4, b, 1, one, c, 1);
    BAD(gemv, 2, "N", -1, 3, one, a, 4, b, 1, one, c, 1);
    BAD(gemv, 3, "N", 3, -1, one, a, 4, b, 1, one, c, 1);
    BAD(gemv, 6, "T", 3, 1, one, a, 2, b, 1, one, c, 1);
    BAD(gemv, 6, "T", 0, 1, one, a, 0, b, 1, one, c, 1);
    BAD(gemv, 8, "N", 3, 3, one, a, 4, b, 0, one, c, 1);
    BAD(gemv, 11, "N", 3, 3, one, a, 4, b, 1, one, c, 0);
    WRONG(Rsymv, Chemv, 1, "N", 3, one, a, 4, b, 1, one, c, 1);
    WRONG(Rsymv, Chemv, 2, "U", -1, one, a, 4, b, 1, one, c, 1);
    WRONG(Rsymv, Chemv, 5, "U", 3, one, a, 2, b, 1, one, c, 1);
    WRONG(Rsymv, Chemv, 7, "U", 3, one, a, 4, b, 0, one, c, 1);
    WRONG(Rsymv, Chemv, 10, "U", 3, one, a, 4, b, 1, one, c, 0);
    WRONG(Rger, Cgeru, 1, -1, 3, one, a, 1, b, 1, c, 4);
    WRONG(Rger, Cgeru, 2, 3, -1, one, a, 1, b, 1, c, 4);
    WRONG(Rger, Cgerc, 5, 3, 3, one, a, 0, b, 1, c, 4);
    WRONG(Rger, Cgerc, 7, 3, 3, one, a, 1, b, 0, c, 4);
    WRONG(Rger, Cgerc, 9, 3, 3, one, a, 1, b, 1, c, 2);
    WRONG(Rsyr, Cher, 1, "X", 3, o.real, a, 1, c, 4);
    WRONG(Rsyr, Cher, 2, "U", -1, o.real, a, 1, c, 4);
    WRONG(Rsyr, Cher, 5, "U", 3, o.real, a, 0, c, 4);
    WRONG(Rsyr, Cher, 7, "U", 3, o.real, a, 1, c, 2);
    WRONG(Rsyr2, Cher2, 1, "X", 3, one, a, 1, b, 1, c, 4);
    WRONG(Rsyr2, Cher2, 2, "U", -1, one, a, 1, b, 1, c, 4);
    WRONG(Rsyr2, Cher2, 5, "U", 3, one, a, 0, b, 1, c, 4);
    WRONG(Rsyr2, Cher2, 7, "U", 3, one, a, 1, b, 0, c, 4);
    WRONG(Rsyr2, Cher2, 9, "U", 3, one, a, 1, b, 1, c, 2);
    BAD(trmv, 1, "X", "N", "N", 3, a, 4, b, 1);
    BAD(trmv, 2, "U", "X", "N", 3, a, 4, b, 1);
    BAD(trmv, 3, "U", "N", "X", 3, a, 4, b, 1);
    BAD(trmv, 4, "U", "N", "N", -1, a, 4, b, 1);
    BAD(trmv, 6, "U", "N", "N", 3, a, 2, b, 1);
    BAD(trmv, 8, "U", "N", "N", 3, a, 4, b, 0);
    BAD(trsv, 1, "X", "N", "N", 3, a, 4, b, 1);
    BAD(trsv, 8, "U", "N", "N", 3, a, 4, b, 0);
    BAD(gbmv, 1, "X", 3, 3, 1, 1, one, a, 4, b, 1, one, c, 1);
    BAD(gbmv, 2, "N", -1, 3, 1, 1, one, a, 4, b, 1, one, c, 1);
    BAD(gbmv, 3, "N", 3, -1, 1, 1, one, a, 4, b, 1, one, c, 1);
    BAD(gbmv, 4, "N", 3, 3, -1, 1, one, a, 4, b, 1, one, c, 1);
    BAD(gbmv, 5, "N", 3, 3, 1, -1, one, a, 4, b, 1, one, c, 1);
    BAD(gbmv, 8, "N", 3, 3, 1, 1, one, a, 2, b, 1, one, c, 1);
    BAD(gbmv, 10, "N", 3, 3, 1, 1, one, a, 4, b, 0, one, c, 1);
    BAD(gbmv, 13, "N", 3, 3, 1, 1, one, a, 4, b, 1, one, c, 0);
    WRONG(Rsbmv, Chbmv, 1, "X", 3, 1, one, a, 4, b, 1, one, c, 1);
    WRONG(Rsbmv, Chbmv, 2, "U", -1, 1, one, a, 4, b, 1, one, c, 1);
    WRONG(Rsbmv, Chbmv, 3, "U", 3, -1, one, a, 4, b, 1, one, c, 1);
    WRONG(Rsbmv, Chbmv, 6, "U", 3, 1, one, a, 1, b, 1, one, c, 1);
    WRONG(Rsbmv, Chbmv, 8, "U", 3, 1, one, a, 4, b, 0, one, c, 1);
    WRONG(Rsbmv, Chbmv, 11, "U", 3, 1, one, a, 4, b, 1, one, c, 0);
    WRONG(Rspmv, Chpmv, 1, "X", 3, one, a, b, 1, one, c, 1);
    WRONG(Rspmv, Chpmv, 2, "U", -1, one, a, b, 1, one, c, 1);
    WRONG(Rspmv, Chpmv, 6, "U", 3, one, a, b, 0, one, c, 1);
    WRONG(Rspmv, Chpmv, 9, "U", 3, one, a, b, 1, one, c, 0);
    WRONG(Rspr, Chpr, 1, "X", 3, o.real, a, 1, c);
    WRONG(Rspr, Chpr, 2, "U", -1, o.real, a, 1, c);
    WRONG(Rspr, Chpr, 5, "U", 3, o.real, a, 0, c);
    WRONG(Rspr2, Chpr2, 1, "X", 3, one, a, 1, b, 1, c);
    WRONG(Rspr2, Chpr2, 2, "U", -1, one, a, 1, b, 1, c);
    WRONG(Rspr2, Chpr2, 5, "U", 3, one, a, 0, b, 1, c);
    WRONG(Rspr2, Chpr2, 7, "U", 3, one, a, 1, b, 0, c);
    BAD(tbmv, 1, "X", "N", "N", 3, 1, a, 4, b, 1);
    BAD(tbmv, 2, "U", "X", "N", 3, 1, a, 4, b, 1);
    BAD(tbmv, 3, "U", "N", "X", 3, 1, a, 4, b, 1);
    BAD(tbmv, 4, "U", "N", "N", -1, 1, a, 4, b, 1);
    BAD(tbmv, 5, "U", "N", "N", 3, -1, a, 4, b, 1);
    BAD(tbsv, 7, "U", "N", "N", 3, 1, a, 1, b, 1);
    BAD(tbsv, 9, "U", "N", "N", 3, 1, a, 4, b, 0);
    BAD(tpmv, 1, "X", "N", "N", 3, a, b, 1);
    BAD(tpmv, 2, "U", "X", "N", 3, a, b, 1);
    BAD(tpsv, 3, "U", "N", "X", 3, a, b, 1);
    BAD(tpsv, 4, "U", "N", "N", -1, a, b, 1);
    BAD(tpsv, 7, "U", "N", "N", 3, a, b, 0);
}
EXACT_TEST(wrong_vectors)

template <class T>
void wrong_matrices()
{
    padded = true;
    operands<T> o;
    T *a = o.a.data(), *b = o.b.data(), *c = o.c.data();
    const T one = o.one;
    BAD(gemm, 1, "X", "N", 3, 3, 3, one, a, 4, b, 4, one, c, 4);
    BAD(gemm, 2, "N", "X", 3, 3, 3, one, a, 4, b, 4, one, c, 4);
    BAD(gemm, 3, "N", "N", -1, 3, 3, one, a, 4, b, 4, one, c, 4);
    BAD(gemm, 4, "N", "N", 3, -1, 3, one, a, 4, b, 4, one, c, 4);
    BAD(gemm, 5, "N", "N", 3, 3, -1, one, a, 4, b, 4, one, c, 4);
    BAD(gemm, 8, "T", "N", 1, 3, 3, one, a, 2, b, 4, one, c, 4);
    BAD(gemm, 10, "N", "T", 3, 3, 1, one, a, 4, b, 2, one, c, 4);
    BAD(gemm, 13, "N", "N", 3, 3, 3, one, a, 4, b, 4, one, c, 2);
    WRONG(Rsymm, Chemm, 1, "X", "U", 3, 3, one, a, 4, b, 4, one, c, 4);
    WRONG(Rsymm, Csymm, 2, "L", "X", 3, 3, one, a, 4, b, 4, one, c, 4);
    WRONG(Rsymm, Csymm, 3, "L", "U", -1, 3, one, a, 4, b, 4, one, c, 4);
    WRONG(Rsymm, Chemm, 4, "L", "U", 3, -1, one, a, 4, b, 4, one, c, 4);
    WRONG(Rsymm, Chemm, 7, "R", "U", 1, 3, one, a, 2, b, 4, one, c, 4);
    WRONG(Rsymm, Chemm, 9, "L", "U", 3, 3, one, a, 4, b, 2, one, c, 4);
    WRONG(Rsymm, Csymm, 12, "L", "U", 3, 3, one, a, 4, b, 4, one, c, 2);
    WRONG(Rsyrk, Csyrk, 1, "X", "N", 3, 3, one, a, 4, one, c, 4);
    WRONG(Rsyrk, Csyrk, 2, "U", "X", 3, 3, one, a, 4, one, c, 4);
    WRONG(Rsyrk, Csyrk, 3, "U", "N", -1, 3, one, a, 4, one, c, 4);
    WRONG(Rsyrk, Csyrk, 4, "U", "N", 3, -1, one, a, 4, one, c, 4);
    WRONG(Rsyrk, Csyrk, 7, "U", "T", 1, 3, one, a, 2, one, c, 4);
    WRONG(Rsyrk, Csyrk, 10, "U", "N", 3, 3, one, a, 4, one, c, 2);
    WRONG(Rsyr2k, Csyr2k, 1, "X", "N", 3, 3, one, a, 4, b, 4, one, c, 4);
    WRONG(Rsyr2k, Csyr2k, 7, "U", "T", 1, 3, one, a, 2, b, 4, one, c, 4);
    WRONG(Rsyr2k, Csyr2k, 9, "U", "T", 1, 3, one, a, 4, b, 2, one, c, 4);
    WRONG(Rsyr2k, Csyr2k, 12, "U", "N", 3, 3, one, a, 4, b, 4, one, c, 2);
    if constexpr (is_complex<T>)
    {
        expect_report<T>("Csyrk", 2, o, [&] { Csyrk("U", "C", 3, 3, one, a, 4, one, c, 4); });
        expect_report<T>("Cherk", 2, o, [&] { Cherk("U", "T", 3, 3, o.real, a, 4, o.real, c, 4); });
        expect_report<T>("Csyr2k", 2, o, [&] { Csyr2k("U", "C", 3, 3, one, a, 4, b, 4, one, c, 4); });
        expect_report<T>("Cher2k", 2, o, [&] { Cher2k("U", "T", 3, 3, one, a, 4, b, 4, o.real, c, 4); });
    }
    BAD(trmm, 1, "X", "U", "N", "N", 3, 3, one, a, 4, b, 4);
    BAD(trmm, 2, "L", "X", "N", "N", 3, 3, one, a, 4, b, 4);
    BAD(trmm, 3, "L", "U", "X", "N", 3, 3, one, a, 4, b, 4);
    BAD(trmm, 4, "L", "U", "N", "X", 3, 3, one, a, 4, b, 4);
    BAD(trsm, 5, "L", "U", "N", "N", -1, 3, one, a, 4, b, 4);
    BAD(trsm, 6, "L", "U", "N", "N", 3, -1, one, a, 4, b, 4);
    BAD(trsm, 9, "R", "U", "N", "N", 1, 3, one, a, 2, b, 4);
    BAD(trsm, 11, "L", "U", "N", "N", 3, 3, one, a, 4, b, 2);
}
EXACT_TEST(wrong_matrices)

template <class T>
void wrong_systems()
{
    padded = false;
    operands<T> o;
    T *a = o.a.data(), *b = o.b.data(), *c = o.c.data(), *w = o.work.data();
    mplapackint *p = o.i.data(), &info = o.info;
    BAD(potrf, 1, "X", 3, a, 4, info);
    BAD(potrf2, 2, "U", -1, a, 4, info);
    BAD(potf2, 4, "U", 3, a, 2, info);
    BAD(potrs, 1, "X", 3, 1, a, 4, b, 4, info);
    BAD(potrs, 2, "U", -1, 1, a, 4, b, 4, info);
    BAD(potrs, 3, "U", 3, -1, a, 4, b, 4, info);
    BAD(potrs, 5, "U", 3, 1, a, 2, b, 4, info);
    BAD(potrs, 7, "U", 3, 1, a, 4, b, 2, info);
    BAD(posv, 1, "X", 3, 1, a, 4, b, 4, info);
    BAD(posv, 7, "U", 3, 1, a, 4, b, 2, info);
    BAD(potri, 1, "X", 3, a, 4, info);
    BAD(potri, 4, "U", 3, a, 2, info);
    BAD(trtri, 1, "X", "N", 3, a, 4, info);
    BAD(trtri, 2, "U", "X", 3, a, 4, info);
    BAD(trti2, 3, "U", "N", -1, a, 4, info);
    BAD(trti2, 5, "U", "N", 3, a, 2, info);
    BAD(trtrs, 1, "X", "N", "N", 3, 1, a, 4, b, 4, info);
    BAD(trtrs, 2, "U", "X", "N", 3, 1, a, 4, b, 4, info);
    BAD(trtrs, 3, "U", "N", "X", 3, 1, a, 4, b, 4, info);
    BAD(trtrs, 4, "U", "N", "N", -1, 1, a, 4, b, 4, info);
    BAD(trtrs, 5, "U", "N", "N", 3, -1, a, 4, b, 4, info);
    BAD(trtrs, 7, "U", "N", "N", 3, 1, a, 2, b, 4, info);
    BAD(trtrs, 9, "U", "N", "N", 3, 1, a, 4, b, 2, info);
    BAD(getrf, 1, -1, 3, a, 4, p, info);
    BAD(getrf2, 2, 3, -1, a, 4, p, info);
    BAD(getf2, 4, 3, 3, a, 2, p, info);
    BAD(getrs, 1, "X", 3, 1, a, 4, p, b, 4, info);
    BAD(getrs, 2, "N", -1, 1, a, 4, p, b, 4, info);
    BAD(getrs, 3, "N", 3, -1, a, 4, p, b, 4, info);
    BAD(getrs, 5, "N", 3, 1, a, 2, p, b, 4, info);
    BAD(getrs, 8, "N", 3, 1, a, 4, p, b, 2, info);
    BAD(gesv, 1, -1, 1, a, 4, p, b, 4, info);
    BAD(gesv, 2, 3, -1, a, 4, p, b, 4, info);
    BAD(gesv, 4, 3, 1, a, 2, p, b, 4, info);
    BAD(gesv, 7, 3, 1, a, 4, p, b, 2, info);
    BAD(getri, 1, -1, a, 4, p, w, 64, info);
    BAD(getri, 3, 3, a, 2, p, w, 64, info);
    BAD(getri, 6, 3, a, 4, p, w, 2, info);
    BAD(sytrf, 1, "X", 3, a, 4, p, w, 64, info);
    BAD(sytrf, 2, "U", -1, a, 4, p, w, 64, info);
    WRONG(Rsytrf, Chetrf, 4, "U", 3, a, 2, p, w, 64, info);
    WRONG(Rsytrf, Chetrf, 7, "U", 3, a, 4, p, w, 0, info);
    BAD(sytrs, 1, "X", 3, 1, a, 4, p, b, 4, info);
    WRONG(Rsytrs, Chetrs, 3, "U", 3, -1, a, 4, p, b, 4, info);
    BAD(sytrs, 5, "U", 3, 1, a, 2, p, b, 4, info);
    BAD(sytrs, 8, "U", 3, 1, a, 4, p, b, 2, info);
    WRONG(Rsysv, Chesv, 1, "X", 3, 1, a, 4, p, b, 4, w, 64, info);
    BAD(sysv, 8, "U", 3, 1, a, 4, p, b, 2, w, 64, info);
    BAD(sysv, 10, "U", 3, 1, a, 4, p, b, 4, w, 0, info);
    WRONG(Rsytri, Chetri, 1, "X", 3, a, 4, p, w, info);
    BAD(sytri, 4, "U", 3, a, 2, p, w, info);
    BAD(geqrf, 1, -1, 3, a, 4, c, w, 64, info);
    BAD(geqrf, 2, 3, -1, a, 4, c, w, 64, info);
    BAD(geqrf, 4, 3, 3, a, 2, c, w, 64, info);
    BAD(geqrf, 7, 3, 3, a, 4, c, w, 2, info);
    BAD(geqr2, 4, 3, 3, a, 2, c, w, info);
    WRONG(Rorgqr, Cungqr, 1, -1, 3, 3, a, 4, c, w, 64, info);
    WRONG(Rorgqr, Cungqr, 2, 2, 3, 3, a, 4, c, w, 64, info);
    WRONG(Rorgqr, Cungqr, 3, 3, 2, 3, a, 4, c, w, 64, info);
    WRONG(Rorgqr, Cungqr, 5, 3, 3, 3, a, 2, c, w, 64, info);
    WRONG(Rorgqr, Cungqr, 8, 3, 3, 3, a, 4, c, w, 2, info);
    WRONG(Rormqr, Cunmqr, 1, "X", "N", 3, 3, 3, a, 4, c, b, 4, w, 64, info);
    WRONG(Rormqr, Cunmqr, 2, "L", is_complex<T> ? "T" : "C", 3, 3, 3, a, 4, c, b, 4, w, 64, info);
    WRONG(Rormqr, Cunmqr, 3, "L", "N", -1, 3, 3, a, 4, c, b, 4, w, 64, info);
    WRONG(Rormqr, Cunmqr, 4, "L", "N", 3, -1, 3, a, 4, c, b, 4, w, 64, info);
    WRONG(Rormqr, Cunmqr, 5, "L", "N", 3, 3, 4, a, 4, c, b, 4, w, 64, info);
    WRONG(Rormqr, Cunmqr, 7, "L", "N", 3, 3, 3, a, 2, c, b, 4, w, 64, info);
    WRONG(Rormqr, Cunmqr, 10, "L", "N", 3, 3, 3, a, 4, c, b, 2, w, 64, info);
    WRONG(Rormqr, Cunmqr, 12, "L", "N", 3, 3, 3, a, 4, c, b, 4, w, 2, info);
    BAD(gels, 1, "X", 3, 3, 1, a, 4, b, 4, w, 64, info);
    BAD(gels, 2, "N", -1, 3, 1, a, 4, b, 4, w, 64, info);
    BAD(gels, 3, "N", 3, -1, 1, a, 4, b, 4, w, 64, info);
    BAD(gels, 4, "N", 3, 3, -1, a, 4, b, 4, w, 64, info);
    BAD(gels, 6, "N", 3, 3, 1, a, 2, b, 4, w, 64, info);
    BAD(gels, 8, "N", 3, 3, 1, a, 4, b, 2, w, 64, info);
    BAD(gels, 10, "N", 3, 3, 1, a, 4, b, 4, w, 5, info);
}
EXACT_TEST(wrong_systems)

/* Routines whose arguments differ between the types are called in real numbers. */
void wrong_eigen(void **)
{
    using T = dd_real;
    padded = false;
    operands<T> o;
    T *a = o.a.data(), *b = o.b.data(), *c = o.c.data(), *w = o.work.data(), *s = o.s.data(), *r = o.r.data();
    mplapackint *i = o.i.data(), &info = o.info;
#define REAL(routine, position, ...) expect_report<T>(#routine, position, o, [&] { routine(__VA_ARGS__); })
    REAL(Rsyev, 1, "X", "U", 3, a, 4, s, w, 64, info);
    REAL(Rsyev, 2, "N", "X", 3, a, 4, s, w, 64, info);
    REAL(Rsyev, 3, "N", "U", -1, a, 4, s, w, 64, info);
    REAL(Rsyev, 5, "N", "U", 3, a, 2, s, w, 64, info);
    REAL(Rsyev, 8, "N", "U", 3, a, 4, s, w, 7, info);
    REAL(Rsyevd, 1, "X", "U", 3, a, 4, s, w, 64, i, 64, info);
    REAL(Rsyevd, 8, "V", "U", 3, a, 4, s, w, 36, i, 64, info);
    REAL(Rsyevd, 10, "V", "U", 3, a, 4, s, w, 64, i, 17, info);
    REAL(Rsytrd, 1, "X", 3, a, 4, s, r, c, w, 64, info);
    REAL(Rsytrd, 2, "U", -1, a, 4, s, r, c, w, 64, info);
    REAL(Rsytrd, 4, "U", 3, a, 2, s, r, c, w, 64, info);
    REAL(Rsytrd, 9, "U", 3, a, 4, s, r, c, w, 0, info);
    REAL(Rorgtr, 1, "X", 3, a, 4, c, w, 64, info);
    REAL(Rorgtr, 7, "U", 3, a, 4, c, w, 1, info);
    REAL(Rormtr, 1, "X", "U", "N", 3, 3, a, 4, c, b, 4, w, 64, info);
    REAL(Rormtr, 2, "L", "X", "N", 3, 3, a, 4, c, b, 4, w, 64, info);
    REAL(Rormtr, 3, "L", "U", "C", 3, 3, a, 4, c, b, 4, w, 64, info);
    REAL(Rormtr, 10, "L", "U", "N", 3, 3, a, 4, c, b, 2, w, 64, info);
    REAL(Rormtr, 12, "L", "U", "N", 3, 3, a, 4, c, b, 4, w, 2, info);
    REAL(Rsteqr, 1, "X", 3, s, r, a, 4, w, info);
    REAL(Rsteqr, 2, "N", -1, s, r, a, 4, w, info);
    REAL(Rsteqr, 6, "V", 3, s, r, a, 2, w, info);
    REAL(Rstedc, 8, "I", 3, s, r, a, 4, w, 3, i, 64, info);
    REAL(Rstedc, 10, "I", 3, s, r, a, 4, w, 4, i, 0, info);
    REAL(Rstedc, 8, "V", 25, s, r, a, 25, w, 47, i, 64, info);
    REAL(Rstedc, 10, "V", 25, s, r, a, 25, w, 48, i, 0, info);
    REAL(Rstedc, 8, "I", 26, s, r, a, 26, w, 780, i, 133, info);
    REAL(Rstedc, 10, "I", 26, s, r, a, 26, w, 781, i, 132, info);
    REAL(Rsterf, 1, -1, s, r, info);
    REAL(Rsygst, 1, 0, "U", 3, a, 4, b, 4, info);
    REAL(Rsygst, 7, 1, "U", 3, a, 4, b, 2, info);
    REAL(Rsygv, 1, 4, "N", "U", 3, a, 4, b, 4, s, w, 64, info);
    REAL(Rsygv, 2, 1, "X", "U", 3, a, 4, b, 4, s, w, 64, info);
    REAL(Rsygv, 8, 1, "N", "U", 3, a, 4, b, 2, s, w, 64, info);
    REAL(Rsygv, 11, 1, "N", "U", 3, a, 4, b, 4, s, w, 7, info);
    REAL(Rsygvd, 11, 1, "N", "U", 3, a, 4, b, 4, s, w, 6, i, 64, info);
    REAL(Rsygvd, 13, 1, "V", "U", 3, a, 4, b, 4, s, w, 64, i, 17, info);
    REAL(Rgesvd, 1, "X", "N", 3, 3, a, 4, s, b, 4, c, 4, w, 64, info);
    REAL(Rgesvd, 2, "O", "O", 3, 3, a, 4, s, b, 4, c, 4, w, 64, info);
    REAL(Rgesvd, 6, "N", "N", 3, 3, a, 2, s, b, 4, c, 4, w, 64, info);
    REAL(Rgesvd, 9, "S", "N", 3, 3, a, 4, s, b, 2, c, 4, w, 64, info);
    REAL(Rgesvd, 11, "N", "A", 2, 3, a, 4, s, b, 4, c, 2, w, 64, info);
    REAL(Rgesvd, 13, "N", "N", 3, 3, a, 4, s, b, 4, c, 4, w, 14, info);
    REAL(Rgehrd, 1, -1, 1, 1, a, 4, c, w, 64, info);
    REAL(Rgehrd, 2, 3, 0, 3, a, 4, c, w, 64, info);
    REAL(Rgehrd, 3, 3, 1, 4, a, 4, c, w, 64, info);
    REAL(Rgehrd, 5, 3, 1, 3, a, 2, c, w, 64, info);
    REAL(Rgehrd, 8, 3, 1, 3, a, 4, c, w, 2, info);
    REAL(Rorghr, 8, 3, 1, 3, a, 4, c, w, 1, info);
    REAL(Rhseqr, 1, "X", "N", 3, 1, 3, a, 4, s, r, b, 4, w, 64, info);
    REAL(Rhseqr, 2, "E", "X", 3, 1, 3, a, 4, s, r, b, 4, w, 64, info);
    REAL(Rhseqr, 7, "E", "N", 3, 1, 3, a, 2, s, r, b, 4, w, 64, info);
    REAL(Rhseqr, 11, "E", "V", 3, 1, 3, a, 4, s, r, b, 2, w, 64, info);
    REAL(Rhseqr, 13, "E", "N", 3, 1, 3, a, 4, s, r, b, 4, w, 2, info);
    REAL(Rgeev, 1, "X", "N", 3, a, 4, s, r, b, 4, c, 4, w, 64, info);
    REAL(Rgeev, 5, "N", "N", 3, a, 2, s, r, b, 4, c, 4, w, 64, info);
    REAL(Rgeev, 9, "V", "N", 3, a, 4, s, r, b, 2, c, 4, w, 64, info);
    REAL(Rgeev, 11, "N", "V", 3, a, 4, s, r, b, 4, c, 2, w, 64, info);
    REAL(Rgeev, 13, "N", "V", 3, a, 4, s, r, b, 4, c, 4, w, 11, info);
    reports = 0;
    (void)Rlamch_dd("?");
    assert_int_equal(reports, 1);
    assert_int_equal(reported_position, 1);
}

/* ---- a call that can be checked -------------------------------------------------------------- */

/* C = A B of integers: exact on every engine. */
struct exact_product
{
    dense a, b, c;
    matrix<dd_real> stored_a, stored_b;
    explicit exact_product(int64_t n)
        : a(random_dense<dd_real>(n, n)), b(random_dense<dd_real>(n, n)), c(product(a, b)), stored_a(a, part::all),
          stored_b(b, part::all)
    {
    }
    bool is_right()
    {
        const int64_t n = a.rows;
        std::vector<dd_real> found((size_t)(n * n));
        Rgemm("N", "N", n, n, n, dd_real(1.0), stored_a.data(), stored_a.ld, stored_b.data(), stored_b.ld, dd_real(0.0),
              found.data(), n);
        bool right = true;
        for (size_t i = 0; i < found.size(); i++)
            right = right && found[i].x[0] == (double)c.value[i].re && found[i].x[1] == 0.0;
        return right;
    }
};

/* Threads that call at once, and whose handles end with them. */
void threads(void **)
{
    std::vector<exact_product> products;
    for (int64_t n : {2, 5, 40, 100, 3, 70})
        products.emplace_back(n);
    std::vector<int> right(products.size(), 0);
    std::vector<std::thread> all;
    for (size_t i = 0; i < products.size(); i++)
        all.emplace_back(
            [&, i]
            {
                for (int k = 0; k < 10; k++)
                    right[i] += products[i].is_right();
            });
    for (std::thread &t : all)
        t.join();
    for (int count : right)
        assert_int_equal(count, 10);
}

/* A child process calls too; it cannot use its parent's device. */
void forked(void **)
{
    exact_product product(60);
    assert_true(product.is_right());
    const pid_t child = fork();
    if (child == 0)
        _exit(product.is_right() ? 0 : 1);
    int state = -1;
    assert_true(child > 0 && waitpid(child, &state, 0) == child);
    assert_true(WIFEXITED(state) && WEXITSTATUS(state) == 0);
    assert_true(product.is_right());
}

/* Each allocation in turn fails: the call throws std::bad_alloc, or does without, as where a GPU's
 * memory is missing; the next one works. */
void no_memory(void **)
{
    exact_product product(130);
    bool succeeded = false;
    assert_true(product.is_right());
    for (int failing = 1; failing < 40 && !succeeded; failing++)
    {
        bool right = true;
        std::thread(
            [&]
            {
                ddblas_inject_allocation_failure(failing);
                try
                {
                    right = product.is_right();
                    succeeded = failing > 1 && right && std::getenv("DDBLAS_MPLAPACK_THRESHOLD") == nullptr;
                } catch (const std::bad_alloc &)
                {
                }
                ddblas_inject_allocation_failure(0);
            })
            .join();
        assert_true(right);
        assert_true(product.is_right());
    }
}

/* ---- the trace ------------------------------------------------------------------------------- */

std::vector<std::string> lines_of_trace()
{
    std::ifstream file(std::getenv("DDBLAS_TRACE"));
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
        if (line[0] != '#') /* no remark */
            lines.push_back(line);
    return lines;
}

/* The lines of this process's calls, with the engine that the settings ask for. */
void traced(void **)
{
    const char *const expected = std::getenv("DDBLAS_EXPECTED_ENGINE");
    if (!std::getenv("DDBLAS_TRACE") || !expected)
        skip();
    const size_t before = lines_of_trace().size();
    exact_product product(50);
    assert_true(product.is_right());
    double sum = 0.0;
    std::vector<dd_real> x(100, dd_real(1.0));
    sum = Rdot(100, x.data(), 1, x.data(), 1).x[0];
    assert_true(sum == 100.0);
    const std::vector<std::string> lines = lines_of_trace();
    assert_int_equal(lines.size(), before + 2);
    const std::string first = std::string("Rgemm,50,50,50,") + expected + ",", second = "Rdot,100,0,0,cpu,";
    assert_string_equal(lines[before].substr(0, first.size()).c_str(), first.c_str());
    assert_string_equal(lines[before + 1].substr(0, second.size()).c_str(), second.c_str());
    assert_true(std::atof(lines[before].c_str() + first.size()) > 0.0);
}

/* Factorisations and systems go the same way; results are checked by other tests of this folder. */
void factored(void **)
{
    const int64_t n = 40;
    const dense l = random_triangular<dd_real>(n, false, true, true), a = product(l, operation(l, "T"));
    matrix<dd_real> stored(a, part::lower), expected = stored, x(product(a, random_dense<dd_real>(n, 2)), part::all);
    mplapackint info = -7;
    expected.set(l, part::lower);
    Rposv("L", n, 2, stored.data(), stored.ld, x.data(), x.ld, info);
    assert_int_equal(info, 0);
    stored.own.expect(expected.own);
}
} // namespace

#define BOTH(name) cmocka_unit_test(name##_real), cmocka_unit_test(name##_complex)

int main()
{
    dd_random_start(&generator, dd_random_seed(3005));
    const CMUnitTest tests[] = {BOTH(wrong_vectors),           BOTH(wrong_matrices),        BOTH(wrong_systems),
                                cmocka_unit_test(wrong_eigen), cmocka_unit_test(traced),    cmocka_unit_test(threads),
                                cmocka_unit_test(forked),      cmocka_unit_test(no_memory), cmocka_unit_test(factored)};
    if (const char *only = std::getenv("DDBLAS_TEST_ONLY"))
        cmocka_set_test_filter(only);
    return cmocka_run_group_tests_name("mplapack_calls", tests, nullptr, nullptr);
}
