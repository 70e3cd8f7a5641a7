"""niclab mystery SEED | check SEED FILE... | words."""
import argparse
import pathlib

from niclab.errors import WrongInput
from niclab.tools.lesson import grading, simulate
from niclab.tools.mystery import given
from niclab.tools.mystery.draw import MOST, drawn
from niclab.tools.mystery.faults import faults, places
from niclab.tools.mystery.judge import Judge, claimed
from niclab.tools.mystery.sheet import sheet_of


def words() -> None:
    """The places and their kinds, with the unit of a value."""
    for place in places():
        print(place)
        for fault in faults():
            if fault.place == place:
                print(f"    {fault.kind}" + (f"   ({fault.unit})" if fault.unit else ""))


def seed_of(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) > MOST:
        raise WrongInput(f"{text}: not a seed; expected an integer from 0 to {MOST}, check or words")
    return int(text)


def check(seed: int, names: list[str]) -> int:
    sheet = sheet_of(seed)
    papers = [readable(one) for one in grading.papers_of(sheet, names)]
    if len(papers) == 1 and papers[0].refused:
        raise WrongInput(papers[0].refused)
    judge = Judge(drawn(seed))
    return grading.told(sheet, [grading.marked(one, judge.marks) for one in papers])


def readable(one: grading.Paper) -> grading.Paper:
    """The same, or refused: words that belong to no place, times outside the waveform."""
    try:
        if one.answers:
            claimed(one.answers)
        return one
    except WrongInput as error:
        return grading.Paper(one.file, refused=str(error))


def main() -> int:
    parser = argparse.ArgumentParser(prog="niclab mystery")
    parser.add_argument("--niclab", required=True)
    parser.add_argument("--out", default="")
    parser.add_argument("words", nargs="+")
    a = parser.parse_args()
    simulate.use(a.niclab)
    first, rest = a.words[0], a.words[1:]
    if first == "words" and not rest:
        words()
        return 0
    if first == "check":
        if not rest:
            raise WrongInput("check: missing seed; expected niclab mystery check SEED FILE...")
        return check(seed_of(rest[0]), rest[1:])
    seed = seed_of(first)
    if rest:
        raise WrongInput(f"{rest[0]}: unknown argument after the seed; expected none, or niclab mystery check {seed} FILE...")
    out = pathlib.Path(a.out or f"mystery-{seed}")
    given.make(drawn(seed), out)
    print(f"{out}: read {out / 'README.md'}, look at {out / 'stages.csv'}, write your answer into {out / sheet_of(seed).answer_file}")
    return 0
