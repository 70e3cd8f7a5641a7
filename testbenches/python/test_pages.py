"""Charts and pages: what is drawn says what it is given, and no text becomes markup."""
import html.parser
import math
import pathlib
import re
import types
import xml.etree.ElementTree

import pytest

from niclab import intervals, measures, pages
from niclab.charts import multiples, panels, plots, rows, svg
from niclab.intervals import Interval
from niclab.tools.compare.subjects import names_of, split_settings
from niclab.tools.report import machines
from niclab.tools.reproduce import traffic_page
from niclab.tools.reproduce.row import Row
from niclab.tools.sweep import answer as sweep_answer
from niclab.tools.sweep import page as sweep_page
from niclab.tools.sweep import plots as sweep_plots
from niclab.tools.sweep import ranks as sweep_ranks
from niclab.tools.sweep import search
from niclab.tools.sweep import seeds as sweep_seeds

NASTY = "<script>alert('x')</script> & \"quotes\""


def parsed(drawn):
    """Every picture of it is well formed; the texts of all."""
    return [t.text for p in re.findall(r"<svg.*?</svg>", str(drawn), re.S) for t in xml.etree.ElementTree.fromstring(p).iter() if t.text]


@pytest.mark.parametrize("drawn", [
    panels.ranked([(NASTY, Interval(1.5, 0.1), True), ("b", Interval(0, 0), False)], NASTY),
    multiples.multiples([multiples.Panel(NASTY, [multiples.Dot(0, Interval(1, 0.1), True, "#a", NASTY), multiples.Dot(1, Interval(40, 0), False, "#b", "b")])],
                        [NASTY, "2"], NASTY, NASTY),
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
                        strips=None, ways=[], against=[(NASTY, [NASTY])], notes=NASTY, questions=[(NASTY, NASTY, "")], causes="",
                        rows=[[NASTY, "1"]], classes=[""], numeric_heads=[">" + NASTY], commands=[(NASTY, NASTY)])

    class Tags(html.parser.HTMLParser):
        scripts = 0

        def handle_starttag(self, tag, attributes):
            self.scripts += tag == "script"
            assert not any(k in ("src", "action") for k, _ in attributes)

    tags = Tags()
    tags.feed(text)
    assert tags.scripts == 2 and text.count("<nav") == 1 and 'href="#ranking"' in text


@pytest.mark.parametrize(("unit", "word"), [({"unit": "octets"}, "octets"), ({}, "cells")])
def test_a_fifo_has_its_unit(unit, word):
    bins = [{"capacity": 4, "begin_ns": 0, "end_ns": 9, "min": 0, "mean": 1, "max": 2, **unit}]
    [(chart, caption)] = machines.fifos(types.SimpleNamespace(fifos={("client", "sar_rx_fifo"): bins}))
    assert f"{word.capitalize()} in the SAR receive FIFO of the client" in chart and caption.endswith(f"at most 2 of 4 {word}")


def test_subjects_have_names_of_their_own():
    assert names_of(["cards/mine.toml", "idt77901", "idt77901", "idt77901:nic.a=1,b=2"]) == [
        "mine", "idt77901 (1)", "idt77901 (2)", "idt77901 a=1 b=2"]
    assert names_of(["x:nic.sar.n=1", "x:nic.phy.n=1"]) == ["x nic.sar.n=1", "x nic.phy.n=1"]
    assert split_settings("a=[1,2],b='x,y'") == ("a=[1,2]", "b='x,y'")


def point(latency, doubt=0.0, **keys):
    return {**keys, "point": "-".join(map(str, keys.values())), "status": "done", "latency_us": latency, "latency_us_ci95": doubt}


def test_a_sweeps_answer_says_what_was_seen():
    def said(*rows):
        return sweep_answer.finding(sweep_ranks.ranked("", rows, "latency_us", False), ["k"])

    assert said(point(10.0, 0.5, k="1"), point(12.0, 0.5, k="2")).startswith("Best latency: 10.00 ±0.50 us with k=1; worst")
    assert "No difference" in said(point(10.0, 2.0, k="1"), point(12.0, 2.0, k="2"))
    assert "No difference" in said(point(132.447777, k="1"), point(132.447987, k="2")), "less than is worth a word"
    assert "not distinguished from 1 other;" in said(point(10.0, 0.5, k="1"), point(10.2, 0.5, k="2"), point(12.0, 0.5, k="3"))
    assert intervals.amount(0.0105684321, 0.0000034) == "0.0105684 ±0.0000034"


def test_moderation_is_judged_by_what_it_saves():
    """Only where it is varied: of other keys a packet's CPU time is a column like any other."""
    def columns(key):
        rows = [point(latency, k=k) | {key: k, "cpu_per_packet_us": cpu, "interrupts_per_packet": cpu / 10} for k, latency, cpu in (("1", 10.0, 8.0), ("4", 12.0, 4.0))]
        return sweep_answer.Found([key], rows, [])

    assert columns("nic.sar.tx_fifo_cells").columns == ["latency_us"]
    found = columns("nic.sar.coalesce_pdus")
    assert found.columns == ["latency_us", "cpu_per_packet_us", "interrupts_per_packet"]
    said = list(sweep_answer.findings(found))
    assert said[1] == "Best CPU time per packet: 4 us with nic.sar.coalesce_pdus=4; worst: 8 us with nic.sar.coalesce_pdus=1 (100.0 % apart)."
    assert said[2].startswith("Best interrupts per packet: 0.4 with ")


def test_runs_that_are_the_same_have_no_confidence():
    def rate(*runs):
        flows = [{"name": "f", "from": "a", "run": k, "mbit_s": mbps, "transactions": 0, "retransmitted": 0} for k, mbps in enumerate(runs)]
        return measures.of_traffic({"runs": len(runs), "config": {"host": {"a": {}}}, "network": {"flows": flows, "hosts": [], "packets": []}})["f_mbps_ci95"]

    assert rate(5.0, 5.0, 5.0) is None and rate(5.0) is None and rate(4.0, 6.0) > 0


def test_payload_and_frames_are_never_added_up():
    def row(*senders):
        flows = [{"name": f"f{k}", "from": a, "run": 0, "mbit_s": 2.0 + k, "transactions": 0, "retransmitted": 0} for k, a in enumerate(senders)]
        config = {"host": {"a": {"level": "cycle"}, "m": {"level": "mac"}, "n": {"level": "mac"}}}
        return measures.of_traffic({"runs": 1, "config": config, "network": {"flows": flows, "hosts": [], "packets": []}})

    both, macs, programs = row("a", "m", "n"), row("m", "n"), row("a", "a")
    assert (both["mbps"], both["mac_frames_mbps"]) == (2.0, 7.0)
    assert macs["mac_frames_mbps"] == programs["mbps"] == 5.0 and "mbps" not in macs and "mac_frames_mbps" not in programs


def test_ranks_are_shared_until_a_difference_to_their_best_is_seen():
    found = sweep_ranks.ranked("", [point(v, 0.5, k=k) for k, v in (("a", 10.0), ("b", 10.6), ("c", 11.0), ("d", 20.0))], "latency_us", False)
    assert found.ranks == {"a": 1, "b": 1, "c": 3, "d": 4} and [row["k"] for row in found.firsts] == ["a", "b"]


def test_seeds_of_a_point_are_one_point():
    rows = [{**point(first + 2.0 * seed, 9.0, k=k, **{"run.seed": seed + 1}), "note": "x"} for k, first in (("1", 10.0), ("2", 20.0)) for seed in (0, 1)]
    keys, found = sweep_seeds.merged(["k", "run.seed"], [*rows, {"k": "3", "run.seed": 1, "point": "p", "status": "failed"}])
    assert keys == ["k"] and [row.get("latency_us") for row in found] == [11.0, 21.0, None] and found[0]["points"] == ["1-1", "1-2"]
    assert found[0]["latency_us_ci95"] == pytest.approx(12.706) and found[0]["note"] == "x"
    assert sweep_seeds.merged(["run.seed"], rows)[1] == rows, "seeds alone are points"


def test_no_seed_is_the_best():
    rows = [point(10.0 + 2.0 * seed, 0.1, **{"run.seed": seed}) for seed in range(4)]
    sweep = types.SimpleNamespace(search=None)
    said = sweep_answer.answer(sweep, sweep_answer.Found(["run.seed"], rows, []), pathlib.Path(), 4)
    assert len(said) == 1 and said[0].startswith("Over 4 seeds: latency 13.0 ±"), said


def test_what_is_more_the_better_is_told_so():
    def maximized(*names):
        return [search.Objective(name, lambda: names).maximize for name in names]

    larger = maximized("fairness", "flow0_mbps", "mbps", "rr_transactions_per_s", "cable_frames_percent")
    smaller = maximized("latency", "collisions", "cable_collisions_percent", "cpu_a_percent")
    assert all(larger) and not any(smaller) and search.Objective("min:fairness", lambda: ["fairness"]).maximize is False


def test_a_point_that_loses_packets_is_told():
    rows = [point(5.0, 0.1, k="1") | {"pdus_dropped": 49}, point(9.0, 0.1, k="2") | {"pdus_dropped": 0}]
    assert sweep_answer.losses(sweep_answer.Found(["k"], rows, [])) == ["Packets are lost: 49 with k=1; times are of those that arrived."]


def test_more_runs_decide_what_is_not_told_apart():
    """Intervals shrink with the root of the runs: half as far apart, four times the runs."""
    def needed(gap):
        return sweep_ranks.runs_to_decide(sweep_ranks.ranked("", [point(10.0, 1.0, k="1"), point(10.0 + gap, 1.0, k="2")], "latency_us", False), 10)

    assert needed(1.0) == 20 and needed(0.5) == 80 and needed(2.0) is None and needed(0.005) is None


def test_the_best_design_is_first_whatever_is_asked():
    keys = ["fifo", "pci.traffic.video.blocks_per_second"]
    rows = [point(2.0 * fifo + load, 0.1, **dict(zip(keys, (fifo, load)))) for fifo in (1, 2, 9) for load in (10, 20)]
    found = sweep_answer.Found(keys, rows, [])
    assert found.asked == keys[1:] and found.best() == ("fifo=1", ["latency_us"]) and len(found.of("latency_us")) == 2
    sentences = list(sweep_answer.findings(found))
    assert sentences[0].startswith("With blocks_per_second=10: best latency: 12.00 ±0.10 us with fifo=1"), sentences
    heads, lines, _, names = sweep_page.table(keys, rows, found)
    assert heads[2:5] == [">rank", ">latency (us)", ">to the first"] and lines[0][0] == 1 and lines[1][4] == "+2" and names[0].startswith("p-1-10")


def test_small_multiples_have_a_panel_for_each_of_the_others_and_lead_to_rows():
    keys = ["fifo", "pci.traffic.video.blocks_per_second"]
    rows = [point(2.0 * fifo + load, 0.1, **dict(zip(keys, (str(fifo), str(load))))) for fifo in (1, 2, 9) for load in (10, 20)]
    picture, *_ = sweep_plots.pictures(keys, rows, [])
    assert str(picture.chart).count('class="panel"') == 4 and str(picture.chart).count('class="good"') == 4, "two panels, wide and narrow"
    assert 'href="#p-1-10"' in picture.chart and "<path" not in picture.chart and "<a " not in svg.standalone(picture.chart)


def test_points_with_different_workloads_do_not_compete():
    def row(fifo, size, cost, latency):
        return {"fifo": fifo, "workload.sizes": size, "cost_bits": cost, "latency_us": latency}

    found = [row("1", "[1]", 1, 5), row("2", "[1]", 2, 4), row("1", "[9]", 1, 50), row("2", "[9]", 2, 60)]
    groups, which, marks = sweep_plots.fronts(["fifo", "workload.sizes"], found, search.parse(["cost,latency"], lambda: ["cost_bits"]))
    assert groups == ["workload.sizes=[1]", "workload.sizes=[9]"] and which == [0, 0, 1, 1] and marks == [True, True, True, False]


def test_a_papers_tables_are_drawn_but_for_claims_and_rows_that_wait():
    rows = [Row("Table 1", "throughput", NASTY, "Mb/s", "hold", 10, None, 12, 1), Row("Table 1", "throughput", "later", "Mb/s", "hold", 10, None, math.nan),
            Row("claims", "Q1", "what", "paper", "hold", 1, None, 1, 0.5)]
    text = traffic_page.page("borriss", "niclab", rows, "met\n", "note")
    drawn = re.findall(r"<svg.*?</svg>", text, re.S)
    assert len(drawn) == 2, "the wide picture and the narrow one of one table"
    assert all("later" not in one for one in drawn) and text.count("MISSES") == 1 and "waits" in text and "<script>alert" not in text


def test_a_study_beside_a_papers_rows_has_a_section_of_its_own():
    beside = traffic_page.Study("Title", NASTY, [">n", "what"], [[1, NASTY]], svg.picture(10, 10, [], "drawn"), "text")
    text = traffic_page.page("sandia", "niclab", [], "met\n", "note", beside)
    assert 'id="beside"' in text and 'aria-label="drawn"' in text and "<script>alert" not in text
    assert 'id="beside"' not in traffic_page.page("sandia", "niclab", [], "met\n", "note")
