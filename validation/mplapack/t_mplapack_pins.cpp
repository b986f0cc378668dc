/*
 * Pinned matrices. Products of integers are exact, so that a product with old elements is found.
 * Without a device the pins change nothing; with DDBLAS_EXPECTED_ENGINE=cuda (mplapack.cmake) the
 * tests also count the copies in the trace, and let the device run out of memory and fail.
 */
#include "exact.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include <dd/ddblas.h>

extern "C" {
#include "backend/allocate.h"
int pins_in_c(void); /* pins_in_c.c */
/* The emulated device's (validation/emulator/runtime.cpp). */
__attribute__((weak)) void ddblas_emulate_failure(int n);
}

using namespace exact;

dd_random exact::generator;

namespace
{
bool on_device()
{
    const char *const engine = std::getenv("DDBLAS_EXPECTED_ENGINE");
    return engine && std::strcmp(engine, "cuda") == 0;
}
bool checking()
{
    const char *const text = std::getenv("DDBLAS_MPLAPACK_CHECK_PINS");
    return text && *text == '1';
}

/* Lines of the trace that contain a text. */
int lines_with(const char *text)
{
    std::ifstream file(std::getenv("DDBLAS_TRACE") ? std::getenv("DDBLAS_TRACE") : "");
    int count = 0;
    for (std::string line; std::getline(file, line);)
        count += line.find(text) != std::string::npos;
    return count;
}
const char *const copied = "copied a pinned matrix", *const on_gpu = ",cuda,", *const on_cpu = "Rgemm,40,40,40,cpu,";

/* Counts the new lines between its making and a call. */
class counter
{
  public:
    explicit counter(const char *what) : text(what), before(lines_with(what)) {}
    int now() const { return lines_with(text) - before; }

