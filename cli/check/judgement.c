/*
 * The judgement of the user's own result by digits, bounds and condition, and its report.
 */
#include "check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the routines fill in --------------------------------------------------------------- */

void cli_judgement_add(struct cli_judgement *j, const char *label, const char *key, double value, double bound)
{
    j->quantity[j->quantities++] = (struct cli_quantity){label, key, isnan(value) ? INFINITY : value, bound};
}

int cli_judgement_make(struct cli_judgement *j, ddblasType_t type, int64_t m, int64_t n, int uncertain)
{
    int code = cli_matrix_init(&j->ours, type, m, n);
    code = code ? code : cli_matrix_init(&j->bound, DDBLAS_TYPE_D, m, n);
    if (code || !uncertain)
        return code;
    j->uncertainty = calloc((size_t)(m * n) + 1, sizeof *j->uncertainty);
    return j->uncertainty ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory");
}

void cli_judgement_free(struct cli_judgement *j)
{
    ddblasHostMatrixFree(&j->ours);
    ddblasHostMatrixFree(&j->bound);
    free(j->uncertainty);
    j->uncertainty = NULL;
}

double cli_mine_backward_bound(const struct cli_mine *mine, int64_t m, int64_t n)
{
    const double largest = (double)(m > n ? m : n);
    return (mine->unit == 0x1p-104 ? 4.0 : 100.0) * largest * mine->unit;
}

double cli_rayleigh_error(double residual, double distance, double spread)
{
    const double gap = distance - spread;
    return gap > residual ? fmin(spread, residual * (residual / gap)) : spread;
}

double cli_rayleigh_spread(int64_t n, double largest_residual, double norm)
{
    return sqrt((double)n) * largest_residual + 4.0 * (double)n * 0x1p-104 * norm;
}

/* ---- order ----------------------------------------------------------------------------------- */

/* A value of the result, and its number there. */
struct value
{
    double value;
    int64_t number;
};

/* Ascending, NaN last. */
static int compare_values(const void *a, const void *b)
{
    const struct value *x = a, *y = b;
    if (isnan(x->value) || isnan(y->value))
        return isnan(x->value) - isnan(y->value);
    return (x->value > y->value) - (x->value < y->value);
}

static double real_part(const ddblasHostMatrix *A, int64_t i)
{
    cuddreal part[2];
    cli_fetch(A->type, cli_element(A, i, 0), part);
    return part[0].x;
}

/* Digits relative to the largest value, summed; value k of ours is beside number place[k]. */
static double likeness(const struct cli_judgement *j, const ddblasHostMatrix *mine, const struct value *place)
{
    const int64_t n = j->ours.m;
    double largest = 0.0, sum = 0.0;
    for (int64_t k = 0; k < n; k++)
        largest = fmax(largest, fabs(real_part(&j->ours, k)));
    for (int64_t k = 0; k < n && largest > 0.0; k++)
    {
        const double error = fabs(real_part(mine, place[k].number) - real_part(&j->ours, k)) / largest;
        sum += isnan(error) ? 0.0 : fmax(0.0, -log10(error + 0x1p-53));
    }
    return sum;
}

static void move(struct cli_judgement *j, const struct value *place, ddblasHostMatrix *values, double *bound)
{
    cuddreal part[2];
    for (int64_t k = 0; k < j->ours.m; k++)
    {
        cli_fetch(j->ours.type, cli_element(&j->ours, k, 0), part);
        cli_store(values->type, cli_element(values, place[k].number, 0), part[0], part[1]);
        bound[place[k].number] = *(const double *)cli_element(&j->bound, k, 0);
        bound[j->ours.m + place[k].number] = j->uncertainty[k];
    }
    for (int64_t k = 0; k < j->ours.m; k++)
    {
        cli_fetch(values->type, cli_element(values, k, 0), part);
        cli_store(j->ours.type, cli_element(&j->ours, k, 0), part[0], part[1]);
        *(double *)cli_element(&j->bound, k, 0) = bound[k];
        j->uncertainty[k] = bound[j->ours.m + k];
    }
}

