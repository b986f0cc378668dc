/*
 * Pictures as SVG, and line plots: x logarithmic, y linear from 0.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PLOT = 560, /* width of the part with the curves */
    HEIGHT = 480,
    LEFT = 70,
    TOP = 40,
    BOTTOM = 50,
    END = LEFT + PLOT,
    SAMPLE = 46, /* the legend's text begins so far from the curves */
    ROW = 20     /* height of a row of the legend */
};

int cli_svg_open(struct cli_picture *picture, int width, int height)
{
    *picture = (struct cli_picture){0};
    picture->file = open_memstream(&picture->text, &picture->size);
    if (!picture->file)
        return cli_error(CLI_NO_RESOURCE, "out of memory for a picture");
    fprintf(picture->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            width, height);
    return CLI_OK;
}

int cli_svg_close(struct cli_picture *picture, const char *path)
{
    fputs("</svg>\n", picture->file);
    int bad = ferror(picture->file);
    bad |= fclose(picture->file) != 0;
    const int code =
        bad ? cli_error(CLI_NO_RESOURCE, "out of memory for %s", path) : cli_write_text(path, picture->text, picture->size);
    free(picture->text);
    return code;
}

/* Colours that keep apart for the colour-blind, after M. Okabe and K. Ito; then greys. */
static const char *const colour[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00",
                                     "#b0a000", "#7f7f7f", "#a0522d", "#6a5acd", "#b0b0b0"};

struct scale
{
    double x0, x1, y1;
};

static double place_x(const struct scale *s, double x) { return LEFT + PLOT * log(x / s->x0) / log(s->x1 / s->x0); }

static double place_y(const struct scale *s, double y) { return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y / s->y1; }

static struct scale scale_of(const struct cli_curve *curves, int count)
{
    struct scale s = {INFINITY, 0.0, 0.0};
    for (int c = 0; c < count; c++)
        for (int i = 0; i < curves[c].points; i++)
        {
            s.x0 = fmin(s.x0, curves[c].x[i]);
            s.x1 = fmax(s.x1, curves[c].x[i]);
            s.y1 = fmax(s.y1, curves[c].y[i]);
        }
    if (!(s.x1 > s.x0))
        s.x1 = s.x0 * 2.0;
    s.y1 = s.y1 > 0.0 ? 1.05 * s.y1 : 1.0;
    return s;
}

/* 1, 2 or 5 times a power of ten: about five of them to the top. */
static double step_of(double top)
{
    const double power = pow(10.0, floor(log10(top / 5.0))), part = top / 5.0 / power;
    return power * (part < 1.5 ? 1.0 : part < 3.5 ? 2.0 : part < 7.5 ? 5.0 : 10.0);
}

static void axes(FILE *file, const struct scale *s, const char *title, const char *x_name, const char *y_name)
{
    fprintf(file, "<text x=\"%d\" y=\"24\" font-size=\"16\">%s</text>\n", LEFT, title);
    const double step = step_of(s->y1);
    for (int i = 0; i * step <= s->y1; i++)
        fprintf(file, "<path d=\"M%d %.1fH%d\" stroke=\"#dddddd\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
                LEFT, place_y(s, i * step), END, LEFT - 8, place_y(s, i * step) + 4.0, i * step);
    for (int decade = (int)floor(log10(s->x0)); decade <= (int)floor(log10(s->x1)); decade++)
        for (int digit = 1; digit < 10; digit = digit == 1 ? 2 : digit == 2 ? 5 : 10)
        {
            const double x = digit * pow(10.0, decade);
            if (x >= s->x0 && x <= s->x1)
                fprintf(
                    file,
                    "<path d=\"M%.1f %dV%d\" stroke=\"#dddddd\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
                    place_x(s, x), TOP, HEIGHT - BOTTOM, place_x(s, x), HEIGHT - BOTTOM + 18, x);
        }
    fprintf(file, "<path d=\"M%d %dV%dH%d\" stroke=\"black\" fill=\"none\"/>\n", LEFT, TOP, HEIGHT - BOTTOM, END);
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", LEFT + PLOT / 2, HEIGHT - 12, x_name);
    fprintf(file, "<text x=\"18\" y=\"%d\" text-anchor=\"middle\" transform=\"rotate(-90 18 %d)\">%s</text>\n", HEIGHT / 2,
            HEIGHT / 2, y_name);
}

static void curve(FILE *file, const struct scale *s, const struct cli_curve *c, int number)
{
    const char *paint = c->bold ? "black" : colour[number % (int)(sizeof colour / sizeof colour[0])];
    fprintf(file, "<path d=\"");
    for (int i = 0; i < c->points; i++)
        fprintf(file, "%c%.1f %.1f", i ? 'L' : 'M', place_x(s, c->x[i]), place_y(s, c->y[i]));
    fprintf(file, "\" stroke=\"%s\" stroke-width=\"%s\" fill=\"none\"/>\n", paint, c->bold ? "2.5" : "1.2");
    const int y = TOP + 10 + ROW * number;
    fprintf(file, "<path d=\"M%d %dh24\" stroke=\"%s\" stroke-width=\"%s\"/><text x=\"%d\" y=\"%d\">%s</text>\n", END + 16, y,
            paint, c->bold ? "2.5" : "1.2", END + SAMPLE, y + 4, c->name);
}

int cli_svg(const char *path, const char *title, const char *x_name, const char *y_name, const struct cli_curve *curves,
            int count)
{
    const struct scale s = scale_of(curves, count);
    struct cli_picture picture;
    size_t longest = 0;
    for (int c = 0; c < count; c++)
        longest = strlen(curves[c].name) > longest ? strlen(curves[c].name) : longest;
    const int legend = TOP + ROW * (count + 1), width = END + SAMPLE + 8 * (int)longest; /* a letter has less than 8 */
    const int code = cli_svg_open(&picture, width, legend > HEIGHT ? legend : HEIGHT);
    if (code)
        return code;
    axes(picture.file, &s, title, x_name, y_name);
    for (int c = 0; c < count; c++)
        curve(picture.file, &s, &curves[c], c);
    return cli_svg_close(&picture, path);
}