  private:
    const char *text;
    const int before;
};

/* The trace of a call on the GPU must have so many lines; without a GPU nothing is expected. */
void expect_lines(const counter &c, int count)
{
    if (on_device())
        assert_int_equal(c.now(), count);
}

constexpr int64_t order = 40, ld = 43;

/* A matrix in memory with a padding, which the test pins itself. */
template <class T>
struct square
{
    std::vector<T> memory = std::vector<T>((size_t)(ld * order), T(0.0));
    square()
    {
        for (T &x : memory)
            x = number<T>(random_integer<T>());
    }
    T *data(int64_t i = 0, int64_t j = 0) { return memory.data() + i + j * ld; }
    void pin() { assert_int_equal(ddblas_mplapack_pin(data(), order, order, ld, sizeof(T)), 0); }
    void unpin() { assert_int_equal(ddblas_mplapack_unpin(data()), 0); }
    static integer whole(const dd_real &a) { return {(int64_t)a.x[0], 0}; }
    static integer whole(const dd_complex &a) { return {(int64_t)a.real().x[0], (int64_t)a.imag().x[0]}; }
    /* The block of m x n elements from (i, j) on, as it is in memory now. */
    dense block(int64_t i, int64_t j, int64_t m, int64_t n)
    {
        dense d(m, n);
        for (int64_t c = 0; c < n; c++)
            for (int64_t r = 0; r < m; r++)
                d(r, c) = whole(*data(i + r, j + c));
        return d;
    }
    dense all() { return block(0, 0, order, order); }
};

/* Whether the routine's product of an m x k block of A at (i, j) and the first rows of B is the one
 * of integers. */
template <class T>
bool multiplies(square<T> &a, const dense &values, square<T> &b, int64_t i, int64_t j, int64_t m, int64_t k)
{
    const dense expected = product(values, b.block(0, 0, k, order));
    std::vector<T> c((size_t)(m * order));
    choose<T>(Rgemm, Cgemm)("N", "N", m, order, k, T(1.0), a.data(i, j), ld, b.data(), ld, T(0.0), c.data(), m);
    for (size_t e = 0; e < c.size(); e++)
        if (!(square<T>::whole(c[e]) == expected.value[e]))
            return false;
    return true;
}
template <class T>
bool multiplies(square<T> &a, square<T> &b)
{
    return multiplies(a, a.all(), b, 0, 0, order, order);
}

/* ---- the functions --------------------------------------------------------------------------- */

void arguments(void **)
{
    square<dd_real> a;
    dd_real *const p = a.data();
    const size_t size = sizeof(dd_real);
    assert_int_equal(ddblas_mplapack_pin(nullptr, 2, 2, 2, size), -1);
    assert_int_equal(ddblas_mplapack_pin(p, -1, 2, 2, size), -2);
    assert_int_equal(ddblas_mplapack_pin(p, 2, -1, 2, size), -3);
    assert_int_equal(ddblas_mplapack_pin(p, 2, 2, 1, size), -4);
    assert_int_equal(ddblas_mplapack_pin(p, 0, 2, 0, size), -4);
    assert_int_equal(ddblas_mplapack_pin(p, 2, 3, INT64_MAX / 32, size), -4);
    assert_int_equal(ddblas_mplapack_pin(p, INT64_MAX / 16 + 1, 1, INT64_MAX, size), -4);
    assert_int_equal(ddblas_mplapack_pin(p, 2, 2, 2, 0), -5);
    assert_int_equal(ddblas_mplapack_pin(p, 2, 2, 2, 8), -5);
    assert_int_equal(ddblas_mplapack_unpin(p), 1);
    assert_int_equal(ddblas_mplapack_update(p), 1);
    assert_int_equal(ddblas_mplapack_update(nullptr), 1);
    assert_int_equal(ddblas_mplapack_pin(nullptr, 0, 2, 1, size), 0);
    assert_int_equal(ddblas_mplapack_pin(p, 2, 0, 2, size), 0);
    assert_int_equal(ddblas_mplapack_unpin(p), 1);
    assert_int_equal(ddblas_mplapack_pin(p, 2, 2, 2, size), 0);
    assert_int_equal(ddblas_mplapack_unpin(p + 1), 1);
    assert_int_equal(ddblas_mplapack_update(p), 0);
    assert_int_equal(ddblas_mplapack_pin(p, 2, 2, 2, size), 0);
    assert_int_equal(ddblas_mplapack_unpin(p), 0);
    assert_int_equal(ddblas_mplapack_unpin(p), 1);
    assert_int_equal(pins_in_c(), 0);
}

/* A pin of memory that overlaps others ends these, and leaves their neighbours. */
void overlaps(void **)
{
    std::vector<dd_real> memory(100, dd_real(1.0));
    dd_real *const p = memory.data();
    const auto pin = [&](int64_t at, int64_t count)
    { assert_int_equal(ddblas_mplapack_pin(p + at, count, 1, count, sizeof *p), 0); };
    for (int64_t at = 0; at < 100; at += 10)
        pin(at, 10);
    pin(25, 20); /* [25, 45) overlaps [20, 30), [30, 40) and [40, 50) */
    for (int64_t at : {20, 30, 40})
        assert_int_equal(ddblas_mplapack_unpin(p + at), 1);
    for (int64_t at : {0, 10, 25, 50, 60, 70, 80, 90})
        assert_int_equal(ddblas_mplapack_unpin(p + at), 0);
}

/* ---- one copy for many calls ----------------------------------------------------------------- */

template <class T>
void many_calls()
{
    square<T> a, b;
    const counter copies(copied), calls(on_gpu);
    a.pin();
    for (int i = 0; i < 5; i++)
        assert_true(multiplies(a, b));
    expect_lines(copies, 1);
    b.pin();
    assert_true(multiplies(a, b));
    assert_true(multiplies(b, a));
    expect_lines(copies, 2);
    /* Blocks, which the copies of the whole matrices serve. */
    for (int i = 0; i < 20; i++)
    {
        const int64_t row = random(0, order - 1), column = random(0, order - 1);
        const int64_t m = random(1, order - row), k = random(1, order - column);
        assert_true(multiplies(a, a.block(row, column, m, k), b, row, column, m, k));
    }
    expect_lines(copies, 2);
    /* The same memory with another leading dimension is another matrix. */
    dense values(order, order);
    for (size_t i = 0; i < values.value.size(); i++)
        values.value[i] = square<T>::whole(a.memory[i]);
    const dense expected = product(values, b.all());
    std::vector<T> c((size_t)(order * order));
    choose<T>(Rgemm, Cgemm)("N", "N", order, order, order, T(1.0), a.data(), order, b.data(), ld, T(0.0), c.data(), order);
    for (size_t e = 0; e < c.size(); e++)
        assert_true(square<T>::whole(c[e]) == expected.value[e]);
    a.unpin();
    b.unpin();
    assert_true(multiplies(a, b));
    expect_lines(copies, 2);
    if (on_device())
        assert_true(calls.now() >= 20);
}
EXACT_TEST(many_calls)

/* The caller's changes: the GPU computes with the copy until the update, and the check finds that
 * it was forgotten. */
void changes(void **)
{
    square<dd_real> a, b;
    a.pin();
    assert_true(multiplies(a, b));
    const dense old = a.all();
    *a.data(3, 5) = *a.data(3, 5) + dd_real(1.0);
    const counter reports("was changed without ddblas_mplapack_update");
    const bool stale = on_device() && !checking();
    assert_true(multiplies(a, stale ? old : a.all(), b, 0, 0, order, order));
    if (std::getenv("DDBLAS_TRACE"))
        assert_int_equal(reports.now(), checking() ? 1 : 0);
    assert_int_equal(ddblas_mplapack_update(a.data()), 0);
    assert_true(multiplies(a, b));
    *a.data(order - 1, order - 1) = dd_real(77.0);
    a.pin();
    assert_true(multiplies(a, b));
    *a.data(order - 1, 0) = dd_real(78.0);
    a.unpin();
    a.pin();
    assert_true(multiplies(a, b));
    if (std::getenv("DDBLAS_TRACE"))
        assert_int_equal(reports.now(), checking() ? 1 : 0);
    a.unpin();
}

/* ---- changes by routines --------------------------------------------------------------------- */

/* Each routine writes to the pinned matrix; the next product has the new elements. The tests of
 * this folder with DDBLAS_TEST_PINS=1 do so for the other routines. */
template <class T>
void written()
{
    square<T> a, b;
    std::vector<T> x((size_t)order, T(2.0));
    std::vector<mplapackint> rows((size_t)order);
    for (int64_t i = 0; i < order; i++)
        rows[(size_t)i] = order - i > i + 1 ? order - i : i + 1;
    mplapackint info = -7;
    const T one(1.0), two(2.0);
    T *const v = x.data();
    const std::function<void()> writes[] = {
        [&] { choose<T>(Raxpy, Caxpy)(3, two, v, 1, a.data(1, 1), 1); },
        [&] { choose<T>(Raxpy, Caxpy)(order, two, v, -1, a.data(1, 0), ld); },
        [&] { choose<T>(Rscal, Cscal)(order, two, a.data(0, 3), 1); },
        [&] { choose<T>(Rcopy, Ccopy)(4, v, 1, a.data(order - 4, order - 1), 1); },
        [&] { choose<T>(Rcopy, Ccopy)(order, v, 1, a.data(0, 1), 1); },
        [&] { choose<T>(Rswap, Cswap)(order, a.data(0, 0), 1, a.data(0, 1), 1); },
        [&] { choose<T>(Rswap, Cswap)(order, v, 1, a.data(0, 5), 1); },
        [&] { choose<T>(Rgemv, Cgemv)("N", 3, 3, one, b.data(), ld, v, 1, T(0.0), a.data(2, 2), 1); },
        [&] { choose<T>(Rgemv, Cgemv)("T", 5, order, one, b.data(), ld, v, 1, T(0.0), a.data(2, 0), ld); },
        [&] { choose<T>(Rger, Cgeru)(order, order, one, v, 1, v, 1, a.data(), ld); },
        [&] { choose<T>(Rger, Cgeru)(2, 2, one, v, 1, v, 1, a.data(30, 30), ld); },
        [&] { choose<T>(Rlaset, Claset)("A", 5, 5, two, one, a.data(), ld); },
        [&] { choose<T>(Rlacpy, Clacpy)("U", order, order, b.data(), ld, a.data(), ld); },
        [&] { choose<T>(Rlaswp, Claswp)(order, a.data(), ld, 1, order, rows.data(), 1); },
        [&] { choose<T>(Rgemm, Cgemm)("N", "N", 2, 2, 2, one, b.data(), ld, b.data(), ld, T(0.0), a.data(7, 7), ld); },
        [&] { choose<T>(Rgemm, Cgemm)("N", "N", 9, order, 9, one, b.data(), ld, b.data(), ld, T(0.0), a.data(7, 0), ld); },
        [&] { choose<T>(Rsyrk, Csyrk)("U", "N", order, 3, one, b.data(), ld, T(0.0), a.data(), ld); },
        [&] { choose<T>(Rgetrf, Cgetrf)(1, 1, a.data(order - 1, 0), ld, rows.data(), info); },
    };
    a.pin();
    b.pin();
    for (const std::function<void()> &write : writes)
    {
        assert_true(multiplies(a, b));
        write();
        assert_true(multiplies(a, b));
        choose<T>(Rlaset, Claset)("A", order, order, T(3.0), T(-1.0), a.data(), ld);
    }
    a.unpin();
    b.unpin();
}
EXACT_TEST(written)

/* Outputs besides matrices, each of which may be part of a pinned one. With checksums a routine
 * that does not announce the change leaves a stale pin. */
class output
{
  public:
    explicit output(int64_t count) : numbers((size_t)count) {}
    dd_real *data()
    {
        std::fill(numbers.begin(), numbers.end(), dd_real(77.0));
        assert_int_equal(ddblas_mplapack_pin(numbers.data(), count(), 1, count(), sizeof(dd_real)), 0);
        before = numbers;
        return numbers.data();
    }
    dd_complex *complex() { return reinterpret_cast<dd_complex *>(data()); }
    /* The routine has written here, and announced it. */
    void expect_written()
    {
        assert_true(numbers != before);
        assert_false(ddblas_mplapack::is_stale(numbers.data()));
        assert_int_equal(ddblas_mplapack_unpin(numbers.data()), 0);
    }

