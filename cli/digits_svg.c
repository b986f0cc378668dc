/*
 * Correct digits by component as SVG.
 */
#include "cli.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum
{
    WIDTH = 860,
    HEIGHT = 420,
    LEFT = 60,
    RIGHT = 130, /* room for the legend */
    TOP = 40,
    BOTTOM = 50,
    MOST_DIGITS = 36, /* the top of the axis, where components are drawn that are exact */
    STEP = 4,
    MOST_PLACES = 335 /* components, or groups of them, beside each other */
};

enum
{
    COLOURS = 2
};
static const char *const colours[COLOURS] = {"#0072b2", "#e69f00"};

static double place_x(int64_t place, int64_t places)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * ((double)place + 0.5) / (double)(places > 0 ? places : 1);
}

static double place_y(double digits)
{
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * fmin(digits, (double)MOST_DIGITS) / (double)MOST_DIGITS;
}

static void axes(FILE *file, const char *title, int64_t n)
{
    fprintf(file, "<text x=\"%d\" y=\"24\" font-size=\"16\">", LEFT);
    cli_xml_text(file, title);
    fputs("</text>\n", file);
    for (int digits = 0; digits <= MOST_DIGITS; digits += STEP)
    {
        const double y = place_y(digits);
        fprintf(file, "<path d=\"M%d %.1fH%d\" stroke=\"#dddddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT, y,
                WIDTH - RIGHT, LEFT - 8, y + 4.0);
        if (digits == MOST_DIGITS)
            fputs("exact</text>\n", file);
        else
            fprintf(file, "%d</text>\n", digits);
    }
    fprintf(file, "<path d=\"M%d %dV%dH%d\" stroke=\"black\" fill=\"none\"/>\n", LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT);
    fprintf(file, "<text x=\"%d\" y=\"%d\">1</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%" PRId64 "</text>\n", LEFT,
            HEIGHT - BOTTOM + 18, WIDTH - RIGHT, HEIGHT - BOTTOM + 18, n);
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">component, column by column</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12);
    fprintf(file, "<text x=\"18\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 18 %d)\">correct digits</text>\n",
            HEIGHT / 2, HEIGHT / 2);
}

static void draw_series(FILE *file, const struct cli_digits *s, int number, int64_t n)
{
    const char *colour = colours[number % COLOURS];
    const int64_t places = n < MOST_PLACES ? n : MOST_PLACES;
    fprintf(file, "<g fill=\"%s\" stroke=\"%s\">\n", colour, colour);
    for (int64_t p = 0; p < places; p++)
    {
        const int64_t first = (int64_t)((double)p * (double)n / (double)places);
        const int64_t end = (int64_t)((double)(p + 1) * (double)n / (double)places);
        double low = INFINITY, high = 0.0;
        for (int64_t i = first; i < end && i < n; i++)
        {
            low = fmin(low, s->digits[i]);
            high = fmax(high, s->digits[i]);
        }
        const double x = place_x(p, places), y = place_y(low);
        fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\"/>", x, y);
        if (high > low)
            fprintf(file, "<path d=\"M%.1f %.1fV%.1f\"/>", x, y, place_y(high));
        fputc('\n', file);
    }
    const int y = TOP + 10 + 20 * number;
    fprintf(file, "</g><circle cx=\"%d\" cy=\"%d\" r=\"4\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">", WIDTH - RIGHT + 20, y, colour,
            WIDTH - RIGHT + 32, y + 4);
    cli_xml_text(file, s->name);
    fputs("</text>\n", file);
}

int cli_svg_name(const char *path)
{
    if (!path || cli_ends_in(path, ".svg"))
        return path ? cli_check_folder(path) : CLI_OK;
    return cli_error(CLI_BAD_INPUT, "%s: expected a name that ends in .svg", path);
}

int cli_digits_svg(const char *path, const char *title, const struct cli_digits *series, int count, int64_t n)
{
    struct cli_picture picture;
    const int code = cli_svg_open(&picture, WIDTH, HEIGHT);
    if (code)
        return code;
    axes(picture.file, title, n);
    for (int s = 0; s < count; s++)
        draw_series(picture.file, &series[s], s, n);
    return cli_svg_close(&picture, path);
}
