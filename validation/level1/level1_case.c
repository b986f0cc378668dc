/*
 * One call of a routine of level 1 under test.
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

#include "generators.h"
#include "level1_case.h"
#include "poison.h"
#include "terms.h"

const struct level1_positions level1_positions[LEVEL1_KINDS] = {
    [LEVEL1_axpy] = {.a = 3, .x = 4, .incx = 5, .y = 6, .incy = 7},
    [LEVEL1_scal] = {.a = 3, .x = 4, .incx = 5},
    [LEVEL1_copy] = {.x = 3, .incx = 4, .y = 5, .incy = 6},
    [LEVEL1_swap] = {.x = 3, .incx = 4, .y = 5, .incy = 6},
    [LEVEL1_rot] = {.x = 3, .incx = 4, .y = 5, .incy = 6, .a = 7, .b = 8},
    [LEVEL1_rotm] = {.x = 3, .incx = 4, .y = 5, .incy = 6, .a = 7},
    [LEVEL1_dotu] = {.x = 3, .incx = 4, .y = 5, .incy = 6, .result = 7},
    [LEVEL1_dotc] = {.x = 3, .incx = 4, .y = 5, .incy = 6, .result = 7},
    [LEVEL1_nrm2] = {.x = 3, .incx = 4, .result = 5},
    [LEVEL1_asum] = {.x = 3, .incx = 4, .result = 5},
    [LEVEL1_amax] = {.x = 3, .incx = 4, .result = 5},
    [LEVEL1_amin] = {.x = 3, .incx = 4, .result = 5},
};

/* ---- the functions --------------------------------------------------------------------------- */

#define ARGUMENTS_axpy c->n, c->a, c->x, c->incx, c->y, c->incy
#define ARGUMENTS_scal c->n, c->a, c->x, c->incx
#define ARGUMENTS_copy c->n, c->x, c->incx, c->y, c->incy
#define ARGUMENTS_swap c->n, c->x, c->incx, c->y, c->incy
#define ARGUMENTS_rot  c->n, c->x, c->incx, c->y, c->incy, c->a, c->b
#define ARGUMENTS_rotm c->n, c->x, c->incx, c->y, c->incy, c->a
#define ARGUMENTS_dotu c->n, c->x, c->incx, c->y, c->incy, c->result
#define ARGUMENTS_dotc c->n, c->x, c->incx, c->y, c->incy, c->result
#define ARGUMENTS_nrm2 c->n, c->x, c->incx, c->result
#define ARGUMENTS_asum c->n, c->x, c->incx, c->result
#define ARGUMENTS_amax c->n, c->x, c->incx, c->result
#define ARGUMENTS_amin c->n, c->x, c->incx, c->result

#define DD_LEVEL1(function, kind, type, a, b)                                                                                    \
    static ddblasStatus_t call_##function(ddblasHandle_t handle, const struct level1_call *c)                                    \
    {                                                                                                                            \
        return ddblas##function(handle, ARGUMENTS_##kind);                                                                       \
    }
#include "level1_functions.def"

