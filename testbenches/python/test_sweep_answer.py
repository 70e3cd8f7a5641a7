"""Why the best point of a sweep is the best."""
import json
import types

import pytest

from niclab.tools.sweep import answer

FOUND = types.SimpleNamespace(design=["run.duration"])


@pytest.mark.parametrize(("best", "worst", "expected"), [
    ("the limit is slow start: for 20.0 % of the time its whole congestion window was in flight",
     "the limit is slow start: for 80.0 % of the time its whole congestion window was in flight",
     "; the limit of both is slow start: for 20.0 % of the time its whole congestion window was in flight, "
     "and with run.duration=1 s for 80.0 % of the time its whole congestion window was in flight"),
    ("the limit is the card of a, 99.0 % busy", "the limit is the card of a, 97.0 % busy",
     "; the limit of both is the card of a: 99.0 % busy, and with run.duration=1 s 97.0 % busy"),
    ("the limit is the card of a, 99.0 % busy", "the limit is the card of b, 99.0 % busy",
     ", because the limit is the card of a, 99.0 % busy; with run.duration=1 s: the limit is the card of b, 99.0 % busy"),
    ("the limit is the line: packets fill 98.7 % of its cell slots", "nothing is busy all the time",
     ", because the limit is the line: packets fill 98.7 % of its cell slots; with run.duration=1 s: nothing is busy all the time"),
    ("nothing is busy all the time", "nothing is busy all the time", "")])
def test_a_limit_of_both_points_is_named_once(tmp_path, best, worst, expected):
    for name, limit in (("best", best), ("worst", worst)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "results.json").write_text(json.dumps({"schema_version": 1, "throughput": {"a_to_b": {"limit": limit}}}))
    rows = [{"point": name, "run.duration": "1 s"} for name in ("best", "worst")]
    assert answer.why_more(*rows, FOUND, tmp_path) == expected