int cli_judgement_pair(struct cli_judgement *j, const ddblasHostMatrix *mine)
{
    const int64_t n = j->ours.m;
    const int descending = n > 1 && real_part(&j->ours, 0) > real_part(&j->ours, n - 1);
    ddblasHostMatrix values = {0};
    struct value *same = calloc((size_t)n + 1, sizeof *same), *sorted = calloc((size_t)n + 1, sizeof *sorted);
    double *bound = calloc(2 * (size_t)n + 1, sizeof *bound);
    int code = same && sorted && bound ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory");
    code = code ? code : cli_matrix_init(&values, j->ours.type, n, 1);
    for (int64_t k = 0; code == CLI_OK && same && sorted && k < n; k++)
    {
        same[k].number = k;
        sorted[k] = (struct value){descending ? -real_part(mine, k) : real_part(mine, k), k};
    }
    if (code == CLI_OK && same && sorted && bound)
    {
        qsort(sorted, (size_t)n, sizeof *sorted, compare_values);
        if (likeness(j, mine, sorted) > likeness(j, mine, same))
        {
            move(j, sorted, &values, bound);
            (void)snprintf(j->note, sizeof j->note, "yours are in another order than ours");
        }
    }
    free(same);
    free(sorted);
    free(bound);
    ddblasHostMatrixFree(&values);
    return code;
}

/* ---- the verdict ----------------------------------------------------------------------------- */

/* A judgement with its comparison. */
struct report
{
    const struct cli_judgement *j;
    const struct cli_mine *mine;
    int compared; /* there are components, and digits of them */
    struct cli_comparison of;
    int passed;
};

static int is_judged(const struct cli_judgement *j) { return j->bound.data != NULL; }

static int is_within(const struct cli_quantity *q) { return q->bound < 0.0 || q->value <= q->bound; }

static void pass_judgement(struct report *r)
{
    r->passed = !r->compared || !is_judged(r->j) || r->of.over_bound <= 1.0;
    for (int k = 0; k < r->j->quantities; k++)
        r->passed = r->passed && is_within(&r->j->quantity[k]);
}

/* The digits of the result, as far as they are known, and whether so many can be asked for. */
static int set_digits(const struct report *r, struct cli_mine *mine)
{
    const struct cli_judgement *j = r->j;
    const int whole = mine->o->measure == CLI_WHOLE;
    if (r->compared)
    {
        mine->digits[CLI_WORST] = r->of.worst;
        mine->digits[CLI_MEDIAN] = r->of.median;
        mine->digits[CLI_WHOLE] = r->of.whole;
        mine->has_place = 1;
        mine->worst_at = r->of.worst_at;
        return cli_check_required(mine->o->required, whole ? r->of.whole_cap : r->of.cap, "our own result");
    }
    for (int k = 0; k < 3; k++)
        mine->digits[k] = j->has_digits ? j->digits : j->why ? 0.0 : cli_digits_of_bits(0);
    if (j->why && !j->has_digits && mine->o->required.x >= 0.0)
        return cli_error(CLI_BAD_INPUT, "--require-digits: there are no digits to judge: %s", j->why);
    return CLI_OK;
}

/* Our component with the digits that double-double has. */
static void our_text(const struct cli_judgement *j, struct cli_place at, char *text)
{
    enum
    {
        DIGITS = 32
    };
    cuddreal part[2];
    cli_fetch(j->ours.type, cli_element(&j->ours, at.i, at.j), part);
    (void)cuddToString(text, CLI_ELEMENT_TEXT / 2, part[0], DIGITS, 'g');
    if (!cli_is_complex(j->ours.type))
        return;
    const size_t length = strlen(text);
    text[length] = ' ';
    (void)cuddToString(text + length + 1, CLI_ELEMENT_TEXT / 2, part[1], DIGITS, 'g');
}

/* A number of the result; one of double with the digits that give it back as a double. */
static void number_text(cuddreal a, char *text, size_t size)
{
    enum
    {
        MOST_DIGITS = 17
    };
    if (a.y != 0.0)
        (void)cuddToShortest(text, size, a);
    else
        for (int digits = MOST_DIGITS - 2; digits <= MOST_DIGITS; digits++)
        {
            (void)snprintf(text, size, "%.*g", digits, a.x);
            if (strtod(text, NULL) == a.x)
                break;
        }
}

