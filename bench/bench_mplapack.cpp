/*
 * Small calls of the drop-in library for MPLAPACK beside MPLAPACK's own loops: the time of one call
 * for n = 1 to 16. Usage: bench_mplapack [-o file.csv] LIBRARY NAME=PEER...
 *
 * LIBRARY is libddblas_mplapack.so. A PEER is another library with MPLAPACK's names, and NAME what
 * the record calls it. They are opened at run time, so that this program needs none of them. One
 * with MPLAPACK's loops comes from its sources, DIR, with the flags of its own build:
 *
 *     g++ -O2 -fPIC -shared -fopenmp -D___MPLAPACK_BUILD_WITH_DD___ -I DIR/include \
 *         DIR/mpblas/reference/[RMi]*.cpp -o libreference.so -lqd
 *
 * and its optimized routines are Rgemm, Rdot, Raxpy and Rcopy of DIR/mpblas/optimized/dd, with the
 * files of its folder openmp, in place of those of the same names.
 *
 * A time is the mean of CALLS calls, the least of ROUNDS such means, in which the libraries take
 * turns. Matrices are full, of order n; vectors are contiguous. Those that a triangular product
 * overwrites are copied back before each call.
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <dlfcn.h>

#include <mpblas_dd.h>

extern "C" {
#include "lib/bench.h"
}

namespace
{
enum
{
    MOST = 16,
    CALLS = 500,
    ROUNDS = 60
};

/* ---- libraries ------------------------------------------------------------------------------- */

struct library
{
    std::string name;
    decltype(&Rgemm) gemm;
    decltype(&Rdot) dot;
    decltype(&Raxpy) axpy;
    decltype(&Rscal) scal;
    decltype(&Rgemv) gemv;
    decltype(&Rsymv) symv;
    decltype(&Rtrmv) trmv;
};

template <class F>
void find(void *handle, const char *symbol, F &function)
{
    function = reinterpret_cast<F>(dlsym(handle, symbol));
    if (!function)
    {
        std::fprintf(stderr, "bench_mplapack: %s\n", dlerror());
        std::exit(2);
    }
}

library open_library(const std::string &name, const char *path)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
    {
        std::fprintf(stderr, "bench_mplapack: %s\n", dlerror());
        std::exit(2);
    }
    library l{};
    l.name = name;
    find(handle, "_Z5RgemmPKcS0_lll7dd_realPS1_lS2_lS1_S2_l", l.gemm);
    find(handle, "_Z4RdotlP7dd_reallS0_l", l.dot);
    find(handle, "_Z5Raxpyl7dd_realPS_lS0_l", l.axpy);
    find(handle, "_Z5Rscall7dd_realPS_l", l.scal);
    find(handle, "_Z5RgemvPKcll7dd_realPS1_lS2_lS1_S2_l", l.gemv);
    find(handle, "_Z5RsymvPKcl7dd_realPS1_lS2_lS1_S2_l", l.symv);
    find(handle, "_Z5RtrmvPKcS0_S0_lP7dd_reallS2_l", l.trmv);
    return l;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Numbers between -1 and 1 with low parts. */
struct data
{
    std::vector<dd_real> a, b, c, x, y, sum;
    dd_real half{0.5, 0x1p-60}, minus{-1.0, 0x1p-60}; /* Factors under which numbers do not grow. */

    data() : a(MOST * MOST), b(MOST * MOST), c(MOST * MOST), x(MOST), y(MOST), sum(1)
    {
        unsigned long state = 1;
        for (std::vector<dd_real> *v : {&a, &b, &c, &x, &y})
            for (dd_real &e : *v)
            {
                state = state * 6364136223846793005UL + 1442695040888963407UL;
                const double high = (double)(long)(state >> 12) * 0x1p-51 - 1.0;
                e = dd_real(high, high * 0x1p-54);
            }
    }
};

struct routine
{
    const char *name;
    void (*call)(const library &l, data &d, mplapackint n);
};

