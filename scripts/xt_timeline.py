#!/usr/bin/env python3
"""Draws a timeline of ddblasXt products (the option `trace`, Chrome trace JSON) as SVG: scripts/xt_timeline.py trace.json > x.svg"""
import json
import sys

COLOURS = {"host copy in": "#c9b458", "load": "#4f81bd", "multiply": "#6aa84f", "store": "#cc6666", "host copy out": "#b58bc9"}
WIDTH, ROW, LEFT, TOP = 1000, 26, 120, 30

marks = json.load(open(sys.argv[1]))
first = min(m["ts"] for m in marks)
last = max(m["ts"] + m["dur"] for m in marks)
rows = [(lane, stage) for lane in sorted({m["pid"] for m in marks}) for stage in COLOURS
        if any(m["pid"] == lane and m["name"] == stage for m in marks)]
scale = (WIDTH - LEFT - 20) / (last - first)
height = TOP + ROW * len(rows) + 30
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">')
print(f'<rect width="{WIDTH}" height="{height}" fill="white"/>')
for r, (lane, stage) in enumerate(rows):
    y = TOP + ROW * r
    name = stage if len({lane for lane, _ in rows}) == 1 else f"{lane}: {stage}"
    print(f'<text x="{LEFT - 8}" y="{y + 16}" text-anchor="end">{name}</text>')
    for m in marks:
        if (m["pid"], m["name"]) != (lane, stage):
            continue
        x, w, block = LEFT + (m["ts"] - first) * scale, max(m["dur"] * scale, 0.5), m["args"]["block"]
        print(f'<rect x="{x:.1f}" y="{y}" width="{w:.1f}" height="{ROW - 6}" fill="{COLOURS[stage]}" stroke="white" '
              f'stroke-width="0.5" opacity="{1.0 if block % 2 else 0.75}"><title>block {block}, chunk {m["args"]["chunk"]}: '
              f'{m["dur"] / 1000:.2f} ms</title></rect>')
step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000) if (last - first) / 1000 / s <= 12)
for t in range(0, int((last - first) / 1000) + 1, step):
    x = LEFT + t * 1000 * scale
    print(f'<line x1="{x:.1f}" y1="{TOP - 4}" x2="{x:.1f}" y2="{height - 24}" stroke="#999" stroke-width="0.4"/>')
    print(f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle">{t} ms</text>')
print("</svg>")
