/*
 * The sweep of symv by tiles (src/level2/symv_tile.cuh), its own code followed thread by thread without a GPU: every type,
 * columns at every alignment, orders astride all edges, both triangles, any number of blocks. The data are small integers, the
 * results exact. All that is not stored, and what lies around the operands and in shared memory at the start, is NaN; every copy
 * from global memory must be aligned and stay within what may be fetched.
 */
#include "emulate_cuda.hpp"

extern "C" {
#include "level2/symv_geometry.h"
}

/* The kernel's own copies are instructions of a GPU. */
#define copy_async   device_copy_async
#define copy_element device_copy_element
#define copy_commit  device_copy_commit
#define copy_wait    device_copy_wait
#include "level2/symv_device.cuh"
#undef copy_async
#undef copy_element
#undef copy_commit
#undef copy_wait

template <int Bytes>
static void copy_async(void *shared, const void *global, int valid = Bytes)
{
    emulate::add_copy(shared, global, Bytes, valid);
}
template <int Piece, class T>
static void copy_element(T *shared, const T *global, bool valid)
{
    for (int i = 0; i < (int)sizeof(T); i += Piece)
        copy_async<Piece>((char *)shared + i, (const char *)global + i, valid ? Piece : 0);
}
static void copy_commit() { emulate::groups[emulate::current].push_back({}); }
template <int Pending>
static void copy_wait()
{
    emulate::wait_copies(Pending);
}

#include "level2/symv_tile.cuh"

/* ---- exact numbers ----------------------------------------------------------------------------------------------------- */

struct pair
{
    int re, im;
};

template <class T>
struct exact
{
    static T make(pair v)
    {
        T t;
        t.x = (decltype(t.x))v.re;
        t.y = (decltype(t.y))v.im;
        return t;
    }
    static pair value(T t) { return {(int)t.x, (int)t.y}; }
};
template <class R>
struct exact_real
{
    static R make(pair v) { return (R)v.re; }
    static pair value(R r) { return {(int)r, 0}; }
};
template <>
struct exact<float> : exact_real<float>
{
};
template <>
struct exact<double> : exact_real<double>
{
};
template <>
struct exact<cuddreal>
{
    static cuddreal make(pair v) { return cuddFromDouble(v.re); }
    static pair value(cuddreal w) { return {w.y == 0.0 ? (int)w.x : INT32_MIN, 0}; }
};

static uint64_t state = 811;
static int random_int(int low, int high)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (int)((state >> 33) % (uint64_t)(high - low + 1));
}

/* ---- one problem -------------------------------------------------------------------------------------------------------- */

template <class Shape>
struct problem
{
    typedef typename Shape::T T;
    static constexpr int Size = sizeof(T);

    int n, offset;
    int64_t lda;
    symv_geometry g;
    std::vector<char> memory;
    std::vector<pair> a, x; /* the whole symmetric or Hermitian matrix */
    std::vector<T> vector, slots;
    char *A;

    pair &at(int i, int j) { return a[(size_t)i + (size_t)j * (size_t)n]; }

    /* Shifted: any distance and offset that the unit allows, but not columns that all start on lines. */
    void place()
    {
        offset = 0;
        lda = symv_ceil_div(n, SYMV_LINE / Size) * (SYMV_LINE / Size);
        if (Shape::Shifted)
            do
            {
                lda = n + random_int(0, 9);
                offset = 4 * random_int(0, 40);
            } while (lda * Size % Shape::Unit != 0 || offset % Shape::Unit != 0 || (lda * Size | offset) % SYMV_LINE == 0);
    }

    void fill()
    {
        constexpr bool Complex = scalar<T>::is_complex;
        memory.assign((size_t)n * (size_t)lda * Size + 4096, (char)0xff);
        A = (char *)((uintptr_t)(memory.data() + 1024) / 256 * 256) + offset;
        a.assign((size_t)n * (size_t)n, {});
        for (int j = 0; j < n; j++)
            for (int i = g.upper ? 0 : j; i < (g.upper ? j + 1 : n); i++)
            {
                const pair v = {random_int(-3, 3), Complex ? random_int(-3, 3) : 0};
                const T element = exact<T>::make(v);
                memcpy(A + (i + j * lda) * Size, &element, Size);
                at(i, j) = v;
                at(j, i) = {v.re, Shape::Hermitian ? -v.im : v.im};
                if (Shape::Hermitian && i == j)
                    at(i, i).im = 0;
            }
        x.resize((size_t)n);
        vector.resize((size_t)n);
        for (int i = 0; i < n; i++)
        {
            x[(size_t)i] = {random_int(-2, 2), Complex ? random_int(-2, 2) : 0};
            vector[(size_t)i] = exact<T>::make(x[(size_t)i]);
        }
    }

