/*
 * The candidates of the tuner for tsqr on the GPU: designs, fan-ins and leaves for explicit Q and
 * R. The tuner's orders are numbers of rows m; the forms `narrow` and `wide` have 16 and 64
 * columns. This is plain C. Without CUDA the candidates can be listed and checked, but not run.
 *
 * Operands: pseudo-random elements between -1 and 1, at least four rows for each column, so that
 * the condition number is small. A call overwrites A with Q. The next call factors this Q, which
 * takes as long as factoring A.
 */
#include <math.h>
#include <stdlib.h>

#include "tune/tune.h"
#include "core/sizes.h"
#include "tsqr_plan.h"

enum
{
    PARAMETERS = 4,
    FORMS = 2,
    MOST_LEAVES = 4,    /* Largest number of leaves for each multiprocessor in any candidate. */
    MOST_ROWS = 200000, /* From this number of rows on, the time per row is constant. */
    /* Number of different elements. It is prime, so that the columns, which repeat these elements
     * cyclically, differ from each other. */
    PIECE = 65521
};

static const struct ddblas_tune_form forms[FORMS] = {{"tsqr", "narrow", DDBLAS_TYPES_OF_TSQR},
                                                     {"tsqr", "wide", DDBLAS_TYPES_OF_TSQR}};
static const char *const names[PARAMETERS] = {"design", "fan", "leaves", "chunks"};

static int64_t columns_of_form(int form) { return form == 0 ? 16 : 64; }

static int64_t rows_of(int form, int64_t n) { return most(n, 4 * columns_of_form(form)); }

static int check_parameters(const struct ddblas_device *device, ddblasType_t type, int form, int64_t first, int64_t last,
                            const int32_t *p)
{
    (void)device;
    (void)type;
    (void)form;
    (void)first;
    (void)last;
    return (p[0] == DDBLAS_TSQR_DESIGN_LAUNCHES || p[0] == DDBLAS_TSQR_DESIGN_ONE_LAUNCH) && p[1] >= 2 && p[1] <= 64 &&
           p[2] >= 1 && p[2] <= 32 && p[3] >= 1 && p[3] <= 64;
}

static int list_candidates(const struct ddblas_device *device, ddblasType_t type, int form,
                           int32_t (*list)[DDBLAS_TUNE_PARAMETERS], int capacity)
{
    static const int32_t designs[] = {DDBLAS_TSQR_DESIGN_LAUNCHES, DDBLAS_TSQR_DESIGN_ONE_LAUNCH}, fans[] = {2, 3, 4, 6, 8, 16},
                         chunks[] = {1, 2, 4};
    int count = 0;
    (void)device;
    (void)type;
    (void)form;
    for (int d = 0; d < 2; d++)
        for (int f = 0; f < 6; f++)
            for (int32_t leaves = 1; leaves <= MOST_LEAVES; leaves++)
                for (int c = 0; c < 3 && count < capacity; c++, count++)
                {
                    const int32_t p[DDBLAS_TUNE_PARAMETERS] = {designs[d], fans[f], leaves, chunks[c]};
                    for (int i = 0; i < DDBLAS_TUNE_PARAMETERS; i++)
                        list[count][i] = p[i];
                }
    return count;
}

static double bytes_moved(ddblasType_t type, int form, int64_t n)
{
    /* A call reads A and writes Q twice. */
    return 4.0 * (double)rows_of(form, n) * (double)columns_of_form(form) * (double)ddblas_type_size(type);
}

static int64_t largest_rows(ddblasType_t type, int form, double memory)
{
    const double rows = 0.25 * memory / (double)(columns_of_form(form) * (int64_t)ddblas_type_size(type));
    return rows < MOST_ROWS ? (int64_t)rows : MOST_ROWS;
}

/* ---- operands and calls ---------------------------------------------------------------------- */

struct work
{
    ddblasType_t type;
    int form;
    void *A, *R;  /* In the engine's memory. */
    char *R_host; /* Room for two R factors. */
    char *piece;  /* PIECE elements, repeated to fill A. */
};

static void fill_piece(ddblasType_t type, char *piece)
{
    const size_t parts = PIECE * (ddblas_type_size(type) / ddblas_type_word(type));
    uint32_t state = 1;
    for (size_t i = 0; i < parts; i++)
    {
        state = state * 1664525U + 1013904223U;
        const double value = 0x1p-23 * (double)(int32_t)(state >> 8) - 1.0;
        if (ddblas_type_is_single(type))
            ((float *)(void *)piece)[i] = (float)value;
        else
            ((double *)(void *)piece)[i] = ddblas_type_is_double_double(type) && i % 2 ? 0x1p-54 * value : value;
    }
}

static ddblasStatus_t restore_matrix(ddblasHandle_t handle, const struct work *w, int64_t n)
{
    const size_t size = ddblas_type_size(w->type);
    const int64_t all = rows_of(w->form, n) * columns_of_form(w->form), first = least(all, PIECE);
    const ddblasStatus_t status = ddblasSetVector(handle, first, size, w->piece, 1, w->A, 1);
    return status == DDBLAS_STATUS_SUCCESS
               ? handle->backend->repeat(w->A, (size_t)first * size, (size_t)all * size, handle->stream)
               : status;
}

static void release_work(ddblasHandle_t handle, void *pointer)
{
    struct work *w = pointer;
    if (!w)
        return;
    (void)ddblasFree(handle, w->A);
    (void)ddblasFree(handle, w->R);
    free(w->R_host);
    free(w->piece);
    free(w);
}

