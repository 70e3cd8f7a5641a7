"""Judges answers: a line a question, points, and the last line for programs."""
import dataclasses

from niclab.tools.lesson.answers import Answers
from niclab.tools.lesson.expected import Answer, Expected
from niclab.tools.lesson.sheet import Question, Sheet

UNKNOWN = "no, and no mistake that is known here; the question again: "


@dataclasses.dataclass(frozen=True)
class Mark:
    """What one answer came to. `points`: 0, or all of the question's. `mistake`: the hint that
    names a wrong answer, if it is known.
    """
    key: str
    points: int
    line: str
    missing: bool = False
    mistake: str = ""


def shown(given: Answer, unit: str) -> str:
    return given if isinstance(given, str) else f"{given:.6g} {unit}".strip()


def mark(question: Question, expected: Expected, given: Answer | None) -> Mark:
    if given is None:
        return Mark(question.key, 0, f"{question.key}: no answer", missing=True)
    said = f"{question.key}: {shown(given, question.unit)}"
    if expected.holds(given):
        return Mark(question.key, question.points, f"{said}, right")
    mistake = expected.trap(given)
    return Mark(question.key, 0, f"{said}: {mistake or UNKNOWN + question.text}", mistake=mistake)


def marks(sheet: Sheet, expected: dict[str, Expected], answers: Answers) -> list[Mark]:
    return [mark(question, expected[question.key], answers.given[question.key]) for question in sheet.questions]


def scores(found: list[Mark]) -> dict[str, int]:
    return {mark.key: mark.points for mark in found}
