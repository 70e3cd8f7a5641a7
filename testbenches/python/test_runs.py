"""The engine, with a program that only pretends to be niclab."""
import pathlib
import sys

import pytest

from niclab import files
from niclab.errors import WrongInput
from niclab.runs import engine, points
from niclab.runs.store import Store

PRETENDS = """#!%s -S
import json, pathlib, subprocess, sys
words = sys.argv[1:]
given = dict(w.split("=", 1) for w in words if "=" in w)
if words[0] == "--version":
    print("niclab 0")
elif words[0] == "explain":
    for line in sys.stdin:
        config = dict(w.split("=", 1) for w in json.loads(line))
        print(json.dumps({"error": "--set k=bad: out of range"} if "bad" in config.values() else
                         {"niclab": "0", "workload_digest": "d", "config": config}))
elif words[0] == "batch":
    for number, line in enumerate(sys.stdin, 1):
        done = subprocess.run(json.loads(line), capture_output=True, text=True)
        print(json.dumps({"line": number, "exit_code": done.returncode, "error": done.stderr}), flush=True)
elif given.get("k") == "fails":
    sys.exit("it failed")
else:
    out = pathlib.Path(words[words.index("--out") + 1])
    out.mkdir()
    (out / "results.json").write_text(json.dumps({"config": given, "checks": {}, "messages": []}))
    (out / "large.csv").write_text("much")
    with open(pathlib.Path(__file__).with_suffix(".log"), "a") as log:
        print(given.get("k"), file=log)
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "pretends.py"
    path.write_text(PRETENDS % sys.executable)
    path.chmod(0o755)
    return path


def ran(program):
    log = program.with_suffix(".log")
    return log.read_text().split() if log.exists() else []


def planned(program, *values):
    experiment = points.Experiment(str(program), "echo")
    return [points.Point(experiment, (f"k={value}",), name=f"of/{value}") for value in values]


def test_what_is_complete_is_not_run_again(program, tmp_path):
    found = engine.results_of(planned(program, "1", "2"), tmp_path / "out", unwanted=("large.csv",))[1]
    assert found["of/2"]["config"] == {"k": "2"} and sorted(ran(program)) == ["1", "2"]
    assert not list((tmp_path / "out").rglob("large.csv"))
    engine.results_of(planned(program, "1", "2", "3"), tmp_path / "out")
    assert sorted(ran(program)) == ["1", "2", "3"]


def test_another_build_of_the_program_runs_everything_again(program, tmp_path):
    """The version alone does not tell builds apart."""
    engine.results_of(planned(program, "1"), tmp_path / "out")
    program.write_text(program.read_text() + "# another build\n")
    points.digest.cache_clear()
    engine.results_of(planned(program, "1"), tmp_path / "out")
    assert ran(program) == ["1", "1"]


def test_a_name_whose_settings_changed_is_run_again(program, tmp_path):
    engine.results_of(planned(program, "1"), tmp_path / "out")
    changed = points.Point(points.Experiment(str(program), "echo"), ("k=7",), name="of/1")
    found = engine.results_of([changed], tmp_path / "out")[1]
    assert found["of/1"]["config"] == {"k": "7"} and ran(program) == ["1", "7"]


def test_a_refused_point_ends_it_before_anything_is_written(program, tmp_path):
    with pytest.raises(WrongInput, match="^k=bad: out of range$"):
        engine.results_of(planned(program, "1", "bad"), tmp_path / "out")
    assert not (tmp_path / "out").exists() and ran(program) == []


def test_a_failing_point_is_said_by_its_name(program, tmp_path):
    with pytest.raises(RuntimeError, match="of/fails: it failed"):
        engine.results_of(planned(program, "fails"), tmp_path / "out")


def test_a_sweeps_point_is_named_by_what_its_results_depend_on(program):
    experiment = points.Experiment(str(program), "echo")
    a, b, both = points.resolve(points.varied(experiment, v) for v in ({"k": "1"}, {"k": "2"}, {"k+m": "1"}))
    assert a.name == a.identity != b.name and both.settings == ("k=1", "m=1")


def test_unfinished_work_goes_away_and_two_do_not_write_at_once(program, tmp_path):
    left = tmp_path / "out/points/of/1.unfinished-1"
    left.mkdir(parents=True)
    store = Store(tmp_path / "out")
    assert not left.exists()
    with pytest.raises(WrongInput, match="in use by another niclab"):
        Store(tmp_path / "out")
    assert not store.done(planned(program, "1")[0])


def test_a_file_is_replaced_whole_but_a_device_is_written_into(tmp_path):
    target = tmp_path / "page.html"
    link = tmp_path / "link.html"
    link.symlink_to(target)
    files.write(link, "new")
    assert link.is_symlink() and target.read_text() == "new"
    files.write("/dev/null", "gone")
    assert pathlib.Path("/dev/null").is_char_device()
