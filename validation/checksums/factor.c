/*
 * Factorisations and eigenvalues in W and U that the library's own kernels compute on both engines:
 * geqp3; sytrf, hetrf and the inverses from them; equilibration; the expert drivers; sytrd, orgtr
 * and ormtr; stedc, stebz and stein; batches of syevd, heevd and gesvd. Refined results depend on
 * LAPACK and cuSOLVER and are not among them.
 */
#include "checksums.h"

#include <stdlib.h>
#include <string.h>

static const int own_types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U};

/* The two names of a routine for an argument list. */
#define BY_TYPE(type, w, u, ...) ((type) == DDBLAS_TYPE_W ? ddblas##w(__VA_ARGS__) : ddblas##u(__VA_ARGS__))

static const char *letter(ddblasFillMode_t uplo) { return uplo == DDBLAS_FILL_MODE_LOWER ? "lower" : "upper"; }

/* n integers that are 0; their bytes are hashed as doubles. */
static int64_t *integers(struct run *run, int64_t n)
{
    int64_t *there = operand_vector(run, DDBLAS_TYPE_D, DATA_PLAIN, n, 1), *zeros = calloc((size_t)n + 1, sizeof *zeros);
    if (!zeros)
        must(run, DDBLAS_STATUS_ALLOC_FAILED, "integers");
    must(run, ddblasSetVector(run->handle, n, sizeof *zeros, zeros, 1, there, 1), "ddblasSetVector");
    free(zeros);
    return there;
}

/* A(i, i) = value, for positive definite matrices. */
static void set_diagonal(struct run *run, int type, int64_t n, void *A, int64_t lda, double value)
{
    const cuddcomplex number = cuddcFromDoubles(value, 0.0);
    for (int64_t i = 0; i < n; i++)
        must(run,
             ddblasSetVector(run->handle, 1, type_size(type), &number, 1, (char *)A + (size_t)(i * (lda + 1)) * type_size(type),
                             1),
             "ddblasSetVector");
}

/* ---- factorisations -------------------------------------------------------------------------- */

static void geqp3_case(struct run *run, int type, int m, int n, enum data data)
{
    if (!case_begin(run, OWN, (double)m * n * n, "%cgeqp3 m=%d n=%d %s", type_letter(type), m, n, data_names[data]))
        return;
    void *A = operand_matrix(run, type, data, PART_WHOLE, m, n, m + 1), *tau = operand_vector(run, type, DATA_NAN, n, 1);
    int64_t *jpvt = integers(run, n);
    const ddblasStatus_t status = BY_TYPE(type, Wgeqp3, Ugeqp3, run->handle, m, n, A, m + 1, jpvt, tau);
    case_hash(run, A);
    case_hash(run, tau);
    case_hash(run, jpvt);
    case_end(run, status);
}

/* Factors and inverts. hermitian: hetrf and hetri, in U. */
static void indefinite_case(struct run *run, int type, int hermitian, int n, ddblasFillMode_t uplo, enum data data)
{
    if (!case_begin(run, OWN, (double)n * n * n, "%c%strf %s n=%d %s", type_letter(type), hermitian ? "he" : "sy", letter(uplo),
                    n, data_names[data]))
        return;
    void *A = operand_matrix(run, type, data, uplo == DDBLAS_FILL_MODE_LOWER ? PART_LOWER : PART_UPPER, n, n, n + 2);
    int64_t *ipiv = integers(run, n), *info = integers(run, 1);
    ddblasStatus_t status = hermitian ? ddblasUhetrf(run->handle, uplo, n, A, n + 2, ipiv, info)
                                      : BY_TYPE(type, Wsytrf, Usytrf, run->handle, uplo, n, A, n + 2, ipiv, info);
    case_hash(run, A);
    case_hash(run, ipiv);
    case_hash(run, info);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = hermitian ? ddblasUhetri(run->handle, uplo, n, A, n + 2, ipiv, info)
                           : BY_TYPE(type, Wsytri, Usytri, run->handle, uplo, n, A, n + 2, ipiv, info);
    case_hash(run, A);
    case_end(run, status);
}