const struct level1_function level1_functions[LEVEL1_FUNCTIONS] = {
#define DD_LEVEL1(function, kind, type, a, b)                                                                                    \
    {#function, LEVEL1_##kind, DDBLAS_TYPE_##type, DDBLAS_TYPE_##a, DDBLAS_TYPE_##b, call_##function},
#include "level1_functions.def"
};

/* ---- operands -------------------------------------------------------------------------------- */

static size_t bytes_of_vector(ddblasType_t type, int64_t count, int64_t increment)
{
    return count > 0 ? (size_t)((count - 1) * llabs(increment) + 1) * dd_type_size(type) : 0;
}

struct level1_case *level1_case_new(const struct level1_function *f, int64_t n, int64_t incx, int64_t incy)
{
    struct level1_case *c = calloc(1, sizeof *c);
    const int two = level1_positions[f->kind].y != 0;
    assert_non_null(c);
    c->f = f;
    c->n = n;
    c->incx = two ? incx : llabs(incx);
    c->incy = incy;
    c->bytes_x = bytes_of_vector(f->type, n, incx);
    c->bytes_y = two ? bytes_of_vector(f->type, n, incy) : 0;
    c->x = dd_poisoned(c->bytes_x);
    c->x_after = dd_poisoned(c->bytes_x);
    c->y = two ? dd_poisoned(c->bytes_y) : NULL;
    c->y_after = two ? dd_poisoned(c->bytes_y) : NULL;
    return c;
}

void level1_case_free(struct level1_case *c)
{
    free(c->x);
    free(c->y);
    free(c->x_after);
    free(c->y_after);
    free(c);
}

const void *level1_a(const struct level1_case *c, size_t *bytes)
{
    *bytes = c->f->kind == LEVEL1_rotm ? sizeof c->param : sizeof c->a;
    return c->f->kind == LEVEL1_rotm ? (const void *)c->param : (const void *)&c->a;
}

int level1_writes(const struct level1_case *c) { return level1_positions[c->f->kind].result == 0; }

static void *at(const struct level1_case *c, void *array, int64_t i, int64_t increment)
{
    const int64_t index = increment > 0 ? i * increment : (i - (c->n - 1)) * increment;
    return (char *)array + index * (int64_t)dd_type_size(c->f->type);
}

void *level1_x(const struct level1_case *c, void *array, int64_t i) { return at(c, array, i, c->incx); }
void *level1_y(const struct level1_case *c, void *array, int64_t i) { return at(c, array, i, c->incy); }

static void put(struct dd_random *g, level1_data data, ddblasType_t type, void *to)
{
    const int reach = dd_type_is_single(type) ? 15 : 150;
    const int exponent = (int)(data == LEVEL1_WIDE ? dd_random_int(g, -reach, reach) : dd_random_int(g, -4, 0));
    dd_element_put(type, g, data == LEVEL1_INTEGER, exponent, to);
}

/* Makes y_i nearly the opposite of what is added to it, or the terms of the second half of a sum
 * the opposites of those of the first. */
static void cancel(struct level1_case *c, struct dd_random *g)
{
    const size_t size = dd_type_size(c->f->type);
    if (c->f->kind == LEVEL1_axpy || c->f->kind == LEVEL1_rot || c->f->kind == LEVEL1_rotm)
    {
        memset(&c->a, 0, sizeof c->a);
        memset(&c->b, 0, sizeof c->b);
        dd_element_set(c->f->a_type, &c->a, 0, cuddFromDouble(1.0), cuddFromDouble(0.0));
        dd_element_set(c->f->b_type, &c->b, 0, cuddFromDouble(1.0), cuddFromDouble(0.0));
    }
    for (int64_t i = 0; i < c->n; i++)
    {
        union dd_element e;
        const int sums = c->f->kind == LEVEL1_dotu || c->f->kind == LEVEL1_dotc;
        const int64_t other = sums ? i - c->n / 2 : i;
        if (other < 0)
            continue;
        if (sums)
            memcpy(level1_x(c, c->x, i), level1_x(c, c->x, other), size);
        memcpy(&e, sums ? level1_y(c, c->y, other) : level1_x(c, c->x, other), size);
        e = dd_element_negative(c->f->type, e);
        memcpy(level1_y(c, c->y, i), &e, size);
        if (dd_random_int(g, 0, 9) == 0)
            put(g, LEVEL1_UNIFORM, c->f->type, level1_y(c, c->y, i));
    }
    if (c->f->kind == LEVEL1_dotu && c->f->type == DDBLAS_TYPE_W && c->n >= 6)
    {
        cuddreal *x = malloc((size_t)c->n * sizeof *x), *y = malloc((size_t)c->n * sizeof *y);
        assert_true(x && y);
        dd_generate_dot(g, c->n, ldexp(1.0, (int)dd_random_int(g, 20, 180)), x, y);
        for (int64_t i = 0; i < c->n; i++)
        {
            memcpy(level1_x(c, c->x, i), &x[i], size);
            memcpy(level1_y(c, c->y, i), &y[i], size);
        }
        free(x);
        free(y);
    }
}

/* The numbers of rotm: a random flag, NaN where it says that a number is not read. */
static void fill_param(struct level1_case *c, struct dd_random *g, level1_data data)
{
    const size_t size = dd_type_size(c->f->type);
    const int flag = (int)dd_random_int(g, -2, 1);
    memset(c->param, DD_POISON, sizeof c->param);
    if (c->f->kind != LEVEL1_rotm)
        return;
    dd_element_set(c->f->type, c->param, 0, cuddFromDouble(flag), cuddFromDouble(0.0));
    for (int k = 1; k < 5; k++)
        if (flag == -1 || (flag == 0 && (k == 2 || k == 3)) || (flag == 1 && (k == 1 || k == 4)))
            put(g, data == LEVEL1_WIDE ? LEVEL1_UNIFORM : data, c->f->type, c->param + (size_t)k * size);
}

void level1_case_fill(struct level1_case *c, struct dd_random *g, level1_data data)
{
    memset(&c->a, 0, sizeof c->a);
    memset(&c->b, 0, sizeof c->b);
    put(g, data == LEVEL1_WIDE ? LEVEL1_UNIFORM : data, c->f->a_type, &c->a);
    put(g, data == LEVEL1_WIDE ? LEVEL1_UNIFORM : data, c->f->b_type, &c->b);
    fill_param(c, g, data);
    for (int64_t i = 0; i < c->n; i++)
    {
        put(g, data, c->f->type, level1_x(c, c->x, i));
        if (c->y)
            put(g, data, c->f->type, level1_y(c, c->y, i));
    }
    if (data == LEVEL1_CANCEL && c->y)
        cancel(c, g);
}

/* ---- the call -------------------------------------------------------------------------------- */

/* Rows of an array with columns of stride(inc) elements. */
static int is_element(const void *problem, int64_t i, int64_t j)
{
    (void)problem;
    (void)j;
    return i == 0;
}

enum
{
    RESULT_ROOM = 8 + sizeof(union dd_element) + 16
};

/* A result in host memory at 8 mod 16, or on the engine; all bytes around it are poison. */
struct result
{
    _Alignas(16) unsigned char host[RESULT_ROOM], poison[RESULT_ROOM];
    void *engine, *argument;
    size_t offset;
};

/* The numbers of rotm in host memory at 8 mod 16, or on the engine. */
struct param
{
    _Alignas(16) unsigned char host[8 + 5 * sizeof(cuddreal)];
    void *engine, *argument;
};

static void put_param(ddblasHandle_t h, const struct level1_case *c, struct param *p)
{
    memcpy(p->host + 8, c->param, sizeof c->param);
    p->engine = c->on_engine ? dd_engine_copy(h, c->param, sizeof c->param, 0) : NULL;
    p->argument = p->engine ? p->engine : p->host + 8;
}

static void put_result(ddblasHandle_t h, const struct level1_case *c, struct result *r)
{
    memset(r->host, DD_POISON, sizeof r->host);
    memset(r->poison, DD_POISON, sizeof r->poison);
    r->offset = c->on_engine ? 0 : 8;
    r->engine = c->on_engine ? dd_engine_copy(h, r->host, sizeof r->host, 0) : NULL;
    r->argument = r->engine ? r->engine : r->host + r->offset;
}

static void take_result(ddblasHandle_t h, struct level1_case *c, struct result *r)
{
    const int is_index = c->f->kind == LEVEL1_amax || c->f->kind == LEVEL1_amin, writes = level1_writes(c);
    const size_t size = writes ? 0 : is_index ? sizeof c->index : dd_type_size(c->f->a_type);
    if (r->engine)
    {
        dd_engine_read(h, r->host, r->engine, sizeof r->host);
        dd_engine_free(h, r->engine, 0);
    }
    memset(&c->number, 0, sizeof c->number);
    memcpy(is_index ? (void *)&c->index : (void *)&c->number, r->host + r->offset, size);
    assert_memory_equal(r->host, r->poison, r->offset);
    assert_memory_equal(r->host + r->offset + size, r->poison, sizeof r->host - r->offset - size);
}

/* Elements from one element of a vector to the next. The single element that an increment of 0
 * leaves has no next one, and 1 serves as well. */
static int64_t stride(int64_t increment) { return increment == 0 ? 1 : llabs(increment); }

ddblasStatus_t level1_case_run(ddblasHandle_t h, struct level1_case *c)
{
    const int writes = level1_writes(c), writes_x = writes && c->f->kind != LEVEL1_axpy && c->f->kind != LEVEL1_copy;
    struct dd_operand operands[2] = {dd_operand_written(c->x, writes_x ? c->x_after : NULL, c->bytes_x),
                                     dd_operand_written(c->y, writes ? c->y_after : NULL, c->bytes_y)};
    const int count = c->y ? 2 : 1;
    struct dd_scalars s;
    struct result r;
    dd_operands_put(h, operands, count, c->offset);
    dd_scalars_put(h, &s, sizeof c->a, &c->a, &c->b, c->on_engine);
    put_result(h, c, &r);
    struct param param;
    put_param(h, c, &param);
    if (c->f->kind == LEVEL1_rotm)
        s.alpha = param.argument;
    const struct level1_call call = {c->n,    s.alpha,   s.beta, operands[0].at, c->incx, c->y ? operands[1].at : NULL,
                                     c->incy, r.argument};
    const ddblasStatus_t status = c->f->call(h, &call);
    take_result(h, c, &r);
    if (param.engine)
        dd_engine_free(h, param.engine, 0);
    dd_operands_take(h, operands, count, c->offset);
    dd_scalars_take(h, &s);
    assert_int_equal(ddblasSetPointerMode(h, DDBLAS_POINTER_MODE_HOST), DDBLAS_STATUS_SUCCESS);
    if (writes_x)
        dd_rest_unchanged("x", c->x, c->x_after, c->bytes_x, dd_type_size(c->f->type), stride(c->incx), is_element, c);
    if (writes && c->y)
        dd_rest_unchanged("y", c->y, c->y_after, c->bytes_y, dd_type_size(c->f->type), stride(c->incy), is_element, c);
    return status;
}

/* ---- errors ---------------------------------------------------------------------------------- */

static struct dd_number number_x(const struct level1_case *c, int64_t i, int conjugate)
{
    return dd_number_load(c->f->type, level1_x(c, c->x, i), conjugate);
}

static struct dd_number number_y(const struct level1_case *c, int64_t i)
{
    return dd_number_load(c->f->type, level1_y(c, c->y, i), 0);
}

/* The error of an element computed as a b + d e. */
static double error_of_two(ddblasType_t type, struct dd_number a, struct dd_number b, struct dd_number d, struct dd_number e,
                           const void *computed)
{
    struct dd_terms sum;
    dd_terms_start(&sum);
    dd_terms_add(&sum, a, b);
    dd_terms_add(&sum, d, e);
    const double error = dd_terms_error(&sum, type, dd_number_load(type, computed, 0), 0.0);
    dd_terms_end(&sum);
    return error;
}

static double error_of_move(const struct level1_case *c, int64_t i)
{
    const size_t size = dd_type_size(c->f->type);
    if (memcmp(level1_y(c, c->y_after, i), level1_x(c, c->x, i), size) != 0)
        return (double)INFINITY;
    if (c->f->kind == LEVEL1_swap && memcmp(level1_x(c, c->x_after, i), level1_y(c, c->y, i), size) != 0)
        return (double)INFINITY;
    return 0.0;
}

/* The matrix of rotm by its definition. */
struct matrix
{
    cuddreal h11, h21, h12, h22;
};

static double flag_of(const struct level1_case *c) { return dd_number_load(c->f->type, c->param, 0).re.x; }

static struct matrix matrix_of(const struct level1_case *c)
{
    const double flag = flag_of(c);
    cuddreal h[5];
    for (int k = 0; k < 5; k++)
        h[k] = dd_number_load(c->f->type, c->param + (size_t)k * dd_type_size(c->f->type), 0).re;
    if (flag == 0.0)
        h[1] = h[4] = cuddFromDouble(1.0);
    if (flag == 1.0)
    {
        h[3] = cuddFromDouble(1.0);
        h[2] = cuddFromDouble(-1.0);
    }
    return (struct matrix){h[1], h[2], h[3], h[4]};
}

static struct dd_number real_number(cuddreal a) { return dd_number_load(DDBLAS_TYPE_W, &a, 0); }

static double error_of_rotm(const struct level1_case *c, int64_t i)
{
    const struct matrix h = matrix_of(c);
    const struct dd_number x = number_x(c, i, 0), y = number_y(c, i);
    const size_t size = dd_type_size(c->f->type);
    if (flag_of(c) == -2.0)
        return memcmp(level1_x(c, c->x_after, i), level1_x(c, c->x, i), size) != 0 ||
                       memcmp(level1_y(c, c->y_after, i), level1_y(c, c->y, i), size) != 0
                   ? (double)INFINITY
                   : 0.0;
    return fmax(error_of_two(c->f->type, real_number(h.h11), x, real_number(h.h12), y, level1_x(c, c->x_after, i)),
                error_of_two(c->f->type, real_number(h.h21), x, real_number(h.h22), y, level1_y(c, c->y_after, i)));
}

static double error_of_update(const struct level1_case *c, int64_t i)
{
    const ddblasType_t type = c->f->type;
    if (c->f->kind == LEVEL1_rotm)
        return error_of_rotm(c, i);
    const struct dd_number zero = dd_number_of(0.0), one = dd_number_of(1.0), x = number_x(c, i, 0);
    const struct dd_number a = dd_number_load(c->f->a_type, &c->a, 0);
    if (c->f->kind == LEVEL1_axpy)
        return error_of_two(type, a, x, one, number_y(c, i), level1_y(c, c->y_after, i));
    if (c->f->kind == LEVEL1_scal)
        return error_of_two(type, a, x, zero, zero, level1_x(c, c->x_after, i));
    if (c->f->kind != LEVEL1_rot)
        return error_of_move(c, i);
    const struct dd_number s = dd_number_load(c->f->b_type, &c->b, 0), y = number_y(c, i);
    const struct dd_number t = dd_number_negative(dd_number_load(c->f->b_type, &c->b, 1));
    return fmax(error_of_two(type, a, x, s, y, level1_x(c, c->x_after, i)),
                error_of_two(type, a, y, t, x, level1_y(c, c->y_after, i)));
}

static double error_of_dot(const struct level1_case *c)
{
    struct dd_terms sum;
    dd_terms_start(&sum);
    for (int64_t i = 0; i < c->n; i++)
        dd_terms_add(&sum, number_x(c, i, c->f->kind == LEVEL1_dotc), number_y(c, i));
    const double error = dd_terms_error(&sum, c->f->type, dd_number_load(c->f->type, &c->number, 0), 0.0);
    dd_terms_end(&sum);
    return error;
}

/* asum: the error over the sum. nrm2: |r - sqrt(S)| / sqrt(S) = |r^2 - S| / S / (1 + r / sqrt(S)),
 * and the last factor is 2 to the first digits. */
static double error_of_norm(const struct level1_case *c)
{
    const int root = c->f->kind == LEVEL1_nrm2;
    const cuddreal one = cuddFromDouble(1.0), r = dd_number_load(c->f->a_type, &c->number, 0).re;
    dd_exact *sum = dd_exact_new(), *difference = dd_exact_new();
    for (int64_t i = 0; i < c->n; i++)
    {
        const struct dd_number x = number_x(c, i, 0);
        dd_exact_add_pairs(sum, root ? x.re : cuddFabs(x.re), root ? x.re : one);
        dd_exact_add_pairs(sum, root ? x.im : cuddFabs(x.im), root ? x.im : one);
    }
    double error = (double)INFINITY;
    if (cuddIsFinite(r))
    {
        dd_exact_add_exact(difference, sum);
        dd_exact_add_pairs(difference, cuddNeg(r), root ? r : one);
        error = dd_exact_scaled_error(difference, cuddFromDouble(0.0), sum, -ilogb(dd_oracle_unit(c->f->a_type)));
    }
    dd_exact_free(sum);
    dd_exact_free(difference);
    return root ? 0.5 * error : error;
}

/* The reference's loop on |Re x| + |Im x| as the type rounds it: Inf if the index is another one.
 * */
static double error_of_index(const struct level1_case *c)
{
    cuddreal best = cuddFromDouble(0.0);
    int64_t index = 0;
    for (int64_t i = 0; i < c->n; i++)
    {
        const struct dd_number x = number_x(c, i, 0);
        const double rough = fabs(x.re.x) + fabs(x.im.x);
        const cuddreal value = dd_type_is_pair(c->f->type)     ? cuddcAbs1(cuddcMake(x.re, x.im))
                               : dd_type_is_single(c->f->type) ? cuddFromDouble((double)(float)rough)
                                                               : cuddFromDouble(rough);
        if (i == 0 || (c->f->kind == LEVEL1_amax ? cuddGt(value, best) : cuddLt(value, best)))
        {
            best = value;
            index = i + 1;
        }
    }
    return c->index == index ? 0.0 : (double)INFINITY;
}

double level1_case_error(const struct level1_case *c)
{
    double worst = 0.0;
    switch (c->f->kind)
    {
    case LEVEL1_dotu:
    case LEVEL1_dotc:
        return error_of_dot(c);
    case LEVEL1_nrm2:
    case LEVEL1_asum:
        return error_of_norm(c);
    case LEVEL1_amax:
    case LEVEL1_amin:
        return error_of_index(c);
    default:
        for (int64_t i = 0; i < c->n; i++)
            worst = fmax(worst, error_of_update(c, i));
        return worst;
    }
}

double level1_case_bound(const struct level1_case *c)
{
    const struct dd_bound_size size = {.k = c->n, .m = c->n};
    switch (c->f->kind)
    {
    case LEVEL1_axpy:
        return dd_routine_bound(DD_ROUTINE_axpy, c->f->type, size);
    case LEVEL1_scal:
        return dd_routine_bound(DD_ROUTINE_scal, dd_type_is_complex(c->f->a_type) ? c->f->type : c->f->a_type, size);
    case LEVEL1_rot:
    case LEVEL1_rotm:
        return dd_routine_bound(DD_ROUTINE_rot, c->f->type, size);
    case LEVEL1_dotu:
    case LEVEL1_dotc:
        return dd_routine_bound(DD_ROUTINE_dot, c->f->type, size);
    case LEVEL1_nrm2:
        return dd_routine_bound(DD_ROUTINE_nrm2, c->f->type, size);
    case LEVEL1_asum:
        return dd_routine_bound(DD_ROUTINE_asum, c->f->type, size);
    default:
        return 0.0;
    }
}

/* ---- defined elements ------------------------------------------------------------------------ */

static int same_pair(cuddreal expected, cuddreal got)
{
    return cuddIsNan(expected) ? cuddIsNan(got) : memcmp(&expected, &got, sizeof got) == 0;
}

static int same_element(ddblasType_t type, cuddcomplex expected, const void *got)
{
    const cuddreal *parts = got;
    return same_pair(expected.x, parts[0]) && (!dd_type_is_complex(type) || same_pair(expected.y, parts[1]));
}

static cuddcomplex as_complex(ddblasType_t type, const void *element)
{
    const cuddreal *parts = element;
    return dd_type_is_complex(type) ? cuddcMake(parts[0], parts[1]) : cuddcFromReal(parts[0]);
}

/* f x: cuddMul of each part if f is real, otherwise cuddcMul. */
static cuddcomplex product(ddblasType_t type, cuddcomplex f, cuddcomplex x)
{
    return dd_type_is_complex(type) ? cuddcMul(f, x) : cuddcMake(cuddMul(f.x, x.x), cuddMul(f.x, x.y));
}

static int rotm_is_defined(const struct level1_case *c)
{
    const struct matrix h = matrix_of(c);
    for (int64_t i = 0; i < c->n; i++)
    {
        const cuddreal x = *(const cuddreal *)level1_x(c, c->x, i), y = *(const cuddreal *)level1_y(c, c->y, i);
        if (!same_pair(cuddAdd(cuddMul(h.h11, x), cuddMul(h.h12, y)), *(const cuddreal *)level1_x(c, c->x_after, i)) ||
            !same_pair(cuddAdd(cuddMul(h.h22, y), cuddMul(h.h21, x)), *(const cuddreal *)level1_y(c, c->y_after, i)))
            return 0;
    }
    return 1;
}

int level1_case_is_defined(const struct level1_case *c)
{
    const ddblasType_t type = c->f->type;
    if (!dd_type_is_pair(type) || level1_positions[c->f->kind].a == 0)
        return 1;
    if (c->f->kind == LEVEL1_rotm)
        return flag_of(c) == -2.0 || rotm_is_defined(c);
    const cuddcomplex a = as_complex(c->f->a_type, &c->a), b = as_complex(c->f->b_type, &c->b);
    for (int64_t i = 0; i < c->n; i++)
    {
        const cuddcomplex x = as_complex(type, level1_x(c, c->x, i)), ax = product(c->f->a_type, a, x);
        const cuddcomplex y = c->y ? as_complex(type, level1_y(c, c->y, i)) : x;
        if (c->f->kind == LEVEL1_axpy && !same_element(type, cuddcAdd(y, ax), level1_y(c, c->y_after, i)))
            return 0;
        if (c->f->kind == LEVEL1_scal && !same_element(type, ax, level1_x(c, c->x_after, i)))
            return 0;
        if (c->f->kind == LEVEL1_rot &&
            (!same_element(type, cuddcAdd(ax, product(c->f->b_type, b, y)), level1_x(c, c->x_after, i)) ||
             !same_element(type, cuddcSub(product(c->f->a_type, a, y), product(c->f->b_type, cuddcConj(b), x)),
                           level1_y(c, c->y_after, i))))
            return 0;
    }
    return 1;
}

/* ---- judgement ------------------------------------------------------------------------------- */

static void describe(const struct level1_case *c, const char *what, uint64_t seed)
{
    fprintf(stderr, "%s: %s n=%lld incx=%lld incy=%lld offset=%zu on_engine=%d seed=%llu\n", what, c->f->name, (long long)c->n,
            (long long)c->incx, (long long)c->incy, c->offset, c->on_engine, (unsigned long long)seed);
}

double level1_case_judge(ddblasHandle_t h, struct level1_case *c, int exact, const char *what, uint64_t seed)
{
    dd_must(h, level1_case_run(h, c), c->f->name);
    const double error = level1_case_error(c), bound = exact && c->f->kind != LEVEL1_nrm2 ? 0.0 : level1_case_bound(c);
    if (!(error <= bound))
    {
        describe(c, what, seed);
        fail_msg("error %g, bound %g", error, bound);
    }
    if (!level1_case_is_defined(c))
    {
        describe(c, what, seed);
        fail_msg("an element is not the defined one");
    }
    return error;
}
