"""The way of the mean packet from driver to driver, as a picture of its own."""
import dataclasses
import functools
from collections.abc import Sequence

from markupsafe import Markup

from niclab.charts import rows, svg
from niclab.results import PROGRAM, Json

SHORT_US = 0.7  # neighbours that take less share a row
LONGEST = "part5"  # the colour of what is to be seen first
LABELS, TITLE, KEYS, TOP = 384, 17, 42, 60
STEP, THICK = 15, 12


@dataclasses.dataclass(frozen=True)
class Span:
    """What a packet waits for or what works for it, on average, in microseconds."""
    place: str
    cause: str
    state: str
    length: float

    @property
    def words(self) -> str:
        return f"{self.place}: {self.cause}" if self.cause else self.place


def spans_of(results: Json, direction: str) -> list[Span]:
    """Between the two drivers, in the order of the way."""
    return [Span(s["resource"], s["cause"], s["state"], s["mean_us"]) for s in results["attribution"]
            if s["direction"] == direction and not s["id"].startswith(PROGRAM)]


def folded(spans: Sequence[Span]) -> list[Span]:
    """Short neighbours as one; nothing is left out."""
    found: list[list[Span]] = []
    for span in spans:
        if found and max(span.length, found[-1][-1].length) < SHORT_US:
            found[-1].append(span)
        else:
            found.append([span])
    return [one[0] if len(one) == 1 else together(one) for one in found]


def together(spans: Sequence[Span]) -> Span:
    places = list(dict.fromkeys(s.place for s in spans))
    named = places if len(places) <= 3 else [*places[:2], f"{len(places) - 2} more places"]
    words = ", ".join(named[:-1]) + " and " + named[-1] if len(named) > 1 else named[0]
    return Span(words, f"{len(spans)} short spans" if len(named) == 1 else "", "stage", sum(s.length for s in spans))


def bar(begin: float, span: Span, longest: str, at: svg.Scale, y: float) -> str:
    """One span; `longest`: what is said beside the longest wait."""
    end = begin + span.length
    drawn = svg.bar(at(begin), y - THICK / 2, at(end) - at(begin), THICK, LONGEST if longest else span.state,
                    f"{span.words}: {span.length:.3f} us" + ("" if span.state == "stage" else f", {span.state}"))
    if not longest:
        return drawn
    return drawn + (svg.text(at(begin) - 6, y + 4, longest, "", "end") if at(begin) > (at(0) + svg.WIDE) / 2 else
                    svg.text(at(end) + 6, y + 4, longest))


def keys() -> list[str]:
    """What the colours say."""
    parts, x = [], float(LABELS)
    for kind, words in (("working", "working"), ("waiting", "waiting"), (LONGEST, "the longest wait"), ("stage", "several short ones")):
        parts += [svg.bar(x, KEYS - 10, 11, 11, kind), svg.text(x + 16, KEYS, words, "tick")]
        x += 34 + 6.4 * len(words)
    return parts


def picture(results: Json, direction: str, title: str) -> Markup:
    """A row for each span, one behind the other."""
    spans = folded(spans_of(results, direction))
    total = sum(s.length for s in spans)
    longest = max((s for s in spans if s.state == "waiting"), key=lambda s: s.length)
    drawn = rows.Rows(svg.WIDE, 0, total, "us", label_width=LABELS, value_width=76, top=TOP)
    drawn.inside += [svg.text(2, TITLE, title), *keys()]
    begin = 0.0
    for span in spans:
        note = f"the longest wait: {100 * span.length / total:.0f} %" if span is longest else ""
        drawn.row(span.words, "label", STEP, functools.partial(bar, begin, span, note), f"{span.length:.2f} us")
        begin += span.length
    return drawn.picture(title)
