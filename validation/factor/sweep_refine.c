/*
 * sweep_refine [SYSTEMS [SEED [PRODUCTS]]]: the bounds that gesvRefine and posvRefine report,
 * against errors by MPFR, on the CPU engine. 10^4 systems by default, real and complex ones in
 * turn, of orders 2 to 40, one or two right-hand sides, conditions from 1 to 10^32 (10^16 for A in
 * doubles), with singular values of three kinds. Writes CSV to standard output, one row for each
 * decade of the condition, arithmetic and route; validation/records/refine_sweep.csv is such a
 * run. Exit code 1 if a bound is below an error. With PRODUCTS, GMRES is tried where factors in
 * double are too coarse, with so many products for a solution.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "factor/refine/refine.h"
#include "refine_case.h"

enum
{
    DECADES = 33,
    ROUTES = 4
};

/* Counts of the systems of a row. */
struct row
{
    int64_t systems, solutions, without_digit, wrong;
    double largest;        /* The largest quotient of an error and its bound. */
    double logarithms;     /* The sum of the logarithms of a normwise bound over its error... */
    int64_t of_logarithms; /* ... and their number. */
};

static double quotient_of(double error, double bound) { return error == 0.0 || isinf(bound) ? 0.0 : error / bound; }

static void judge_column(const struct system *s, int64_t j, struct row *row)
{
    const struct refine_errors e = refine_true_errors(s, j);
    const double normwise = s->normwise[j], componentwise = s->componentwise[j];
    row->solutions++;
    row->without_digit += !(normwise < 1.0);
    row->wrong += !(e.normwise <= normwise) || !(e.componentwise <= componentwise);
    row->largest = fmax(row->largest, fmax(quotient_of(e.normwise, normwise), quotient_of(e.componentwise, componentwise)));
    if (e.normwise > 0.0 && normwise < 1.0)
    {
        row->logarithms += log10(normwise / e.normwise);
        row->of_logarithms++;
    }
}

static int in_doubles(const struct system *s) { return s->type == DDBLAS_TYPE_D || s->type == DDBLAS_TYPE_Z; }

/* Solves system number k and judges it. Returns 0 if the call failed. */
static int solve_system(ddblasHandle_t handle, int64_t k, struct dd_random *g, struct row rows[DECADES][2][ROUTES])
{
    static const ddblasType_t types[] = {DDBLAS_TYPE_W, DDBLAS_TYPE_U, DDBLAS_TYPE_D, DDBLAS_TYPE_Z};
    struct system s = refine_system_new((int)dd_random_int(g, 0, 1), types[dd_random_int(g, 0, 1) * 2 + k % 2],
                                        dd_random_int(g, 2, 40), dd_random_int(g, 1, 2));
    const double most = !in_doubles(&s) ? 32.0 : s.positive ? 12.8 : 16.0, digits = most * dd_random_unit(g);
    size_t bytes;
    s.uplo = (ddblasFillMode_t)dd_random_int(g, 0, 1);
    refine_fill_spectrum(&s, g, digits, (enum refine_spectrum)dd_random_int(g, 0, 2));
    void *A = refine_given_matrix(&s, s.n, &bytes);
    const ddblasStatus_t status = refine_call(handle, &s, A, s.n, s.B, s.X);
    struct row *row = &rows[(int)digits][s.parts - 1][s.report.route];
    row->systems++;
    for (int64_t j = 0; j < s.nrhs && status == DDBLAS_STATUS_SUCCESS && s.report.info == 0; j++)
        judge_column(&s, j, row);
    free(A);
    refine_system_free(&s);
    return status == DDBLAS_STATUS_SUCCESS;
}

static void print_row(int decade, int is_complex, int route, const struct row *row)
{
    static const char *const names[ROUTES] = {"none", "double", "W", "GMRES"};
    printf("1e%d,%s,%s,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%.3g,", decade, is_complex ? "complex" : "real",
           names[route], row->systems, row->solutions, row->without_digit, row->wrong, row->largest);
    if (row->of_logarithms > 0)
        printf("%.2f", row->logarithms / (double)row->of_logarithms);
    printf("\n");
}

int main(int argc, char **argv)
{
    static struct row rows[DECADES][2][ROUTES];
    const int64_t systems = argc > 1 ? (int64_t)strtod(argv[1], NULL) : 10000;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 20261126;
    const int products = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 0;
    ddblasHandle_t handle;
    struct dd_random g;
    int64_t wrong = 0;
    dd_random_start(&g, seed);
    if (ddblasCreateWithEngine(&handle, DDBLAS_ENGINE_CPU) != DDBLAS_STATUS_SUCCESS)
        return 2;
    ddblas_refine_set_gmres(handle, products);
    for (int64_t k = 0; k < systems; k++)
        if (!solve_system(handle, k, &g, rows))
        {
            fprintf(stderr, "system %" PRId64 ": %s\n", k, ddblasGetLastError(handle));
            return 2;
        }
    printf("# sweep_refine %" PRId64 " %" PRIu64 " %d\n", systems, seed, products);
    printf("# solutions: right-hand sides of systems with factors; without_digit: a normwise bound of 1 or more; wrong: a bound "
           "below its error; largest: of errors over bounds; mean: of log10 of normwise bounds over errors\n");
    printf("condition,arithmetic,route,systems,solutions,without_digit,wrong,largest,mean\n");
    for (int decade = 0; decade < DECADES; decade++)
        for (int is_complex = 0; is_complex < 2; is_complex++)
            for (int route = 0; route < ROUTES; route++)
            {
                const struct row *row = &rows[decade][is_complex][route];
                wrong += row->wrong;
                if (row->systems > 0)
                    print_row(decade, is_complex, route, row);
            }
    (void)ddblasDestroy(handle);
    return wrong > 0;
}
