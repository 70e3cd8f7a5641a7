"""The slowest tests of a run: sorted, counted, without those that did not run."""
import pytest
from test_rules import script

slowest_tests = script("slowest_tests")
CASE = '<testcase name="{}" classname="{}" time="{}" status="{}"/>'
CASES = (("quick", 0.01, "run"), ("slow", 12.5, "run"), ("failed", 40, "fail"), ("as_slow", 12.5, "run"), ("skipped", 99, "notrun"),
         ("disabled", 98, "disabled"))


@pytest.fixture
def record(tmp_path):
    file = tmp_path / "tests.xml"
    file.write_text("<testsuite>" + "".join(CASE.format(name, name, time, status) for name, time, status in CASES) + "</testsuite>")
    return file


def test_the_slowest_come_first(record, capsys):
    assert slowest_tests.main([str(record), "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "The slowest 3 of 4 tests took 65.0 of 65.0 s:"
    assert [line.split() for line in lines[1:]] == [["40.0", "s", "failed"], ["12.5", "s", "as_slow"], ["12.5", "s", "slow"]]


def test_ten_without_a_count(tmp_path, capsys):
    file = tmp_path / "tests.xml"
    file.write_text("<testsuite>" + "".join(CASE.format(f"t{k}", f"t{k}", k, "run") for k in range(25)) + "</testsuite>")
    assert slowest_tests.main([str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11 and lines[1].endswith(" t24") and lines[10].endswith(" t15"), lines


@pytest.mark.parametrize("text, said", [(None, "cannot open"), ("<testsuite>", "no record of a test run"), ("Start testing", "no record of a test run"),
                                        ('<testsuite><testcase name="a" status="run"/></testsuite>', "no record of a test run")])
def test_a_wrong_file_gets_one_sentence(tmp_path, capsys, text, said):
    file = tmp_path / "tests.xml"
    if text is not None:
        file.write_text(text)
    assert slowest_tests.main([str(file)]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1, error


def test_wrong_arguments_get_one_sentence(capsys):
    assert slowest_tests.main(["a.xml", "many"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
