"""Sentences on which subject is better and where the difference comes from. They follow from the
attribution and from the confidence intervals.
"""
import dataclasses
import statistics
from collections.abc import Callable, Sequence

from niclab.intervals import Interval
from niclab.tools.compare import ranks
from niclab.tools.compare.comparison import Comparison, Row, Share
from niclab.tools.compare.rows import usual_size

MANY_PERCENT = 10  # of the largest cause: what another needs to be named
WORTH_A_WORD = 0.001  # smaller changes stay in the table, seen or not


def signed(interval: Interval, unit: str = "us", decimals: int = 2) -> str:
    return (f"{interval.mean:+.{decimals}f} {unit} (95 %: {interval.mean - interval.half:+.{decimals}f} to "
            f"{interval.mean + interval.half:+.{decimals}f})")


def what(share: Share) -> str:
    return f"the {'wait in' if share.state == 'waiting' else 'work of'} the {share.resource} ({share.cause})"


def mean(values: Sequence[float]) -> float:
    return statistics.fmean(values)


def mean_of(row: Row, i: int) -> float:
    return mean(row.values[i] or (0.0,))


@dataclasses.dataclass(frozen=True)
class Place:
    """Of one subject in a ranking: its number, and how it stands to the one before it."""
    subject: int
    value: Interval
    behind: str


@dataclasses.dataclass(frozen=True)
class Ranking:
    what: str
    unit: str
    places: tuple[Place, ...]


def rank(what: str, unit: str, values: Sequence[Interval | None], between: Callable[[int, int], Interval | None], larger: bool) -> Ranking:
    """The best first. `between`(i, k): how much more k has than i."""
    there = {i: value for i, value in enumerate(values) if value is not None}
    order = sorted(there, key=lambda i: -there[i].mean if larger else there[i].mean)
    places = []
    for before, i in zip([None, *order], order):
        gap = None if before is None else between(before, i)
        behind = "" if gap is None else signed(gap, unit) if before is not None and ranks.worth_a_rank(gap, there[before]) else "no difference seen to the one before"
        places.append(Place(i, there[i], behind))
    return Ranking(what, unit, tuple(places))


def rankings(comparison: Comparison) -> list[Ranking]:
    """By what one asks of a card: the time of a packet, the throughput, what it costs the hosts and
    the board.
    """
    count = range(len(comparison.subjects))
    total = comparison.total()
    wholes = Row(comparison.rows[0].measure, total.values)
    found = [rank("time of a packet from driver to driver", "us", [total.interval(i) for i in count], wholes.between, larger=False)]
    size = usual_size(comparison.options.sizes)
    wanted = (("throughput", f"{size} octet{'s' * (size > 1)}", f"throughput with packets of {size} octets", True),
              (f"line full of {size} octets", "CPU time a packet, both hosts", "CPU time of a packet, both hosts, line full", False))
    for group, name, words, larger in wanted:
        row = comparison.row(group, name)
        if row:
            found.append(rank(words, row.measure.unit, [row.interval(i) for i in count], row.between, larger))
    return found


def answer(comparison: Comparison) -> list[str]:
    """Which subject is first in which question, then each ranking in a sentence."""
    sentences = [ranks.headline(ranks.different_questions(comparison), [s.name for s in comparison.subjects])]
    for ranking in rankings(comparison):
        if len(ranking.places) < 2:
            continue
        names = [comparison.subjects[place.subject].name for place in ranking.places]
        best, second = ranking.places[:2]
        if second.behind.startswith("no difference"):
            said = f"no difference seen between the first two, {names[0]} and {names[1]}."
        else:
            said = f"{names[0]} is first with {best.value.mean:.2f} {ranking.unit}, then {names[1]} with {second.value.mean:.2f}."
        sentences.append(f"{ranking.what[:1].upper()}{ranking.what[1:]}, mean: {said}")
    return sentences


def total_sentence(comparison: Comparison, i: int) -> tuple[Interval, str]:
    """From driver to driver, mean of the directions."""
    name, first = comparison.subjects[i].name, comparison.subjects[0].name
    whole = comparison.total()
    total = whole.difference(i)
    if not total.excludes_zero:
        return total, (f"From driver to driver, no difference between {name} and {first} was seen"
                       + ("." if total.mean == total.half == 0 else f": {signed(total)}."))
    return total, (f"From driver to driver a packet takes {mean(whole.values[i]):.2f} us with {name} and {mean(whole.values[0]):.2f} us "
                   f"with {first}: {signed(total)}.")


