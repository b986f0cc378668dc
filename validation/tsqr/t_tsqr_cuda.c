/*
 * TSQR on the GPU, what t_tsqr.c and t_tsqr_error.c do not reach: a launch for each level and one
 * launch for all give the same bits for every task; the same bits again over streams, repeats,
 * graph replays and beside a kernel that holds the multiprocessors; what a graph cannot record is
 * refused; which design the plan takes.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cuda_runtime_api.h>
#include <stdlib.h>
#include <string.h>

#include "api/spaces.h"
#include "handle.h"
#include "../level2/symv/symv_gpu.h"
#include "tsqr/tsqr_plan.h"
#include "tsqr_case.h"
#include "tune/table/table.h"

enum
{
    STREAMS = 4,
    REPEATS = 1000,
    REPLAYS = 100
};

static struct dd_random g;
static int multiprocessors;

static int set_up(void **state)
{
    dd_random_start(&g, dd_random_seed(561));
    (void)open_cuda_handle(state);
    return cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess;
}

/* ---- a problem on the device, and all that a task leaves behind ------------------------------ */

struct work
{
    struct tsqr_matrix a, r, t, c, rho;
    struct ddblas_tsqr_problem p;
    ddblasTsqrPlan_t plan;
};

/* Work of the task on A and, if the task has it, C of p columns; FORM and APPLY work on the
 * reflections of a factorisation. */
static struct work work_new(enum ddblas_tsqr_task task, ddblasType_t type, ddblasLayout_t layout, const ddblasTsqrPlan_t *plan,
                            int64_t m, int64_t n, int64_t p, const void *A, const void *C)
{
    struct work w = {.plan = *plan};
    int64_t tsize = 0;
    dd_must(h, ddblasTsqrFactorSize(h, plan, type, layout, m, n, &tsize), "factor size");
    w.a = tsqr_matrix_new(h, type, layout, m, n, 1, A);
    w.r = tsqr_matrix_new(h, type, layout, n, n, 2, NULL);
    w.t = tsqr_matrix_new(h, type, DDBLAS_LAYOUT_COLUMN_MAJOR, tsize, 1, 1, NULL);
    w.c = tsqr_matrix_new(h, type, layout, m, p, 3, C);
    w.rho = tsqr_matrix_new(h, dd_type_real(type), DDBLAS_LAYOUT_COLUMN_MAJOR, p, 1, 0, NULL);
    w.p = (struct ddblas_tsqr_problem){.task = DDBLAS_TSQR_FACTOR,
                                       .type = type,
                                       .layout = layout,
                                       .m = m,
                                       .n = n,
                                       .p = p,
                                       .op = DDBLAS_OP_C,
                                       .A = w.a.at,
                                       .lda = w.a.ld,
                                       .R = w.r.at,
                                       .ldr = w.r.ld,
                                       .T = w.t.at,
                                       .tsize = tsize,
                                       .C = w.c.at,
                                       .ldc = w.c.ld,
                                       .residual = w.rho.at};
    if (task == DDBLAS_TSQR_APPLY || task == DDBLAS_TSQR_FORM)
        dd_must(h, tsqr_call(h, plan, &w.p), "factor");
    w.p.task = task;
    return w;
}

static void work_free(struct work *w)
{
    struct tsqr_matrix *all[] = {&w->a, &w->r, &w->t, &w->c, &w->rho};
    for (int i = 0; i < 5; i++)
        tsqr_matrix_free(all[i]);
}

/* Both have the same bits wherever the task writes something defined. */
static int same(const struct tsqr_matrix *x, const struct tsqr_matrix *y)
{
    const size_t bytes = (size_t)(x->rows * x->columns) * x->size;
    void *one = tsqr_dense(x->type, x->rows, x->columns), *two = tsqr_dense(y->type, y->rows, y->columns);
    tsqr_matrix_get(x, one);
    tsqr_matrix_get(y, two);
    const int equal = memcmp(one, two, bytes) == 0;
    free(one);
    free(two);
    return equal;
}

static int same_results(const struct work *v, const struct work *w)
{
    const enum ddblas_tsqr_task task = v->p.task;
    const int A_is_defined = task != DDBLAS_TSQR_R && task != DDBLAS_TSQR_LSTSQ;
    return (!A_is_defined || same(&v->a, &w->a)) && same(&v->r, &w->r) && same(&v->t, &w->t) && same(&v->c, &w->c) &&
           same(&v->rho, &w->rho);
}