  private:
    std::vector<dd_real> numbers, before;
    int64_t count() const { return (int64_t)numbers.size(); }
};

void written_outputs(void **)
{
    constexpr mplapackint n = 4, size = 200;
    square<dd_real> a;
    square<dd_complex> ca;
    mplapackint info = -7, integers[size];
    const auto expect = [](std::initializer_list<output *> all)
    {
        for (output *o : all)
            o->expect_written();
    };
    output tau(n - 1), work(size), wr(n), wi(n), w(2 * n), rcond(1), rwork(size);
    Rgehrd(n, 1, n, a.data(), ld, tau.data(), work.data(), size, info);
    expect({&tau, &work});
    Rhseqr("E", "N", n, 1, n, a.data(), ld, wr.data(), wi.data(), nullptr, 1, work.data(), size, info);
    expect({&wr, &wi, &work});
    Chseqr("E", "N", n, 1, n, ca.data(), ld, w.complex(), nullptr, 1, work.complex(), size / 2, info);
    expect({&w, &work});
    Rgeev("N", "N", n, a.data(), ld, wr.data(), wi.data(), nullptr, 1, nullptr, 1, work.data(), size, info);
    expect({&wr, &wi, &work});
    Cgeev("N", "N", n, ca.data(), ld, w.complex(), nullptr, 1, nullptr, 1, work.complex(), size / 2, nullptr, info);
    expect({&w, &work});
    Rgecon("1", n, a.data(), ld, dd_real(1.0), *rcond.data(), nullptr, nullptr, info);
    expect({&rcond});
    Rpocon("U", n, a.data(), ld, dd_real(1.0), *rcond.data(), nullptr, nullptr, info);
    expect({&rcond});
    Rsyevd("V", "U", n, nullptr, n, nullptr, work.data(), -1, integers, size, info);
    expect({&work});
    Cheevd("V", "U", n, nullptr, n, nullptr, work.complex(), -1, rwork.data(), size, integers, size, info);
    expect({&work, &rwork});
    /* A rotation whose numbers are elements of a matrix. */
    output x(1), y(1), c(1), s(1), d1(1), d2(1), parameters(5), complex_x(2), complex_s(2);
    Rrotg(*x.data(), *y.data(), *c.data(), *s.data());
    expect({&x, &y, &c, &s});
    Crotg(*complex_x.complex(), dd_complex(3.0, 1.0), *c.data(), *complex_s.complex());
    expect({&complex_x, &c, &complex_s});
    Rrotmg(*d1.data(), *d2.data(), *x.data(), dd_real(3.0), parameters.data());
    expect({&d1, &d2, &x, &parameters});
}

/* ---- threads and processes ------------------------------------------------------------------- */

void threads(void **)
{
    square<dd_real> a, b;
    std::vector<square<dd_real>> own(4);
    std::vector<int> right(4, 0);
    std::vector<std::thread> all;
    a.pin();
    for (size_t t = 0; t < own.size(); t++)
        all.emplace_back(
            [&, t]
            {
                for (int k = 0; k < 6; k++)
                {
                    const bool pinned = ddblas_mplapack_pin(own[t].data(), order, order, ld, sizeof(dd_real)) == 0;
                    right[t] += pinned && multiplies(a, b) && multiplies(own[t], a);
                    Rscal(order, dd_real(-1.0), own[t].data(0, k), 1);
                    right[t] += multiplies(own[t], a) && ddblas_mplapack_unpin(own[t].data()) == 0;
                }
            });
    for (std::thread &t : all)
        t.join();
    for (int count : right)
        assert_int_equal(count, 12);
    a.unpin();
}

/* A child process keeps the pins, without their copies, in all its threads. */
void forked(void **)
{
    square<dd_real> a, b;
    a.pin();
    assert_true(multiplies(a, b));
    const counter copies(copied);
    const pid_t child = fork();
    if (child == 0)
    {
        bool right = multiplies(a, b);
        std::thread([&] { right = right && multiplies(b, a); }).join();
        *a.data(1, 1) = dd_real(5.0);
        right = right && ddblas_mplapack_update(a.data()) == 0 && multiplies(a, b) && ddblas_mplapack_unpin(a.data()) == 0;
        _exit(right ? 0 : 1);
    }
    int state = -1;
    assert_true(child > 0 && waitpid(child, &state, 0) == child);
    assert_true(WIFEXITED(state) && WEXITSTATUS(state) == 0);
    assert_true(multiplies(a, b));
    expect_lines(copies, 0);
    a.unpin();
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Each allocation in turn fails, of the host or of the device. */
void no_memory(void **)
{
    square<dd_real> a, b;
    for (int failing = 1; failing < 20; failing++)
    {
        a.pin();
        b.pin();
        ddblas_inject_allocation_failure(failing);
        bool right = true;
        try
        {
            right = multiplies(a, b);
        } catch (const std::bad_alloc &)
        {
        }
        ddblas_inject_allocation_failure(0);
        assert_true(right);
        assert_true(multiplies(a, b));
        a.unpin();
        b.unpin();
    }
}

/* The device is full of pinned matrices and the test's own memory: copies are released. */
void device_full(void **)
{
    if (!on_device())
        skip();
    square<dd_real> a, b;
    std::vector<square<dd_real>> others(3);
    a.pin();
    b.pin();
    for (square<dd_real> &other : others)
    {
        other.pin();
        assert_true(multiplies(other, a));
    }
    ddblasHandle_t handle = nullptr;
    std::vector<void *> filling;
    assert_int_equal(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CUDA), DDBLAS_STATUS_SUCCESS);
    for (size_t bytes = (size_t)1 << 32; bytes >= 256; bytes /= 2)
        for (void *memory; ddblasMalloc(handle, &memory, bytes) == DDBLAS_STATUS_SUCCESS;)
            filling.push_back(memory);
    const counter released("released the copies of"), calls(on_gpu);
    assert_true(multiplies(a, b)); /* where b is not on the device yet */
    expect_lines(released, 1);
    const int on_the_gpu = calls.now();
    for (void *memory : filling)
        assert_int_equal(ddblasFree(handle, memory), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasDestroy(handle), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(on_the_gpu, 1);
    const counter copies(copied);
    assert_true(multiplies(others[0], a) && multiplies(others[0], a));
    expect_lines(copies, 2);
    for (square<dd_real> *s : {&a, &b, &others[0], &others[1], &others[2]})
        s->unpin();
}

/* Nothing can be released: the call goes on without the pins, and on the CPU. */
void device_full_of_others(void **)
{
    if (!on_device())
        skip();
    square<dd_real> a, b;
    a.pin();
    ddblasHandle_t handle = nullptr;
    std::vector<void *> filling;
    assert_int_equal(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CUDA), DDBLAS_STATUS_SUCCESS);
    for (size_t bytes = (size_t)1 << 32; bytes >= 256; bytes /= 2)
        for (void *memory; ddblasMalloc(handle, &memory, bytes) == DDBLAS_STATUS_SUCCESS;)
            filling.push_back(memory);
    const counter refused("no copy of a pinned matrix"), calls(on_cpu);
    assert_true(multiplies(a, b));
    expect_lines(refused, 1);
    expect_lines(calls, 1);
    for (void *memory : filling)
        assert_int_equal(ddblasFree(handle, memory), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(ddblasDestroy(handle), DDBLAS_STATUS_SUCCESS);
    const counter copies(copied);
    assert_true(multiplies(a, b));
    expect_lines(copies, 1);
    a.unpin();
}

/* ---- a device that fails --------------------------------------------------------------------- */

/* The device fails at copy number 1, 2, ... of two products with a pinned matrix and of posv, which
 * is two calls. Each case is a process of its own, because the failure ends the use of the device.
 * The results and C's padding are right each time. The call in which the device fails, and later
 * ones, are done by the CPU engine. */
void device_fails(void **)
{
    if (!on_device() || !ddblas_emulate_failure)
        skip();
    int last = 4; /* calls on the CPU engine */
    for (int failing = 1; failing < 20; failing++)
    {
        const counter failures("DEVICE_ERROR on the GPU"), calls(",cpu,");
        const pid_t child = fork();
        if (child == 0) /* another program, because a child of fork does not use the device */
        {
            setenv("DDBLAS_TEST_FAILING", std::to_string(failing).c_str(), 1);
            execl("/proc/self/exe", "t_mplapack_pins", (char *)nullptr);
            _exit(127);
        }
        int state = -1;
        assert_true(child > 0 && waitpid(child, &state, 0) == child);
        assert_true(WIFEXITED(state) && WEXITSTATUS(state) == 0);
        assert_int_equal(failures.now() > 0, calls.now() > 0);
        assert_true(calls.now() <= last && (failing > 1 || calls.now() == 4));
        last = calls.now();
    }
    assert_int_equal(last, 0);
}

int run_with_failing_device(int failing)
{
    square<dd_real> a, b, c;
    const std::vector<dd_real> before = c.memory;
    const dense expected = product(a.all(), b.all());
    a.pin();
    ddblas_emulate_failure(failing);
    bool right = true;
    for (int call = 0; call < 2; call++)
    {
        Rgemm("N", "N", order, order, order, dd_real(1.0), a.data(), ld, b.data(), ld, dd_real(0.0), c.data(), ld);
        right = right && c.all().value == expected.value;
        for (int64_t i = 0; i < (int64_t)before.size(); i++)
            right = right && (i % ld < order || c.memory[(size_t)i] == before[(size_t)i]);
        c.memory = before;
    }
    /* A factorisation in place: nothing of a failed attempt may be left in the matrix. */
    const dense l = random_triangular<dd_real>(order, false, true, true), symmetric = product(l, operation(l, "T"));
    const dense x = random_dense<dd_real>(order, 2);
    matrix<dd_real> stored(symmetric, part::lower), factor = stored, solution(product(symmetric, x), part::all);
    matrix<dd_real> found = solution;
    mplapackint info = -7;
    factor.set(l, part::lower);
    solution.set(x, part::all);
    Rposv("L", order, 2, stored.data(), stored.ld, found.data(), found.ld, info);
    stored.own.expect(factor.own);
    found.own.expect(solution.own);
    return right && info == 0 && ddblas_mplapack_unpin(a.data()) == 0 ? 0 : 1;
}
} // namespace

#define BOTH(name) cmocka_unit_test(name##_real), cmocka_unit_test(name##_complex)

int main()
{
    dd_random_start(&generator, dd_random_seed(3006));
    if (const char *failing = std::getenv("DDBLAS_TEST_FAILING"))
        return run_with_failing_device(std::atoi(failing));
    const CMUnitTest tests[] = {cmocka_unit_test(arguments),
                                cmocka_unit_test(overlaps),
                                BOTH(many_calls),
                                cmocka_unit_test(changes),
                                BOTH(written),
                                cmocka_unit_test(written_outputs),
                                cmocka_unit_test(threads),
                                cmocka_unit_test(forked),
                                cmocka_unit_test(no_memory),
                                cmocka_unit_test(device_full),
                                cmocka_unit_test(device_full_of_others),
                                cmocka_unit_test(device_fails)};
    if (const char *only = std::getenv("DDBLAS_TEST_ONLY"))
        cmocka_set_test_filter(only);
    return cmocka_run_group_tests_name("mplapack_pins", tests, nullptr, nullptr);
}