const routine routines[] = {
    {"Rgemm", [](const library &l, data &d, mplapackint n)
     { l.gemm("n", "n", n, n, n, d.half, d.a.data(), n, d.b.data(), n, d.half, d.c.data(), n); }},
    {"Rdot", [](const library &l, data &d, mplapackint n) { d.sum[0] = l.dot(n, d.x.data(), 1, d.y.data(), 1); }},
    {"Raxpy", [](const library &l, data &d, mplapackint n) { l.axpy(n, d.half, d.x.data(), 1, d.y.data(), 1); }},
    {"Rscal", [](const library &l, data &d, mplapackint n) { l.scal(n, d.minus, d.y.data(), 1); }},
    {"Rgemv n", [](const library &l, data &d, mplapackint n)
     { l.gemv("n", n, n, d.half, d.a.data(), n, d.x.data(), 1, d.half, d.y.data(), 1); }},
    {"Rgemv t", [](const library &l, data &d, mplapackint n)
     { l.gemv("t", n, n, d.half, d.a.data(), n, d.x.data(), 1, d.half, d.y.data(), 1); }},
    {"Rsymv", [](const library &l, data &d, mplapackint n)
     { l.symv("l", n, d.half, d.a.data(), n, d.x.data(), 1, d.half, d.y.data(), 1); }},
    {"Rtrmv n",
     [](const library &l, data &d, mplapackint n)
     {
         std::copy_n(d.x.data(), n, d.y.data());
         l.trmv("l", "n", "n", n, d.a.data(), n, d.y.data(), 1);
     }},
    {"Rtrmv t",
     [](const library &l, data &d, mplapackint n)
     {
         std::copy_n(d.x.data(), n, d.y.data());
         l.trmv("l", "t", "n", n, d.a.data(), n, d.y.data(), 1);
     }},
};

/* Mean nanoseconds of a call. */
double mean(const routine &r, const library &l, data &d, mplapackint n)
{
    const double start = bench_now();
    for (int i = 0; i < CALLS; i++)
        r.call(l, d, n);
    return 1e9 * (bench_now() - start) / CALLS;
}

void measure(std::FILE *out, const routine &r, const std::vector<library> &libraries, mplapackint n)
{
    std::vector<double> least(libraries.size(), INFINITY);
    std::vector<data> own(libraries.size());
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < libraries.size(); i++)
            least[i] = std::min(least[i], mean(r, libraries[i], own[i], n));
    for (size_t i = 1; i < libraries.size(); i++)
        std::fprintf(out, "%s,%lld,%.1f,%s,%.1f,%.2f\n", r.name, (long long)n, least[0], libraries[i].name.c_str(), least[i],
                     least[0] / least[i]);
    std::fflush(out);
}
} // namespace

int main(int argc, char **argv)
{
    const bool named = argc > 2 && std::string(argv[1]) == "-o";
    const int first = named ? 3 : 1;
    if (argc < first + 2)
    {
        std::fprintf(stderr, "usage: bench_mplapack [-o file.csv] LIBRARY NAME=PEER...\n");
        return 2;
    }
    std::vector<library> libraries{open_library("ddblas", argv[first])};
    for (int i = first + 1; i < argc; i++)
    {
        const std::string text = argv[i];
        const size_t at = text.find('=');
        if (at == std::string::npos)
            return 2;
        libraries.push_back(open_library(text.substr(0, at), text.c_str() + at + 1));
    }
    std::FILE *out = bench_open(named ? argv[2] : nullptr);
    bench_describe_host(out);
    bench_comment(out, "nanoseconds of a call: mean of %d calls, least of %d rounds in which the libraries take turns", CALLS,
                  ROUNDS);
    std::fprintf(out, "routine,n,ddblas_ns,peer,peer_ns,ratio\n");
    for (const routine &r : routines)
        for (mplapackint n = 1; n <= MOST; n++)
            measure(out, r, libraries, n);
    return named && std::fclose(out) != 0 ? 1 : 0;
}