/* gesvx, or posvx of the lower triangle, which equilibrate if it is worth while. */
static void expert_case(struct run *run, int type, int positive, int n, int nrhs, enum data data)
{
    if (!case_begin(run, OWN, (double)n * n * (n + nrhs), "%c%svx n=%d nrhs=%d %s", type_letter(type), positive ? "pos" : "ges",
                    n, nrhs, data_names[data]))
        return;
    void *A = operand_matrix(run, type, data, positive ? PART_LOWER : PART_WHOLE, n, n, n),
         *AF = operand_matrix(run, type, DATA_NAN, PART_WHOLE, n, n, n),
         *B = operand_matrix(run, type, DATA_PLAIN, PART_WHOLE, n, nrhs, n),
         *X = operand_matrix(run, type, DATA_NAN, PART_WHOLE, n, nrhs, n);
    double *R = operand_vector(run, DDBLAS_TYPE_D, DATA_NAN, n, 1), *C = operand_vector(run, DDBLAS_TYPE_D, DATA_NAN, n, 1);
    double bounds[2][8];
    int64_t *ipiv = integers(run, n);
    ddblasEquilibration_t equed = DDBLAS_EQUILIBRATION_NONE;
    ddblasExpertReport_t report;
    if (positive)
        set_diagonal(run, type, n, A, n, 4.0 * (double)n);
    const ddblasStatus_t status =
        positive ? BY_TYPE(type, Wposvx, Uposvx, run->handle, DDBLAS_FACT_EQUILIBRATE, DDBLAS_FILL_MODE_LOWER, n, nrhs, A, n, AF,
                           n, &equed, R, B, n, X, n, &report, bounds[0], bounds[1])
                 : BY_TYPE(type, Wgesvx, Ugesvx, run->handle, DDBLAS_FACT_EQUILIBRATE, DDBLAS_OP_N, n, nrhs, A, n, AF, n, ipiv,
                           &equed, R, C, B, n, X, n, &report, bounds[0], bounds[1]);
    case_hash(run, X);
    case_hash(run, AF);
    case_hash(run, R);
    case_hash(run, ipiv);
    case_hash_host(run, DDBLAS_TYPE_D, bounds[0], (size_t)nrhs * sizeof(double));
    case_hash_host(run, DDBLAS_TYPE_D, bounds[1], (size_t)nrhs * sizeof(double));
    case_hash_host(run, DDBLAS_TYPE_D, &report.rcond, sizeof(double));
    case_end(run, status);
}

/* ---- eigenvalues ----------------------------------------------------------------------------- */

static void sytrd_case(struct run *run, int type, int n, ddblasFillMode_t uplo, enum data data)
{
    if (!case_begin(run, OWN, (double)n * n * n, "%csytrd %s n=%d %s", type_letter(type), letter(uplo), n, data_names[data]))
        return;
    void *A = operand_matrix(run, type, data, uplo == DDBLAS_FILL_MODE_LOWER ? PART_LOWER : PART_UPPER, n, n, n + 1),
         *tau = operand_vector(run, type, DATA_NAN, n, 1), *M = operand_matrix(run, type, DATA_PLAIN, PART_WHOLE, n, 7, n);
    cuddreal *d = operand_vector(run, DDBLAS_TYPE_W, DATA_NAN, n, 1), *e = operand_vector(run, DDBLAS_TYPE_W, DATA_NAN, n, 1);
    ddblasStatus_t status = BY_TYPE(type, Wsytrd, Uhetrd, run->handle, uplo, n, A, n + 1, d, e, tau);
    case_hash(run, A);
    case_hash(run, d);
    case_hash(run, e);
    case_hash(run, tau);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = BY_TYPE(type, Wormtr, Uunmtr, run->handle, DDBLAS_SIDE_LEFT, uplo, DDBLAS_OP_N, n, 7, A, n + 1, tau, M, n);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = BY_TYPE(type, Worgtr, Uungtr, run->handle, uplo, n, A, n + 1, tau);
    case_hash(run, M);
    case_hash(run, A);
    case_end(run, status);
}

/* stebz and stein for the first m eigenvalues, then stedc, which overwrites d. */
static void tridiagonal_case(struct run *run, int type, int n, int m, enum data data)
{
    if (!case_begin(run, OWN, (double)n * n * n, "%cstein %cstedc n=%d m=%d %s", type_letter(type), type_letter(type), n, m,
                    data_names[data]))
        return;
    cuddreal *d = operand_vector(run, DDBLAS_TYPE_W, data, n, 1), *e = operand_vector(run, DDBLAS_TYPE_W, data, n, 1),
             *w = operand_vector(run, DDBLAS_TYPE_W, DATA_NAN, n, 1);
    void *Z = operand_matrix(run, type, DATA_NAN, PART_WHOLE, n, n, n);
    int64_t *found = integers(run, 1), *info = integers(run, 1);
    ddblasStatus_t status = ddblasWstebz(run->handle, DDBLAS_EIG_RANGE_I, n, NULL, NULL, 1, m, d, e, found, w, info);
    case_hash(run, w);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = BY_TYPE(type, Wstein, Ustein, run->handle, n, d, e, m, w, Z, n, info);
    case_hash(run, Z);
    case_hash(run, info);
    if (status == DDBLAS_STATUS_SUCCESS)
        status = BY_TYPE(type, Wstedc, Ustedc, run->handle, DDBLAS_EVECT_TRIDIAGONAL, n, d, e, Z, n, info);
    case_hash(run, d);
    case_hash(run, Z);
    case_end(run, status);
}

