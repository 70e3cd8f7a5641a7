"""Sheets, answer files and marks of lessons; the catalogue of mysteries. No run of niclab."""
import doctest
import importlib

import pytest

from niclab.errors import WrongInput
from niclab.tools.lesson import answers, grading, marking, units
from niclab.tools.lesson.expected import number, word
from niclab.tools.lesson.sheet import FOLDER, Question, Sheet, sheets
from niclab.tools.mystery import capture, evidence, faults, judge

SHEET = Sheet("made_up", 9, "Made up", 5, {"predict": "What?"}, (Question("slope", "How much?", "us", points=2), Question("ahead", "How many?"),
                                                                Question("who", "Who?", choices=("SAR", "PHY"))), ("first", "second"))
EXPECTED = {"slope": number(2.83, 0.03, (22.66, "all of it")), "ahead": number(8, 0, (9, "one place is your own")), "who": word("PHY", SAR="it is off")}


def written(folder, text):
    path = folder / "a.toml"
    path.write_text(text)
    return path


@pytest.mark.parametrize("module", (units, capture))
def test_examples(module):
    assert doctest.testmod(module).failed == 0


def test_each_question_can_be_read_back(tmp_path):
    for sheet in sheets():
        given = answers.read(written(tmp_path, answers.template(sheet)), sheet)
        assert set(given.given) == {q.key for q in sheet.questions} and not any(given.given.values())


@pytest.mark.parametrize("text, why", (
    ("[answers]\nslope = 2.83\n", ":2:9: slope: 2.83 has no quotes; expected a number with its unit"),
    ('[answers]\nslope = "2.83"\n', ":2:9: slope: '2.83' has no unit"),
    ('[answers]\nslope = "2.83 km"\n', ":2:9: slope: '2.83 km' has another unit; expected a number"),
    ('[answers]\nslop = "2.83 us"\n', ":2:8: slop: unknown key"),
    ('[answers]\n\n   who =   "SUR"\n', ":3:12: who: unknown word 'SUR' (did you mean \"SAR\"?); expected one of SAR, PHY"),
    ("hints = -1\n", ":1:9: hints: -1 is out of range; expected an integer"),
    ("lesson = 8\n", ":1:10: lesson: 8 is another lesson; expected lesson 9"),
    ("[answers\n", ":1:9: Expected"), ("answers = 3\n", ":1:11: answers: 3 is not a table; expected a table"),
))
def test_what_is_wrong_in_a_file_is_told_with_its_place(tmp_path, text, why):
    with pytest.raises(WrongInput) as told:
        answers.read(written(tmp_path, text), SHEET)
    assert str(tmp_path / "a.toml") + why in str(told.value)


def paper(folder, **given):
    lines = "".join(f'{key} = "{value}"\n' for key, value in given.items())
    return grading.paper(SHEET, written(folder, "[answers]\n" + lines))


def judged(folder, **given):
    return grading.marked(paper(folder, **given), lambda a: marking.marks(SHEET, EXPECTED, a)).marks


def test_right_wrong_known_and_missing(tmp_path):
    right = judged(tmp_path, slope="2850 ns", ahead="8", who="phy")
    assert [m.points for m in right] == [2, 1, 1] and right[0].line == "slope: 2.85 us, right"
    wrong = judged(tmp_path, slope="22.66 us", who="SAR")
    assert [m.points for m in wrong] == [0, 0, 0] and [m.missing for m in wrong] == [False, True, False]
    assert wrong[0].line == "slope: 22.66 us: all of it" and wrong[2].line == "who: SAR: it is off"
    assert "How much?" in judged(tmp_path, slope="7 us")[0].line


def test_hints_are_counted_one_by_one_and_nothing_else_changes(tmp_path):
    path = written(tmp_path, answers.template(SHEET))
    before = path.read_text()
    assert [answers.count_hint(path, SHEET) for _ in range(3)] == [1, 2, 2]
    assert path.read_text() == before.replace("hints = 0", "hints = 2") != before


def test_each_lesson_has_its_parts():
    for sheet in sheets():
        assert set(sheet.parts) == {"question", "predict", "do", "find", "explain"} and len(sheet.hints) >= 3, sheet.name
        check = importlib.import_module(f"niclab.tools.lesson.lessons.{sheet.name}")
        assert callable(check.expected) and (FOLDER / f"{sheet.name}_solution.md").is_file()
        assert all(f"{{{q.key}}}" in sheet.solution() for q in sheet.questions if q.points > 1), sheet.name


def test_the_catalogue_has_no_two_of_a_kind():
    found = faults.faults()
    assert len(found) >= 40
    assert len({f.id for f in found}) == len({(f.place, f.kind) for f in found}) == len(found)
    for fault in found:
        assert bool(fault.values) == bool(fault.unit) == any("{value}" in key or "{half}" in key for key in fault.keys), fault.id
        assert list(fault.values) == sorted(fault.values)
        assert all("{" not in key for key in faults.Hidden(fault, fault.possible_sides[0], fault.middle).settings), fault.id


def test_a_value_is_right_within_fifteen_percent_or_one_step():
    fault = faults.Fault("x", "here", "so", ("k={value}",), (10, 20, 40), "us")
    assert [fault.near(v, 20) for v in (9.9, 10, 23, 40, 41)] == [False, True, True, True, False]
    assert [fault.near(v, 40) for v in (19, 20, 46, 46.1)] == [False, True, True, False]


@pytest.mark.parametrize("text", ("alone client.pci.REQ_n", "never client.pci.REQ_n 700 us", "alone client.pci.REQ_n 700", "alone client.pci.REQ_n 5 us"))
def test_evidence_that_says_too_little(text):
    with pytest.raises(WrongInput):
        evidence.read(text)


def test_evidence():
    seen = evidence.read("stream server.nic.utopia_tx.TxSOC 0.7 ms")
    assert (seen.phase.name, seen.signal, seen.time_us) == ("stream", "server.nic.utopia_tx.TxSOC", 700)


def test_a_kind_belongs_to_its_place():
    assert judge.kind_of("sending engine", "slow decision") is not judge.kind_of("receiving engine", "Slow Decision")
    with pytest.raises(WrongInput, match="of place 'line'.*; expected one of"):
        judge.kind_of("line", "slow decision")
