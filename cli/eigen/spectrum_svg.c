/*
 * Eigenvalues or singular values by their numbers as SVG.
 */
#include "eigen.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum
{
    WIDTH = 860,
    HEIGHT = 420,
    LEFT = 90,
    RIGHT = 30,
    TOP = 40,
    BOTTOM = 50,
    MOST_POINTS = 2000
};

const struct cli_spectrum_words cli_eigenvalues = {"Eigenvalues", "ascending"},
                                cli_singular_values = {"Singular values", "descending"};

struct scale
{
    int64_t first, last;
    double low, high; /* the ends of the axis: values, or their decimal logarithms */
    int logarithmic;
};

static double value_of(const ddblasHostMatrix *w, int64_t number)
{
    cuddreal part[2];
    cli_fetch(w->type, cli_element(w, number - 1, 0), part);
    return part[0].x;
}

static struct scale scale_of(const ddblasHostMatrix *w, int64_t first, int64_t last)
{
    const double one = value_of(w, first), other = value_of(w, last), low = fmin(one, other), high = fmax(one, other);
    struct scale s = {first, last, low, high, low > 0.0 && high / low > 1e3};
    if (s.logarithmic)
    {
        s.low = log10(low);
        s.high = log10(high);
    }
    const double room = s.high > s.low ? 0.03 * (s.high - s.low) : s.high != 0.0 ? 0.1 * fabs(s.high) : 1.0;
    s.low -= room;
    s.high += room;
    return s;
}

static double place_x(const struct scale *s, int64_t number)
{
    const double width = WIDTH - LEFT - RIGHT;
    return s->last == s->first ? LEFT + 0.5 * width
                               : LEFT + 8.0 + (width - 16.0) * (double)(number - s->first) / (double)(s->last - s->first);
}

static double place_y(const struct scale *s, double value)
{
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * ((s->logarithmic ? log10(value) : value) - s->low) / (s->high - s->low);
}

/* 1, 2 or 5 times a power of ten: about five of them in the span. */
static double step_of(double span)
{
    const double power = pow(10.0, floor(log10(span / 5.0))), part = span / 5.0 / power;
    return power * (part < 1.5 ? 1.0 : part < 3.5 ? 2.0 : part < 7.5 ? 5.0 : 10.0);
}

static void axes(FILE *file, const struct scale *s, const struct cli_spectrum_words *words, const char *title)
{
    const double step = s->logarithmic ? fmax(1.0, step_of(s->high - s->low)) : step_of(s->high - s->low);
    fprintf(file, "<text x=\"%d\" y=\"24\" font-size=\"16\">%s of ", LEFT, words->title);
    cli_xml_text(file, title);
    fputs("</text>\n", file);
    for (double k = ceil(s->low / step); k * step <= s->high; k++)
    {
        const double at = k * step, value = s->logarithmic ? pow(10.0, at) : at, y = place_y(s, value);
        fprintf(file, "<path d=\"M%d %.1fH%d\" stroke=\"#dddddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.6g</text>\n",
                LEFT, y, WIDTH - RIGHT, LEFT - 8, y + 4.0, value);
    }
    fprintf(file, "<path d=\"M%d %dV%dH%d\" stroke=\"black\" fill=\"none\"/>\n", LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT);
    fprintf(file,
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%" PRId64 "</text><text x=\"%.1f\" y=\"%d\" "
            "text-anchor=\"middle\">%" PRId64 "</text>\n",
            place_x(s, s->first), HEIGHT - BOTTOM + 18, s->first, place_x(s, s->last), HEIGHT - BOTTOM + 18, s->last);
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">number, in %s order</text>\n", (LEFT + WIDTH - RIGHT) / 2,
            HEIGHT - 12, words->order);
}

int cli_spectrum_svg(const char *path, const struct cli_spectrum_words *words, const char *title, const ddblasHostMatrix *w,
                     int64_t first, int64_t last)
{
    const struct scale s = scale_of(w, first, last);
    const int64_t all = last - first + 1, points = all < MOST_POINTS ? all : MOST_POINTS;
    struct cli_picture picture;
    const int code = cli_svg_open(&picture, WIDTH, HEIGHT);
    if (code)
        return code;
    axes(picture.file, &s, words, title);
    fputs("<g fill=\"#0072b2\">\n", picture.file);
    for (int64_t p = 0; p < points; p++)
    {
        const int64_t number = points > 1 ? first + (int64_t)((double)p * (double)(all - 1) / (double)(points - 1)) : first;
        fprintf(picture.file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>\n", place_x(&s, number),
                place_y(&s, value_of(w, number)));
    }
    fputs("</g>\n", picture.file);
    return cli_svg_close(&picture, path);
}
