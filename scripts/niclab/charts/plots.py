"""Plots over a varied key: curves with their confidence, columns, clouds of points, maps of two keys."""
import dataclasses
from collections.abc import Callable, Sequence

from markupsafe import Markup

from niclab.charts import svg
from niclab.intervals import Interval

TOP, HEIGHT, FOOT = 12, 240, 40
LEFT, DIGIT = 58, 6.7  # least room for the numbers of y, and a digit's
MOST_CURVES = svg.SUBJECTS


@dataclasses.dataclass(frozen=True)
class Curve:
    """Values over places; `x` ascends."""
    name: str
    x: Sequence[float]
    y: Sequence[Interval]


def wide_range(values: Sequence[float]) -> bool:
    """Whether only a logarithmic scale shows all of them."""
    return min(values) > 0 and max(values) / min(values) >= 20 and len(set(values)) > 2


def span_of(values: Sequence[float], from_zero: bool = False) -> tuple[float, float]:
    """The ends of an axis: a little room, and zero where it is not far."""
    low, high = min(values), max(values)
    if from_zero or 0 <= low < 0.5 * high:
        return 0.0, high * 1.05 or 1.0
    room = 0.06 * (high - low) or 0.05 * abs(high) or 1.0
    return low - room, high + room


class Frame:
    """Two axes with their grid and titles; `x`, `y` turn numbers into pixels."""

    def __init__(self, width: int, xs: Sequence[float], ys: Sequence[float], x_title: str, y_title: str,
                 x_marks: bool = True):
        self.width, self.right, self.inside = width, width - 12, list[str]()
        self.bottom = HEIGHT
        self.inside.append(svg.text(2, TOP + 2, y_title, "tick"))
        self.y, marks = self.axis(ys, self.bottom, TOP + 14, 6)
        self.left = max(LEFT, 8 + DIGIT * max((len(svg.plain(mark)) for mark in marks), default=0))
        for mark in marks:
            self.inside += [svg.line(self.left, self.y(mark), self.right, self.y(mark), "grid"),
                            svg.text(self.left - 6, self.y(mark) + 4, svg.plain(mark), "tick", "end")]
        self.x, marks = self.axis(xs, self.left + 8, self.right - 8, 8 if width > 500 else 4)
        for mark in marks if x_marks else []:
            self.inside += [svg.line(self.x(mark), TOP + 14, self.x(mark), self.bottom, "grid"),
                            svg.text(self.x(mark), self.bottom + 15, svg.plain(mark), "tick", "middle")]
        self.inside.append(svg.text(self.right, self.bottom + 32, x_title, "tick", "end"))

    @staticmethod
    def axis(values: Sequence[float], begin: float, end: float, wanted: int) -> tuple[svg.Scale, list[float]]:
        if wide_range(values):
            low, high = min(values), max(values)
            return svg.log_scale(low, high, begin, end), svg.decades(low, high)
        low, high = span_of(values)
        return svg.scale(low, high, begin, end), svg.ticks(low, high, wanted)

    def picture(self, label: str) -> Markup:
        return svg.picture(self.width, HEIGHT + FOOT, self.inside, label)


def curves(lines: Sequence[Curve], x_title: str, y_title: str, label: str, joined: bool = True) -> Markup:
    """Each line with its band of confidence; where its points are not `joined` they are dots alone."""
    xs = [x for c in lines for x in c.x]
    means = [v.mean for c in lines for v in c.y]
    ys = [end for c in lines for v in c.y for end in (v.mean - v.half, v.mean + v.half)]
    if wide_range(means):
        least = min(means) / 2
        ys = [max(y, least) for y in ys]

    def draw(width: int) -> Markup:
        frame = Frame(width, xs, ys, x_title, y_title)
        for i, c in enumerate(lines):
            frame.inside += curve(frame, c, svg.subject(i), joined)
        return frame.picture(label)

    return svg.both(draw)


def curve(frame: Frame, c: Curve, kind: str, joined: bool) -> list[str]:
    at = [frame.x(x) for x in c.x]
    parts = []
    if joined and len(at) > 1:
        if any(v.half for v in c.y):
            upper = [(x, frame.y(v.mean + v.half)) for x, v in zip(at, c.y)]
            lower = [(x, frame.y(v.mean - v.half)) for x, v in zip(at, c.y)]
            parts.append(svg.path(upper + lower[::-1], f"cloud {kind}", close=True))
        parts.append(svg.path([(x, frame.y(v.mean)) for x, v in zip(at, c.y)], f"curve {kind}"))
    for x, place, v in zip(at, c.x, c.y):
        if not joined and v.half:
            parts.append(svg.upright(frame.y, v.mean - v.half, v.mean + v.half, x, 3, f"whisker {kind}"))
        title = f"{c.name + ', ' if c.name else ''}{place:g}: {v.mean:.6g}" + (f" ±{v.half:.2g}" if v.half else "")
        parts.append(svg.dot(x, frame.y(v.mean), 3, kind, title))
    return parts