/* ---- one launch, many launches --------------------------------------------------------------- */

static void compare_designs(ddblasType_t type, ddblasLayout_t layout, int64_t m, int64_t n, ddblasTsqrPlan_t plan)
{
    const int64_t p = 3;
    void *A = tsqr_dense(type, m, n), *C = tsqr_dense(type, m, p);
    tsqr_fill(&g, TSQR_UNIFORM, type, m, n, A);
    tsqr_fill(&g, TSQR_UNIFORM, type, m, p, C);
    for (int task = DDBLAS_TSQR_QR; task <= DDBLAS_TSQR_LSTSQ; task++)
    {
        struct work w[2];
        for (int i = 0; i < 2; i++)
        {
            plan.design = i == 0 ? DDBLAS_TSQR_DESIGN_LAUNCHES : DDBLAS_TSQR_DESIGN_ONE_LAUNCH;
            w[i] = work_new((enum ddblas_tsqr_task)task, type, layout, &plan, m, n, p, A, C);
            dd_must(h, tsqr_call(h, &plan, &w[i].p), "design");
        }
        if (!same_results(&w[0], &w[1]))
            fail_msg("type %d, layout %d, task %d, m = %lld, n = %lld, fan_in %d, leaf_rows %lld: other bits in one launch",
                     (int)type, (int)layout, task, (long long)m, (long long)n, (int)plan.fan_in, (long long)plan.leaf_rows);
        work_free(&w[0]);
        work_free(&w[1]);
    }
    free(A);
    free(C);
}

/* Trees of no level, of many levels two by two, of the library's own fan-in; one panel and
 * several. */
static void designs_agree(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{40, 16}, {700, 5}, {1500, 16}, {1300, 20}, {2000, 33}, {1700, 64}, {900, 70}, {700, 130}};
    for (int t = 0; t < TSQR_TYPES; t++)
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        {
            const int64_t m = sizes[s][0], n = sizes[s][1];
            const ddblasTsqrPlan_t plans[] = {
                {.nonnegative = 1, .fan_in = 2, .leaf_rows = 2 * n}, {.fan_in = 3, .leaf_rows = 2 * n + 64}, {.nonnegative = 1}};
            for (int i = 0; i < 3; i++)
                if (((size_t)t + 3 * s + (size_t)i) % (size_t)dd_test_scale() == 0)
                    for (int layout = 0; layout < TSQR_LAYOUTS; layout++)
                        compare_designs(tsqr_types[t], (ddblasLayout_t)layout, m, n, plans[i]);
        }
}

/* Small calls of every design and type, all ways of holding a chunk among them: for tools that
 * follow every access. Least squares factors and applies. */
static void every_design(void **state)
{
    (void)state;
    static const enum ddblas_tsqr_task tasks[] = {DDBLAS_TSQR_QR, DDBLAS_TSQR_LSTSQ};
    static const int64_t columns[TSQR_TYPES] = {34, 18, 10, 10, 18};
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int design = 1; design < tsqr_designs(h); design++)
        {
            const ddblasType_t type = tsqr_types[t];
            for (int tall = 0; tall < 2; tall++) /* leaves of a part of a chunk; of two chunks, by Gram matrices and by steps */
            {
                if (dd_test_leaves_out(16 * t + 2 * design + tall))
                    continue;
                const int64_t n = columns[t], m = tall ? 1500 : 7 * n, p = 2;
                const ddblasTsqrPlan_t plan = {
                    .design = (ddblasTsqrDesign_t)design, .fan_in = 2, .leaf_rows = tall ? 800 : 2 * n};
                void *A = tsqr_dense(type, m, n), *C = tsqr_dense(type, m, p);
                tsqr_fill(&g, tall ? TSQR_DEPENDENT : TSQR_UNIFORM, type, m, n, A);
                tsqr_fill(&g, TSQR_UNIFORM, type, m, p, C);
                for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++)
                {
                    struct work w = work_new(tasks[i], type, (ddblasLayout_t)(t % 2), &plan, m, n, p, A, C);
                    dd_must(h, tsqr_call(h, &plan, &w.p), "task");
                    dd_must(h, ddblasSynchronize(h), "synchronize");
                    work_free(&w);
                }
                free(A);
                free(C);
            }
        }
}

