"""A lesson's sheet: its text, questions and hints, read from lessons/NAME.toml."""
import dataclasses
import functools
import pathlib
import tomllib
from typing import Any

from niclab.errors import WrongInput

FOLDER = pathlib.Path(__file__).resolve().parent / "lessons"
SEEN = ("question", "predict", "do", "find", "explain")  # the parts of a sheet, in their order


@dataclasses.dataclass(frozen=True)
class Question:
    """One key of the answer file. `unit`: of a number, "" where it is a bare count. `choices`: of a
    word, which are allowed. `free`: any text, which its judge reads by himself.
    """
    key: str
    text: str
    unit: str = ""
    choices: tuple[str, ...] = ()
    points: int = 1
    free: str = ""

    @property
    def allowed(self) -> str:
        """What may be answered, in words."""
        if self.free:
            return self.free
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        return f'a number with its unit, such as "1.5 {self.unit}",' if self.unit else "a number"


@dataclasses.dataclass(frozen=True)
class Sheet:
    """`word`: the command, and what its number is called in the answer file."""
    name: str
    number: int
    title: str
    minutes: int
    parts: dict[str, str]
    questions: tuple[Question, ...]
    hints: tuple[str, ...]
    word: str = "lesson"

    @property
    def made_by(self) -> str:
        """The command that makes an answer file."""
        return f"niclab lesson start {self.number}" if self.word == "lesson" else f"niclab {self.word} {self.number}"

    @property
    def points(self) -> int:
        return sum(q.points for q in self.questions)

    @property
    def answer_file(self) -> str:
        return f"{self.word}{self.number}.toml"

    def solution(self) -> str:
        """The text of the solution, with {KEY} where a value belongs that the simulator gives."""
        return (FOLDER / f"{self.name}_solution.md").read_text(encoding="utf-8")


def asked(table: dict[str, Any]) -> Question:
    return Question(**{**table, "choices": tuple(table.get("choices", ()))})


def read(path: pathlib.Path) -> Sheet:
    with open(path, "rb") as f:
        found = tomllib.load(f)
    return Sheet(path.stem, found["number"], found["title"], found["minutes"], {part: found[part].strip("\n") for part in SEEN if part in found},
                 tuple(asked(table) for table in found.get("ask", [])), tuple(found.get("hints", [])))


@functools.cache
def sheets() -> tuple[Sheet, ...]:
    """All lessons in the order of their numbers."""
    return tuple(sorted((read(path) for path in FOLDER.glob("*.toml")), key=lambda sheet: sheet.number))


def sheet_of(number: str) -> Sheet:
    """Raises WrongInput where there is no such lesson."""
    for sheet in sheets():
        if number in (str(sheet.number), sheet.name):
            return sheet
    raise WrongInput(f"{number}: unknown lesson; expected 1 to {len(sheets())}")
