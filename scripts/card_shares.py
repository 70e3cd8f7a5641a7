"""The findings of the study of Ethernet cards as a table and as a picture of bars, for a page."""
import pathlib
import re
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[1]
STUDY = ROOT / "testbenches/experiments/study_ethernet_cards.toml"
# Each part with the color of its bar, which is legible on light and on dark pages.
PARTS = {"CPU": "#c2410c", "bus and card": "#2563eb", "line": "#6b7280"}
WIDTH, ROW, LEFT, RIGHT, BAR = 720, 36, 140, 90, 20


@dataclass
class Card:
    name: str
    bus: str
    way_us: float
    shares: dict[str, float]


def cards() -> list[Card]:
    found: list[Card] = []
    for line in STUDY.read_text().splitlines():
        way = re.match(r"#   (\S+), (.+), from driver to driver +([\d.]+) us$", line)
        share = re.match(rf"#   (\S+), ({'|'.join(PARTS)}) +([\d.]+) %$", line)
        if way:
            found.append(Card(way[1], way[2], float(way[3]), {}))
        elif share:
            found[-1].shares[share[2]] = float(share[3])
    return found


def table() -> list[str]:
    rows = [f"| {card.name} | {card.bus} | {card.way_us:.1f} us | {' | '.join(f'{card.shares[part]:.1f} %' for part in PARTS)} |" for card in cards()]
    return [f"| card | bus | from driver to driver | {' | '.join(PARTS)} |", "|---|---|---|" + "---|" * len(PARTS), *rows]


def text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'


def figure() -> str:
    all_cards, space = cards(), WIDTH - LEFT - RIGHT
    height = ROW * (len(all_cards) + 1) + 8
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="14" fill="#808080">',
             "<title>Shares of CPU, bus with card, and line in the time of a packet, by card</title>"]
    for row, card in enumerate(all_cards):
        y, x = ROW * row + 8, float(LEFT)
        parts.append(text(LEFT - 8, y + 15, card.name, "end"))
        for part, color in PARTS.items():
            width = space * card.shares[part] / 100
            parts.append(f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{BAR}" fill="{color}"/>')
            x += width
        parts.append(text(WIDTH - RIGHT + 8, y + 15, f"{card.way_us:.0f} us"))
    for number, (part, color) in enumerate(PARTS.items()):
        x, y = LEFT + 150 * number, ROW * len(all_cards) + 12
        parts += [f'<rect x="{x}" y="{y}" width="14" height="14" fill="{color}"/>', text(x + 20, y + 12, part)]
    return "\n".join([*parts, "</svg>"]) + "\n"