    /* Sums over all segments into y. */
    void sweep(std::vector<pair> &y)
    {
        const size_t bytes = Shape::shared_bytes(g.edge), slot = 2 * (size_t)g.edge;
        const int tiles = g.tiles * (g.tiles + 1) / 2;
        char *shared = (char *)aligned_alloc(SYMV_LINE, (bytes + SYMV_LINE - 1) / SYMV_LINE * SYMV_LINE);
        symv_operands<T> op = {};
        op.A = (const T *)A;
        op.lda = lda;
        op.x = vector.data();
        op.incx = 1;
        slots.resize((size_t)(tiles + g.blocks) * slot);
        memset((void *)slots.data(), 0xff, slots.size() * Size);
        std::vector<pair> tile_of((size_t)(tiles + g.blocks), {-1, -1});
        for (int b = 0; b < g.blocks; b++)
        {
            memset(shared, 0xff, bytes);
            emulate::start_copies(Shape::Threads);
            emulate::run(Shape::Threads,
                         [&]()
                         {
                             symv_sweep<Shape> block(op, g, (T *)shared);
                             block.run(symv_block_start(&g, b), symv_block_start(&g, b + 1),
                                       [&](int I, int J)
                                       {
                                           const size_t s = (size_t)(symv_tile_number(&g, I, J) + b);
                                           tile_of[s] = {I, J};
                                           return slots.data() + s * slot;
                                       });
                         });
        }
        free(shared);
        for (size_t s = 0; s < tile_of.size(); s++)
            if (tile_of[s].re >= 0)
                for (int half = 0; half < 2; half++)
                {
                    const int origin = symv_origin(&g, half == 0 ? tile_of[s].re : tile_of[s].im);
                    for (int i = 0; i < g.edge && origin + i < n; i++)
                    {
                        const pair v = exact<T>::value(slots[s * slot + (size_t)(half * g.edge + i)]);
                        y[(size_t)(origin + i)].re += v.re;
                        y[(size_t)(origin + i)].im += v.im;
                    }
                }
    }

    bool is_right()
    {
        const char *last = A + ((int64_t)(n - 1) * (lda + 1) + 1) * Size;
        emulate::may_read = [&](const char *from, int bytes, int valid)
        {
            const char *first_x = (const char *)vector.data(), *last_x = (const char *)(vector.data() + n);
            return (from >= first_x && from + valid <= last_x) || (from > A - 16 && from + bytes <= last);
        };
        std::vector<pair> y((size_t)n, pair{0, 0});
        sweep(y);
        for (int i = 0; i < n; i++)
        {
            pair sum = {0, 0};
            for (int j = 0; j < n; j++)
            {
                const pair p = at(i, j), q = x[(size_t)j];
                sum.re += p.re * q.re - p.im * q.im;
                sum.im += p.re * q.im + p.im * q.re;
            }
            if (sum.re != y[(size_t)i].re || sum.im != y[(size_t)i].im || emulate::forbidden > 0)
            {
                printf(
                    "n=%d lda=%lld offset=%d upper=%d edge=%d blocks=%d row %d: (%d, %d), not (%d, %d); %ld forbidden copies\n",
                    n, (long long)lda, offset, g.upper, g.edge, g.blocks, i, y[(size_t)i].re, y[(size_t)i].im, sum.re, sum.im,
                    emulate::forbidden);
                return false;
            }
        }
        return true;
    }
};

template <class Shape>
static bool try_shape(const char *name, int repeats)
{
    const int step = Shape::Height > Shape::Strip ? Shape::Height : Shape::Strip;
    for (int k = 0; k < repeats; k++)
    {
        problem<Shape> p;
        p.g = {};
        p.n = k < 4 ? k + 1 : random_int(1, k % 4 == 0 ? 600 : 300);
        p.g.n = p.n;
        p.g.upper = random_int(0, 1);
        p.g.edge = step * random_int(1, 2);
        p.g.strip = Shape::Strip;
        p.g.height = Shape::Height;
        symv_cut(&p.g, random_int(1, 9));
        p.place();
        p.fill();
        if (!p.is_right())
            return false;
    }
    printf("%-24s %d problems\n", name, repeats);
    return true;
}

/* Type, Hermitian, Shifted, Unit, warps, columns of a warp, rows of a lane, columns of a stage, stages. */
#define TRY(...) try_shape<symv_tile_shape<__VA_ARGS__, 1>>(#__VA_ARGS__, repeats)

int main()
{
    const char *scale = getenv("DDBLAS_TEST_SCALE");
    const int repeats = 16 / (scale && atoi(scale) > 1 ? 2 : 1);
    const bool right =
        TRY(float, false, false, 16, 8, 16, 4, 8, 5) && TRY(float, false, true, 4, 8, 16, 4, 8, 4) &&
        TRY(float, false, true, 16, 4, 16, 4, 8, 3) && TRY(float, false, true, 4, 8, 16, 8, 4, 4) &&
        TRY(float, false, true, 4, 4, 16, 4, 4, 7) && TRY(double, false, false, 16, 8, 16, 2, 8, 5) &&
        TRY(double, false, true, 8, 8, 16, 4, 4, 4) && TRY(double, false, true, 16, 8, 16, 4, 4, 4) &&
        TRY(double, false, true, 8, 4, 16, 2, 4, 3) && TRY(ddblasComplex, true, true, 4, 8, 16, 4, 4, 4) &&
        TRY(ddblasComplex, false, true, 8, 8, 16, 4, 4, 4) && TRY(ddblasComplex, false, true, 4, 4, 16, 2, 8, 3) &&
        TRY(ddblasComplex, true, false, 16, 4, 16, 2, 8, 4) && TRY(ddblasDoubleComplex, true, true, 8, 8, 16, 1, 8, 4) &&
        TRY(ddblasDoubleComplex, true, true, 16, 4, 16, 1, 8, 4) && TRY(ddblasDoubleComplex, false, false, 16, 8, 16, 1, 8, 5) &&
        TRY(cuddreal, false, false, 16, 8, 16, 1, 8, 5) && TRY(cuddreal, false, true, 16, 8, 16, 1, 8, 4) &&
        TRY(cuddreal, false, true, 16, 8, 8, 1, 8, 3);
    return right ? 0 : 1;
}
