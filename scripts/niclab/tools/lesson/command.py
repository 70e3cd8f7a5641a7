"""niclab lesson list | show N | start N | hint N | check N FILE... | solution N."""
import argparse
import pathlib

from niclab import files
from niclab.counts import count_of
from niclab.errors import WrongInput
from niclab.tools.lesson import answers, grading, simulate
from niclab.tools.lesson.expected import Expected
from niclab.tools.lesson.marking import marks
from niclab.tools.lesson.sheet import Sheet, sheet_of, sheets

HEADS = {"question": "", "predict": "Predict", "do": "Do", "find": "Find", "explain": "Explain"}


def listed() -> None:
    for sheet in sheets():
        print(f"{sheet.number}  {sheet.title:<34} {sheet.minutes:>3} min  {len(sheet.questions):>2} questions")


def page(sheet: Sheet) -> str:
    """The sheet as Markdown."""
    text = f"# {sheet.number}. {sheet.title}\n\n{sheet.minutes} minutes.\n"
    for part, head in HEADS.items():
        if part in sheet.parts:
            text += (f"\n## {head}\n" if head else "") + f"\n{sheet.parts[part]}\n"
    if sheet.questions:
        rows = "".join(f"| `{q.key}` | {q.text} | {' / '.join(q.choices) or q.unit or 'number'} |\n" for q in sheet.questions)
        text += f"\n## Answer\n\n| key | question | answer |\n|---|---|---|\n{rows}"
        text += (f"\n    niclab lesson start {sheet.number}                   # makes {sheet.answer_file}, to fill in"
                 f"\n    niclab lesson hint {sheet.number}                    # {count_of(len(sheet.hints), 'hint')}, one at a time"
                 f"\n    niclab lesson check {sheet.number} {sheet.answer_file}\n")
    return text


def start(sheet: Sheet) -> None:
    path = pathlib.Path(sheet.answer_file)
    if path.exists():
        raise WrongInput(f"{path}: exists already; expected a folder without this file")
    files.write(path, answers.template(sheet))
    print(f"{path}: write your prediction first, then your answers; the sheet: niclab lesson show {sheet.number}")


def hint(sheet: Sheet, given: list[str]) -> None:
    path = pathlib.Path(given[0] if given else sheet.answer_file)
    number = answers.count_hint(path, sheet)
    print(f"hint {number} of {len(sheet.hints)}: {sheet.hints[number - 1]}")


def check(sheet: Sheet, given: list[str]) -> int:
    papers = grading.papers_of(sheet, given)
    expected = simulate.expected_of(sheet)
    return grading.told(sheet, [grading.marked(one, lambda answers: marks(sheet, expected, answers)) for one in papers])


def solution(sheet: Sheet) -> None:
    """The text with the simulator's values in it."""
    def value(expected: Expected) -> str:
        right = expected.right
        return right if isinstance(right, str) else f"{right:.0f}" if right >= 1000 else f"{right:.4g}"
    print(sheet.solution().format(**{key: value(one) for key, one in simulate.expected_of(sheet).items()}).strip())


def main() -> int:
    parser = argparse.ArgumentParser(prog="niclab lesson")
    parser.add_argument("--niclab", required=True)
    parser.add_argument("what", choices=("list", "show", "start", "hint", "check", "solution"))
    parser.add_argument("rest", nargs="*")
    a = parser.parse_args()
    simulate.use(a.niclab)
    if a.what == "list":
        listed()
        return 0
    if not a.rest:
        raise WrongInput(f"{a.what}: missing number of a lesson; expected 1 to {len(sheets())}")
    sheet, more = sheet_of(a.rest[0]), a.rest[1:]
    if a.what == "check":
        return check(sheet, more)
    if a.what == "hint":
        hint(sheet, more)
    else:
        print(page(sheet), end="") if a.what == "show" else start(sheet) if a.what == "start" else solution(sheet)
    return 0
