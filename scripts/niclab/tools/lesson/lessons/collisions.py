"""Lesson 4: races counted attempt by attempt. The draws of both are what is judged: the outcome of
a tie depends on which station began first.
"""
import itertools
from collections.abc import Iterator

from niclab import files
from niclab.results import Run
from niclab.tools.lesson.expected import Expected, Runs, RunSpec, number

RUNS = {"long": RunSpec("capture_effect"), "races": RunSpec("capture_effect", ("defaults.host.mac.attempts=4",))}
SLOT_BITS, BITS_PER_US = 512, 10
NOISE = 0.03  # of a share of some thousand races
Race = tuple[int, int, int]  # waiting station's attempt; slots drawn by the station that has just sent, by the other
FAIR = "that would be fair: write down the pairs of draws, two of the one with four of the other"


def races(run: Run) -> Iterator[Race]:
    """Collisions of one that is at its first attempt with one that is not."""
    rows = files.rows(run.folder / "cable.csv")
    for one, other in itertools.pairwise(rows):
        both = one["outcome"] == other["outcome"] == "collided" and one["station"] != other["station"]
        if not both or int(other["begin_fs"]) >= int(one["end_fs"]):
            continue
        fresh, waiting = sorted((one, other), key=lambda row: int(row["attempt"]))
        if int(fresh["attempt"]) == 1 < int(waiting["attempt"]):
            yield int(waiting["attempt"]), int(fresh["slots"]), int(waiting["slots"])


def shares(run: Run, attempt: int) -> tuple[float, float, float]:
    """Shares of races in which the station that has just sent draws fewer, the same, more slots."""
    draws = [(own, other) for k, own, other in races(run) if k == attempt]
    return (sum(own < other for own, other in draws) / len(draws), sum(own == other for own, other in draws) / len(draws),
            sum(own > other for own, other in draws) / len(draws))


def longest_row(run: Run) -> int:
    sent = (row["station"] for row in files.rows(run.folder / "cable.csv") if row["outcome"] == "frame")
    return max(len(list(group)) for _, group in itertools.groupby(sent))


def expected(runs: Runs) -> dict[str, Expected]:
    wins, ties, loses = shares(runs["races"], 2)
    again = shares(runs["races"], 3)[0]
    segment = runs["long"].json["segment"]
    given_up = sum(s["frames"]["excessive_collisions"] for s in segment["stations"])
    collided = sum(s["collisions"] for s in segment["stations"])
    return {"slot": number(SLOT_BITS / BITS_PER_US, 0, (9.6, "that is the gap between frames"), (5.12, "512 bits of 100 ns each")),
            "wins": number(wins, NOISE, (0.5, FAIR), (1 - loses, "that has the ties in it")),
            "ties": number(ties, NOISE, (0.5, "two draws of 0 or 1 would tie so often; the other one draws from four")),
            "loses": number(loses, NOISE, (0.5, FAIR)),
            "wins_again": number(again, NOISE, (wins, "the other one's range has doubled once more: it draws from eight"), (0.5, FAIR)),
            "longest_row": number(longest_row(runs["long"]), 0, (1, "they do not take turns: look at who sends in cable.csv")),
            "given_up": number(given_up, 0, (collided, "a collision is no lost frame: it is sent again, up to 16 times")),
            "carried": number(segment["cable_percent"]["frames"], 0.5, (100 / 2.718281828, "1/e is slotted ALOHA, where nobody listens before talking"),
                              (segment["cable_percent"]["silence"], "that is the silence, the gaps among it"))}
