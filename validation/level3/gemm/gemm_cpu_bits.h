/*
 * Products of all pairs of operand types on the CPU engine, and their comparison over instruction
 * sets and threads. The file that includes this one includes cmocka, backend/isa.h, gemm_case.h and
 * handle.h before.
 */
#ifndef DD_VALIDATION_GEMM_CPU_BITS_H
#define DD_VALIDATION_GEMM_CPU_BITS_H

extern void openblas_set_num_threads(int threads) __attribute__((weak));

/* Operand types of a product: 0 is gemm in W, 1 .. 3 are ddblasWgemmEx, and 4 is gemm in U. */
enum
{
    W_PAIRS = 4,
    COMPLEX_PAIR = 4,
    PAIRS
};

static inline struct gemm_case *new_pair(int64_t pair, ddblasOperation_t transa, ddblasOperation_t transb, int64_t m, int64_t n,
                                         int64_t k, int64_t pad)
{
    const ddblasType_t a = pair % 2 ? DDBLAS_TYPE_D : DDBLAS_TYPE_W, b = pair / 2 ? DDBLAS_TYPE_D : DDBLAS_TYPE_W;
    if (pair == 0 || pair == COMPLEX_PAIR)
        return gemm_case_new(pair ? DDBLAS_TYPE_U : DDBLAS_TYPE_W, transa, transb, m, n, k, pad);
    return gemm_case_new_ex(a, b, transa, transb, m, n, k, pad);
}

/* ---- bits ------------------------------------------------------------------------------------ */

static inline void assert_same_bits(struct gemm_case *c, const void *first, const char *what)
{
    assert_int_equal(gemm_case_run(h, c), DDBLAS_STATUS_SUCCESS);
    if (memcmp(first, c->result, c->bytes_C) != 0)
        fail_msg("other bits: type %d, m %lld n %lld k %lld: %s", (int)c->type, (long long)c->m, (long long)c->n, (long long)c->k,
                 what);
}

static const char *const instruction_sets[] = {"portable", "avx2", "avx512"};

static inline void over_instruction_sets(struct gemm_case *c, const void *first)
{
    for (int i = 0; i < 3; i++)
        if (ddblas_isa_select(instruction_sets[i]) == 0)
            assert_same_bits(c, first, instruction_sets[i]);
    (void)ddblas_isa_select(NULL);
}

static inline void over_threads(struct gemm_case *c, const void *first)
{
    static const int threads[] = {1, 2, 3, 7, 24};
    for (int i = 0; i < 5; i++)
    {
        assert_int_equal(ddblasSetThreads(h, threads[i]), DDBLAS_STATUS_SUCCESS);
        assert_same_bits(c, first, "threads");
        if (openblas_set_num_threads)
        {
            openblas_set_num_threads(1 + i % 2);
            assert_same_bits(c, first, "threads of OpenBLAS");
        }
    }
    assert_int_equal(ddblasSetThreads(h, 0), DDBLAS_STATUS_SUCCESS);
}

#endif