static void your_text(const struct cli_mine *mine, struct cli_place at, char *text)
{
    const ddblasHostMatrix *X = &mine->X[0];
    cuddreal part[2];
    cli_fetch(X->type, cli_element(X, at.i, at.j), part);
    number_text(part[0], text, CLI_ELEMENT_TEXT / 2);
    if (!cli_is_complex(X->type))
        return;
    const size_t length = strlen(text);
    text[length] = ' ';
    number_text(part[1], text + length + 1, CLI_ELEMENT_TEXT / 2);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void print_place(const struct report *r, struct cli_place at)
{
    char text[CLI_ELEMENT_TEXT];
    your_text(r->mine, at, text);
    printf("   at (%" PRId64 ", %" PRId64 "): %s\n", at.i + 1, at.j + 1, text);
    our_text(r->j, at, text);
    printf("  %-18s %11s   where ours is %s\n", "", "", text);
}

static void print_condition(const struct report *r)
{
    const double digits = -log10(r->mine->unit);
    if (r->j->condition > 0.0)
        printf("  %-18s %11.3g   %s; it leaves %.1f of the %.1f digits of u\n", "condition", r->j->condition, r->j->condition_of,
               fmax(0.0, fmin(digits, digits - log10(r->j->condition))), digits);
}

static void print_components(const struct report *r)
{
    const struct cli_judgement *j = r->j;
    if (j->why)
        printf("  no correct digits: %s\n", j->why);
    print_condition(r);
    if (j->has_digits)
        printf("  %-18s %11.1f   of %s\n", "correct digits", cli_floor_digits(j->digits), j->components);
    if (!r->compared)
        return;
    printf("  correct digits of %s, beside %s\n", j->components, j->source);
    printf("  %-18s %11.1f", "worst component", cli_floor_digits(r->of.worst));
    print_place(r, r->of.worst_at);
    printf("  %-18s %11.1f\n", "median component", cli_floor_digits(r->of.median));
    printf("  %-18s %11.1f   largest error over largest component\n", "as a whole", cli_floor_digits(r->of.whole));
    printf("  %-18s %11.1f   the least of all components; %.1f as a whole\n", "ours vouches for", cli_floor_digits(r->of.cap),
           cli_floor_digits(r->of.whole_cap));
    if (is_judged(j))
        printf("  %-18s %11.3g   largest, at (%" PRId64 ", %" PRId64 ")\n", "error / bound", r->of.over_bound,
               r->of.over_bound_at.i + 1, r->of.over_bound_at.j + 1);
    putchar('\n');
    cli_histogram_print(r->of.histogram);
}

static void print_text(const struct report *r)
{
    const struct cli_judgement *j = r->j;
    printf("%s of %s, %" PRId64 " x %" PRId64 "%s%s\n\n", j->routine, j->title, j->m, j->n, j->note[0] ? ", " : "", j->note);
    print_components(r);
    if (j->quantities)
        printf("\n  %-42s %11s %11s\n", "", "yours", "bound");
    for (int k = 0; k < j->quantities; k++)
    {
        const struct cli_quantity *q = &j->quantity[k];
        const int is_count = q->value == floor(q->value) && q->value < 1e9;
        printf("  %-42s %11.*g", q->label, is_count ? 9 : 3, q->value);
        if (q->bound >= 0.0)
            printf(" %11.3g%s\n", q->bound, is_within(q) ? "" : "   above");
        else
            printf(" %11s\n", "-");
    }
    puts(r->passed ? "\nPASS: every error of yours is within its bound" : "\nFAIL: an error of yours is above its bound");
    cli_mine_print(r->mine);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_place(const struct report *r, const char *key, struct cli_place at)
{
    char text[CLI_ELEMENT_TEXT];
    cli_json_open(key, '{');
    cli_json_int("row", at.i + 1);
    cli_json_int("column", at.j + 1);
    your_text(r->mine, at, text);
    cli_json_text("mine", text);
    our_text(r->j, at, text);
    cli_json_text("reference", text);
    cli_json_close('}');
}

static void json_components(const struct report *r)
{
    const struct cli_judgement *j = r->j;
    if (j->condition > 0.0)
    {
        cli_json_number("condition", j->condition);
        cli_json_text("condition_of", j->condition_of);
    }
    if (j->why)
        cli_json_text("no_digits", j->why);
    if (r->compared)
    {
        cli_json_text("reference", j->source);
        cli_json_number("reference_digits", r->of.cap);
    }
    cli_json_open("yours", '{');
    if (r->compared || j->has_digits)
    {
        cli_json_number("worst_component_digits", r->mine->digits[CLI_WORST]);
        cli_json_number("median_component_digits", r->mine->digits[CLI_MEDIAN]);
        cli_json_number("normwise_digits", r->mine->digits[CLI_WHOLE]);
    }
    if (r->compared)
    {
        json_place(r, "worst_component", r->of.worst_at);
        if (is_judged(j))
        {
            cli_json_number("error_over_bound", r->of.over_bound);
            json_place(r, "largest_error_over_bound", r->of.over_bound_at);
        }
        cli_histogram_json("histogram", r->of.histogram);
    }
    cli_json_bool("judged", 1);
    cli_json_close('}');
}

static void print_json(const struct report *r)
{
    const struct cli_judgement *j = r->j;
    cli_json_open(NULL, '{');
    cli_json_text("routine", j->routine);
    cli_json_text("matrix", j->title);
    cli_json_int("m", j->m);
    cli_json_int("n", j->n);
    if (j->note[0])
        cli_json_text("note", j->note);
    cli_mine_json(r->mine);
    json_components(r);
    cli_json_open("quantities", '[');
    for (int k = 0; k < j->quantities; k++)
    {
        const struct cli_quantity *q = &j->quantity[k];
        cli_json_open(NULL, '{');
        cli_json_text("name", q->key);
        cli_json_text("formula", q->label);
        cli_json_number("value", q->value);
        if (q->bound >= 0.0)
        {
            cli_json_number("bound", q->bound);
            cli_json_bool("within", is_within(q));
        }
        cli_json_close('}');
    }
    cli_json_close(']');
    cli_json_bool("passed", cli_mine_code(r->mine, r->passed) == CLI_OK);
    cli_json_close('}');
}

/* ---- all ------------------------------------------------------------------------------------- */

static int draw(const struct report *r, const char *svg, const double *digits, const double *ratio)
{
    const struct cli_panel_series drawn = {"yours", digits, is_judged(r->j) ? ratio : NULL};
    if (!r->compared)
        return cli_error(CLI_BAD_INPUT, "--digits-svg: there are no digits to draw%s%s", r->j->why ? ": " : "",
                         r->j->why ? r->j->why : "");
    return cli_check_svg(svg, r->j->title, &drawn, 1, r->of.count);
}

int cli_judge(struct cli_judgement *j, struct cli_mine *mine, const char *svg, int json)
{
    struct report r = {.j = j, .mine = mine, .compared = j->ours.data != NULL && !j->why};
    const struct cli_rule rule = {.cap = cli_digits_of_bits(0), .upper = j->upper, .uncertainty = j->uncertainty};
    const size_t count = (size_t)(j->ours.m * j->ours.n) + 1;
    double *digits = calloc(count, sizeof *digits), *ratio = calloc(count, sizeof *ratio);
    int code = digits && ratio ? CLI_OK : cli_error(CLI_NO_RESOURCE, "out of memory for %zu digits", count);
    if (code == CLI_OK && r.compared)
        code = cli_digits_compare(&mine->X[0], &j->ours, is_judged(j) ? &j->bound : NULL, &rule, digits, ratio, &r.of);
    pass_judgement(&r);
    code = code ? code : set_digits(&r, mine);
    code = code || !svg ? code : draw(&r, svg, digits, ratio);
    free(digits);
    free(ratio);
    if (code)
        return code;
    (json ? print_json : print_text)(&r);
    return cli_mine_code(mine, r.passed);
}
