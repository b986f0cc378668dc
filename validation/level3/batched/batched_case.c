/*
 * One batch under test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/allocate.h"
#include "batched_case.h"
#include "poison.h"

enum
{
    MOST_OPERANDS = 3
};

static const struct level3_routine *routine_of_trsm(void)
{
    for (int i = 0; i < LEVEL3_ROUTINES; i++)
        if (level3_routines[i].kind == LEVEL3_TRSM && level3_routines[i].type == DDBLAS_TYPE_W)
            return &level3_routines[i];
    return NULL;
}

struct batched_case batched_gemm_new(int64_t count, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n,
                                     int64_t k, int64_t pad)
{
    struct batched_case c = {.count = count, .gemm = calloc((size_t)count + 1, sizeof *c.gemm)};
    assert_non_null(c.gemm);
    for (int64_t i = 0; i < count; i++)
        c.gemm[i] = gemm_case_new(DDBLAS_TYPE_W, transa, transb, m, n, k, pad);
    return c;
}

struct batched_case batched_trsm_new(int64_t count, struct level3_shape shape, int64_t pad)
{
    struct batched_case c = {.count = count, .trsm = calloc((size_t)count + 1, sizeof *c.trsm)};
    assert_non_null(c.trsm);
    for (int64_t i = 0; i < count; i++)
        c.trsm[i] = level3_case_new(routine_of_trsm(), shape, pad);
    return c;
}

void batched_free(struct batched_case *c)
{
    for (int64_t i = 0; i < c->count; i++)
        if (c->gemm)
            gemm_case_free(c->gemm[i]);
        else
            level3_case_free(c->trsm[i]);
    free(c->gemm);
    free(c->trsm);
}

/* If the members share A, the others have copies for the judgement. */
static void share_A(struct batched_case *c, int64_t i)
{
    if (!c->shared)
        return;
    if (c->gemm)
        memcpy(c->gemm[i]->A, c->gemm[0]->A, c->gemm[0]->bytes_A);
    else
        memcpy(c->trsm[i]->A, c->trsm[0]->A, c->trsm[0]->bytes_A);
}

void batched_gemm_fill(struct batched_case *c, struct dd_random *g, enum gemm_data data)
{
    for (int64_t i = 0; i < c->count; i++)
    {
        gemm_case_fill(c->gemm[i], g, data);
        c->gemm[i]->alpha = c->gemm[0]->alpha;
        c->gemm[i]->beta = c->gemm[0]->beta;
        share_A(c, i);
    }
}

void batched_trsm_fill(struct batched_case *c, struct dd_random *g, enum level3_data data)
{
    for (int64_t i = 0; i < c->count; i++)
    {
        level3_case_fill(c->trsm[i], g, data);
        c->trsm[i]->alpha = c->trsm[0]->alpha;
        share_A(c, i);
    }
}

/* ---- call ------------------------------------------------------------------------------------ */

/* One matrix of each member, in one array. Member i begins at element place_of(i) spacing. */
struct together
{
    int64_t elements, spacing;
    void *before, *after, *list; /* after: C alone; list: the addresses on the engine */
    size_t bytes;
};

static int64_t place_of(const struct batched_case *c, int64_t i) { return c->form == BATCHED_POINTERS ? c->count - 1 - i : i; }

/* The array 'A', 'B' or 'C' of a member. trsm has A and C, and its C is B in the prototype. */
static const void *array_of(const struct batched_case *c, int64_t i, char array)
{
    if (c->gemm)
        return array == 'A' ? c->gemm[i]->A : array == 'B' ? c->gemm[i]->B : c->gemm[i]->C;
    return array == 'A' ? c->trsm[i]->A : c->trsm[i]->C;
}

static size_t bytes_of(const struct batched_case *c, char array)
{
    if (c->gemm)
        return array == 'A' ? c->gemm[0]->bytes_A : array == 'B' ? c->gemm[0]->bytes_B : c->gemm[0]->bytes_C;
    return array == 'A' ? c->trsm[0]->bytes_A : c->trsm[0]->bytes_C;
}

static void *result_of(const struct batched_case *c, int64_t i) { return c->gemm ? c->gemm[i]->result : c->trsm[i]->result; }

