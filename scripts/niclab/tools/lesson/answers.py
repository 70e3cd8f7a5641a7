"""The file a student hands in: made, read strictly, its hints counted."""
import dataclasses
import pathlib
import re
import tomllib
from typing import Any

from niclab import files
from niclab.errors import WrongInput, did_you_mean, unknown
from niclab.tools.lesson.expected import Answer
from niclab.tools.lesson.sheet import Question, Sheet
from niclab.tools.lesson.units import in_unit

KEYS = {"name", "hints", "prediction", "answers"}


def template(sheet: Sheet) -> str:
    """An answer file to fill in."""
    hints = [f"hints = 0         # counted by niclab lesson hint {sheet.number}"] if sheet.hints else []
    predicted = ["[prediction]   # written down first, not judged", 'answer = ""', ""] if "predict" in sheet.parts else []
    lines = [f"# {sheet.title}", f"# Write between the quotes; niclab {sheet.word} check {sheet.number} {sheet.answer_file} judges it.",
             f"{sheet.word} = {sheet.number}", 'name = ""         # as it shall stand in the table of a class', *hints, "", *predicted, "[answers]"]
    for question in sheet.questions:
        colon = "" if question.text.endswith(("?", ")")) else ":"
        lines += [f"# {question.text}{colon} {question.allowed.rstrip(',')}", f'{question.key} = ""', ""]
    return "\n".join(lines)


def place(text: str, key: str) -> str:
    """LINE:COLUMN of a key's value, or of its name where it has none on its line; 1:1 where it is
    not there.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.match(rf'\s*(?:"{re.escape(key)}"|{re.escape(key)})\s*=\s*', line):
            return f"{number}:{found.end() + 1}"
        if found := re.match(rf"\s*\[\s*(?={re.escape(key)}\s*\])", line):
            return f"{number}:{found.end() + 1}"
    return "1:1"


@dataclasses.dataclass(frozen=True)
class AnswerFile:
    """A TOML file that somebody wrote; what is wrong in it is told with its place."""
    path: pathlib.Path
    text: str
    table: dict[str, Any]

    @classmethod
    def read(cls, path: pathlib.Path, made_by: str) -> "AnswerFile":
        """Raises WrongInput where there is no such file, or no TOML in it. `made_by`: the command
        that makes one.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise WrongInput(f"cannot open {path}: not a readable file; expected a text file, such as {made_by} makes") from error
        try:
            return cls(path, text, tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            where = f"{at[1]}:{at[2]}" if at else f"{len(text.splitlines()) + 1}:1"
            raise WrongInput(f"{path}:{where}: {re.sub(r' *[(]at .*', '', str(error))}; expected TOML such as KEY = \"1.5 us\"") from error

    def wrong(self, key: str, what: str) -> WrongInput:
        return WrongInput(f"{self.path}:{place(self.text, key)}: {key}: {what}")

    def only(self, table: dict[str, Any], known: set[str]) -> None:
        for key in table:
            if key not in known:
                raise self.wrong(key, unknown("key", key, sorted(known)))

    def word(self, table: dict[str, Any], key: str) -> str:
        """The text of a key; "" where it is not there."""
        given = table.get(key, "")
        if not isinstance(given, str):
            raise self.wrong(key, f"{given} has no quotes; expected a text such as \"{given}\"")
        return given.strip()

    def table_of(self, key: str) -> dict[str, Any]:
        given = self.table.get(key, {})
        if not isinstance(given, dict):
            raise self.wrong(key, f"{given!r} is not a table; expected a table [{key}]")
        return given

    def count(self, key: str) -> int:
        given = self.table.get(key, 0)
        if type(given) is not int or given < 0:
            raise self.wrong(key, f"{given!r} is out of range; expected an integer from 0")
        return given


@dataclasses.dataclass(frozen=True)
class Answers:
    """`given`: None for a question without an answer."""
    file: pathlib.Path
    name: str
    hints: int
    given: dict[str, Answer | None]


def answer_of(file: AnswerFile, table: dict[str, Any], question: Question) -> Answer | None:
    raw = table.get(question.key, "")
    if not question.unit and not question.choices and isinstance(raw, (int, float)) and not isinstance(raw, bool):
        return float(raw)  # a count
    if not isinstance(raw, str):
        raise file.wrong(question.key, f"{raw} has no quotes; expected {question.allowed}")
    text = file.word(table, question.key)
    if not text or question.free:
        return text or None
    if not question.choices:
        try:
            return in_unit(text, question.unit)
        except ValueError as error:
            raise file.wrong(question.key, f"{error}; expected {question.allowed}") from error
    for choice in question.choices:
        if text.casefold() == choice.casefold():
            return choice
    raise file.wrong(question.key, f"unknown word '{text}'{did_you_mean(text, question.choices)}; expected {question.allowed}")


def read(path: pathlib.Path, sheet: Sheet) -> Answers:
    """Raises WrongInput with file, line and column."""
    file = AnswerFile.read(path, sheet.made_by)
    file.only(file.table, KEYS | {sheet.word})
    if file.table.get(sheet.word, sheet.number) != sheet.number:
        raise file.wrong(sheet.word, f"{file.table[sheet.word]} is another {sheet.word}; expected {sheet.word} {sheet.number}")
    table = file.table_of("answers")
    file.only(table, {q.key for q in sheet.questions})
    given = {q.key: answer_of(file, table, q) for q in sheet.questions}
    return Answers(path, file.word(file.table, "name") or path.stem, file.count("hints"), given)


def count_hint(path: pathlib.Path, sheet: Sheet) -> int:
    """One hint more in the file; the number of them now, at most as many as there are."""
    file = AnswerFile.read(path, sheet.made_by)
    now = min(file.count("hints") + 1, len(sheet.hints))
    counted, places = re.subn(r"(?m)^(\s*hints\s*=\s*)\d+", rf"\g<1>{now}", file.text, count=1)
    files.write(path, counted if places else f"hints = {now}\n" + file.text)
    return now
