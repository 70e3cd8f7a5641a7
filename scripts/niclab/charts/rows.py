"""Charts with a row for each thing: bars of several subjects, and bars next to published values."""
import functools
import textwrap
from collections.abc import Callable, Sequence

from markupsafe import Markup

from niclab.charts import svg
from niclab.charts.svg import both
from niclab.intervals import Interval

Marks = Sequence[tuple[float, bool]]  # published values, and whether they were held out
Entry = tuple[str, float, float, float, Marks]  # label, minimum, average, maximum, published


class Rows:
    """Rows with a label, a plot and a value: side by side when wide, the label above the plot when
    narrow. What is above `top` is the caller's.
    """

    def __init__(self, width: int, low: float, high: float, unit: str, label_width: int = 270, value_width: int = 86,
                 narrow_value_width: int = 70, top: float = 6.0):
        self.width, self.low, self.high, self.unit = width, low, high, unit
        self.wide = width > 500
        self.left = label_width if self.wide else 2
        self.right = width - (value_width if self.wide else narrow_value_width)
        self.at = svg.scale(low, high, self.left, self.right)
        self.top, self.y, self.inside = top, top, list[str]()

    def row(self, label: str, kind: str, height: float, draw: Callable[[svg.Scale, float], str], value: str) -> None:
        """`draw(at, y)` draws around the middle y of the plot."""
        if self.wide:
            middle = self.y + height / 2
            self.inside.append(svg.text(self.left - 10, middle + 4, label, kind, "end"))
        else:
            for part in textwrap.wrap(label, 46):
                self.inside.append(svg.text(2, self.y + 11, part, kind))
                self.y += 15
            middle = self.y + height / 2
        self.inside.append(draw(self.at, middle))
        self.inside.append(svg.text(self.width - 2, middle + 4, value, "value", "end"))
        self.y += height + (4 if self.wide else 6)

    def heading(self, label: str) -> None:
        """What the rows that follow are about: beside the first of them, or above."""
        for k, part in enumerate(textwrap.wrap(label, 42)):
            self.inside.append(svg.text(self.left - 10, self.y + 11 + 15 * k, part, "label", "end") if self.wide
                               else svg.text(2, self.y + 11, part, "label"))
            self.y += 0 if self.wide else 15

    def picture(self, label: str) -> Markup:
        grid = svg.axis(self.at, self.low, self.high, self.top - 4, self.y, 7 if self.wide else 4, self.unit)
        return svg.picture(self.width, self.y + 20, [grid, *self.inside], label)


def mark(x: float, y: float, held: bool) -> str:
    """A published value: hollow where it was held out, filled where something was fitted to it."""
    return f'<path d="M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z" class="{"held" if held else "fitted"}"/>'


def published(at: svg.Scale, y: float, marks: Marks) -> str:
    """`marks`: (value, held out) of one quantity."""
    values = [v for v, _ in marks]
    return svg.whisker(at, min(values), max(values), y, 3, "published") + "".join(mark(at(v), y, held) for v, held in marks)


def simulated(at: svg.Scale, y: float, zero: float, low: float, middle: float, high: float) -> str:
    """A bar to the average with a whisker over the range."""
    out = svg.bar(at(zero), y - 5, at(middle) - at(zero), 10, "working", f"average {middle:.3f}, {low:.3f} to {high:.3f}")
    return out + svg.whisker(at, low, high, y, 4, "whisker")


def breakdown(entries: Sequence[Entry], unit: str, label: str) -> Markup:
    """A bar to each average, all on one scale."""
    top = max(max([high] + [v for v, _ in marks]) for _, _, _, high, marks in entries)

    def draw(width: int) -> Markup:
        rows = Rows(width, 0, top * 1.02, unit)
        for what, low, middle, high, marks in entries:
            def both_bars(at: svg.Scale, y: float, e: tuple[float, float, float] = (low, middle, high), m: Marks = marks) -> str:
                up = y - 7 if m else y
                return simulated(at, up, 0, *e) + (published(at, y + 7, m) if m else "")
            rows.row(what, "label", 30 if marks else 15, both_bars, f"{middle:.3f}")
        return rows.picture(label)

    return both(draw)


def ranges(entries: Sequence[Entry], unit: str, label: str) -> Markup:
    """As breakdown, but each row on its own scale from the smallest to the largest number of it:
    for small differences.
    """
    def draw(width: int) -> Markup:
        rows = Rows(width, 0, 1, "", value_width=150, narrow_value_width=104)
        for what, low, middle, high, marks in entries:
            numbers = [low, high] + [v for v, _ in marks]
            left, right = min(numbers), max(numbers)
            own = svg.scale(left, right, rows.left + 8, rows.right - 12)

            def dots(_: svg.Scale, y: float, own: svg.Scale = own, e: tuple[float, float, float] = (low, middle, high), m: Marks = marks) -> str:
                return (svg.whisker(own, e[0], e[2], y - 6, 4, "whisker") + f'<circle cx="{own(e[1]):.1f}" cy="{y - 6:.1f}" r="4" class="working"/>' +
                        published(own, y + 7, m))
            rows.row(what, "label", 28, dots, f"{left:.2f} .. {right:.2f} {unit}" if rows.wide else f"{left:.2f}..{right:.2f}")
        return svg.picture(width, rows.y + 4, rows.inside, label)

    return both(draw)


def bars(groups: Sequence[tuple[str, Sequence[Interval | None]]], names: Sequence[str], unit: str, label: str) -> Markup:
    """`groups`: (what, the interval of each subject). A bar is the mean, its whisker the confidence
    interval.
    """
    high = max((i.mean + i.half for _, values in groups for i in values if i), default=0) or 1

    def draw(width: int) -> Markup:
        rows = Rows(width, 0, high, unit, label_width=330)
        for what, values in groups:
            rows.heading(what)
            for i, value in enumerate(values):
                rows.row("", "label", 14, functools.partial(interval_bar, value, i, names[i]), f"{value.mean:.2f}" if value else "-")
            rows.y += 6
        return rows.picture(label)

    return both(draw)


def interval_bar(value: Interval | None, i: int, name: str, at: svg.Scale, y: float) -> str:
    if value is None:
        return ""
    title = f"{name}: {value.mean:.4g} ±{value.half:.2g}"
    low = max(value.mean - value.half, 0)
    return (svg.bar(at(0), y - 6, at(value.mean) - at(0), 12, svg.subject(i), title)
            + svg.whisker(at, low, value.mean + value.half, y, 3, "whisker"))
