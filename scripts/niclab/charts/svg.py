"""Pieces of charts as SVG text. What is drawn wide is drawn narrow, too; the page's style shows the
one that fits.
"""
import functools
import html
import math
import pathlib
import re
from collections.abc import Callable, Iterable, Sequence

from markupsafe import Markup

WIDE, NARROW = 900, 360
SUBJECTS = 8  # colours s0 to s7; later ones begin again
Scale = Callable[[float], float]


def text(x: float, y: float, words: object, kind: str = "", anchor: str = "start") -> str:
    name = f' class="{kind}"' if kind else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}"{name}{where}>{html.escape(str(words))}</text>'


def titled(title: str) -> str:
    return f"<title>{html.escape(title)}</title>" if title else ""


def bar(x: float, y: float, width: float, height: float, kind: str, title: str = "") -> str:
    """A bar at least half a pixel wide, so that nothing vanishes."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" height="{height:.1f}" class="{kind}">{titled(title)}</rect>'


def dot(x: float, y: float, radius: float, kind: str, title: str = "") -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" class="{kind}">{titled(title)}</circle>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def path(points: Sequence[tuple[float, float]], kind: str, close: bool = False) -> str:
    """A line through points; those that change nothing are left out."""
    kept = [p for i, p in enumerate(points)
            if i in (0, len(points) - 1) or not (points[i - 1][1] == p[1] == points[i + 1][1])]
    d = " ".join(f"{x:.1f} {y:.1f}" for x, y in kept)
    return f'<path d="M{d}{"Z" if close else ""}" class="{kind}"/>'


def whisker(at: Scale, low: float, high: float, y: float, half: float, kind: str) -> str:
    """An error bar from `low` to `high` with ends."""
    return "".join([line(at(low), y, at(high), y, kind), line(at(low), y - half, at(low), y + half, kind),
                    line(at(high), y - half, at(high), y + half, kind)])


def upright(at: Scale, low: float, high: float, x: float, half: float, kind: str) -> str:
    """The same, standing."""
    return "".join([line(x, at(low), x, at(high), kind), line(x - half, at(low), x + half, at(low), kind),
                    line(x - half, at(high), x + half, at(high), kind)])


def picture(width: float, height: float, inside: Iterable[str], label: str) -> Markup:
    """The whole picture; `label` is what a screen reader says."""
    return Markup(f'<svg viewBox="0 0 {width:.0f} {height:.0f}" style="max-width:{1.1 * width:.0f}px" role="img" class="chart" '
                  f'aria-label="{html.escape(label, quote=True)}">{"".join(inside)}</svg>')


def both(draw: Callable[[int], Markup]) -> Markup:
    """A chart in both widths; the style shows one of them."""
    return Markup(f'<div class="wide">{draw(WIDE)}</div><div class="narrow">{draw(NARROW)}</div>')


def standalone(drawn: str) -> str:
    """A drawing as a file of its own: with the pages' style, its ground, its size."""
    folder = pathlib.Path(__file__).parents[1] / "pages"
    text = re.sub(r"</?a\b[^>]*>", "", str(drawn))  # what leads to a page's rows leads nowhere from a file
    whole = text[text.index("<svg"):text.index("</svg>") + 6].replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
    style = (folder / "style.css").read_text() + ((folder / "machine.css").read_text() if 'class="machine"' in whole else "")
    width, height = whole.split('viewBox="0 0 ', 1)[1].split('"', 1)[0].split()
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
    return whole.replace("<svg ", head, 1).replace(">", f'><style>{style}</style><rect width="100%" height="100%" class="ground"/>', 1) + "\n"


def step(span: float, wanted: int) -> float:
    """A round distance between ticks, of which about `wanted` fit into `span`."""
    if span <= 0:
        return 1.0
    rough = span / wanted
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * m for m in (1, 2, 5, 10) if power * m >= rough * 0.999)


def ticks(low: float, high: float, wanted: int) -> list[float]:
    """Round numbers from `low` to `high`."""
    distance = step(high - low, wanted)
    first = math.ceil(low / distance - 1e-9)
    return [round(distance * k, 9) for k in range(first, int(math.floor(high / distance + 1e-9)) + 1)]


def decades(low: float, high: float) -> list[float]:
    """Ticks of a logarithmic scale: 1, 2, 5 of each power of ten, powers alone where these are many."""
    powers = range(math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9) + 1)
    marks = (1, 2, 5) if len(powers) <= 4 else (1,)
    return [m * 10.0**p for p in powers for m in marks if low * 0.999 <= m * 10.0**p <= high * 1.001]


def plain(number: float) -> str:
    """A tick's label."""
    return f"{number:.10g}"


@functools.cache
def time_unit(high: float) -> tuple[float, str]:
    """What divides microseconds so that a person can read them, and the unit then."""
    return next(((factor, unit) for least, factor, unit in ((1e7, 1e6, "s"), (1e4, 1e3, "ms")) if high >= least), (1.0, "us"))


def axis(at: Scale, low: float, high: float, top: float, bottom: float, wanted: int, unit: str) -> str:
    """Vertical grid lines with their numbers below; many microseconds are milliseconds or seconds."""
    factor, unit = time_unit(max(abs(low), abs(high))) if unit == "us" else (1.0, unit)
    out = []
    marks = ticks(low / factor, high / factor, wanted)
    for i, t in enumerate(marks):
        x = at(t * factor)
        out.append(line(x, top, x, bottom, "grid"))
        anchor = "end" if x > at(high) - 24 else "start" if x < at(low) + 8 else "middle"
        out.append(text(x, bottom + 14, plain(t) + (f" {unit}" if i == len(marks) - 1 else ""), "tick", anchor))
    return "".join(out)


def scale(low: float, high: float, left: float, right: float) -> Scale:
    """A linear function from numbers to pixels."""
    span = (high - low) or 1
    return lambda v: left + (right - left) * (v - low) / span


def log_scale(low: float, high: float, left: float, right: float) -> Scale:
    """The same of positive numbers' logarithms; what is below `low` lies there."""
    inner = scale(math.log(low), math.log(high), left, right)
    return lambda v: inner(math.log(max(v, low)))


def subject(i: int) -> str:
    """The colour of the i-th thing that is compared."""
    return f"s{i % SUBJECTS}"