static struct together put_together(const struct batched_case *c, char array)
{
    const int shared = c->shared && array == 'A';
    struct together t = {.elements = (int64_t)(bytes_of(c, array) / sizeof(cuddreal))};
    t.spacing = shared ? 0 : t.elements + c->gap;
    t.bytes = (size_t)(t.spacing * (c->count - 1) + t.elements) * sizeof(cuddreal);
    t.before = dd_poisoned(t.bytes);
    t.after = array == 'C' ? dd_poisoned(t.bytes) : NULL;
    t.list = calloc((size_t)c->count, sizeof(void *));
    assert_non_null(t.list);
    for (int64_t i = 0; i < c->count; i++)
        memcpy((cuddreal *)t.before + place_of(c, i) * t.spacing, array_of(c, i, array), (size_t)t.elements * sizeof(cuddreal));
    return t;
}

static ddblasStatus_t call_gemm(ddblasHandle_t h, const struct batched_case *c, const struct together *t,
                                const struct dd_operand *o, const struct dd_operand *lists, const struct dd_scalars *s)
{
    const struct gemm_case *g = c->gemm[0];
    if (c->form == BATCHED_STRIDED)
        return ddblasWgemmStridedBatched(h, g->transa, g->transb, g->m, g->n, g->k, s->alpha, o[0].at, g->lda, t[0].spacing,
                                         o[1].at, g->ldb, t[1].spacing, s->beta, o[2].at, g->ldc, t[2].spacing, c->count);
    return ddblasWgemmBatched(h, g->transa, g->transb, g->m, g->n, g->k, s->alpha, lists[0].at, g->lda, lists[1].at, g->ldb,
                              s->beta, lists[2].at, g->ldc, c->count);
}

static ddblasStatus_t call_trsm(ddblasHandle_t h, const struct batched_case *c, const struct together *t,
                                const struct dd_operand *o, const struct dd_operand *lists, const struct dd_scalars *s)
{
    const struct level3_shape *p = &c->trsm[0]->shape;
    const int64_t lda = c->trsm[0]->lda, ldc = c->trsm[0]->ldc;
    if (c->form == BATCHED_STRIDED)
        return ddblasWtrsmStridedBatched(h, p->side, p->uplo, p->trans, p->diag, p->m, p->n, s->alpha, o[0].at, lda, t[0].spacing,
                                         o[1].at, ldc, t[1].spacing, c->count);
    return ddblasWtrsmBatched(h, p->side, p->uplo, p->trans, p->diag, p->m, p->n, s->alpha, lists[0].at, lda, lists[1].at, ldc,
                              c->count);
}

/* Row i of the array with all of C, as if it had one column for each member. */
static int is_computed(const void *problem, int64_t i, int64_t j)
{
    const struct batched_case *c = problem;
    const int64_t ldc = c->gemm ? c->gemm[0]->ldc : c->trsm[0]->ldc;
    const int64_t m = c->gemm ? c->gemm[0]->m : c->trsm[0]->shape.m, n = c->gemm ? c->gemm[0]->n : c->trsm[0]->shape.n;
    (void)j;
    return i % ldc < m && i / ldc < n;
}

ddblasStatus_t batched_run(ddblasHandle_t h, struct batched_case *c)
{
    const char *names = c->gemm ? "ABC" : "AC";
    const int count = (int)strlen(names), last = count - 1;
    const void *alpha = c->gemm ? (void *)&c->gemm[0]->alpha : (void *)&c->trsm[0]->alpha,
               *beta = c->gemm ? (void *)&c->gemm[0]->beta : alpha;
    struct together t[MOST_OPERANDS];
    struct dd_operand operands[MOST_OPERANDS], lists[MOST_OPERANDS];
    struct dd_scalars s;
    for (int x = 0; x < count; x++)
    {
        t[x] = put_together(c, names[x]);
        operands[x] = dd_operand_written(t[x].before, t[x].after, t[x].bytes);
    }
    dd_operands_put(h, operands, count, c->offset);
    for (int x = 0; x < count; x++)
    {
        for (int64_t i = 0; i < c->count; i++)
            ((cuddreal **)t[x].list)[i] = (cuddreal *)operands[x].at + place_of(c, i) * t[x].spacing;
        lists[x] = dd_operand_read(t[x].list, (size_t)c->count * sizeof(void *));
    }
    dd_operands_put(h, lists, count, 0);
    dd_scalars_put(h, &s, sizeof(cuddreal), alpha, beta, c->on_engine);
    ddblas_inject_allocation_failure(c->failing);
    const ddblasStatus_t status = (c->gemm ? call_gemm : call_trsm)(h, c, t, operands, lists, &s);
    ddblas_inject_allocation_failure(0);
    dd_operands_take(h, operands, count, c->offset);
    dd_operands_take(h, lists, count, 0);
    dd_scalars_take(h, &s);
    dd_must(h, ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), "ddblasSetPointerMode");
    dd_rest_unchanged("C", t[last].before, t[last].after, t[last].bytes, sizeof(cuddreal), t[last].spacing, is_computed, c);
    for (int64_t i = 0; i < c->count; i++)
        memcpy(result_of(c, i), (cuddreal *)t[last].after + place_of(c, i) * t[last].spacing,
               (size_t)t[last].elements * sizeof(cuddreal));
    for (int x = 0; x < count; x++)
    {
        free(t[x].before);
        free(t[x].after);
        free(t[x].list);
    }
    return status;
}

