"""What a sweep found, in sentences: the best point and why, each measure, and how many more runs
would decide what is open.
"""
from __future__ import annotations

import math
import pathlib
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from niclab.counts import count_of
from niclab.intervals import amount
from niclab.measures import CONFIDENCE, HEADLINES, is_between_macs, title
from niclab.results import PROGRAM, Json, Run
from niclab.tools.sweep import plots, ranks, seeds
from niclab.tools.sweep.search import Objective

if TYPE_CHECKING:
    from niclab.tools.sweep.command import Sweep

MOST_GROUPS_SAID, MOST_UNDECIDED_SAID = 4, 2
FEW_RUNS_MORE = 1000  # above this no exact number is given


def cell(row: Json, column: str) -> str:
    value = row.get(column)
    return "" if value is None else amount(value, row.get(column + CONFIDENCE)) if isinstance(value, float) else str(value)


def name_and_unit(column: str) -> tuple[str, str]:
    name, unit = title(column).partition(" (")[::2]
    return name, unit.rstrip(")")


def with_unit(row: Json, column: str) -> str:
    return f"{cell(row, column)} {name_and_unit(column)[1]}".rstrip()


def enumerated(names: Sequence[str]) -> str:
    return " and ".join([part for part in (", ".join(names[:-1]), names[-1]) if part])


class Found:
    """The complete points of a sweep, ranked. `asked`: keys that say what is asked; `design`: the
    others that are varied.
    """

    def __init__(self, keys: Sequence[str], rows: Sequence[Json], objectives: Sequence[Objective]):
        self.rows = [row for row in rows if row["status"] == "done"]
        varied = plots.spread(keys, self.rows)
        self.asked = ranks.asked_keys(varied)
        self.design = [key for key in varied if key not in self.asked] or varied
        self.columns = plots.shown_columns(varied, self.rows, objectives)
        self.groups = ranks.groups_of(self.rows, self.asked)
        self.ranked = [ranks.ranked(name, some, column, plots.better_when_larger(column, objectives)) for column in self.columns for name, some in self.groups.items()
                       if any(row.get(column) is not None for row in some)]

    def of(self, column: str) -> list[ranks.Ranked]:
        return [one for one in self.ranked if one.column == column]

    def decided(self, column: str) -> bool:
        """Some group has a first that not all share."""
        return any(len(one.firsts) < len(one.rows) for one in self.of(column))

    def first_everywhere(self, column: str) -> set[str]:
        """Designs that are first, alone or shared, in each group."""
        sets = [{plots.values_text(row, self.design) for row in one.firsts} for one in self.of(column)]
        return set.intersection(*sets) if sets else set()

    def best(self) -> tuple[str, list[str]]:
        """The design that is first in most of what is decided, and in what; "" where there is none."""
        decided = [column for column in self.columns if self.decided(column)]
        designs = dict.fromkeys(plots.values_text(row, self.design) for row in self.rows)
        won = {design: [column for column in decided if design in self.first_everywhere(column)] for design in designs}
        design = max(won, key=lambda one: len(won[one]), default="")
        return (design, won[design]) if design and won[design] else ("", [])


def finding(found: ranks.Ranked, keys: Sequence[str]) -> str:
    """The best and the worst point of one measure, or that the points do not differ as far as can be seen."""
    best, worst, column = found.rows[0], found.rows[-1], found.column
    name, unit = name_and_unit(column)
    if not ranks.differ(best, worst, column):
        return f"No difference in {name} was seen between the points: all about {amount(best[column], best.get(column + CONFIDENCE))} {unit}."
    change = f" ({100 * abs(worst[column] - best[column]) / abs(best[column]):.1f} % apart)" if best[column] else ""
    shared = f", not distinguished from {len(found.firsts) - 1} other{'s' * (len(found.firsts) > 2)}" if len(found.firsts) > 1 else ""
    return (f"Best {name}: {with_unit(best, column)} with {plots.values_text(best, keys)}{shared}; "
            f"worst: {with_unit(worst, column)} with {plots.values_text(worst, keys)}{change}.")


