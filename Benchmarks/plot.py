"""Draws the plots of scripts/bench: a file of points for each, with a tab between figures, becomes an SVG.

    python3 Benchmarks/plot.py FOLDER-OF-POINTS FOLDER-OF-PLOTS

A line of a bar chart is its name, the median, the least and the greatest; one of a line chart is the line's name, x and y.
"""

import math
import sys
from html import escape
from pathlib import Path

# Title; what x is, or None for bars; what y is; which of the two are drawn by their logarithms.
PLOTS = {
    "throughput": ("The nested family query, by server", None, "requests/s", ""),
    "growth": ("The nested family query, by number of families", "families", "requests/s", "x"),
    "latency": ("Latency as requests come by themselves", "requests/s", "ms", "y"),
    "connections": ("The nested family query, by number of connections", "connections", "requests/s", "x"),
    "memory": ("Resident memory", "requests answered", "MiB", ""),
}
WIDTH, HEIGHT = 720, 380
LEFT, RIGHT, TOP, BOTTOM = 70, 40, 48, 52
# Seen as well on white as on near black.
COLOURS = ["#3b82c4", "#d9772b", "#3f9d6b", "#b0579e"]
STYLE = """
  .paper { fill: #ffffff; }
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .title { font-size: 16px; font-weight: 600; }
  .quiet { fill: #57606a; }
  .grid { stroke: #d0d7de; }
  .range { stroke: #24292f; stroke-width: 1.5; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; }
    text { fill: #e6edf3; }
    .quiet { fill: #9da7b3; }
    .grid { stroke: #3d444d; }
    .range { stroke: #e6edf3; }
  }
"""


def main():
    points, plots = map(Path, sys.argv[1:])
    for path in sorted(points.glob("*.tsv")):
        rows = [line.split("\t") for line in path.read_text().splitlines()]
        title, across, upwards, logarithmic = PLOTS[path.stem]
        body = bars(rows, upwards) if across is None else lines(rows, across, upwards, logarithmic)
        (plots / f"{path.stem}.svg").write_text(svg(title, body))


def svg(title, body):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{escape(title)}">\n<style>{STYLE}</style>\n'
        + f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="6"/>\n'
        + text(LEFT - 50, 26, title, kind="title")
        + "".join(body)
        + "</svg>\n"
    )


def bars(rows, unit):
    """One bar a row, lying, with its range; the name stands above it."""
    rows = [(name, *map(float, figures)) for name, *figures in rows]
    most = max(greatest for *_, greatest in rows)
    left, room = LEFT - 50, WIDTH - LEFT - RIGHT - 60
    height = (HEIGHT - TOP - 16) / len(rows)
    for number, (name, median, least, greatest) in enumerate(rows):
        top = TOP + number * height
        length = room * median / most
        middle = top + 20 + (height - 30) / 2
        yield text(left, top + 14, name)
        yield (
            f'<rect x="{left}" y="{top + 20:.1f}" width="{length:.1f}" height="{height - 30:.1f}" rx="2" '
            f'fill="{COLOURS[0] if number == 0 else "#8c959f"}"/>\n'
        )
        yield line([(left + room * least / most, middle), (left + room * greatest / most, middle)], kind="range")
        yield text(left + room * greatest / most + 8, middle + 5, f"{median:,.0f} {unit}")


def lines(rows, across, upwards, logarithmic):
    series = {}
    for name, x, y, *_ in rows:
        series.setdefault(name, []).append((float(x), float(y)))
    every = [point for points in series.values() for point in points]
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    xs, ys = sorted({x for x, _ in every}), [y for _, y in every]
    # Where there are few, each has its mark.
    marks = xs if len(xs) < 15 else [mark for mark in ticks(xs[-1]) if mark <= xs[-1]]
    heights = powers(min(ys), max(ys)) if "y" in logarithmic else ticks(max(ys))
    horizontal = scale([*xs, *([] if "x" in logarithmic else [0])], LEFT, right, "x" in logarithmic)
    vertical = scale(heights, bottom, TOP, "y" in logarithmic)

    for mark in heights:
        yield line([(LEFT, vertical(mark)), (right, vertical(mark))], kind="grid")
        yield text(LEFT - 8, vertical(mark) + 4, f"{mark:,g}", anchor="end", kind="quiet")
    for mark in marks:
        yield text(horizontal(mark), bottom + 20, f"{mark:,.0f}", anchor="middle", kind="quiet")
    yield text((LEFT + right) / 2, HEIGHT - 10, across, anchor="middle", kind="quiet")
    yield text(right, 26, upwards, anchor="end", kind="quiet")
    for number, (name, points) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        places = [(horizontal(x), vertical(y)) for x, y in sorted(points)]
        yield line(places, colour=colour)
        for x, y in places if len(places) < 30 else []:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>\n'
        if len(series) > 1:
            yield f'<rect x="{LEFT + 12}" y="{TOP + 8 + 20 * number}" width="14" height="4" fill="{colour}"/>\n'
            yield text(LEFT + 32, TOP + 15 + 20 * number, name)


def scale(values, start, end, is_logarithmic):
    """Where a value lies between `start` and `end`, of which the least and the greatest are."""
    measure = math.log10 if is_logarithmic else float
    low, high = measure(min(values)), measure(max(values))
    return lambda value: start + (end - start) * ((measure(value) - low) / (high - low) if high > low else 0.5)


def powers(least, most):
    """Powers of ten, with `least` and `most` between them."""
    return [10.0**power for power in range(math.floor(math.log10(least)), math.ceil(math.log10(most)) + 1)]


def ticks(most):
    """Round numbers from 0 to the first that is not below `most`, four to eight of them."""
    step = 10 ** math.floor(math.log10(most)) if most > 0 else 1
    step = next(step * part for part in (0.2, 0.25, 0.5, 1) if most / (step * part) <= 6) if most / step <= 6 else 2 * step
    return [number * step for number in range(math.ceil(most / step) + 1)]


def line(places, kind=None, colour=None):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    style = f'class="{kind}"' if kind else f'stroke="{colour}" stroke-width="2"'
    return f'<polyline points="{path}" fill="none" {style}/>\n'


def text(x, y, words, anchor="start", kind=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(words)}</text>\n'


if __name__ == "__main__":
    main()
