"""Pieces of charts as SVG text. Colours are classes, so that the page's style decides on light and dark."""
import html
import math


def text(x, y, words, kind="", anchor="start"):
    name = f' class="{kind}"' if kind else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}"{name}{where}>{html.escape(str(words))}</text>'


def bar(x, y, width, height, kind, title=""):
    """A bar at least half a pixel wide, so that nothing vanishes."""
    inside = f"<title>{html.escape(title)}</title>" if title else ""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" height="{height:.1f}" class="{kind}">{inside}</rect>'


def line(x1, y1, x2, y2, kind):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def path(points, kind, close=False):
    """A line through points; those that change nothing are left out."""
    kept = [p for i, p in enumerate(points)
            if i in (0, len(points) - 1) or not (points[i - 1][1] == p[1] == points[i + 1][1])]
    d = " ".join(f"{x:.1f} {y:.1f}" for x, y in kept)
    return f'<path d="M{d}{"Z" if close else ""}" class="{kind}"/>'


def whisker(at, low, high, y, half, kind):
    """An error bar from `low` to `high` with ends."""
    return "".join([line(at(low), y, at(high), y, kind), line(at(low), y - half, at(low), y + half, kind),
                    line(at(high), y - half, at(high), y + half, kind)])


def picture(width, height, inside, label, kind=""):
    """The whole picture; `label` is what a screen reader says."""
    return (f'<svg viewBox="0 0 {width:.0f} {height:.0f}" style="max-width:{1.1 * width:.0f}px" role="img" class="chart {kind}" '
            f'aria-label="{html.escape(label, quote=True)}">{"".join(inside)}</svg>')


def step(span, wanted):
    """A round distance between ticks, of which about `wanted` fit into `span`."""
    if span <= 0:
        return 1.0
    rough = span / wanted
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * m for m in (1, 2, 5, 10) if power * m >= rough * 0.999)


def ticks(low, high, wanted):
    """Round numbers from `low` to `high`."""
    distance = step(high - low, wanted)
    first = math.ceil(low / distance - 1e-9)
    return [round(distance * k, 9) for k in range(first, int(math.floor(high / distance + 1e-9)) + 1)]


def plain(number):
    """A tick's label."""
    return f"{number:.10g}"


def axis(at, low, high, top, bottom, wanted, unit):
    """Vertical grid lines with their numbers below."""
    out = []
    marks = ticks(low, high, wanted)
    for i, t in enumerate(marks):
        out.append(line(at(t), top, at(t), bottom, "grid"))
        anchor = "end" if at(t) > at(high) - 24 else "start" if at(t) < at(low) + 8 else "middle"
        out.append(text(at(t), bottom + 14, plain(t) + (f" {unit}" if i == len(marks) - 1 else ""), "tick", anchor))
    return "".join(out)


def scale(low, high, left, right):
    """A linear function from numbers to pixels."""
    span = (high - low) or 1
    return lambda v: left + (right - left) * (v - low) / span
