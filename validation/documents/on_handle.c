/* Lines of the manual that call functions with a handle, which must succeed. */
#include <dd/ddblas.h>

int main(void)
{
    ddblasHandle_t handle;
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 1;
    /* clang-format off */
@block@
        /* clang-format on */
        const int failed = ddblasGetLastError(handle)[0] != '\0';
    return failed || ddblasDestroy(handle) != DDBLAS_STATUS_SUCCESS;
}