/* ---- the same bits over streams, beside another kernel, in replays --------------------------- */

struct lane
{
    ddblasHandle_t handle;
    cudaStream_t stream;
    struct tsqr_matrix a, r;
};

static void open_lane(struct lane *lane, ddblasType_t type, int64_t m, int64_t n)
{
    assert_int_equal(cudaStreamCreateWithFlags(&lane->stream, cudaStreamNonBlocking), cudaSuccess);
    dd_must(NULL, ddblasCreateWithEngine(&lane->handle, DDBLAS_ENGINE_CUDA), "create");
    dd_must(lane->handle, ddblasSetStream(lane->handle, lane->stream), "stream");
    lane->a = tsqr_matrix_new(lane->handle, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, 0, NULL);
    lane->r = tsqr_matrix_new(lane->handle, type, DDBLAS_LAYOUT_COLUMN_MAJOR, n, n, 0, NULL);
}

static void close_lane(struct lane *lane)
{
    tsqr_matrix_free(&lane->a);
    tsqr_matrix_free(&lane->r);
    dd_must(lane->handle, ddblasDestroy(lane->handle), "destroy");
    cudaStreamDestroy(lane->stream);
}

/* Restores A from `start` and calls, both in the lane's stream. */
static void call_in_lane(const struct lane *lane, const ddblasTsqrPlan_t *plan, const void *start)
{
    const struct ddblas_tsqr_problem p = {.task = DDBLAS_TSQR_QR,
                                          .type = lane->a.type,
                                          .m = lane->a.rows,
                                          .n = lane->a.columns,
                                          .A = lane->a.at,
                                          .lda = lane->a.ld,
                                          .R = lane->r.at,
                                          .ldr = lane->r.ld};
    assert_int_equal(cudaMemcpyAsync(lane->a.at, start, lane->a.bytes, cudaMemcpyDeviceToDevice, lane->stream), cudaSuccess);
    dd_must(lane->handle, tsqr_call(lane->handle, plan, &p), "in a stream");
}

/* Q and R as they are once the stream has come so far. */
static void read_lane(const struct lane *lane, char *now)
{
    assert_int_equal(cudaMemcpyAsync(now, lane->a.at, lane->a.bytes, cudaMemcpyDeviceToHost, lane->stream), cudaSuccess);
    assert_int_equal(cudaMemcpyAsync(now + lane->a.bytes, lane->r.at, lane->r.bytes, cudaMemcpyDeviceToHost, lane->stream),
                     cudaSuccess);
    assert_int_equal(cudaStreamSynchronize(lane->stream), cudaSuccess);
}