static void svd_batch_case(struct run *run, int type, int m, int n, int count)
{
    const int k = m < n ? m : n;
    const int64_t a = (int64_t)m * n, u = (int64_t)m * k, v = (int64_t)k * n;
    if (!case_begin(run, OWN, (double)count * m * n * k, "%cgesvdStridedBatched m=%d n=%d count=%d", type_letter(type), m, n,
                    count))
        return;
    const void *A = operand_matrix(run, type, DATA_PLAIN, PART_WHOLE, m, n * (int64_t)count, m);
    void *U = operand_matrix(run, type, DATA_NAN, PART_WHOLE, m, k * (int64_t)count, m),
         *VT = operand_matrix(run, type, DATA_NAN, PART_WHOLE, k, n * (int64_t)count, k);
    cuddreal *s = operand_vector(run, DDBLAS_TYPE_W, DATA_NAN, (int64_t)k * count, 1);
    int64_t *info = integers(run, count);
    const ddblasSvdMode_t thin = DDBLAS_SVD_MODE_THIN;
    const ddblasStatus_t status = BY_TYPE(type, WgesvdStridedBatched, UgesvdStridedBatched, run->handle, thin, thin, m, n, A, m,
                                          a, s, k, U, m, u, VT, k, v, info, count);
    case_hash(run, U);
    case_hash(run, VT);
    case_hash(run, s);
    case_hash(run, info);
    case_end(run, status);
}

static void batch_case(struct run *run, int type, int n, int count, ddblasFillMode_t uplo, enum data data)
{
    if (!case_begin(run, OWN, (double)count * n * n * n, "%c%sevdStridedBatched %s n=%d count=%d %s", type_letter(type),
                    type == DDBLAS_TYPE_U ? "he" : "sy", letter(uplo), n, count, data_names[data]))
        return;
    void *A = operand_matrix(run, type, data, PART_WHOLE, n, (int64_t)n * count, n);
    cuddreal *w = operand_vector(run, DDBLAS_TYPE_W, DATA_NAN, (int64_t)n * count, 1);
    int64_t *info = integers(run, count);
    const ddblasEigMode_t jobz = DDBLAS_EIG_MODE_VECTOR;
    const ddblasStatus_t status = BY_TYPE(type, WsyevdStridedBatched, UheevdStridedBatched, run->handle, jobz, uplo, n, A, n,
                                          (int64_t)n * n, w, n, info, count);
    case_hash(run, A);
    case_hash(run, w);
    case_hash(run, info);
    case_end(run, status);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void checksums_of_type(struct run *run, int type, enum data data)
{
    static const int tall[][2] = {{1, 1}, {33, 17}, {5, 70}, {64, 65}, {129, 40}}, orders[] = {1, 2, 31, 33, 65, 100};
    for (size_t s = 0; s < sizeof tall / sizeof tall[0]; s++)
        geqp3_case(run, type, tall[s][0], tall[s][1], data);
    for (size_t s = 0; s < sizeof orders / sizeof orders[0]; s++)
        for (int k = 0; k < 2; k++)
        {
            const ddblasFillMode_t uplo = k ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
            indefinite_case(run, type, 0, orders[s], uplo, data);
            if (type_is_complex(type))
                indefinite_case(run, type, 1, orders[s], uplo, data);
            sytrd_case(run, type, orders[s], uplo, data);
            expert_case(run, type, k, orders[s], 3, data);
        }
}

void checksums_factor(struct run *run)
{
    static const enum data data[] = {DATA_PLAIN, DATA_CANCEL};
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < 2; k++)
            checksums_of_type(run, own_types[t], data[k]);
    for (int t = 0; t < 2; t++)
    {
        tridiagonal_case(run, own_types[t], 20, 20, DATA_PLAIN);
        tridiagonal_case(run, own_types[t], 70, 20, DATA_PLAIN);
        tridiagonal_case(run, own_types[t], 130, 60, DATA_PLAIN);
    }
    for (int k = 0; k < 2; k++)
    {
        const ddblasFillMode_t uplo = k ? DDBLAS_FILL_MODE_UPPER : DDBLAS_FILL_MODE_LOWER;
        for (int t = 0; t < 2; t++)
        {
            batch_case(run, own_types[t], 1, 3, uplo, DATA_PLAIN);
            batch_case(run, own_types[t], 8, 5, uplo, DATA_PLAIN);
            batch_case(run, own_types[t], 33, 2, uplo, DATA_PLAIN);
        }
    }
    for (int t = 0; t < 2; t++)
    {
        svd_batch_case(run, own_types[t], 1, 1, 3);
        svd_batch_case(run, own_types[t], 9, 6, 4);
        svd_batch_case(run, own_types[t], 20, 33, 2);
    }
}
