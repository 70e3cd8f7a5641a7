"""Small charts, several in a row where there is room: distributions, fill of FIFOs, shares."""
from collections.abc import Iterable, Sequence

from markupsafe import Markup

from niclab.charts import svg
from niclab.intervals import Interval, short

WIDTH, HEIGHT = 420, 150
LEFT, RIGHT, TOP, BOTTOM = 34, 412, 10, 126
RANKED_WIDTH, NAMES, VALUES, ROW, LONGEST_NAME = 320, 118, 234, 22, 17  # of ranked bars: where they begin and end, their distance
WORTH_A_WORD = 0.005  # of a value: a smaller interval is not printed
FEWEST_BINNED = 40  # fewer numbers are shown one by one
Bin = dict[str, str]  # a row of occupancy.csv


def median_of(values: Sequence[float]) -> float:
    ordered = sorted(values)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def distribution(values: Sequence[float], unit: str, label: str) -> Markup:
    """Where the numbers lie; the median is marked."""
    return histogram(values, unit, label) if len(values) >= FEWEST_BINNED else strip(values, unit, label)


def strip(values: Sequence[float], unit: str, label: str) -> Markup:
    """Each number a dot, those that would lie on each other above each other."""
    low, high = min(values), max(values)
    margin = 0.05 * ((high - low) or 1)
    x = svg.scale(low - margin, high + margin, LEFT, RIGHT)
    inside = [svg.axis(x, low - margin, high + margin, TOP, BOTTOM, 4, unit)]
    stacks: dict[int, int] = {}
    for v in sorted(values):
        place = round(x(v) / 8)
        level = stacks[place] = stacks.get(place, 0) + 1
        inside.append(svg.dot(x(v), max(BOTTOM + 2 - 8 * level, TOP), 3.5, "working", f"{v:.6g} {unit}"))
    return svg.picture(WIDTH, HEIGHT, [*inside, *median_line(x, values)], label)


def median_line(x: svg.Scale, values: Sequence[float]) -> list[str]:
    at = x(median_of(values))
    return [svg.line(at, TOP, at, BOTTOM, "median"), svg.text(at + 4, TOP + 8, "median", "tick") if at < RIGHT - 60 else
            svg.text(at - 4, TOP + 8, "median", "tick", "end")]


