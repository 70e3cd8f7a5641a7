"""Charts and pages: what is drawn says what it is given, and no text becomes markup."""
import html.parser
import re
import xml.etree.ElementTree

import pytest

from niclab import pages
from niclab.charts import panels, plots, rows, svg
from niclab.intervals import Interval
from niclab.tools.compare.subjects import names_of, split_settings
from niclab.tools.report import way
from niclab.tools.sweep import page as sweep_page
from niclab.tools.sweep import plots as sweep_plots
from niclab.tools.sweep import search

NASTY = "<script>alert('x')</script> & \"quotes\""


def parsed(drawn):
    """Every picture of it is well formed; the texts of all."""
    return [t.text for p in re.findall(r"<svg.*?</svg>", str(drawn), re.S) for t in xml.etree.ElementTree.fromstring(p).iter() if t.text]


@pytest.mark.parametrize("drawn", [
    rows.waterfall([(NASTY, "working", 0.0, 1.0), ("b", "waiting", 1.0, 3.5)], NASTY),
    rows.bars([(NASTY, [Interval(1.5, 0.1), None])], ["a", NASTY], "us", NASTY),
    rows.breakdown([(NASTY, 1.0, 2.0, 3.0, [(2.5, True)])], "us", NASTY),
    plots.curves([plots.Curve(NASTY, [1, 2], [Interval(1, 0.1), Interval(2, 0)])], NASTY, NASTY, NASTY),
    plots.columns([NASTY, "b"], [(NASTY, [Interval(1, 0.5), None])], NASTY, NASTY, NASTY),
    plots.cloud([(1, 2, NASTY, True), (2, 3, "b", False)], lambda i: 0, NASTY, NASTY, NASTY),
    plots.heat_map([NASTY, "b"], ["c"], lambda a, b: 1.0 if a == "b" else 2.0, NASTY, NASTY, NASTY),
    panels.distribution([1.0, 2.0, 2.0], "us", NASTY),
])
def test_charts_are_well_formed_whatever_they_are_called(drawn):
    assert parsed(drawn) and "<script" not in drawn
    xml.etree.ElementTree.fromstring(svg.standalone(drawn))


def test_few_numbers_are_shown_one_by_one_and_many_as_bars():
    assert panels.distribution([float(i) for i in range(15)], "us", "").count("<circle") == 15
    assert panels.distribution([float(i) for i in range(100)], "us", "").count("<circle") == 0


def test_many_microseconds_are_seconds():
    texts = parsed(svg.picture(100, 20, [svg.axis(svg.scale(0, 2.5e7, 0, 100), 0, 2.5e7, 0, 20, 4, "us")], ""))
    assert texts[-1] == "20 s" or texts[-1] == "25 s", texts


def test_a_column_a_size_has_no_line_between_two_sizes():
    assert "<path" not in plots.columns(["1", "40"], [("card", [Interval(1, 0), Interval(2, 0)])], "", "", "")


def test_numbers_carry_their_place():
    tree = {"a/b": [{"c~d": 1.23456}]}
    assert pages.number(tree, "a/b", 0, "c~d", digits=2) == '<data data-from="/a~1b/0/c~0d" value="1.23456">1.23</data>'


def test_pages_escape_what_they_are_told(tmp_path):
    text = pages.render("compare.html", subjects=[], names=[NASTY], version=NASTY, options=type("O", (), {"workload": NASTY, "seeds": [1]}),
                        answer=[NASTY], rankings=[(NASTY, [[1, NASTY, "2", ""]])], matrix=(["what"], [[NASTY]]),
                        strips=None, ways=[], against=[(NASTY, [NASTY])], notes=NASTY, stages="", causes="",
                        throughput="", rows=[[NASTY, "1"]], classes=[""], numeric_heads=[">" + NASTY])

    class Tags(html.parser.HTMLParser):
        scripts = 0

        def handle_starttag(self, tag, attributes):
            self.scripts += tag == "script"
            assert not any(k in ("src", "action") for k, _ in attributes)

    tags = Tags()
    tags.feed(text)
    assert tags.scripts == 1 and text.count("<nav") == 1 and 'href="#ranking"' in text


def test_subjects_have_names_of_their_own():
    assert names_of(["cards/mine.toml", "idt77901", "idt77901", "idt77901:nic.a=1,b=2"]) == [
        "mine", "idt77901 (1)", "idt77901 (2)", "idt77901 a=1 b=2"]
    assert names_of(["x:nic.sar.n=1", "x:nic.phy.n=1"]) == ["x nic.sar.n=1", "x nic.phy.n=1"]
    assert split_settings("a=[1,2],b='x,y'") == ("a=[1,2]", "b='x,y'")


def test_a_sweeps_answer_says_what_was_seen():
    def row(k, latency, doubt):
        return {"k": k, "status": "done", "latency_us": latency, "latency_us_ci95": doubt}

    assert sweep_page.finding("latency_us", ["k"], [row("1", 10.0, 0.5), row("2", 12.0, 0.5)], []).startswith("Best latency: 10.00 ±0.50 us with k=1")
    assert "No difference" in sweep_page.finding("latency_us", ["k"], [row("1", 10.0, 2.0), row("2", 12.0, 2.0)], [])
    assert "No difference" in sweep_page.finding("throughput_mbps", ["k"], [
        {"k": "1", "throughput_mbps": 132.447777}, {"k": "2", "throughput_mbps": 132.447987}], [])
    assert sweep_page.amount(0.0105684321, 0.0000034) == "0.0105684 ±0.0000034"


def test_points_with_different_workloads_do_not_compete():
    def row(fifo, size, cost, latency):
        return {"fifo": fifo, "workload.sizes": size, "cost_bits": cost, "latency_us": latency}

    found = [row("1", "[1]", 1, 5), row("2", "[1]", 2, 4), row("1", "[9]", 1, 50), row("2", "[9]", 2, 60)]
    groups, which, marks = sweep_plots.fronts(["fifo", "workload.sizes"], found, search.parse(["cost,latency"]))
    assert groups == ["workload.sizes=[1]", "workload.sizes=[9]"] and which == [0, 0, 1, 1] and marks == [True, True, True, False]


def test_a_way_names_each_span_and_the_longest_wait():
    def span(place, cause, state, us, name="x"):
        return {"direction": "there", "id": name, "resource": place, "cause": cause, "state": state, "mean_us": us}

    results = {"attribution": [span("program", "", "working", 100, "program.send"), span("FIFO", "null cells", "waiting", 20),
                               span("PCI", "GNT#", "waiting", 0.1), span("memory", NASTY, "working", 0.2), span("line", "cell", "working", 30),
                               {**span("back", "", "waiting", 90), "direction": "back"}]}
    spans = way.spans_of(results, "there")
    assert [(s.words, s.state) for s in way.folded(spans)] == [("FIFO: null cells", "waiting"), ("PCI and memory", "stage"), ("line: cell", "working")]
    drawn = way.picture(results, "there", NASTY)
    assert "the longest wait: 40 %" in parsed(drawn) and "back" not in str(drawn) and "20.00 us" in parsed(drawn)
    assert sum(s.length for s in way.folded(spans)) == pytest.approx(50.3)
