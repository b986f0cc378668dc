/*
 * Digits by component, and errors over bounds, as SVG: two panels with one axis of components.
 */
#include "check.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum
{
    WIDTH = 860,
    PANEL = 330, /* height of a panel without what stands above and below it */
    LEFT = 60,
    RIGHT = 170, /* room for the legend */
    TOP = 40,
    BOTTOM = 50,
    MOST_PLACES = 315, /* components, or groups of them, beside each other */
    MOST_DECADES = 40  /* on the axis of errors over bounds */
};

/* Colours that the colour-blind can tell apart, after M. Okabe and K. Ito. */
static const char *const colours[] = {"#0072b2", "#e69f00", "#009e73"};

/* A panel: values from low to high, the highest on top. */
struct panel
{
    int top;
    double low, high;
};

static double place_x(int64_t place, int64_t places)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * ((double)place + 0.5) / (double)places;
}

static double place_y(const struct panel *p, double value)
{
    return p->top + PANEL * (p->high - fmin(fmax(value, p->low), p->high)) / (p->high - p->low);
}

static void draw_frame(FILE *file, const struct panel *p, const char *label, const char *prefix, double step, int64_t n)
{
    const int bottom = p->top + PANEL, middle = p->top + PANEL / 2;
    const int lines = (int)((p->high - p->low) / step + 0.5);
    for (int line = 0; line <= lines; line++)
    {
        const double value = p->low + line * step;
        fprintf(file, "<path d=\"M%d %.1fH%d\" stroke=\"#dddddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s%.0f</text>\n",
                LEFT, place_y(p, value), WIDTH - RIGHT, LEFT - 8, place_y(p, value) + 4.0, prefix, value);
    }
    fprintf(file, "<path d=\"M%d %dV%dH%d\" stroke=\"black\" fill=\"none\"/>\n", LEFT, p->top, bottom, WIDTH - RIGHT);
    fprintf(file, "<text x=\"%d\" y=\"%d\">1</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%" PRId64 "</text>\n", LEFT,
            bottom + 18, WIDTH - RIGHT, bottom + 18, n);
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">component, column by column</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, bottom + 36);
    fprintf(file, "<text x=\"16\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 16 %d)\">%s</text>\n", middle, middle,
            label);
}

/* A dot at the worse end of each group of components, and a line to the other end. */
static void draw_series(FILE *file, const struct panel *p, const double *value, int worst_is_low, int number, int64_t n)
{
    const int64_t places = n < MOST_PLACES ? n : MOST_PLACES;
    fprintf(file, "<g fill=\"%s\" stroke=\"%s\">\n", colours[number % 3], colours[number % 3]);
    for (int64_t k = 0; k < places; k++)
    {
        const int64_t first = (int64_t)((double)k * (double)n / (double)places);
        const int64_t end = (int64_t)((double)(k + 1) * (double)n / (double)places);
        double low = INFINITY, high = -INFINITY;
        for (int64_t i = first; i < end && i < n; i++)
        {
            low = fmin(low, value[i]);
            high = fmax(high, value[i]);
        }
        const double x = place_x(k, places), worst = place_y(p, worst_is_low ? low : high);
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\"/>", x, worst);
        if (high > low)
            fprintf(file, "<path d=\"M%.1f %.1fV%.1f\"/>", x, worst, place_y(p, worst_is_low ? high : low));
        fputc('\n', file);
    }
    fputs("</g>\n", file);
}

static void draw_legend(FILE *file, const struct cli_panel_series *series, int count)
{
    for (int s = 0; s < count; s++)
    {
        const int y = TOP + 10 + 20 * s;
        fprintf(file, "<circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">", WIDTH - RIGHT + 20, y,
                colours[s % 3], WIDTH - RIGHT + 32, y + 4);
        cli_xml_text(file, series[s].name);
        fputs("</text>\n", file);
    }
}

static void draw_digits(FILE *file, const struct cli_panel_series *series, int count, int64_t n)
{
    struct panel p = {TOP, 0.0, 4.0};
    for (int s = 0; s < count; s++)
        for (int64_t i = 0; i < n; i++)
            while (p.high < 36.0 && p.high < series[s].digits[i])
                p.high += 4.0;
    draw_frame(file, &p, "correct digits", "", 4.0, n);
    for (int s = 0; s < count; s++)
        draw_series(file, &p, series[s].digits, 1, s, n);
}

/* The logarithms of the ratios, an error of 0 at the bottom, one without bound at the top. */
static int draw_ratios(FILE *file, const struct cli_panel_series *series, int count, int64_t n)
{
    struct panel p = {TOP + PANEL + BOTTOM + 20, -1.0, 1.0};
    double *logarithm = malloc((size_t)n * sizeof *logarithm);
    if (!logarithm)
        return cli_error(CLI_NO_RESOURCE, "out of memory for a picture");
    for (int s = 0; s < count; s++)
        for (int64_t i = 0; series[s].ratio && i < n; i++)
            if (series[s].ratio[i] > 0.0 && isfinite(series[s].ratio[i]))
            {
                const double value = log10(series[s].ratio[i]);
                p.low = fmax(fmin(p.low, floor(value)), -(double)MOST_DECADES);
                p.high = fmin(fmax(p.high, ceil(value)), (double)MOST_DECADES);
            }
    draw_frame(file, &p, "|error| / bound", "1e", ceil((p.high - p.low) / 10.0), n);
    fprintf(file, "<path d=\"M%d %.1fH%d\" stroke=\"black\"/>\n", LEFT, place_y(&p, 0.0), WIDTH - RIGHT);
    for (int s = 0; s < count; s++)
    {
        if (!series[s].ratio)
            continue;
        for (int64_t i = 0; i < n; i++)
            logarithm[i] = log10(series[s].ratio[i]);
        draw_series(file, &p, logarithm, 0, s, n);
    }
    free(logarithm);
    return CLI_OK;
}

int cli_check_svg(const char *path, const char *title, const struct cli_panel_series *series, int count, int64_t n)
{
    struct cli_picture picture;
    int has_ratio = 0;
    for (int s = 0; s < count; s++)
        has_ratio = has_ratio || series[s].ratio;
    int code = cli_svg_open(&picture, WIDTH, TOP + PANEL + BOTTOM + (has_ratio ? 20 + PANEL + BOTTOM : 0));
    if (code)
        return code;
    FILE *file = picture.file;
    fprintf(file, "<text x=\"%d\" y=\"24\" font-size=\"16\">", LEFT);
    cli_xml_text(file, title);
    fputs("</text>\n", file);
    draw_digits(file, series, count, n);
    if (has_ratio)
        code = draw_ratios(file, series, count, n);
    draw_legend(file, series, count);
    if (code == CLI_OK)
        return cli_svg_close(&picture, path);
    fclose(file);
    free(picture.text);
    return code;
}
