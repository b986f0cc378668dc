"""Plots as SVG files, readable on light and dark pages: line(), bars() and rule() add to a Plot."""
import math

# Colours of the series on a light and on a dark page.
COLOURS = [("#1f5fa8", "#7fb2f0"), ("#c7522a", "#f0926b"), ("#2e8b57", "#6fcf97"), ("#7b4fa3", "#c39be8"), ("#a8861f", "#e0c060"),
           ("#555555", "#c0c0c0")]
DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 2", ""]
HEIGHT = 360
LEFT, TOP, BOTTOM, RIGHT = 62, 40, 48, 24  # margins
WIDTH = 540
LEGEND = 22  # height of a line of the legend, which is below the plot in two columns


def style():
    """Classes: l0 to l5 lines and f0 to f5 areas of the series, grid, axis, rule, bg."""
    def rules(which, text, grid, axis, rule, background):
        series = "".join(f".l{i}{{stroke:{c[which]}}}.f{i}{{fill:{c[which]}}}" for i, c in enumerate(COLOURS))
        return (f"text{{fill:{text}}}.grid{{stroke:{grid}}}.axis{{stroke:{axis}}}.rule{{stroke:{rule}}}"
                f".bg{{fill:{background}}}{series}")

    light, dark = rules(0, "#222", "#ddd", "#333", "#777", "#fff"), rules(1, "#ddd", "#444", "#aaa", "#999", "#1e2129")
    return f"<style>path{{fill:none}}{light}@media (prefers-color-scheme:dark){{{dark}}}</style>"


def number(value):
    """A short label for an axis."""
    if value >= 65536 and value == 2 ** round(math.log2(value)):
        return f"2^{round(math.log2(value))}"
    if value >= 1e6 and value % 1e6 == 0:
        return f"{value / 1e6:g}e6"
    if value >= 1e4:
        return f"{value:.0f}"
    return f"{value:g}"


def text(x, y, content, anchor="middle", size=13, extra=""):
    content = content.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{extra}>{content}</text>'