def stage_sentence(comparison: Comparison, i: int) -> str:
    """The stage of the cards that changed most."""
    changes = [(row, row.difference(i)) for row in comparison.hardware_rows()]
    seen = [(row, d) for row, d in changes if d and d.excludes_zero]
    if all(d is None for _, d in changes):
        return f"{comparison.subjects[i].name} and {comparison.subjects[0].name} have no stage of a card in common."
    if not seen:
        return "No stage that both cards have shows a difference."
    row, most = max(seen, key=lambda pair: abs(pair[1].mean))
    return f"Of the cards' stages {row.measure.name} changed most, {signed(most)}."


def causes_seen(comparison: Comparison, i: int) -> list[tuple[Share, Interval]]:
    """Causes whose difference was seen, the largest first."""
    changes = [(share, share.difference(i)) for share in comparison.causes]
    return sorted(((s, d) for s, d in changes if d.excludes_zero), key=lambda pair: -abs(pair[1].mean))


def largest_cause(comparison: Comparison, i: int, share: Share, change: Interval, total: Interval) -> str:
    """The cause that goes furthest the way of the whole; several may add up to more than the whole
    and cancel.
    """
    name, first = comparison.subjects[i].name, comparison.subjects[0].name
    percent = 100 * change.mean / total.mean
    begin = "Most of it comes from" if percent > 50 else "The largest part of it comes from"
    end = f", {percent:.0f} % of the change" if percent <= 105 else f", {signed(change)}"
    return f"{begin} {what(share)}: {amount(share, i)} with {name}, {amount(share, 0)} with {first}{end}."


def amount(share: Share, i: int) -> str:
    """A wait may take no time; what works takes some, or a kind of card has it not at all."""
    return f"{mean(share.values[i]):.2f} us" if share.state == "waiting" or any(share.values[i]) else "nothing of the kind"


def listed(pairs: Sequence[tuple[Share, Interval]]) -> str:
    return "; ".join(f"{what(s)}, {signed(d)}" for s, d in pairs[:3]) + "."


def cause_sentences(comparison: Comparison, i: int, total: Interval) -> list[str]:
    """The causes behind the whole change, and those that work against it."""
    seen = causes_seen(comparison, i)
    if not seen:
        return []
    worth = [(s, d) for s, d in seen if abs(d.mean) >= MANY_PERCENT / 100 * abs(seen[0][1].mean)]
    if not total.excludes_zero:
        return ["Single causes changed: " + listed(worth)]
    along = [(s, d) for s, d in seen if d.mean * total.mean > 0]
    sentences = [largest_cause(comparison, i, *along[0], total)] if along else []
    more = [pair for pair in worth if pair in along[1:]]
    against = [pair for pair in worth if pair not in along]
    sentences += ["Then: " + listed(more)] if more else []
    sentences += ["Against it: " + listed(against)] if against else []
    return sentences


def throughput_sentence(comparison: Comparison, i: int) -> str:
    seen = []
    for row in comparison.group("throughput"):
        d = row.difference(i)
        if d and d.excludes_zero and mean_of(row, 0) and abs(d.mean / mean_of(row, 0)) >= WORTH_A_WORD:
            seen.append((abs(d.mean / mean_of(row, 0)), row, d))
    if not seen:
        return "No difference in throughput was seen at any size."
    _, row, d = max(seen, key=lambda entry: entry[0])
    return (f"Throughput differs most with {row.measure.name}: {mean_of(row, i):.2f} against {mean_of(row, 0):.2f} Mb/s, "
            f"{100 * d.mean / mean_of(row, 0):+.1f} %.")


def other_sentence(comparison: Comparison, i: int) -> str:
    """Everything else that changed, in one line."""
    seen = []
    for row in comparison.rows:
        d = row.difference(i)
        if row.measure.group in ("latency", "throughput") or not d or not d.excludes_zero:
            continue
        base = mean_of(row, 0)
        if base and abs(d.mean / base) < WORTH_A_WORD:
            continue
        change = f"{100 * d.mean / base:+.1f} %" if base else f"{d.mean:+.{row.measure.decimals}f} {row.measure.unit}".rstrip()
        seen.append(f"{row.measure.name} ({row.measure.group}) {change}")
    return ("Besides: " + "; ".join(seen) + "." if seen else
            f"In use of bus, host and memory, loss and cost no difference of {WORTH_A_WORD:.1%} or more was seen.")


def findings(comparison: Comparison) -> list[list[str]]:
    """For each subject but the first a list of sentences."""
    found = []
    for i in range(1, len(comparison.subjects)):
        total, sentence = total_sentence(comparison, i)
        found.append([sentence, *cause_sentences(comparison, i, total), stage_sentence(comparison, i),
                      throughput_sentence(comparison, i), other_sentence(comparison, i)])
    return found