def histogram(values: Sequence[float], unit: str, label: str) -> Markup:
    """How often a number lies where."""
    low, high = min(values), max(values)
    width = svg.step(max(high - low, 1e-3), 24)
    first = int(low // width)
    counts = [0] * (int(high // width) - first + 1)
    for v in values:
        counts[int(v // width) - first] += 1
    begin, end = first * width, (first + len(counts)) * width
    x, y = svg.scale(begin, end, LEFT, RIGHT), svg.scale(0, max(counts), BOTTOM, TOP)
    inside = [svg.axis(x, begin, end, TOP, BOTTOM, 4, unit)]
    for i, n in enumerate(counts):
        if n:
            left = x(begin + i * width)
            inside.append(svg.bar(left + 0.5, y(n), x(begin + (i + 1) * width) - left - 1, BOTTOM - y(n), "working",
                                  f"{begin + i * width:.4g} to {begin + (i + 1) * width:.4g} {unit}: {n}"))
    inside += level(y, svg.ticks(0, max(counts), 3))
    inside += median_line(x, values)
    return svg.picture(WIDTH, HEIGHT, inside, label)


def level(y: svg.Scale, marks: Iterable[float]) -> list[str]:
    """Numbers at the left edge."""
    return [svg.text(LEFT - 5, y(m) + 4, svg.plain(m), "tick", "end") for m in marks if m == int(m)]


def steps(bins: Sequence[Bin], key: str, x: svg.Scale, y: svg.Scale) -> list[tuple[float, float]]:
    """A staircase through bins."""
    points = []
    for b in bins:
        height = y(float(b[key]))
        points += [(x(float(b["begin_ns"]) / 1000), height), (x(float(b["end_ns"]) / 1000), height)]
    return points


def occupancy(bins: Sequence[Bin], label: str) -> Markup:
    """Fill over time: the band from smallest to largest, and the mean."""
    capacity, peak = int(bins[0]["capacity"]), max(int(b["max"]) for b in bins)
    top = capacity if capacity <= 4 * max(peak, 3) else max(4, round(1.25 * peak))
    begin, end = float(bins[0]["begin_ns"]) / 1000, float(bins[-1]["end_ns"]) / 1000
    x, y = svg.scale(begin, end, LEFT, RIGHT), svg.scale(0, top, BOTTOM, TOP)
    inside = [svg.axis(x, begin, end, TOP, BOTTOM, 4, "us"), *level(y, {*svg.ticks(0, 0.85 * top, 3), top})]
    if top == capacity:
        inside.append(svg.line(LEFT, y(top), RIGHT, y(top), "limit"))
    lower = steps(bins, "min", x, y)
    inside.append(svg.path(steps(bins, "max", x, y) + lower[::-1], "band", close=True))
    inside.append(svg.path(steps(bins, "mean", x, y), "mean"))
    return svg.picture(WIDTH, HEIGHT, inside, label)


def history(curves: Sequence[tuple[str, Sequence[float], Sequence[float]]], unit: str, label: str) -> Markup:
    """Lines over seconds, from zero: (name, times, values) each."""
    end = max((x for _, xs, _ in curves for x in xs), default=1.0)
    high = max((y for _, _, ys in curves for y in ys), default=0.0) or 1.0
    left = LEFT + 24
    x, y = svg.scale(0, end, left, RIGHT), svg.scale(0, high, BOTTOM, TOP + 10)
    inside = [svg.axis(x, 0, end, TOP + 10, BOTTOM, 4, "s"), svg.text(2, TOP, unit, "tick")]
    for mark in svg.ticks(0, high, 3):
        inside += [svg.line(left, y(mark), RIGHT, y(mark), "grid"), svg.text(left - 5, y(mark) + 4, svg.plain(mark), "tick", "end")]
    for k, (_, xs, ys) in enumerate(curves):
        inside.append(svg.path([(x(a), y(b)) for a, b in zip(xs, ys)], f"curve {svg.subject(k)}"))
    return svg.picture(WIDTH, HEIGHT, inside, label)


def shares(parts: Sequence[tuple[str, int]], label: str) -> Markup:
    """One bar cut into parts: (name, number)."""
    total = sum(n for _, n in parts) or 1
    x, inside = 2.0, []
    for i, (name, n) in enumerate(parts):
        width = (WIDTH - 4) * n / total
        inside.append(svg.bar(x, 4, width, 26, f"part{i % 6}", f"{name}: {100 * n / total:.1f} %"))
        if width > 26:
            inside.append(svg.text(x + width / 2, 22, name[0], "onbar", "middle"))
        x += width
    return svg.picture(WIDTH, 34, inside, label)


def ranked(entries: Sequence[tuple[str, Interval, bool]], label: str) -> Markup:
    """Bars from 0, (name, value, whether it is first or shares that), in the order given."""
    high = max((abs(value.mean) + value.half for _, value, _ in entries), default=0) or 1
    x, inside = svg.scale(0, high, NAMES, VALUES), []
    for row, (name, value, first) in enumerate(entries):
        y = 4 + ROW * row
        title = f"{name}: {value.mean:.6g} ±{value.half:.2g}"
        cut = name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME - 1] + "…"
        inside += [svg.text(0, y + 14, cut, "best" if first else ""), f'<rect x="{NAMES}" y="{y + 2}" width="{VALUES - NAMES}" height="15" rx="2" class="track"/>',
                   svg.bar(NAMES, y + 2, x(abs(value.mean)) - NAMES, 15, "good" if first else "working", title)]
        inside += [svg.whisker(x, abs(value.mean) - value.half, abs(value.mean) + value.half, y + 9.5, 3, "whisker")] if value.half > 0.01 * high else []
        doubt = f" ±{short(value.half)}" if value.half > WORTH_A_WORD * abs(value.mean) else ""
        inside.append(svg.text(RANKED_WIDTH, y + 14, short(value.mean) + doubt, "value", "end"))
    return svg.picture(RANKED_WIDTH, 8 + ROW * len(entries), inside, label)
