/*
 * Symmetric indefinite factorisation on the CPU: the algorithm for W and for U.
 */
#include "factor/sytrf.h"

#include "core/core.h"
#include "core/sizes.h"
#include "factor/sytrf_pivot.h"
#include "level2/gemv/gemv.h"

static cuddreal magnitude_w(cuddreal a) { return cuddFabs(a); }
static cuddreal magnitude_u(cuddcomplex a) { return cuddcAbs1(a); }
static cuddreal same_w(cuddreal a) { return a; }
static cuddcomplex real_u(cuddcomplex a) { return cuddcFromReal(a.x); }

#define NAME(function) function##_w
#define T              cuddreal
#define HOST           ddblas_host_w
#define TYPE           DDBLAS_TYPE_W
#define SUBTRACT       cuddSub
#define MULTIPLY       cuddMul
#define DIVIDE         cuddDiv
#define MAGNITUDE      magnitude_w
#define CONJUGATE      same_w
#define REAL_OF        same_w
#define FROM_DOUBLE(a) cuddFromDouble(a)
#include "sytrf_panel_cpu_kernel.h"

#define NAME(function) function##_u
#define T              cuddcomplex
#define HOST           ddblas_host_u
#define TYPE           DDBLAS_TYPE_U
#define SUBTRACT       cuddcSub
#define MULTIPLY       cuddcMul
#define DIVIDE         cuddcDiv
#define MAGNITUDE      magnitude_u
#define CONJUGATE      cuddcConj
#define REAL_OF        real_u
#define FROM_DOUBLE(a) cuddcFromDoubles(a, 0.0)
#include "sytrf_panel_cpu_kernel.h"

void ddblas_sytrf_panel_cpu(ddblasHandle_t handle, const struct ddblas_sytrf_panel *panel)
{
    if (ddblas_type_is_complex(panel->type))
        factor_panel_u(handle, panel);
    else
        factor_panel_w(handle, panel);
}

void ddblas_sytrf_order_cpu(const struct ddblas_sytrf_system *s)
{
    int second = 0;
    for (int64_t k = 0; k < s->n; k++)
    {
        const int64_t i = s->upper ? s->n - 1 - k : k, p = s->ipiv[i];
        s->order.kind[i] = p > 0 ? 0 : second ? 2 : 1;
        s->order.row[i] = p > 0 ? p : second ? -p : i + 1;
        second = p < 0 && !second;
    }
}

void ddblas_sytrf_unfold_cpu(const struct ddblas_sytrf_system *s)
{
    if (ddblas_type_is_complex(s->type))
        unfold_u(s);
    else
        unfold_w(s);
}

void ddblas_sytrf_divide_cpu(const struct ddblas_sytrf_system *s)
{
    if (ddblas_type_is_complex(s->type))
        divide_u(s);
    else
        divide_w(s);
}