/* A call recorded, with whatever it allocates taken before. */
static cudaGraphExec_t record(const struct lane *lane, const ddblasTsqrPlan_t *plan, const void *start)
{
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    assert_int_equal(cudaStreamBeginCapture(lane->stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    call_in_lane(lane, plan, start);
    assert_int_equal(cudaStreamEndCapture(lane->stream, &graph), cudaSuccess);
    assert_int_equal(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
    cudaGraphDestroy(graph);
    return executable;
}

/* REPEATS calls over all streams at once, half of them while another kernel holds most
 * multiprocessors; then graph replays. */
static void repeat(ddblasType_t type, const ddblasTsqrPlan_t *plan, int64_t m, int64_t n)
{
    struct lane lanes[STREAMS];
    cudaStream_t holder;
    void *A = tsqr_dense(type, m, n), *start = NULL;
    const int repeats = (int)(REPEATS / dd_test_scale()), replays = (int)(REPLAYS / dd_test_scale());
    tsqr_fill(&g, TSQR_UNIFORM, type, m, n, A);
    assert_int_equal(cudaStreamCreateWithFlags(&holder, cudaStreamNonBlocking), cudaSuccess);
    for (int i = 0; i < STREAMS; i++)
        open_lane(&lanes[i], type, m, n);
    const size_t bytes = lanes[0].a.bytes + lanes[0].r.bytes;
    char *expected = malloc(bytes), *now = malloc(bytes);
    assert_true(expected && now);
    assert_int_equal(cudaMalloc(&start, lanes[0].a.bytes), cudaSuccess);
    assert_int_equal(cudaMemcpy(start, A, lanes[0].a.bytes, cudaMemcpyHostToDevice), cudaSuccess);
    assert_int_equal(cudaDeviceSynchronize(), cudaSuccess); /* a copy from pageable memory may end after the call */
    call_in_lane(&lanes[0], plan, start);
    read_lane(&lanes[0], expected);
    for (int k = 0; k < repeats; k += STREAMS)
    {
        if (k > repeats / 2)
            assert_int_equal(symv_gpu_hold(holder, multiprocessors * 2 - 6, 200), cudaSuccess);
        for (int i = 0; i < STREAMS; i++)
            call_in_lane(&lanes[i], plan, start);
        for (int i = 0; i < STREAMS; i++)
        {
            read_lane(&lanes[i], now);
            if (memcmp(now, expected, bytes) != 0)
                fail_msg("type %d, design %d, m = %lld, n = %lld: other bits, repeat %d", (int)type, (int)plan->design,
                         (long long)m, (long long)n, k + i);
        }
    }
    cudaGraphExec_t graph = record(&lanes[1], plan, start);
    for (int k = 0; k < replays; k++)
    {
        assert_int_equal(cudaGraphLaunch(graph, lanes[1].stream), cudaSuccess);
        read_lane(&lanes[1], now);
        assert_memory_equal(now, expected, bytes);
    }
    cudaGraphExecDestroy(graph);
    for (int i = 0; i < STREAMS; i++)
        close_lane(&lanes[i]);
    cudaStreamDestroy(holder);
    cudaFree(start);
    free(A);
    free(expected);
    free(now);
}

static void same_bits(void **state)
{
    (void)state;
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int design = DDBLAS_TSQR_DESIGN_LAUNCHES; design <= DDBLAS_TSQR_DESIGN_GRAM; design++)
        {
            if (dd_test_leaves_out(8 * t + design))
                continue;
            const ddblasTsqrPlan_t deep = {.design = (ddblasTsqrDesign_t)design, .fan_in = 2, .leaf_rows = 64};
            const ddblasTsqrPlan_t own = {.design = (ddblasTsqrDesign_t)design};
            repeat(tsqr_types[t], &deep, 2000, 12);
            repeat(tsqr_types[t], t % 2 ? &own : &deep, 900, t % 2 ? 40 : 32);
        }
}

/* More leaves than can run at once, most multiprocessors held: blocks come one by one, in the order
 * of their tickets. */
static void few_blocks(void **state)
{
    (void)state;
    const int64_t m = 60000 / dd_test_scale() + 1000, n = 8;
    cudaStream_t holder;
    void *A = tsqr_dense(DDBLAS_TYPE_D, m, n), *Q[2], *R[2];
    tsqr_fill(&g, TSQR_UNIFORM, DDBLAS_TYPE_D, m, n, A);
    assert_int_equal(cudaStreamCreateWithFlags(&holder, cudaStreamNonBlocking), cudaSuccess);
    for (int i = 0; i < 2; i++)
    {
        const ddblasTsqrPlan_t plan = {
            .design = i ? DDBLAS_TSQR_DESIGN_ONE_LAUNCH : DDBLAS_TSQR_DESIGN_LAUNCHES, .fan_in = 2, .leaf_rows = 2 * n};
        Q[i] = tsqr_dense(DDBLAS_TYPE_D, m, n);
        R[i] = tsqr_dense(DDBLAS_TYPE_D, n, n);
        assert_int_equal(symv_gpu_hold(holder, multiprocessors * 2 - 1, 3000), cudaSuccess);
        dd_must(h, tsqr_factorise(h, &plan, DDBLAS_TYPE_D, DDBLAS_LAYOUT_ROW_MAJOR, m, n, 0, A, Q[i], R[i]), "held");
    }
    assert_memory_equal(Q[0], Q[1], (size_t)(m * n) * sizeof(double));
    assert_memory_equal(R[0], R[1], (size_t)(n * n) * sizeof(double));
    for (int i = 0; i < 2; i++)
    {
        free(Q[i]);
        free(R[i]);
    }
    cudaStreamDestroy(holder);
    free(A);
}

/* ---- graphs ---------------------------------------------------------------------------------- */

/* The first call of a handle, in a graph: with a workspace it is recorded, without one or in the
 * hybrid design it is refused and the recording goes on. */
static void first_call_in_capture(void **state)
{
    (void)state;
    const int64_t m = 3000, n = 10;
    const ddblasType_t type = DDBLAS_TYPE_W;
    void *A = tsqr_dense(type, m, n), *start = NULL;
    tsqr_fill(&g, TSQR_UNIFORM, type, m, n, A);
    for (int design = 0; design < tsqr_designs(h); design++)
        for (int with_workspace = 0; with_workspace < 2; with_workspace++)
        {
            const ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)design};
            const int refused = !with_workspace || design == DDBLAS_TSQR_DESIGN_HYBRID;
            struct lane lane;
            cudaGraph_t graph;
            void *workspace = NULL;
            size_t bytes = 0, nodes = 0;
            open_lane(&lane, type, m, n);
            assert_int_equal(cudaMalloc(&start, lane.a.bytes), cudaSuccess);
            assert_int_equal(cudaMemcpy(start, A, lane.a.bytes, cudaMemcpyHostToDevice), cudaSuccess);
            dd_must(h, ddblasTsqrWorkspaceSize(h, &plan, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, 0, &bytes), "query");
            dd_must(h, ddblasMalloc(h, &workspace, bytes), "workspace");
            if (with_workspace)
                dd_must(lane.handle, ddblasSetWorkspace(lane.handle, workspace, bytes), "set");
            const struct ddblas_tsqr_problem p = {
                .task = DDBLAS_TSQR_QR, .type = type, .m = m, .n = n, .A = lane.a.at, .lda = m, .R = lane.r.at, .ldr = n};
            assert_int_equal(cudaStreamBeginCapture(lane.stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
            const ddblasStatus_t status = tsqr_call(lane.handle, &plan, &p);
            assert_int_equal(cudaStreamEndCapture(lane.stream, &graph), cudaSuccess);
            assert_int_equal(status == DDBLAS_STATUS_SUCCESS, !refused);
            assert_int_equal(cudaGraphGetNodes(graph, NULL, &nodes), cudaSuccess);
            assert_int_equal(nodes > 0, !refused);
            if (design == DDBLAS_TSQR_DESIGN_HYBRID && with_workspace)
                assert_int_equal(status, DDBLAS_STATUS_NOT_SUPPORTED);
            if (design == DDBLAS_TSQR_DESIGN_ONE_LAUNCH && !refused)
                assert_int_equal(nodes, 2); /* zeros for the counters, and the launch */
            cudaGraphDestroy(graph);
            close_lane(&lane);
            cudaFree(start);
            dd_must(h, ddblasFree(h, workspace), "free");
        }
    free(A);
}

/* ---- the plan -------------------------------------------------------------------------------- */

/* A design that is named stays, but for GRAM where it does not suit; AUTO becomes one that records
 * in graphs, the same at every call, and its bits are those of the plan that the library names. */
static void plans(void **state)
{
    (void)state;
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int64_t n = 1; n <= 300; n = 3 * n + 1)
            for (int64_t m = n; m < 3000000; m = 7 * m + 1)
                for (int design = 0; design < tsqr_designs(h); design++)
                {
                    ddblasTsqrPlan_t plan = {.design = (ddblasTsqrDesign_t)design}, again;
                    dd_must(h, ddblasTsqrPlan(h, tsqr_types[t], DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, &plan), "plan");
                    if (design == DDBLAS_TSQR_DESIGN_AUTO || design == DDBLAS_TSQR_DESIGN_GRAM)
                        assert_int_equal(plan.design, ddblas_tsqr_suits_gram(tsqr_types[t], m, n) ? DDBLAS_TSQR_DESIGN_GRAM
                                                                                                  : DDBLAS_TSQR_DESIGN_LAUNCHES);
                    else
                        assert_int_equal(plan.design, design);
                    assert_true(plan.design > DDBLAS_TSQR_DESIGN_AUTO && plan.fan_in >= 2 && plan.leaf_rows >= 2 * n);
                    assert_true(design == DDBLAS_TSQR_DESIGN_HYBRID || plan.design != DDBLAS_TSQR_DESIGN_HYBRID);
                    again = plan;
                    dd_must(h, ddblasTsqrPlan(h, tsqr_types[t], DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, &again), "plan");
                    assert_memory_equal(&plan, &again, sizeof plan);
                }
}

static void planned_bits(void **state)
{
    (void)state;
    for (int t = 0; t < TSQR_TYPES; t++)
    {
        const int64_t m = 5000, n = 24;
        const ddblasType_t type = tsqr_types[t];
        const size_t bytes = (size_t)(m * n) * dd_type_size(type);
        void *A = tsqr_dense(type, m, n), *Q[2], *R = tsqr_dense(type, n, n);
        ddblasTsqrPlan_t plan = {.design = DDBLAS_TSQR_DESIGN_AUTO};
        tsqr_fill(&g, TSQR_UNIFORM, type, m, n, A);
        for (int i = 0; i < 2; i++)
        {
            Q[i] = tsqr_dense(type, m, n);
            dd_must(h, tsqr_factorise(h, i ? &plan : NULL, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, 0, A, Q[i], R), "planned");
            dd_must(h, ddblasTsqrPlan(h, type, DDBLAS_LAYOUT_COLUMN_MAJOR, m, n, &plan), "plan");
        }
        assert_memory_equal(Q[0], Q[1], bytes);
        free(A);
        free(R);
        free(Q[0]);
        free(Q[1]);
    }
}

/* The tuner's candidates: each is a plan whose R agrees with the default's; a table that names one
 * is obeyed, and what the caller gives goes before it. */
static void candidates(void **state)
{
    (void)state;
    static int32_t list[1024][DDBLAS_TUNE_PARAMETERS];
    struct ddblas_device device;
    (void)ddblas_device_facts(h->backend, h->device, &device);
    for (int t = 0; t < TSQR_TYPES; t++)
        for (int form = 0; form < 2; form++)
        {
            const struct ddblas_tune_key key = {&ddblas_tune_space_tsqr_cuda, tsqr_types[t], form};
            const struct ddblas_tune_space *space = &ddblas_tune_space_tsqr_cuda;
            const int count = ddblas_tune_feasible(&key, &device, list, 1024);
            struct ddblas_tune_table *one = ddblas_table_of_one(&key, NULL), *none = ddblas_tune_table_of(h);
            void *work = NULL;
            assert_true(count > 100);
            assert_non_null(one);
            dd_must(h, space->prepare(h, tsqr_types[t], form, 9000, &work), "prepare");
            for (int64_t i = 0; i < 1 + 7 / dd_test_scale(); i++)
            {
                const int32_t *p = list[dd_random_int(&g, 0, count - 1)];
                const int64_t m = dd_random_int(&g, 64, 9000), n = form ? 64 : 16;
                ddblasTsqrPlan_t plan = {.nonnegative = 1}, given = {.design = DDBLAS_TSQR_DESIGN_HYBRID, .fan_in = 7};
                ddblas_table_set_one(one, &key, p);
                (void)ddblas_tune_exchange(h, one);
                assert_true(space->agrees(h, work, m));
                dd_must(h, ddblasTsqrPlan(h, tsqr_types[t], DDBLAS_LAYOUT_COLUMN_MAJOR, m + n, n, &plan), "plan");
                dd_must(h, ddblasTsqrPlan(h, tsqr_types[t], DDBLAS_LAYOUT_COLUMN_MAJOR, m + n, n, &given), "plan");
                (void)ddblas_tune_exchange(h, none);
                assert_int_equal(plan.design, p[0]);
                assert_int_equal(plan.fan_in, p[1]);
                assert_int_equal(given.design, DDBLAS_TSQR_DESIGN_HYBRID);
                assert_int_equal(given.fan_in, 7);
                assert_int_equal(given.leaf_rows, plan.leaf_rows);
            }
            space->release(h, work);
            free(one);
        }
}

int main(void)
{
    const int skipped = dd_test_skips_without_device();
    if (skipped)
        return skipped;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(designs_agree),
        cmocka_unit_test(every_design),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(few_blocks),
        cmocka_unit_test(first_call_in_capture),
        cmocka_unit_test(plans),
        cmocka_unit_test(planned_bits),
        cmocka_unit_test(candidates),
    };
    choose_tests();
    return cmocka_run_group_tests(tests, set_up, close_handle);
}
