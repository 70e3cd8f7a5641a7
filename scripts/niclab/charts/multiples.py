"""Small multiples: the same places in several panels on one scale, as dots that nothing joins."""
import dataclasses
from collections.abc import Sequence

from markupsafe import Markup, escape

from niclab.charts import svg
from niclab.charts.plots import shortened, span_of, wide_range
from niclab.intervals import Interval, short

WIDE_PANELS, NARROW_PANELS = 4, 2
TOP, TALL, FOOT, LEFT, GAP = 36, 130, 40, 52, 14


@dataclasses.dataclass(frozen=True)
class Dot:
    """At the place `at` of its panel. `first`: the best there, or not to be told from it; `link`:
    where it leads.
    """
    at: int
    value: Interval
    first: bool
    link: str
    words: str


@dataclasses.dataclass(frozen=True)
class Panel:
    title: str
    dots: Sequence[Dot]


def scale_of(panels: Sequence[Panel]) -> tuple[svg.Scale, list[float]]:
    """One for all, in a panel's own pixels."""
    ends = [end for p in panels for d in p.dots for end in (d.value.mean - d.value.half, d.value.mean + d.value.half)]
    means = [d.value.mean for p in panels for d in p.dots]
    if wide_range(means):
        low = min(means) / 1.5
        return svg.log_scale(low, max(ends) * 1.1, TALL, 0), svg.decades(low, max(ends) * 1.1)
    low, high = span_of(ends)
    return svg.scale(low, high, TALL, 0), svg.ticks(low, high, 4)


def drawn_dot(dot: Dot, x: float, y: svg.Scale, top: float) -> str:
    middle = top + y(dot.value.mean)
    parts = [svg.upright(lambda v: top + y(v), dot.value.mean - dot.value.half, dot.value.mean + dot.value.half, x, 3, "whisker")] if dot.value.half else []
    parts.append(svg.dot(x, middle, 5.5 if dot.first else 4, "good" if dot.first else "open", dot.words))
    return f'<a href="{escape(dot.link)}" aria-label="{escape(dot.words)}">{"".join(parts)}</a>'


def drawn_panel(panel: Panel, places: Sequence[str], left: float, top: float, width: float, y: svg.Scale, marks: Sequence[float]) -> list[str]:
    each = width / len(places)
    parts = [svg.text(left, top - 14, shortened(panel.title, int(width / 6.6)), "panel")]
    for mark in marks:
        parts += [svg.line(left, top + y(mark), left + width, top + y(mark), "grid"), svg.text(left - 6, top + y(mark) + 4, svg.plain(mark), "tick", "end")]
    every = max(1, round(len(places) * 30 / width))
    parts += [svg.text(left + each * (i + 0.5), top + TALL + 16, shortened(place, max(3, int(each * every / 6.5))), "tick", "middle")
              for i, place in enumerate(places) if i % every == 0]
    parts += [drawn_dot(dot, left + each * (dot.at + 0.5), y, top) for dot in panel.dots]
    best = next((dot for dot in panel.dots if dot.first), None)
    return [*parts, best_said(best, left + each * (best.at + 0.5), y, top)] if best else parts


def best_said(best: Dot, x: float, y: svg.Scale, top: float) -> str:
    """Above the dot, or beside it where the panel ends."""
    above = y(best.value.mean + best.value.half) - 9
    if above < 4:
        return svg.text(x + 9, top + y(best.value.mean) + 4, short(best.value.mean), "best")
    return svg.text(x, top + above, short(best.value.mean), "best", "start" if best.at == 0 else "middle")


def multiples(panels: Sequence[Panel], places: Sequence[str], x_title: str, label: str) -> Markup:
    """One panel for each, as many in a row as there is room for."""
    y, marks = scale_of(panels)

    def draw(width: int) -> Markup:
        beside = min(len(panels), WIDE_PANELS if width > 500 else NARROW_PANELS)
        whole = width / beside
        inside: list[str] = []
        for i, panel in enumerate(panels):
            row, column = divmod(i, beside)
            inside += drawn_panel(panel, places, column * whole + LEFT, TOP + row * (TOP + TALL + FOOT), whole - LEFT - GAP, y, marks)
        bottom = -(-len(panels) // beside) * (TOP + TALL + FOOT)
        return svg.picture(width, bottom, [*inside, svg.text(width - 4, bottom - 6, x_title, "tick", "end")], label)

    return svg.both(draw)
