"""Which rows of a paper count as predictions, and what the null model says of a gate."""
import csv
import io

import pytest

from niclab import files
from niclab.tools.reproduce import score, standing
from niclab.tools.reproduce.row import BESIDES, CHOSEN, CLAIMS, COMPUTED, FITTED, PREDICTED, STANDINGS, Row, rows_csv


def row(known=10.0, split="hold", used="", published=10.0, tolerance=1.0, **others):
    return Row(others.pop("table", "Table 1"), "rate", others.pop("what", "a"), others.pop("stat", "Mb/s"), split, published, None, known, tolerance,
               standing=used, **others)


@pytest.mark.parametrize("used", [FITTED, CHOSEN, COMPUTED])
@pytest.mark.parametrize("known", [10.0, 99.0])
def test_only_predicted_rows_count(used, known):
    """Any number of other rows, right or wrong, leaves the sentence as it is."""
    predictions = [row(10.5), row(12.0)]
    assert score.sentence(predictions).startswith("Predicted (simulated and held out): 1 of 2 numbers within their tolerance, mean error 12.5 %, worst 20.0 %")
    assert score.sentence([*predictions, *[row(known, used=used)] * 3]).partition(";")[0] == score.sentence(predictions).partition(";")[0]
    lines = score.table([row(known, used=used)])
    assert [line[1] for line in lines] == [used] and lines[0][3] == "" == lines[0][6], "a count of rows that prove nothing"


def test_rows_without_predictions_claim_none():
    rows = [row(10.0, used=used) for used in STANDINGS[:3]]
    assert score.sentence(rows) == "Predicted (simulated and held out): no number with a tolerance."


def test_the_split_gives_the_standing():
    assert [row(split=split).standing for split in ("cal", "hold", "exact", "")] == [FITTED, PREDICTED, COMPUTED, ""]
    with pytest.raises(KeyError):
        row(split="held")


def test_claims_are_counted_apart():
    claims = [row(1.0, table=CLAIMS, published=1.0, tolerance=0.5), row(0.0, table=CLAIMS, published=1.0, tolerance=0.5), row(1.0, table=CLAIMS, used=CHOSEN)]
    assert score.sentence(claims) == score.sentence([])
    assert "Claims in words: 1 of 2 predicted are true; 1 others are not counted." in score.others(claims)


def test_a_miss_is_listed_whatever_its_standing():
    """A gate is kept, also for a row that is not counted."""
    text, missed = score.summary([row(12.0, used=CHOSEN), row(12.0, used=FITTED), row(12.0, deviation="why")])
    assert len(missed) == 1 and text.count("12.00 for 10.00") == 2 and "(why)" in text and "NO DEVIATION IS LISTED" in text


def test_verdicts():
    def verdict(known, used=PREDICTED, tolerance=1.0, deviation=""):
        return row(known, used=used, tolerance=tolerance, deviation=deviation).verdict

    assert [verdict(10.5), verdict(12.0), verdict(12.0, deviation="why"), verdict(12.0, tolerance=None)] == ["within", "MISSES", "DEVIATES", "no tolerance"]
    assert [verdict(12.0, used=FITTED), verdict(12.0, used=CHOSEN)] == ["fitted", "MISSES"]


@pytest.fixture
def data(tmp_path):
    (tmp_path / standing.FILE).write_text("paper,table,quantity,what,stat,split,standing,reason\n"
                                          "p,Table 1,rate,b*,*,hold,chosen,seen\np,Table 1,rate,*,*,hold,predicted,free\np,Table 9,*,*,*,hold,fitted,none\n")
    return tmp_path


def test_the_first_line_that_matches_counts(data):
    rows = [row(what="b1"), row(what="a"), row(what="b2", split="cal")]
    unused = standing.assign(rows, data, "p")
    assert [(r.standing, r.reason) for r in rows] == [(CHOSEN, "seen"), (PREDICTED, "free"), (FITTED, "")]
    assert [line["table"] for line in unused] == ["Table 9"], "a line without a row is reported"


def test_an_unknown_standing_is_refused(data):
    (data / standing.FILE).write_text("paper,table,quantity,what,stat,split,standing,reason\np,*,*,*,*,*,guessed,\n")
    with pytest.raises(ValueError, match="'guessed': unknown standing; expected one of fitted, chosen, computed, predicted"):
        standing.assign([row()], data, "p")


def nulls(rows, data):
    standing.assign(rows, data, "other paper")
    return [r.null for r in rows]


def test_the_null_model_is_a_line_through_fitted_rows(data):
    series = [row(split=split, published=value, series="TCP", at=at) for split, value, at in (("cal", 20.0, 10), ("cal", 30.0, 20), ("hold", 41.0, 30))]
    assert nulls([*series, row(split="cal", published=900.0, series="UDP", at=10)], data)[:3] == [None, None, pytest.approx(40)]
    assert series[2].null_passes, "40 for 41 is within 1"


def test_without_sizes_it_is_a_mean(data):
    assert nulls([row(split="cal", published=4.0), row(split="cal", published=6.0), row()], data)[2] == 5
    assert nulls([row(published=4.0), row(published=6.0)], data) == [5, 5], "nothing was fitted: the mean of the answers"
    assert nulls([row(), row(stat="CPU %")], data) == [None, None], "one row has no mean of others"


def test_zero_passes_a_tolerance_as_large_as_the_value(data):
    small = [row(published=2.0, tolerance=3.0), row(published=40.0, tolerance=3.0)]
    nulls(small, data)
    assert [r.null_passes for r in small] == [True, False] and score.null_cell(small[0]) == "21.00*"


def test_the_table_of_rows_has_the_standing():
    rows = [row(known=float("nan")), row(table=BESIDES, split="", used="", published=1.0)]
    read = list(csv.DictReader(io.StringIO(rows_csv(rows))))
    assert [(r["standing"], r["published"], r["known"]) for r in read] == [("predicted", "10.0000", ""), ("", "", "10.0000")]


def test_all_patterns_name_a_paper_and_a_standing():
    lines = files.rows(files.pathlib.Path(__file__).resolve().parents[2] / "traces/reference" / standing.FILE)
    assert lines and all(line["standing"] in STANDINGS and line["reason"] for line in lines)
