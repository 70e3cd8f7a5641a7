"""A paper is one student's file; one is reported in full, a class as a table."""
import collections
import dataclasses
import json
import pathlib
from collections.abc import Callable
from typing import Any

from niclab.counts import count_of
from niclab.errors import WrongInput
from niclab.tools.lesson import answers
from niclab.tools.lesson.answers import Answers
from niclab.tools.lesson.marking import Mark, scores
from niclab.tools.lesson.sheet import Sheet


@dataclasses.dataclass(frozen=True)
class Paper:
    """`refused`: why it cannot be read; then there are no answers, and no marks."""
    file: pathlib.Path
    answers: Answers | None = None
    refused: str = ""
    marks: tuple[Mark, ...] = ()

    @property
    def name(self) -> str:
        return self.answers.name if self.answers else self.file.stem

    @property
    def hints(self) -> int:
        return self.answers.hints if self.answers else 0

    @property
    def points(self) -> int:
        return sum(mark.points for mark in self.marks)


Judge = Callable[[Answers], list[Mark]]


def paper(sheet: Sheet, path: pathlib.Path) -> Paper:
    try:
        return Paper(path, answers.read(path, sheet))
    except WrongInput as error:
        return Paper(path, refused=str(error))


def marked(one: Paper, judge: Judge) -> Paper:
    return dataclasses.replace(one, marks=tuple(judge(one.answers))) if one.answers else one


def alone(sheet: Sheet, one: Paper) -> str:
    lines = "".join(mark.line + "\n" for mark in one.marks)
    hints = f", {one.hints} of {count_of(len(sheet.hints), 'hint')} taken" if sheet.hints else ""
    return f"{lines}\n{one.points} of {count_of(sheet.points, 'point')}{hints}\n"


def table(sheet: Sheet, papers: list[Paper]) -> str:
    """A row a paper, a column a question, by its number; then which mistakes were made, and what
    could not be read.
    """
    width = max(len("name"), *(len(one.name) for one in papers))
    columns = range(1, len(sheet.questions) + 1)
    text = f"{'name':<{width}}" + "".join(f"{n:>4}" for n in columns) + f"{'points':>8}{'hints':>7}\n"
    for one in papers:
        cells = "".join(f"{'' if mark.missing else mark.points:>4}" for mark in one.marks) or " cannot be read".ljust(4 * len(columns))
        text += f"{one.name:<{width}}{cells}{one.points:>8}{one.hints:>7}\n"
    read = [one for one in papers if one.marks]
    right = [sum(one.marks[n - 1].points > 0 for one in read) for n in columns]
    text += f"{'right':<{width}}" + "".join(f"{n:>4}" for n in right) + f"   of {len(read)}\n\n"
    for n, question in zip(columns, sheet.questions):
        text += f"{n:>4}  {question.key}: {question.text}\n" + mistakes([one.marks[n - 1] for one in read])
    return text + "\n" + "".join(f"{one.refused}\n" for one in papers if one.refused)


def mistakes(some: list[Mark]) -> str:
    """A line a known mistake, the commonest first."""
    counted = collections.Counter(mark.mistake for mark in some if mark.mistake)
    return "".join(f"        {count} x {mistake}\n" for mistake, count in counted.most_common())


def autolab(one: Paper) -> dict[str, Any]:
    """Scores as Autolab reads them off an autograder's last line, with the hints beside."""
    return {"scores": scores(list(one.marks)), "hints": one.hints}


def record(one: Paper) -> dict[str, Any]:
    about = {"file": str(one.file), "name": one.name, "points": one.points, **autolab(one)}
    return about | ({"error": one.refused} if one.refused else {})


def exit_code(sheet: Sheet, papers: list[Paper]) -> int:
    """2 where a file could not be read, 1 where an answer is missing or wrong."""
    if any(one.refused for one in papers):
        return 2
    return int(any(one.points < sheet.points for one in papers))


def told(sheet: Sheet, papers: list[Paper]) -> int:
    """Prints what the papers came to, and ends with a line for programs. The exit code."""
    if len(papers) == 1:
        print(alone(sheet, papers[0]) + json.dumps(autolab(papers[0])))
    else:
        print(table(sheet, papers) + json.dumps({sheet.word: sheet.number, "class": [record(one) for one in papers]}))
    return exit_code(sheet, papers)


def papers_of(sheet: Sheet, given: list[str]) -> list[Paper]:
    """Raises WrongInput where the only one cannot be read; of a class the others are judged."""
    papers = [paper(sheet, pathlib.Path(name)) for name in given or [sheet.answer_file]]
    if len(papers) == 1 and papers[0].refused:
        raise WrongInput(papers[0].refused)
    return papers