class Plot:
    """Axes with a title; line() and bars() add series, svg() is the text of the file."""

    def __init__(self, title, x_label, y_label, x_range, y_range, x_log=True, y_log=False, x_ticks=None, y_ticks=None):
        self.x_range, self.y_range, self.x_log, self.y_log = x_range, y_range, x_log, y_log
        self.series = 0
        self.body = [text(LEFT, 20, title, "start", 15, ' font-weight="bold"')]
        self.frame(x_ticks or [], y_ticks or [])
        bottom = HEIGHT - BOTTOM
        self.body.append(text((LEFT + WIDTH - RIGHT) / 2, bottom + 36, x_label))
        middle = (TOP + bottom) / 2
        self.body.append(text(16, middle, y_label, extra=f' transform="rotate(-90 16 {middle:.1f})"'))

    @staticmethod
    def share(value, bounds, log):
        low, high = bounds
        if log:
            return math.log(value / low) / math.log(high / low)
        return (value - low) / (high - low)

    def x(self, value):
        return LEFT + self.share(value, self.x_range, self.x_log) * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        return HEIGHT - BOTTOM - self.share(value, self.y_range, self.y_log) * (HEIGHT - TOP - BOTTOM)

    def frame(self, x_ticks, y_ticks):
        right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
        for tick in y_ticks:
            at = self.y(tick)
            self.body.append(f'<path class="grid" d="M{LEFT} {at:.1f}H{right}"/>')
            self.body.append(text(LEFT - 6, at + 4, number(tick), "end"))
        for tick in x_ticks:
            value, label = tick if isinstance(tick, tuple) else (tick, number(tick))
            at = self.x(value)
            self.body.append(f'<path class="axis" d="M{at:.1f} {bottom}v5"/>')
            self.body.append(text(at, bottom + 18, label, size=12))
        self.body.append(f'<path class="axis" d="M{LEFT} {TOP}V{bottom}H{right}"/>')

    def legend(self, name, kind, dash):
        x, y = (LEFT, LEFT + 235)[self.series % 2], HEIGHT + 8 + LEGEND * (self.series // 2)
        self.body.append(f'<path class="{kind}" d="M{x} {y}h22" stroke-width="2.5"{dash}/>')
        self.body.append(text(x + 28, y + 4, name, "start"))
        self.series += 1

    def line(self, name, data, kind=None, dash=None):
        """A line through points; kind and dash are chosen by the number of the series unless given."""
        colour = kind or str(self.series % len(COLOURS))
        pattern = DASHES[self.series % len(DASHES)] if dash is None else dash
        line, dash = ("rule" if kind == "rule" else f"l{colour}"), f' stroke-dasharray="{pattern}"' if pattern else ""
        path = "L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in data)
        self.body.append(f'<path class="{line}" d="M{path}" stroke-width="2"{dash}/>')
        if kind != "rule":
            for x, y in data:
                self.body.append(f'<circle class="f{colour}" cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="2.5"/>')
        self.legend(name, line, dash)

    def bars(self, name, data, place, places):
        """One bar for each group: data is a list of heights, the groups are at 0, 1, 2, ..."""
        colour = self.series % len(COLOURS)
        width = 0.8 / places
        for group, height in enumerate(data):
            left, right = self.x(group - 0.4 + place * width), self.x(group - 0.4 + (place + 1) * width)
            top = self.y(height)
            bar = f"M{left:.1f} {HEIGHT - BOTTOM}V{top:.1f}H{right - 1.5:.1f}V{HEIGHT - BOTTOM}Z"
            self.body.append(f'<path class="f{colour}" d="{bar}"/>')
            self.body.append(text((left + right) / 2 - 1, top - 4, f"{height:.0f}", size=11))
        self.legend(name, f"l{colour}", "")

    def rule(self, height, label):
        """A dashed horizontal line with its label."""
        at = self.y(height)
        self.body.append(f'<path class="rule" d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke-dasharray="3 3"/>')
        self.body.append(text(WIDTH - RIGHT - 4, at - 5, label, "end", 12))

    def svg(self):
        height = HEIGHT + LEGEND * ((self.series + 1) // 2)
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">\n'
                f'{style()}\n<rect class="bg" width="{WIDTH}" height="{height}"/>\n')
        return head + "\n".join(self.body) + "\n</svg>\n"


class Dots:
    """Names on lines one below the other, and on each line a dot for each series: for what has no size to plot
    against."""

    LEFT, ROW = 190, 20

    def __init__(self, title, x_label, names, x_range, x_ticks, x_log=True):
        self.names, self.x_range, self.x_log, self.series = names, x_range, x_log, 0
        self.bottom = TOP + self.ROW * len(names)
        self.body = [text(24, 20, title, "start", 15, ' font-weight="bold"')]
        for tick in x_ticks:
            at = self.x(tick)
            self.body.append(f'<path class="grid" d="M{at:.1f} {TOP}V{self.bottom}"/>')
            self.body.append(text(at, self.bottom + 18, number(tick), size=12))
        for row, name in enumerate(names):
            self.body.append(text(self.LEFT - 12, self.y(row) + 4, name, "end"))
            self.body.append(f'<path class="grid" d="M{self.LEFT} {self.y(row):.1f}H{WIDTH - RIGHT}"/>')
        self.body.append(f'<path class="axis" d="M{self.LEFT} {TOP}V{self.bottom}H{WIDTH - RIGHT}"/>')
        self.body.append(text((self.LEFT + WIDTH - RIGHT) / 2, self.bottom + 36, x_label))

    def x(self, value):
        return self.LEFT + Plot.share(value, self.x_range, self.x_log) * (WIDTH - self.LEFT - RIGHT)

    def y(self, row):
        return TOP + self.ROW * (row + 0.5)

    def dots(self, name, values):
        """One dot for each name that values, a dictionary, has."""
        colour = self.series % len(COLOURS)
        for row, key in enumerate(self.names):
            if key in values:
                self.body.append(f'<circle class="f{colour}" cx="{self.x(values[key]):.1f}" cy="{self.y(row):.1f}" r="4.5"/>')
        x, y = (24, 24 + 255)[self.series % 2], self.bottom + BOTTOM + 10 + LEGEND * (self.series // 2)
        self.body.append(f'<circle class="f{colour}" cx="{x + 8}" cy="{y}" r="4.5"/>')
        self.body.append(text(x + 20, y + 4, name, "start"))
        self.series += 1

    def svg(self):
        height = self.bottom + BOTTOM + 4 + LEGEND * ((self.series + 1) // 2)
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">\n'
                f'{style()}\n<rect class="bg" width="{WIDTH}" height="{height}"/>\n')
        return head + "\n".join(self.body) + "\n</svg>\n"