static ddblasStatus_t prepare_work(ddblasHandle_t handle, ddblasType_t type, int form, int64_t n, void **pointer)
{
    const size_t size = ddblas_type_size(type), square = (size_t)(columns_of_form(form) * columns_of_form(form)) * size;
    struct work *w = calloc(1, sizeof *w);
    *pointer = NULL;
    if (!w)
        return DDBLAS_STATUS_ALLOC_FAILED;
    w->type = type;
    w->form = form;
    w->piece = ddblas_host_alloc(PIECE * size);
    w->R_host = ddblas_host_alloc(2 * square);
    ddblasStatus_t status = w->piece && w->R_host ? DDBLAS_STATUS_SUCCESS : DDBLAS_STATUS_ALLOC_FAILED;
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasMalloc(handle, &w->A, (size_t)(rows_of(form, n) * columns_of_form(form)) * size);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasMalloc(handle, &w->R, square);
    if (status == DDBLAS_STATUS_SUCCESS)
    {
        fill_piece(type, w->piece);
        status = restore_matrix(handle, w, n);
    }
    if (status == DDBLAS_STATUS_SUCCESS)
        *pointer = w;
    else
        release_work(handle, w);
    return status;
}

static ddblasStatus_t run_tsqr(ddblasHandle_t handle, void *pointer, int64_t n, int turn)
{
    const struct work *w = pointer;
    struct ddblas_tsqr_problem problem = {.task = DDBLAS_TSQR_QR,
                                          .type = w->type,
                                          .plan = {.nonnegative = 1},
                                          .m = rows_of(w->form, n),
                                          .n = columns_of_form(w->form),
                                          .A = w->A,
                                          .lda = rows_of(w->form, n),
                                          .R = w->R,
                                          .ldr = columns_of_form(w->form)};
    (void)turn;
#if DDBLAS_HAVE_CUDA
    const ddblasStatus_t status =
        ddblas_tsqr_cuda_plan(handle, problem.type, problem.layout, problem.m, problem.n, &problem.plan);
    return status == DDBLAS_STATUS_SUCCESS ? ddblas_tsqr_cuda(handle, &problem) : status;
#else
    (void)problem;
    return ddblas_fail(handle, DDBLAS_STATUS_NOT_SUPPORTED, "this library has no CUDA");
#endif
}

static ddblasStatus_t fetch_result(ddblasHandle_t handle, struct work *w, int64_t n, char *R)
{
    const int64_t elements = columns_of_form(w->form) * columns_of_form(w->form);
    ddblasStatus_t status = restore_matrix(handle, w, n);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = run_tsqr(handle, w, n, 0);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = ddblasGetVector(handle, elements, ddblas_type_size(w->type), w->R, 1, R, 1);
    return status == DDBLAS_STATUS_SUCCESS ? ddblasSynchronize(handle) : status;
}

/* The real number with index i in R. */
static cuddreal real_at(ddblasType_t type, const char *R, int64_t i)
{
    if (ddblas_type_is_double_double(type))
        return ((const cuddreal *)(const void *)R)[i];
    return cuddFromDouble(ddblas_type_is_single(type) ? (double)((const float *)(const void *)R)[i]
                                                      : ((const double *)(const void *)R)[i]);
}

/* Returns 1 if the R factors of two computations agree. If the condition number of the matrix is at
 * most 4, two computed R factors differ by less than 16 times the sum of their errors. Each error
 * is at most 4 n u ||A||_F, and ||A||_F = ||R||_F. */
static int result_agrees(ddblasHandle_t handle, void *pointer, int64_t n)
{
    struct work *w = pointer;
    const int64_t k = columns_of_form(w->form), reals = k * k * (ddblas_type_is_complex(w->type) ? 2 : 1);
    char *other = w->R_host + (size_t)(k * k) * ddblas_type_size(w->type);
    struct ddblas_tune_table *table = ddblas_tune_exchange(handle, NULL);
    double square = 0.0;
    const ddblasStatus_t status = fetch_result(handle, w, n, w->R_host);
    (void)ddblas_tune_exchange(handle, table);
    if (status != DDBLAS_STATUS_SUCCESS || fetch_result(handle, w, n, other) != DDBLAS_STATUS_SUCCESS)
        return 0;
    for (int64_t i = 0; i < reals; i++)
        square += real_at(w->type, w->R_host, i).x * real_at(w->type, w->R_host, i).x;
    const double bound = 128.0 * (double)k * ddblas_type_unit(w->type) * sqrt(square);
    for (int64_t i = 0; i < reals; i++)
        if (!(fabs(cuddToDouble(cuddSub(real_at(w->type, w->R_host, i), real_at(w->type, other, i)))) <= bound))
            return 0;
    return 1;
}

const struct ddblas_tune_space ddblas_tune_space_tsqr_cuda = {
    .id = &ddblas_tsqr_cuda_id,
    .engine = DDBLAS_ENGINE_CUDA,
    .forms = forms,
    .form_count = FORMS,
    .parameters = names,
    .parameter_count = PARAMETERS,
    .check = check_parameters,
    .candidates = list_candidates,
    .bytes = bytes_moved,
    .largest = largest_rows,
    .prepare = prepare_work,
    .run = run_tsqr,
    .agrees = result_agrees,
    .release = release_work,
};