def columns(places: Sequence[str], groups: Sequence[tuple[str, Sequence[Interval | None]]], x_title: str, y_title: str, label: str) -> Markup:
    """Of each place a column for each of `groups`, (name, values): nothing is said of what lies
    between two places.
    """
    values = [v for _, some in groups for v in some if v]
    high = max((v.mean + v.half for v in values), default=1.0)

    def draw(width: int) -> Markup:
        frame = Frame(width, [0.0, 1.0], [0.0, high], x_title, y_title, x_marks=False)
        left, each = frame.left + 4, (frame.right - frame.left - 8) / max(len(places), 1)
        bar = min(0.8 * each / max(len(groups), 1), 40)
        for k, place in enumerate(places):
            middle = left + each * (k + 0.5)
            frame.inside.append(svg.text(middle, frame.bottom + 15, shortened(place, int(each / 6.5)), "tick", "middle"))
            for i, (name, some) in enumerate(groups):
                frame.inside.append(column(frame.y, middle + bar * (i - len(groups) / 2), bar, some[k], i, f"{name}, {place}"))
        return frame.picture(label)

    return svg.both(draw)


def shortened(words: str, room: int) -> str:
    return words if len(words) <= max(room, 3) else words[:max(room, 3) - 1] + "…"


def column(y: svg.Scale, left: float, width: float, value: Interval | None, i: int, name: str) -> str:
    if value is None:
        return ""
    top, bottom = y(value.mean), y(0)
    title = f"{name}: {value.mean:.4g}" + (f" ±{value.half:.2g}" if value.half else "")
    return (svg.bar(left + 0.5, min(top, bottom), width - 1, abs(bottom - top), svg.subject(i), title)
            + (svg.upright(y, value.mean - value.half, value.mean + value.half, left + width / 2, min(3, width / 3), "whisker")
               if value.half else ""))


def cloud(points: Sequence[tuple[float, float, str, bool]], groups: Callable[[int], int], x_title: str, y_title: str, label: str) -> Markup:
    """`points`: (x, y, words, whether on the front); those on a group's front are joined by the
    stairs of what they reach. `groups`: which group the i-th belongs to.
    """
    def draw(width: int) -> Markup:
        frame = Frame(width, [p[0] for p in points], [p[1] for p in points], x_title, y_title)
        fronts: dict[int, list[tuple[float, float]]] = {}
        for i, (x, y, words, best) in enumerate(points):
            kind = svg.subject(groups(i))
            frame.inside.append(svg.dot(frame.x(x), frame.y(y), 4.5 if best else 2.5, kind if best else f"{kind} beaten", words))
            if best:
                fronts.setdefault(groups(i), []).append((frame.x(x), frame.y(y)))
        for group, some in fronts.items():
            frame.inside.append(svg.path(stairs(sorted(set(some))), f"curve {svg.subject(group)}"))
        return frame.picture(label)

    return svg.both(draw)


def stairs(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Between two points of a front nothing was reached but what the first of them reaches."""
    out = [points[0]]
    for (_, y), (x2, y2) in zip(points, points[1:]):
        out += [(x2, y), (x2, y2)]
    return out


def heat_map(columns_of: Sequence[str], rows_of: Sequence[str], value: Callable[[str, str], float | None], x_title: str, y_title: str,
             label: str, digits: str = ".4g") -> Markup:
    """Two keys: a cell's darkness is its value, which is printed in it."""
    found = [v for b in rows_of for a in columns_of if (v := value(a, b)) is not None]
    low, high = min(found), max(found)

    def draw(width: int) -> Markup:
        each, tall, left = (width - LEFT - 40) / len(columns_of), 24, LEFT + 28
        inside = [svg.text(2, TOP + 2, y_title, "tick")]
        for r, b in enumerate(reversed(rows_of)):
            y = TOP + 12 + tall * r
            inside.append(svg.text(left - 6, y + 16, shortened(b, 13), "tick", "end"))
            for k, a in enumerate(columns_of):
                v = value(a, b)
                if v is None:
                    continue
                share = (v - low) / ((high - low) or 1)
                words = format(v, digits)
                inside.append(f'<rect x="{left + each * k:.1f}" y="{y}" width="{each - 1:.1f}" height="{tall - 1}" class="heat" '
                              f'style="fill-opacity:{0.08 + 0.8 * share:.3f}">{svg.titled(f"{a}, {b}: {words}")}</rect>')
                if each > 7 * len(words):
                    inside.append(svg.text(left + each * (k + 0.5), y + 16, words, "onheat dark" if share > 0.55 else "onheat", "middle"))
        foot = TOP + 12 + tall * len(rows_of)
        inside += [svg.text(left + each * (k + 0.5), foot + 15, shortened(a, int(each / 6.5)), "tick", "middle")
                   for k, a in enumerate(columns_of)]
        return svg.picture(width, foot + FOOT, [*inside, svg.text(width - 12, foot + 32, x_title, "tick", "end")], label)

    return svg.both(draw)
