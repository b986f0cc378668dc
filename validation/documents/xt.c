/* The lines of docs/xt.md, which need a GPU: they are compiled and not called. */
#include <dd/ddblas.h>

static ddblasStatus_t multiply(int64_t m, int64_t n, int64_t k, cuddreal alpha, const cuddreal *A, int64_t lda, const cuddreal *B,
                               int64_t ldb, cuddreal beta, cuddreal *C, int64_t ldc)
{
    ddblasHandle_t handle;
    /* clang-format off */
@block@
        /* clang-format on */
        return ddblasDestroy(handle);
}

int main(int count, char **arguments)
{
    (void)arguments;
    return count > 1000 ? (int)multiply(0, 0, 0, cuddEps(), NULL, 1, NULL, 1, cuddEps(), NULL, 1) : 0;
}
