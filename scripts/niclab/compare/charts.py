"""Static charts as SVG text: bars beside each other, and curves over the packet size. Colours are classes of the page's style.
Each chart is drawn wide and narrow; the style shows the one that fits."""
import html
import math
import textwrap

WIDE, NARROW = 900, 370
COLOURS = 6  # classes s0 to s5; later subjects begin again


def colour(i):
    return f"s{i % COLOURS}"


def text(x, y, words, kind="", anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{html.escape(words)}</text>'


def line(x1, y1, x2, y2, kind):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def picture(width, height, parts, label):
    return (f'<svg viewBox="0 0 {width} {height:.0f}" role="img" class="{"wide" if width == WIDE else "narrow"}" '
            f'aria-label="{html.escape(label, quote=True)}">{"".join(parts)}</svg>\n')


def both(draw):
    return draw(WIDE) + draw(NARROW)


def ticks(high, wanted):
    """Round numbers from 0 to `high`."""
    rough = max(high, 1e-9) / wanted
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * m for m in (1, 2, 5, 10) if power * m >= rough * 0.999)
    return [step * k for k in range(int(high / step + 1e-9) + 1)]


def bars(groups, letters, unit, label):
    """`groups`: (name, [interval or None of each subject]). A bar is the mean, its whisker the confidence interval."""
    high = max((i.mean + i.half for _, values in groups for i in values if i), default=0) or 1

    def draw(width):
        left, right, y, parts = 26, width - 76, 6, []
        if width == WIDE:
            left = 300
        at = lambda v: left + v / high * (right - left)
        for name, values in groups:
            lines = textwrap.wrap(name, 36 if width == WIDE else 48)
            if width == WIDE:
                middle = y + 9 * max(len(values), len(lines)) + 4 - 8 * (len(lines) - 1)
                parts += [text(left - 30, middle + 16 * k, part, "label", "end") for k, part in enumerate(lines)]
            else:
                parts += [text(2, y + 14 + 16 * k, part, "label") for k, part in enumerate(lines)]
                y += 16 * len(lines) + 2
            for i, value in enumerate(values):
                parts.append(bar(left, right, y, i, letters[i], value, at))
                y += 18
            y += 8
        for tick in ticks(high, 6 if width == WIDE else 3):
            parts.insert(0, line(at(tick), 0, at(tick), y, "grid"))
            parts.append(text(at(tick), y + 14, f"{tick:g}", "tick", "middle"))
        parts.append(text(width - 2, y + 14, unit, "tick", "end"))
        return picture(width, y + 20, parts, label)

    return both(draw)


def bar(left, right, y, i, letter, value, at):
    """One subject's bar, with its letter before and its value behind."""
    parts = [text(left - 6, y + 12, letter, "tick", "end")]
    if value is None:
        return parts[0] + text(right + 72, y + 12, "-", "value", "end")
    low, high, middle = at(max(value.mean - value.half, 0)), at(value.mean + value.half), y + 8
    parts.append(f'<rect x="{left}" y="{y + 1}" width="{max(at(value.mean) - left, 0.5):.1f}" height="14" class="{colour(i)}"/>')
    parts.append(line(low, middle, high, middle, "whisker"))
    parts += [line(x, middle - 4, x, middle + 4, "whisker") for x in (low, high)]
    return "".join(parts) + text(right + 72, y + 12, f"{value.mean:.2f}", "value", "end")


def curves(sizes, rows, letters, unit, label):
    """`rows`: for each size the interval of each subject. Sizes lie on a logarithmic axis."""
    high = max((i.mean + i.half for row in rows for i in row if i), default=0) or 1
    span = math.log(sizes[-1] / sizes[0]) or 1

    def draw(width):
        left, right, top, bottom = 46, width - 34, 24, 300
        x = lambda size: left + math.log(size / sizes[0]) / span * (right - left)
        y = lambda v: bottom - v / high * (bottom - top)
        parts = []
        for tick in ticks(high, 6):
            parts += [line(left, y(tick), right, y(tick), "grid"), text(left - 6, y(tick) + 4, f"{tick:g}", "tick", "end")]
        free = 0
        for size in sizes:
            if x(size) - 18 >= free:
                parts.append(text(x(size), bottom + 16, str(size), "tick", "middle"))
                free = x(size) + 18
        for i, letter in enumerate(letters):
            parts.append(curve([(x(s), row[i]) for s, row in zip(sizes, rows) if row[i]], y, i, letter, right, len(letters)))
        parts += [text(right, bottom + 34, "octets a packet", "tick", "end"), text(2, bottom + 34, unit, "tick")]
        return picture(width, bottom + 40, parts, label)

    return both(draw)


def curve(points, y, i, letter, right, subjects):
    """One subject's points and whiskers, dashed in its own way: curves often lie on each other."""
    if not points:
        return ""
    track = " ".join(f"{x:.1f} {y(v.mean):.1f}" for x, v in points)
    dash = f' stroke-dasharray="9 {4 * i}"' if i else ""
    parts = [f'<path d="M{track}" class="curve {colour(i)}"{dash}/>']
    for x, v in points:
        parts.append(line(x, y(v.mean - v.half), x, y(v.mean + v.half), f"whisker {colour(i)}"))
        parts.append(f'<circle cx="{x:.1f}" cy="{y(v.mean):.1f}" r="3" class="{colour(i)}"/>')
    last = y(points[-1][1].mean) + 4 + 13 * (i - (subjects - 1) / 2)
    return "".join(parts) + text(right + 8, last, letter, f"value {colour(i)}")
