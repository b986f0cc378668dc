/*
 * symv on the GPU, what t_symv.c does not reach: every compiled shape at orders astride its edges,
 * large orders, 64-bit indices, device scalars, orders of summation, kernels by graphs, and the
 * same bits over streams, repeats, graph replays and beside a kernel that holds the
 * multiprocessors.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cuda_runtime_api.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/spaces.h"
#include "core/jit/jit.h"
#include "handle.h"
#include "level2/symv/symv_choice.h"
#include "level2/symv/cuda/symv_launch.h"
#include "random.h"
#include "symv_case.h"
#include "symv_gpu.h"
#include "tune/tune.h"

enum
{
    STREAMS = 8,
    REPEATS = 1000,
    REPLAYS = 100
};

static struct symv_device device;

static int set_up(void **state)
{
    (void)open_cuda_handle(state);
    return cudaDeviceGetAttribute(&device.multiprocessors, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess ||
           cudaDeviceGetAttribute(&device.shared_of_block, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) != cudaSuccess;
}

/* Run after a test that may fail while its own choice is in force. */
static int end_substitute(void **state)
{
    (void)state;
    ddblas_symv_cuda_substitute(NULL);
    return 0;
}

static ddblasFillMode_t uplo_of(int64_t k) { return k % 2 ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER; }

/* ---- every shape ----------------------------------------------------------------------------- */

/* A random case of order n, at any element offset, under the choice. */
static void try_choice(struct dd_random *g, const struct symv_routine *r, const struct symv_choice *choice, int64_t n, int64_t k)
{
    static const int64_t increments[] = {1, 1, -1, 2};
    /* columns on lines, anywhere, on sectors */
    const int64_t lda = k % 3 == 0 ? (n + 31) / 32 * 32 : k % 3 == 1 ? n + k % 4 : n / 8 * 8 + 8;
    struct symv_case *c = symv_case_new(r, uplo_of(k), n, lda, increments[k % 4], increments[(k / 4) % 4]);
    symv_case_generate(c, g, k % 5 == 0 ? DD_GENERATE_WIDE : DD_GENERATE_UNIFORM, 0.0);
    /* a complex element may begin anywhere that its parts may */
    const size_t part = ddblas_type_is_complex(r->type) ? c->size / 2 : c->size;
    c->offset = (size_t)(k % 3 == 0 ? 0 : dd_random_int(g, 0, 9)) * (k % 3 == 1 ? part : 32);
    if (k % 7 == 0)
        symv_case_scalars(c, 1.0, 0.0);
    ddblas_symv_cuda_substitute(choice);
    const ddblasStatus_t status = symv_case_run(h, c);
    ddblas_symv_cuda_substitute(NULL);
    const double error = symv_case_error(c);
    if (status != DDBLAS_STATUS_SUCCESS || !(error <= symv_case_bound(c)))
        fail_msg("%s n=%lld lda=%lld offset=%lld uplo=%d case %lld, method %d shape %d edge %d: %s, error %g", r->name,
                 (long long)n, (long long)lda, (long long)c->offset, (int)c->uplo, (long long)k, choice->method, choice->shape,
                 choice->edge, ddblasGetStatusName(status), error);
    symv_case_free(c);
}

/* The plan of record, or of the substitute, at a large order, judged at the first, the last and
 * some other rows. `offset` elements before A; y runs backwards where that is odd. */
