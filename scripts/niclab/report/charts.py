"""Charts with a row for each thing: waterfalls, and bars beside published values. Each is drawn wide and narrow."""
import textwrap

from niclab.report import svg

WIDE, NARROW = 900, 360


class Rows:
    """Rows with a label, a plot and a value: side by side when wide, the label above the plot when narrow."""

    def __init__(self, width, low, high, unit, label_width=270, value_width=86, narrow_value_width=70):
        self.width, self.low, self.high, self.unit = width, low, high, unit
        self.wide = width > 500
        self.left = label_width if self.wide else 2
        self.right = width - (value_width if self.wide else narrow_value_width)
        self.at = svg.scale(low, high, self.left, self.right)
        self.y, self.inside = 6, []

    def row(self, label, kind, height, draw, value):
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

    def picture(self, label):
        grid = svg.axis(self.at, self.low, self.high, 2, self.y, 7 if self.wide else 4, self.unit)
        return svg.picture(self.width, self.y + 20, [grid, *self.inside], label)


def both(draw):
    """A chart in both widths; the style shows one of them."""
    return f'<div class="wide">{draw(WIDE)}</div><div class="narrow">{draw(NARROW)}</div>'


def waterfall(spans, label):
    """`spans`: (what, waiting or working, begin, end) in microseconds, one behind the other."""
    zero, end = spans[0][2], spans[-1][3]

    def draw(width):
        rows = Rows(width, 0, end - zero, "us", label_width=440)
        for what, state, begin, until in spans:
            title = f"{what}: {until - begin:.3f} us, {state}"
            rows.row(what, "label", 13, lambda at, y, b=begin, u=until, s=state, t=title: svg.bar(
                at(b - zero), y - 6, at(u) - at(b), 12, s, t), f"{until - begin:.3f}")
        return rows.picture(label)

    return both(draw)


def mark(x, y, held):
    """A published value: hollow where it was held out, filled where something was fitted to it."""
    return f'<path d="M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z" class="{"held" if held else "fitted"}"/>'


def published(at, y, marks):
    """`marks`: (value, held out) of one quantity."""
    values = [v for v, _ in marks]
    return svg.whisker(at, min(values), max(values), y, 3, "published") + "".join(mark(at(v), y, held) for v, held in marks)


def simulated(at, y, zero, low, middle, high):
    """A bar to the average with a whisker over the range."""
    out = svg.bar(at(zero), y - 5, at(middle) - at(zero), 10, "working", f"average {middle:.3f}, {low:.3f} to {high:.3f}")
    return out + svg.whisker(at, low, high, y, 4, "whisker")


def breakdown(entries, unit, label):
    """`entries`: (label, minimum, average, maximum, published marks or nothing)."""
    top = max(max([high] + [v for v, _ in marks]) for _, _, _, high, marks in entries)

    def draw(width):
        rows = Rows(width, 0, top * 1.02, unit)
        for what, low, middle, high, marks in entries:
            def both_bars(at, y, e=(low, middle, high), m=marks):
                up = y - 7 if m else y
                return simulated(at, up, 0, *e) + (published(at, y + 7, m) if m else "")
            rows.row(what, "label", 30 if marks else 15, both_bars, f"{middle:.3f}")
        return rows.picture(label)

    return both(draw)


def ranges(entries, unit, label):
    """As breakdown, but each row on its own scale from the smallest to the largest number of it: for small differences."""
    def draw(width):
        rows = Rows(width, 0, 1, "", value_width=150, narrow_value_width=104)
        for what, low, middle, high, marks in entries:
            numbers = [low, high] + [v for v, _ in marks]
            left, right = min(numbers), max(numbers)
            own = svg.scale(left, right, rows.left + 8, rows.right - 12)

            def dots(_, y, own=own, e=(low, middle, high), m=marks):
                return (svg.whisker(own, e[0], e[2], y - 6, 4, "whisker") + f'<circle cx="{own(e[1]):.1f}" cy="{y - 6:.1f}" r="4" class="working"/>' +
                        published(own, y + 7, m))
            rows.row(what, "label", 28, dots, f"{left:.2f} .. {right:.2f} {unit}" if rows.wide else f"{left:.2f}..{right:.2f}")
        return svg.picture(width, rows.y + 4, rows.inside, label)

    return both(draw)