def findings(found: Found) -> Iterator[str]:
    """Of points that are asked different things each by itself would be best: each kind has its own sentence."""
    for column in found.columns:
        for one in found.of(column)[:MOST_GROUPS_SAID]:
            sentence = finding(one, found.design)
            yield f"With {one.name}: {sentence[0].lower()}{sentence[1:]}" if one.name else sentence


def causes(results: Json) -> dict[str, tuple[str, float]]:
    """Of each cause between the drivers: how it is said, and its mean over the directions in microseconds."""
    found: dict[str, tuple[str, float]] = {}
    ways = len({share["direction"] for share in results.get("attribution", [])})
    for share in results.get("attribution", []):
        if not share["id"].startswith(PROGRAM):
            words = f"{'the wait in' if share['state'] == 'waiting' else 'the work of'} the {share['resource']} ({share['cause']})"
            found[share["id"]] = (words, found.get(share["id"], ("", 0.0))[1] + share["mean_us"] / ways)
    return found


def largest_gap(best: Json, worst: Json, points: pathlib.Path) -> tuple[str, float, float] | None:
    """(in words, with the one, with the other) of the cause in which two points differ most, the
    way of the whole; None where they do not differ between the drivers.
    """
    one, other = (causes(Run(points / row["point"]).json) for row in (best, worst))
    whole = math.fsum(us for _, us in other.values()) - math.fsum(us for _, us in one.values())
    if abs(whole) <= ranks.WORTH_A_WORD * math.fsum(us for _, us in one.values()):
        return None
    gaps = {cause: other.get(cause, ("", 0.0))[1] - one.get(cause, ("", 0.0))[1] for cause in {**one, **other}}
    cause = max(gaps, key=lambda name: math.copysign(gaps[name], gaps[name] * whole))
    words = (other if cause in other else one)[cause][0]
    return words, one.get(cause, ("", 0.0))[1], other.get(cause, ("", 0.0))[1]


def why_faster(mine: Json, worst: Json, found: Found, points: pathlib.Path) -> str:
    gap = largest_gap(mine, worst, points)
    return f", because {gap[0]} takes {gap[1]:.4g} us, and {gap[2]:.4g} us with {plots.values_text(worst, found.design)}" if gap else ""


def limit(results: Json) -> str:
    """What the run says limits it, of the direction or flow that it tells first; programs come before MACs."""
    if "network" in results:
        flows = sorted(results["network"]["flows"], key=lambda flow: is_between_macs(results, flow))
        return f"the limit is {flows[0]['limit']['text'].partition(';')[0]}" if flows else ""
    told = [str(one["limit"]) for one in results.get("throughput", {}).values()]
    return re.split(r" \(|;|\.\s", told[0])[0] if told else ""


def why_more(mine: Json, worst: Json, found: Found, points: pathlib.Path) -> str:
    one, other = (limit(Run(points / row["point"]).json) for row in (mine, worst))
    if not one or not other or one == other:
        return ""
    there = f"with {plots.values_text(worst, found.design)}"
    (cause, much), (its_cause, its_much) = (re.split(r"[:,] ", text, maxsplit=1) if re.search("[:,] ", text) else (text, "") for text in (one, other))
    if cause == its_cause:  # It differs in its amount only.
        return f"; {cause.replace('the limit is', 'the limit of both is', 1)}: {much}, and {there} {its_much}"
    return f", because {one}; {there}: {other}"


WHY = {"throughput_mbps": why_more, "mbps": why_more, "latency_us": why_faster}  # a request for more than one is for throughput