static void try_large(struct dd_random *g, const struct symv_routine *r, int64_t n, int64_t lda, int64_t offset,
                      ddblasFillMode_t uplo)
{
    struct symv_case *c = symv_case_new(r, uplo, n, lda, 1, offset % 2 ? -1 : 1);
    symv_case_generate(c, g, DD_GENERATE_UNIFORM, 0.0);
    c->offset = (size_t)offset * c->size;
    assert_int_equal(symv_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    const struct dd_symv_problem p = symv_case_problem(c);
    for (int s = 0; s < 40; s++)
    {
        const int64_t i = s < 4 ? s : s < 8 ? n - 1 - (s - 4) : dd_random_int(g, 0, n - 1);
        assert_true(dd_oracle_symv_component(&p, c->result, i) <= symv_case_bound(c));
    }
    symv_case_free(c);
}

static void all_shapes(void **state)
{
    (void)state;
    static const int64_t orders[] = {1, 2, 31, 33, 63, 64, 65, 127, 128, 129, 200, 255, 257, 300, 385, 511, 513, 640};
    static const int32_t edges[] = {128, 256, 512};
    struct dd_random g;
    int64_t k = 0;
    dd_random_start(&g, 301);
    for (int r = 0; r < SYMV_ROUTINES; r++)
    {
        for (int32_t shape = 0; shape < SYMV_ROWS_COUNT; shape++)
            for (size_t i = (size_t)(k % 2); i < sizeof orders / sizeof orders[0]; i += (size_t)(2 * dd_test_scale()), k++)
            {
                const struct symv_choice choice = {SYMV_BY_ROWS, ddblas_symv_compiled_rows[shape], 0};
                if (ddblas_symv_is_compiled(symv_routines[r].type, &choice))
                    try_choice(&g, &symv_routines[r], &choice, orders[i], k);
            }
        for (int32_t shape = 0; shape < SYMV_SQUARE_COUNT; shape++)
            for (size_t i = (size_t)(k % 2); i < sizeof orders / sizeof orders[0]; i += (size_t)(2 * dd_test_scale()), k++)
            {
                const struct symv_choice choice = {SYMV_BY_SQUARES, ddblas_symv_compiled_squares[shape], 0};
                if (ddblas_symv_is_compiled(symv_routines[r].type, &choice))
                    try_choice(&g, &symv_routines[r], &choice, orders[i], k);
            }
        for (int32_t method = SYMV_BY_TILES; method <= SYMV_ANY_ORDER; method++)
            for (int32_t shape = 0; shape < SYMV_TILE_COUNT; shape++)
                for (size_t e = 0; e < sizeof edges / sizeof edges[0]; e++)
                    for (size_t i = (size_t)(k % 4); i < sizeof orders / sizeof orders[0];
                         i += (size_t)(4 * dd_test_scale()), k++)
                    {
                        const struct symv_choice choice = {method, ddblas_symv_compiled_tiles[shape], edges[e]};
                        if (ddblas_symv_is_compiled(symv_routines[r].type, &choice) &&
                            ddblas_symv_feasible(&choice, &device, symv_routines[r].type, orders[i]))
                            try_choice(&g, &symv_routines[r], &choice, orders[i], k);
                    }
    }
    printf("  %lld cases\n", (long long)k);
}

/* W in classes: with no column on a sector of 32 bytes, both triangles; otherwise lower triangles
 * from order 6001 on. With edge 256 a diagonal tile has too few chunks for an idle number, with 512
 * there are some. The name begins as all_shapes for racecheck, which takes both. */
static void all_shapes_w_in_classes(void **state)
{
    (void)state;
    static const struct
    {
        int64_t n, lda, offset;
        int uppers;
        int32_t edge;
    } cases[] = {{130, 132, 1, 2, 256},   {154, 154, 1, 2, 256},   {300, 300, 3, 2, 256},   {569, 570, 1, 2, 256},
                 {2702, 2704, 1, 2, 256}, {2702, 2704, 1, 2, 512}, {6001, 6001, 1, 1, 512}, {6002, 6004, 0, 1, 256}};
    const struct symv_routine *w = symv_routines;
    struct dd_random g;
    dd_random_start(&g, 309);
    while (w->type != DDBLAS_TYPE_W)
        w++;
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
        for (int upper = 0; upper < cases[k].uppers; upper++)
        {
            struct symv_plan plan;
            const struct symv_choice choice = {SYMV_BY_TILES, SYMV_WIDE_3, cases[k].edge};
            ddblas_symv_cuda_substitute(&choice);
            ddblas_symv_make_plan(&plan, &choice, &device, w->type, upper, cases[k].n,
                                  (uintptr_t)cases[k].offset * sizeof(cuddreal), cases[k].lda);
            assert_int_equal(plan.alignment, SYMV_IN_CLASSES);
            assert_true(cases[k].edge == 256 || plan.geometry.idle > 0);
            try_large(&g, w, cases[k].n, cases[k].lda, cases[k].offset, uplo_of(upper));
        }
    ddblas_symv_cuda_substitute(NULL);
}

/* Element i of an array of the type S or D. */
static double get_real(ddblasType_t type, const void *array, int64_t i)
{
    return type == DDBLAS_TYPE_S ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

static void set_infinite(ddblasType_t type, void *array, int64_t i)
{
    if (type == DDBLAS_TYPE_S)
        ((float *)array)[i] = INFINITY;
    else
        ((double *)array)[i] = (double)INFINITY;
}

/* An Inf of x meets each row in one product, and one on the diagonal of A its own row only: nothing
 * becomes NaN. */
static void try_infinity(struct dd_random *g, const struct symv_routine *r, const struct symv_choice *choice, int64_t n,
                         int64_t k)
{
    const int64_t lda = (n + 1) / 2 * 2 + k % 2, j = dd_random_int(g, 0, n - 1);
    const int of_x = k / 2 % 2 == 1;
    struct symv_case *c = symv_case_new(r, uplo_of(k / 4), n, lda, 1, 1);
    symv_case_generate(c, g, DD_GENERATE_UNIFORM, 0.0);
    symv_case_scalars(c, 1.0, 0.0);
    set_infinite(r->type, of_x ? c->x : c->A, of_x ? j : j + j * lda);
    ddblas_symv_cuda_substitute(choice);
    const ddblasStatus_t status = symv_case_run(h, c);
    ddblas_symv_cuda_substitute(NULL);
    assert_int_equal(status, DDBLAS_STATUS_SUCCESS);
    for (int64_t i = 0; i < n; i++)
        assert_true(of_x || i == j ? isinf(get_real(r->type, c->result, i)) : isfinite(get_real(r->type, c->result, i)));
    symv_case_free(c);
}

static void infinities_by_squares(void **state)
{
    (void)state;
    static const int64_t orders[] = {1, 63, 130, 300};
    struct dd_random g;
    dd_random_start(&g, 303);
    for (int r = 0; r < 2; r++)
        for (int32_t shape = 0; shape < SYMV_SQUARE_COUNT; shape++)
            for (int64_t k = 0; k < 32; k++)
            {
                const struct symv_choice choice = {SYMV_BY_SQUARES, ddblas_symv_compiled_squares[shape], 0};
                if (ddblas_symv_is_compiled(symv_routines[r].type, &choice))
                    try_infinity(&g, &symv_routines[r], &choice, orders[k / 8], k);
            }
}

/* Shapes that are not compiled in, a few of the tuner's candidates for each routine: compiled by
 * NVRTC, where it is. */
static void shapes_at_run_time(void **state)
{
    (void)state;
    static int32_t list[4096][DDBLAS_TUNE_PARAMETERS];
    struct ddblas_device properties;
    struct dd_random g;
    int64_t k = 0;
    if (!ddblas_jit_available())
        skip();
    dd_random_start(&g, 305);
    (void)ddblas_device_facts(h->backend, h->device, &properties);
    for (int r = 0; r < SYMV_ROUTINES; r++)
    {
        const struct ddblas_tune_key key = {&ddblas_tune_space_symv_cuda, symv_routines[r].type, 2 * symv_routines[r].hermitian};
        const int count = ddblas_tune_feasible(&key, &properties, list, 4096);
        for (int i = 0; i < 6; i++, k++)
        {
            const struct symv_choice choice = ddblas_symv_choice_of(list[dd_random_int(&g, 0, count - 1)]);
            for (int m = 0; m < 4; m++)
                try_choice(&g, &symv_routines[r], &choice, dd_random_int(&g, 1, 900), k);
        }
    }
    printf("  %lld shapes\n", (long long)k);
}

static void large_orders(void **state)
{
    (void)state;
    static const int64_t orders[] = {1301, 2051, 3000, 4097, 5121};
    struct dd_random g;
    dd_random_start(&g, 302);
    for (int r = 0; r < SYMV_ROUTINES; r++)
        for (size_t k = 0; k < sizeof orders / sizeof orders[0]; k += (size_t)dd_test_scale())
            try_large(&g, &symv_routines[r], orders[k], orders[k] + (int64_t)k % 3, (int64_t)k, uplo_of((int64_t)k + r));
    /* by tiles of record, off the lines, S, D, hemv C and W in both triangles */
    static const struct
    {
        ddblasType_t type;
        int64_t n;
    } by_tiles[] = {{DDBLAS_TYPE_S, 21011}, {DDBLAS_TYPE_S, 21011}, {DDBLAS_TYPE_D, 12500}, {DDBLAS_TYPE_D, 21010},
                    {DDBLAS_TYPE_C, 12500}, {DDBLAS_TYPE_C, 21010}, {DDBLAS_TYPE_Z, 8501},  {DDBLAS_TYPE_W, 6001},
                    {DDBLAS_TYPE_W, 6001},  {DDBLAS_TYPE_W, 6002},  {DDBLAS_TYPE_W, 6002}};
    for (size_t k = 0; k < sizeof by_tiles / sizeof by_tiles[0] && dd_test_scale() == 1; k++)
        for (int r = 0; r < SYMV_ROUTINES; r++)
            if (symv_routines[r].type == by_tiles[k].type)
                try_large(&g, &symv_routines[r], by_tiles[k].n, by_tiles[k].n + 1, 1, uplo_of((int64_t)k + r));
    /* by squares of record, aligned, whose edges come by pieces */
    if (dd_test_scale() == 1)
        try_large(&g, &symv_routines[0], 6000, 6000, 0, DDBLAS_FILL_MODE_LOWER);
    /* the largest tiles of record, both triangles, on lines and off */
    static const struct
    {
        ddblasType_t type;
        struct symv_choice choice;
    } largest[] = {{DDBLAS_TYPE_S, {SYMV_BY_TILES, SYMV_BROAD, 4096}},  {DDBLAS_TYPE_S, {SYMV_BY_TILES, SYMV_WIDE, 2048}},
                   {DDBLAS_TYPE_D, {SYMV_BY_TILES, SYMV_WIDE, 2048}},   {DDBLAS_TYPE_C, {SYMV_BY_TILES, SYMV_WIDE, 2048}},
                   {DDBLAS_TYPE_Z, {SYMV_BY_TILES, SYMV_WIDE_4, 2048}}, {DDBLAS_TYPE_W, {SYMV_BY_TILES, SYMV_WIDE_3, 1024}},
                   {DDBLAS_TYPE_U, {SYMV_BY_TILES, SYMV_WIDE_3, 1024}}};
    for (size_t i = 0; i < sizeof largest / sizeof largest[0]; i++)
        for (int r = 0; r < SYMV_ROUTINES; r++)
            for (int k = 0; k < 4 && symv_routines[r].type == largest[i].type; k++)
            {
                const int64_t edge = largest[i].choice.edge;
                ddblas_symv_cuda_substitute(&largest[i].choice);
                try_large(&g, &symv_routines[r], edge + 404 + r, edge + 448 + k / 2, k / 2, uplo_of(k));
            }
    ddblas_symv_cuda_substitute(NULL);
}

/* n lda beyond 2^31 elements: sums of small integers, exact. */
static void indices_beyond_int(void **state)
{
    (void)state;
    if (dd_test_scale() > 1) /* too large for a sanitizer */
        skip();
    const int64_t n = 46341, lda = 46352;
    float *A, *x, *y, *host = malloc((size_t)n * sizeof *host);
    assert_non_null(host);
    if (cudaMalloc((void **)&A, (size_t)(n * lda) * sizeof *A) != cudaSuccess)
    {
        (void)cudaGetLastError();
        free(host);
        skip();
    }
    assert_int_equal(cudaMalloc((void **)&x, (size_t)n * sizeof *x), cudaSuccess);
    assert_int_equal(cudaMalloc((void **)&y, (size_t)n * sizeof *y), cudaSuccess);
    for (int64_t i = 0; i < n; i++)
        host[i] = (float)(i % 5 - 2);
    assert_int_equal(cudaMemcpy(x, host, (size_t)n * sizeof *x, cudaMemcpyHostToDevice), cudaSuccess);
    for (int upper = 0; upper < 2; upper++)
    {
        const float one = 1.0F, zero = 0.0F;
        assert_int_equal(symv_gpu_fill_integers(A, n, lda, upper), cudaSuccess);
        assert_int_equal(ddblasSsymv(h, uplo_of(upper), n, &one, A, lda, x, 1, &zero, y, 1), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(cudaMemcpy(host, y, (size_t)n * sizeof *y, cudaMemcpyDeviceToHost), cudaSuccess);
        for (int64_t s = 0; s < 200; s++)
        {
            const int64_t i = s < 100 ? n - 1 - s : (n - 1) * (s - 100) / 100;
            float expected = 0.0F;
            for (int64_t j = 0; j < n; j++)
                expected += symv_gpu_integer(i, j) * (float)(j % 5 - 2);
            assert_true(host[i] == expected);
        }
    }
    cudaFree(A);
    cudaFree(x);
    cudaFree(y);
    free(host);
}

/* ---- the same bits --------------------------------------------------------------------------- */

/* A case on the device, A `offset` bytes off a line, copied there by the time that it is used in
 * any stream, with a y for each, and its reference bits. */
struct shared_case
{
    struct symv_case *c;
    void *A, *x, *y[STREAMS], *start; /* device; start: y before a call */
    void *reference, *got;            /* host */
};

static struct shared_case *share(struct dd_random *g, int r, ddblasFillMode_t uplo, int64_t n, int64_t lda, size_t offset)
{
    struct shared_case *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->c = symv_case_new(&symv_routines[r], uplo, n, lda, 1, 1);
    symv_case_generate(s->c, g, DD_GENERATE_UNIFORM, 0.0);
    s->c->offset = offset;
    s->A = dd_engine_copy(h, s->c->A, s->c->bytes_A, offset);
    s->x = dd_engine_copy(h, s->c->x, s->c->bytes_x, 0);
    s->start = dd_engine_copy(h, s->c->y, s->c->bytes_y, 0);
    for (int i = 0; i < STREAMS; i++)
        s->y[i] = dd_engine_copy(h, s->c->y, s->c->bytes_y, 0);
    s->reference = malloc(s->c->bytes_y);
    s->got = malloc(s->c->bytes_y);
    assert_true(s->reference && s->got);
    return s;
}

static void unshare(struct shared_case *s)
{
    dd_engine_free(h, s->A, s->c->offset);
    dd_engine_free(h, s->x, 0);
    dd_engine_free(h, s->start, 0);
    for (int i = 0; i < STREAMS; i++)
        dd_engine_free(h, s->y[i], 0);
    free(s->reference);
    free(s->got);
    symv_case_free(s->c);
    free(s);
}

/* Restores y number i and calls, both in the handle's stream. */
static void call_in_stream(const struct shared_case *s, ddblasHandle_t handle, cudaStream_t stream, int i)
{
    assert_int_equal(cudaMemcpyAsync(s->y[i], s->start, s->c->bytes_y, cudaMemcpyDeviceToDevice, stream), cudaSuccess);
    assert_int_equal(
        symv_call(handle, s->c->routine, s->c->uplo, s->c->n, &s->c->alpha, s->A, s->c->lda, s->x, 1, &s->c->beta, s->y[i], 1),
        DDBLAS_STATUS_SUCCESS);
}

static void assert_reference(const struct shared_case *s, cudaStream_t stream, int i, const char *what)
{
    assert_int_equal(cudaMemcpyAsync(s->got, s->y[i], s->c->bytes_y, cudaMemcpyDeviceToHost, stream), cudaSuccess);
    assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
    if (memcmp(s->got, s->reference, s->c->bytes_y) != 0)
        fail_msg("%s, n = %lld: other bits, %s", s->c->routine->name, (long long)s->c->n, what);
}

struct lanes
{
    ddblasHandle_t handle[STREAMS];
    cudaStream_t stream[STREAMS], holder;
    int priority;
};

static void open_lanes(struct lanes *l)
{
    assert_int_equal(cudaStreamCreateWithFlags(&l->holder, cudaStreamNonBlocking), cudaSuccess);
    for (int i = 0; i < STREAMS; i++)
    {
        assert_int_equal(cudaStreamCreateWithFlags(&l->stream[i], cudaStreamNonBlocking), cudaSuccess);
        assert_int_equal(ddblasCreateWithEngine(&l->handle[i], DDBLAS_ENGINE_CUDA), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(ddblasSetStream(l->handle[i], l->stream[i]), DDBLAS_STATUS_SUCCESS);
    }
}

static void close_lanes(struct lanes *l)
{
    for (int i = 0; i < STREAMS; i++)
    {
        assert_int_equal(ddblasDestroy(l->handle[i]), DDBLAS_STATUS_SUCCESS);
        cudaStreamDestroy(l->stream[i]);
    }
    cudaStreamDestroy(l->holder);
}

/* REPEATS calls over all streams at once, half of them while another kernel holds most
 * multiprocessors; then graph replays. Frees the case. */
static void repeat(struct lanes *l, struct shared_case *s, const char *method)
{
    const int repeats = (int)(REPEATS / dd_test_scale()), replays = (int)(REPLAYS / dd_test_scale());
    call_in_stream(s, l->handle[0], l->stream[0], 0);
    assert_int_equal(cudaMemcpyAsync(s->reference, s->y[0], s->c->bytes_y, cudaMemcpyDeviceToHost, l->stream[0]), cudaSuccess);
    assert_int_equal(cudaStreamSynchronize(l->stream[0]), cudaSuccess);
    for (int k = 0; k < repeats; k += STREAMS)
    {
        if (k > repeats / 2)
            assert_int_equal(symv_gpu_hold(l->holder, device.multiprocessors * 2 - 6, 200), cudaSuccess);
        for (int i = 0; i < STREAMS; i++)
            call_in_stream(s, l->handle[i], l->stream[i], i);
        for (int i = 0; i < STREAMS; i++)
            assert_reference(s, l->stream[i], i, method);
    }
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    assert_int_equal(cudaStreamBeginCapture(l->stream[1], cudaStreamCaptureModeThreadLocal), cudaSuccess);
    call_in_stream(s, l->handle[1], l->stream[1], 1);
    assert_int_equal(cudaStreamEndCapture(l->stream[1], &graph), cudaSuccess);
    assert_int_equal(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
    for (int k = 0; k < replays; k++)
    {
        assert_int_equal(cudaGraphLaunch(executable, l->stream[1]), cudaSuccess);
        assert_reference(s, l->stream[1], 1, "graph replay");
    }
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    unshare(s);
}

static void same_bits(void **state)
{
    (void)state;
    struct lanes l;
    struct dd_random g;
    dd_random_start(&g, 303);
    open_lanes(&l);
    for (int r = 0; r < SYMV_ROUTINES; r++)
    {
        repeat(&l, share(&g, r, uplo_of(r), 700, 701, 0), "plan of record");
        repeat(&l, share(&g, r, uplo_of(r), 2600, 2601, 0), "plan of record");
    }
    close_lanes(&l);
}

/* By the tiles of larger orders: columns off lines in classes, double-double as on lines and, where
 * that gains, in classes. */
static void same_bits_by_tiles(void **state)
{
    (void)state;
    static const struct
    {
        ddblasType_t type;
        int64_t n; /* and one more between columns */
        size_t offset;
        struct symv_choice choice;
        int32_t alignment;
    } forms[] = {
        {DDBLAS_TYPE_S, 2601, 0, {SYMV_BY_TILES, SYMV_BROAD, 512}, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_D, 2600, 0, {SYMV_BY_TILES, SYMV_BROAD, 512}, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_C, 2600, 0, {SYMV_BY_TILES, SYMV_FINE, 256}, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_Z, 2600, 0, {SYMV_BY_TILES, SYMV_WIDE, 256}, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_W, 2600, 0, {SYMV_BY_TILES, SYMV_WIDE_3, 256}, SYMV_ON_LINES},
        {DDBLAS_TYPE_W, 2601, 16, {SYMV_BY_TILES, SYMV_WIDE_3, 512}, SYMV_IN_CLASSES},
        {DDBLAS_TYPE_U, 2600, 0, {SYMV_BY_TILES, SYMV_WIDE_3, 256}, SYMV_ON_LINES},
    };
    struct lanes l;
    struct dd_random g;
    dd_random_start(&g, 308);
    open_lanes(&l);
    for (size_t k = 0; k < sizeof forms / sizeof forms[0]; k++)
        for (int r = 0; r < 2 * SYMV_ROUTINES; r++)
        {
            const ddblasType_t type = symv_routines[r / 2].type;
            const int64_t n = forms[k].n;
            struct symv_plan plan;
            if (type != forms[k].type)
                continue;
            ddblas_symv_make_plan(&plan, &forms[k].choice, &device, type, r % 2, n, forms[k].offset, n + 1);
            assert_int_equal(plan.alignment, forms[k].alignment);
            ddblas_symv_cuda_substitute(&forms[k].choice);
            repeat(&l, share(&g, r / 2, uplo_of(r), n, n + 1, forms[k].offset), "by tiles");
        }
    ddblas_symv_cuda_substitute(NULL);
    close_lanes(&l);
}

/* Tickets: 55 tiles for two blocks a multiprocessor, and, on a device that is held, far fewer
 * blocks than tiles at a time. */
static void same_bits_by_tickets(void **state)
{
    (void)state;
    const struct symv_choice choice = {SYMV_BY_TICKETS, SYMV_NARROW, 256};
    struct lanes l;
    struct dd_random g;
    dd_random_start(&g, 304);
    open_lanes(&l);
    ddblas_symv_cuda_substitute(&choice);
    for (int r = 0; r < SYMV_ROUTINES; r++)
        repeat(&l, share(&g, r, uplo_of(r), 2500, 2501, 0), "by tickets");
    close_lanes(&l);
}

/* ---- kernels by graphs ----------------------------------------------------------------------- */

static long by_graph(ddblasHandle_t handle) { return ddblas_launch_graphs_used(ddblas_handle_graphs(handle)); }

/* Call number i: of order n - 3 i, onto a y of its own. */
static void call_of_order(const struct shared_case *s, ddblasHandle_t handle, cudaStream_t stream, int i)
{
    assert_int_equal(cudaMemcpyAsync(s->y[i], s->start, s->c->bytes_y, cudaMemcpyDeviceToDevice, stream), cudaSuccess);
    assert_int_equal(ddblasSetStream(handle, stream), DDBLAS_STATUS_SUCCESS);
    assert_int_equal(symv_call(handle, s->c->routine, s->c->uplo, s->c->n - 3 * i, &s->c->alpha, s->A, s->c->lda, s->x, 1,
                               &s->c->beta, s->y[i], 1),
                     DDBLAS_STATUS_SUCCESS);
}

/* Calls that come again, each with other arguments, none waited for, have the bits of launches,
 * which is how a handle's first call goes: where kernels need no workspace in two streams by turns.
 * Their graphs are made while another stream records one. */
static void again(struct dd_random *g, const struct lanes *l, int r, int64_t n, int by_graphs)
{
    struct shared_case *s = share(g, r, uplo_of(r), n, n + 1, 0);
    const int streams = n < 1000 ? 2 : 1;
    char *expected = malloc(STREAMS * s->c->bytes_y);
    ddblasHandle_t handle;
    cudaGraph_t empty;
    assert_non_null(expected);
    for (int i = 0; i < STREAMS; i++)
    {
        assert_int_equal(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CUDA), DDBLAS_STATUS_SUCCESS);
        call_of_order(s, handle, l->stream[0], i);
        assert_true(by_graph(handle) <= 0);
        assert_int_equal(ddblasDestroy(handle), DDBLAS_STATUS_SUCCESS);
        assert_int_equal(cudaMemcpy(expected + (size_t)i * s->c->bytes_y, s->y[i], s->c->bytes_y, cudaMemcpyDeviceToHost),
                         cudaSuccess);
    }
    assert_int_equal(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CUDA), DDBLAS_STATUS_SUCCESS);
    call_of_order(s, handle, l->stream[0], 0); /* its workspace is there */
    for (int round = 0; round < 3; round++)
    {
        const long before = by_graph(handle);
        if (round == 0)
            assert_int_equal(cudaStreamBeginCapture(l->holder, cudaStreamCaptureModeGlobal), cudaSuccess);
        for (int i = 0; i < STREAMS; i++)
            call_of_order(s, handle, l->stream[i % streams], i);
        if (round == 0)
        {
            assert_int_equal(cudaStreamEndCapture(l->holder, &empty), cudaSuccess);
            cudaGraphDestroy(empty);
        }
        if (before >= 0 && by_graphs)
            assert_true(round == 0 ? by_graph(handle) > before : by_graph(handle) == before + STREAMS);
        else
            assert_true(by_graph(handle) <= 0);
        for (int i = 0; i < STREAMS; i++)
        {
            memcpy(s->reference, expected + (size_t)i * s->c->bytes_y, s->c->bytes_y);
            assert_reference(s, l->stream[i % streams], i, "calls that come again");
        }
    }
    assert_int_equal(ddblasDestroy(handle), DDBLAS_STATUS_SUCCESS);
    free(expected);
    unshare(s);
}

static void calls_that_come_again(void **state)
{
    (void)state;
    static const struct symv_choice compiled = {SYMV_BY_ROWS, SYMV_SHAPE(2, 2, 4, 0, 0), 0}; /* at run time */
    struct lanes l;
    struct dd_random g;
    dd_random_start(&g, 306);
    open_lanes(&l);
    for (int r = 0; r < SYMV_ROUTINES; r++)
    {
        again(&g, &l, r, 80, 1);
        again(&g, &l, r, 700, 1);
        again(&g, &l, r, 2400, 1);
        if (ddblas_jit_available())
        {
            ddblas_symv_cuda_substitute(&compiled);
            again(&g, &l, r, 300, 0);
            ddblas_symv_cuda_substitute(NULL);
        }
    }
    close_lanes(&l);
}

/* More streams than a handle keeps graphs for, each gone when the next one comes, with calls under
 * way when the handle goes. */
static void streams_that_come_and_go(void **state)
{
    enum
    {
        MANY = 150,
        CALLS = 5,
        ENOUGH = 300 /* for any graph to give way */
    };
    (void)state;
    struct dd_random g;
    ddblasHandle_t handle;
    cudaStream_t stream = NULL;
    dd_random_start(&g, 307);
    struct shared_case *s = share(&g, 1, uplo_of(1), 80, 81, 0);
    assert_int_equal(ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CUDA), DDBLAS_STATUS_SUCCESS);
    call_of_order(s, handle, NULL, 0);
    assert_int_equal(cudaMemcpy(s->reference, s->y[0], s->c->bytes_y, cudaMemcpyDeviceToHost), cudaSuccess);
    for (int k = 0; k < MANY; k++)
    {
        const long before = by_graph(handle);
        if (k > 0)
            assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
        for (int i = 0; i < (k < MANY - 1 ? CALLS : ENOUGH); i++)
        {
            call_of_order(s, handle, stream, 0);
            assert_reference(s, stream, 0, "streams that come and go");
        }
        if (k < 10 || k == MANY - 1)
            assert_true(before < 0 || by_graph(handle) > before);
        if (k == MANY - 1)
        {
            call_of_order(s, handle, stream, 0);
            assert_int_equal(ddblasDestroy(handle), DDBLAS_STATUS_SUCCESS);
            assert_reference(s, stream, 0, "streams that come and go");
        }
        if (k > 0)
            assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    }
    unshare(s);
}

/* ---- orders of summation --------------------------------------------------------------------- */

static struct symv_choice chosen_in(ddblasSymvOrder_t order, int r, int64_t n)
{
    const struct ddblas_symv_problem problem = {
        .type = symv_routines[r].type, .hermitian = symv_routines[r].hermitian, .uplo = uplo_of(n), .n = n};
    assert_int_equal(ddblasSetSymvOrder(h, order), DDBLAS_STATUS_SUCCESS);
    const struct symv_choice choice = ddblas_symv_choose_for_handle(h, &problem, &device);
    assert_int_equal(ddblasSetSymvOrder(h, DDBLAS_SYMV_ORDER_FIXED), DDBLAS_STATUS_SUCCESS);
    return choice;
}

/* The order that a caller asks for is used, before any table, where blocks exchange sums; elsewhere
 * results are those of the fixed order. */
static void orders_are_followed(void **state)
{
    (void)state;
    for (int r = 0; r < SYMV_ROUTINES; r++)
        for (int64_t n = 1; n < 20000; n += n < 1000 ? 7 : 501)
        {
            const struct symv_choice fixed = chosen_in(DDBLAS_SYMV_ORDER_FIXED, r, n),
                                     tickets = chosen_in(DDBLAS_SYMV_ORDER_TICKETS, r, n),
                                     any = chosen_in(DDBLAS_SYMV_ORDER_ANY, r, n);
            assert_true(fixed.method != SYMV_BY_TICKETS && fixed.method != SYMV_ANY_ORDER);
            if (n < 1000)
            {
                assert_memory_equal(&tickets, &fixed, sizeof fixed);
                assert_memory_equal(&any, &fixed, sizeof fixed);
            }
            else if (n > 2000)
            {
                assert_int_equal(tickets.method, SYMV_BY_TICKETS);
                assert_int_equal(any.method, SYMV_ANY_ORDER);
            }
        }
}

/* ---- device scalars -------------------------------------------------------------------------- */

static void device_scalars(void **state)
{
    (void)state;
    struct dd_random g;
    dd_random_start(&g, 305);
    for (int r = 0; r < SYMV_ROUTINES; r++)
        for (int k = 0; k < 6; k++)
        {
            const int64_t n = k % 2 ? 2000 : 300;
            struct shared_case *s = share(&g, r, uplo_of(r), n, n + 1, 0);
            if (k / 2 == 1)
                symv_case_scalars(s->c, 0.0, 2.0);
            if (k / 2 == 2)
                symv_case_scalars(s->c, 1.0, 0.0);
            call_in_stream(s, h, NULL, 0);
            assert_int_equal(cudaMemcpy(s->reference, s->y[0], s->c->bytes_y, cudaMemcpyDeviceToHost), cudaSuccess);
            void *alpha = dd_engine_copy(h, &s->c->alpha, sizeof s->c->alpha, 0),
                 *beta = dd_engine_copy(h, &s->c->beta, sizeof s->c->beta, 0);
            assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_DEVICE), DDBLAS_STATUS_SUCCESS);
            assert_int_equal(symv_call(h, s->c->routine, s->c->uplo, s->c->n, alpha, s->A, s->c->lda, s->x, 1, beta, s->y[1], 1),
                             DDBLAS_STATUS_SUCCESS);
            assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
            assert_reference(s, NULL, 1, "scalars on the device");
            dd_engine_free(h, alpha, 0);
            dd_engine_free(h, beta, 0);
            unshare(s);
        }
}

int main(void)
{
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_at_run_time),
        cmocka_unit_test(all_shapes),
        cmocka_unit_test(infinities_by_squares),
        cmocka_unit_test_teardown(large_orders, end_substitute),
        cmocka_unit_test(indices_beyond_int),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(device_scalars),
        cmocka_unit_test_teardown(same_bits_by_tickets, end_substitute),
        cmocka_unit_test(orders_are_followed),
        cmocka_unit_test_teardown(calls_that_come_again, end_substitute),
        cmocka_unit_test(streams_that_come_and_go),
        cmocka_unit_test_teardown(same_bits_by_tiles, end_substitute),
        cmocka_unit_test_teardown(all_shapes_w_in_classes, end_substitute),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, set_up, close_handle);
}