/* ---- judgement ------------------------------------------------------------------------------- */

static double gemm_error(const void *problem, int64_t i, int64_t j) { return gemm_case_error(problem, i, j, 0.0); }
static double trsm_error(const void *problem, int64_t i, int64_t j) { return level3_case_error(problem, i, j); }

static void describe_gemm(const void *problem, int64_t i, int64_t j)
{
    const struct gemm_case *c = problem;
    fprintf(stderr, "Wgemm %c%c m=%lld n=%lld k=%lld", "NTC"[c->transa], "NTC"[c->transb], (long long)c -> m, (long long)c -> n,
            (long long)c -> k);
    dd_print_hex("result", gemm_case_c(c, c->result, i, j), sizeof(cuddreal));
}

static void describe_trsm(const void *problem, int64_t i, int64_t j)
{
    const struct level3_case *c = problem;
    fprintf(stderr, "Wtrsm side %d uplo %d trans %d diag %d m=%lld n=%lld", (int)c->shape.side, (int)c->shape.uplo,
            (int)c->shape.trans, (int)c->shape.diag, (long long)c->shape.m, (long long)c->shape.n);
    dd_print_hex("result", level3_case_at(c, c->result, c->ldc, i, j), sizeof(cuddreal));
}

double batched_judge(ddblasHandle_t h, struct batched_case *c, struct dd_random *g, int64_t samples, const char *what,
                     uint64_t seed)
{
    double largest = 0.0;
    dd_must(h, batched_run(h, c), c->gemm ? "WgemmBatched" : "WtrsmBatched");
    for (int64_t i = 0; i < c->count; i++)
    {
        const struct dd_judge judge = {.problem = c->gemm ? (void *)c->gemm[i] : (void *)c->trsm[i],
                                       .error = c->gemm ? gemm_error : trsm_error,
                                       .describe = c->gemm ? describe_gemm : describe_trsm,
                                       .bound = c->gemm ? gemm_case_bound(c->gemm[i]) : level3_case_bound(c->trsm[i]),
                                       .what = what,
                                       .seed = seed};
        const int64_t m = c->gemm ? c->gemm[i]->m : c->trsm[i]->shape.m, n = c->gemm ? c->gemm[i]->n : c->trsm[i]->shape.n;
        largest = fmax(largest, dd_judge_elements(&judge, m, n, NULL, samples, g));
    }
    return largest;
}

void batched_assert_alone(ddblasHandle_t h, struct batched_case *c, const char *what)
{
    const size_t bytes = bytes_of(c, 'C');
    void *first = malloc(bytes);
    assert_non_null(first);
    for (int64_t i = 0; i < c->count; i++)
    {
        memcpy(first, result_of(c, i), bytes);
        dd_must(h, c->gemm ? gemm_case_run(h, c->gemm[i]) : level3_case_run(h, c->trsm[i]), "alone");
        if (memcmp(first, result_of(c, i), bytes) != 0)
            fail_msg("%s: member %lld of %lld has other bits than alone", what, (long long)i, (long long)c->count);
    }
    free(first);
}

size_t batched_workspace(ddblasHandle_t h, const struct batched_case *c)
{
    size_t bytes = 0;
    if (c->gemm)
        dd_must(h,
                ddblasGemmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, c->gemm[0]->m, c->gemm[0]->n, c->gemm[0]->k, c->count, &bytes),
                "query");
    else
        dd_must(h,
                ddblasTrsmBatchedWorkspaceSize(h, DDBLAS_TYPE_W, c->trsm[0]->shape.side, c->trsm[0]->shape.m, c->trsm[0]->shape.n,
                                               c->count, &bytes),
                "query");
    return bytes;
}
