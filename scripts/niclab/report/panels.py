"""Small charts that stand beside each other where there is room: distributions, fill of FIFOs, shares."""
from niclab.report import svg

WIDTH, HEIGHT = 420, 150
LEFT, RIGHT, TOP, BOTTOM = 34, 412, 10, 126


def histogram(values, unit, label):
    """How often a number lies where; the median is marked."""
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
    ordered = sorted(values)
    median = (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
    inside.append(svg.line(x(median), TOP, x(median), BOTTOM, "median"))
    return svg.picture(WIDTH, HEIGHT, inside, label)


def level(y, marks):
    """Numbers at the left edge."""
    return [svg.text(LEFT - 5, y(m) + 4, svg.plain(m), "tick", "end") for m in marks if m == int(m)]


def steps(bins, key, x, y):
    """A staircase through bins."""
    points = []
    for b in bins:
        height = y(float(b[key]))
        points += [(x(float(b["begin_ns"]) / 1000), height), (x(float(b["end_ns"]) / 1000), height)]
    return points


def occupancy(bins, label):
    """Fill over time: the band from smallest to largest, and the mean."""
    capacity, peak = int(bins[0]["capacity_cells"]), max(int(b["max_cells"]) for b in bins)
    top = capacity if capacity <= 4 * max(peak, 3) else max(4, round(1.25 * peak))
    begin, end = float(bins[0]["begin_ns"]) / 1000, float(bins[-1]["end_ns"]) / 1000
    x, y = svg.scale(begin, end, LEFT, RIGHT), svg.scale(0, top, BOTTOM, TOP)
    inside = [svg.axis(x, begin, end, TOP, BOTTOM, 4, "us"), *level(y, {*svg.ticks(0, 0.85 * top, 3), top})]
    if top == capacity:
        inside.append(svg.line(LEFT, y(top), RIGHT, y(top), "limit"))
    lower = steps(bins, "min_cells", x, y)
    inside.append(svg.path(steps(bins, "max_cells", x, y) + lower[::-1], "band", close=True))
    inside.append(svg.path(steps(bins, "mean_cells", x, y), "mean"))
    return svg.picture(WIDTH, HEIGHT, inside, label)


def shares(parts, label):
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
