/*
 * The shared library loaded, called with several threads, and closed, twenty times over. OpenMP's
 * idle threads outlive a call: were OpenMP's library unmapped beneath them, the process would end
 * with a segmentation fault. The program is linked with neither ddblas nor OpenMP, so that only the
 * shared library holds them. Usage: t_dlclose libddblas.so
 */
#include <dd/ddblas.h>

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum
{
    ORDER = 64,
    ROUNDS = 20
};

static cuddreal A[ORDER * ORDER], C[ORDER * ORDER];

typedef ddblasStatus_t gemm_function(ddblasHandle_t, ddblasOperation_t, ddblasOperation_t, int64_t, int64_t, int64_t,
                                     const cuddreal *, const cuddreal *, int64_t, const cuddreal *, int64_t, const cuddreal *,
                                     cuddreal *, int64_t);

/* Copies the address of a name into a pointer to a function; returns 0 when there is no such
 * name. */
static int find(void *library, const char *name, void *pointer)
{
    void *address = dlsym(library, name);
    memcpy(pointer, &address, sizeof address);
    return address != NULL;
}

/* Opens, calls and closes. Returns null, or what went wrong. */
static const char *round_trip(const char *path)
{
    ddblasStatus_t (*create)(ddblasHandle_t *, ddblasEngine_t), (*threads)(ddblasHandle_t, int), (*destroy)(ddblasHandle_t);
    gemm_function *gemm;
    const cuddreal one = {1.0, 0.0}, zero = {0.0, 0.0};
    ddblasHandle_t handle;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return dlerror();
    if (!find(library, "ddblasCreateWithEngine", &create) || !find(library, "ddblasSetThreads", &threads) ||
        !find(library, "ddblasDestroy", &destroy) || !find(library, "ddblasWgemm", &gemm))
        return "a public name is missing";
    if (create(&handle, DDBLAS_ENGINE_CPU) || threads(handle, 2) ||
        gemm(handle, DDBLAS_OP_N, DDBLAS_OP_N, ORDER, ORDER, ORDER, &one, A, ORDER, A, ORDER, &zero, C, ORDER) || destroy(handle))
        return "a call fails";
    for (int i = 0; i < ORDER * ORDER; i++)
        if (C[i].x != ORDER || C[i].y != 0.0)
            return "the product of matrices of ones is wrong";
    return dlclose(library) ? dlerror() : NULL;
}

int main(int count, char **argument)
{
    if (count != 2)
        return fprintf(stderr, "usage: t_dlclose libddblas.so\n"), 2;
    for (int i = 0; i < ORDER * ORDER; i++)
        A[i] = cuddFromDouble(1.0);
    for (int round = 1; round <= ROUNDS; round++)
    {
        const char *wrong = round_trip(argument[1]);
        if (wrong)
            return fprintf(stderr, "t_dlclose: round %d: %s\n", round, wrong), 1;
    }
    printf("t_dlclose: %d rounds\n", ROUNDS);
    return 0;
}