def because(found: Found, design: str, columns: Sequence[str], points: pathlib.Path) -> str:
    """How the sentence of the best design goes on: why it is best, in a measure with a known reason,
    against the worst of its group.
    """
    for column in (column for column in WHY if column in columns):
        group = next(iter(found.of(column)), None)
        if group is None or any(not (points / row["point"] / "results.json").exists() for row in (group.rows[0], group.rows[-1])):
            continue
        mine = next((row for row in group.rows if plots.values_text(row, found.design) == design), group.best)
        why = "" if mine is group.rows[-1] else WHY[column](mine, group.rows[-1], found, points)
        if why:
            return why
    return ""


def headline(found: Found, points: pathlib.Path) -> str:
    design, columns = found.best()
    if not design:
        return ""
    names = enumerated([name_and_unit(column)[0] for column in columns])
    everywhere = f" with all {len(found.groups)} of {', '.join(ranks.brief(found.asked))}" if len(found.groups) > 1 else ""
    why = because(found, design, columns, points)
    return f"Best: {design}, first in {names}{everywhere}{why}."


LOSSES = ("pdus_dropped", "packets_dropped")
MOST_LOSSES_SAID = 4


def losses(found: Found) -> list[str]:
    """Times are of what arrived: who loses most may look fastest."""
    said = []
    for column in LOSSES:
        lossy = sorted((row for row in found.rows if row.get(column)), key=lambda row: -row[column])
        if lossy:
            points = ", ".join(f"{cell(row, column)} with {plots.values_text(row, found.design)}" for row in lossy[:MOST_LOSSES_SAID])
            more = f" and at {count_of(len(lossy) - MOST_LOSSES_SAID, 'more point')}" if len(lossy) > MOST_LOSSES_SAID else ""
            said.append(f"Packets are lost: {points}{more}; times are of those that arrived.")
    return said


def over_seeds(row: Json) -> list[str]:
    """Of points that differ in nothing else."""
    measured = [f"{name_and_unit(column)[0]} {with_unit(row, column)}" for column in HEADLINES if row.get(column) is not None]
    return [f"Over {len(row['points'])} seeds: {enumerated(measured)}."] if "points" in row and measured else []


def undecided(found: Found, points: pathlib.Path) -> list[str]:
    """How many more runs would distinguish the best from those that may be as good."""
    said = []
    for one in found.ranked:
        many_seeds = len(one.best.get("points", ()))
        runs = many_seeds or Run(points / one.best["point"]).json["runs"]
        needed = ranks.runs_to_decide(one, runs) if runs else None
        if needed is None:
            continue
        pair = " and ".join(plots.values_text(row, found.design) for row in one.firsts[:2])
        many = f"about {needed} would" if needed <= FEW_RUNS_MORE else f"more than {FEW_RUNS_MORE} would be needed to"
        where = f"With {one.name}, " if one.name else ""
        said.append(f"{where}{pair} are not distinguished in {name_and_unit(one.column)[0]} by {runs} {'seeds' if many_seeds else 'runs a point'}; "
                    f"{many} decide{'' if many_seeds else ' (--runs)'}.")
    return said[:MOST_UNDECIDED_SAID]


def answer(sweep: Sweep, found: Found, points: pathlib.Path, different: int) -> list[str]:
    """The first sentence is the answer. `different`: the points that were planned, each once."""
    rows = found.rows
    sentences: list[str] = []
    if found.design == [seeds.SEED] and len(rows) > 1:  # none of them is better than another
        sentences = [*over_seeds(seeds.together(rows, found.design)), *losses(found)]
    elif len(rows) > 1:
        sentences = [s for s in (headline(found, points), *losses(found), *findings(found), *undecided(found, points)) if s]
    if sweep.search:
        front = sum(bool(row.get("pareto")) for row in rows)
        names = " and ".join(title(o.column) for o in sweep.objectives)
        sentences.insert(0, f"{front} of {count_of(len(rows), 'point')} {'is' if front == 1 else 'are'} not beaten by any other in {names}; "
                            f"{len(sweep.points)} were asked for, {different} of them different.")
    if sentences:
        return sentences
    if len(rows) > 1:
        return [f"No difference was seen between {len(rows)} points."]
    return ["1 point, nothing to compare." if rows else "No point is complete."]
