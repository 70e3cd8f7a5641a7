"""Means, intervals, and what is read out of a run's folder."""
import random

import made_up
import pytest

from niclab import card_cost, intervals, measures
from niclab.results import Run, load, load_pdus, merged
from niclab.tools.compare import ranks, rows


@pytest.mark.parametrize(("n", "trials"), [(2, 4000), (5, 4000), (40, 2000)])
def test_intervals_hold_the_mean_95_times_in_100(n, trials):
    stream = random.Random(1)
    hits = sum(not intervals.interval([stream.gauss(0, 3) for _ in range(n)]).excludes_zero for _ in range(trials))
    assert hits / trials == pytest.approx(0.95, abs=0.012)


def test_quantiles_go_on_beyond_the_table():
    assert intervals.t_quantile(60) == pytest.approx(2.0003, abs=1e-3)
    assert intervals.t_quantile(31) < intervals.t_quantile(30)


def test_differences_are_of_pairs():
    assert not intervals.difference([1.0, 2.0], [1.0, 2.0]).excludes_zero
    assert intervals.difference([1.0, 2.0], [2.0, 3.0]) == intervals.Interval(1.0, 0.0)


def test_the_cost_follows_the_configuration():
    card = {"sar": {"sram_words": 32768, "tx_fifo_cells": 9, "rx_fifo_cells": 315}, "phy": {"tx_fifo_cells": 4, "rx_fifo_cells": 4},
            "utopia": {"width": 8}, "pci": {"width": 32}}
    assert (card_cost.sram_bits(card), card_cost.fifo_bits(card), card_cost.pins(card)) == (1 << 20, 17 * 424, 49 + 26 + 49)
    card["sar"]["sram_words"], card["pci"]["width"], card["utopia"]["width"] = 0, 64, 16
    assert (card_cost.sram_bits(card), card_cost.fifo_bits(card), card_cost.pins(card)) == (0, (17 + 315) * 424, 49 + 39 + 42)
    card["sar"] |= {"sram_words": 32768, "tables": "host", "table_cache": 16, "reassembly": "card", "packet_memory_cells": 2048}
    assert (card_cost.sram_bits(card), card_cost.fifo_bits(card)) == (2048 * 384, (17 + 315) * 424 + 16 * 14 * 32)
    assert card_cost.pins(card) == 49 + 39 + 42 + 15 + 34


def test_the_cost_is_of_every_host_that_has_a_card():
    card = {"sar": {"tx_fifo_cells": 2}}
    assert card_cost.bench_cost({"run": {}, "left": {"nic": card}, "right": {"nic": card}, "third": {"nic": card}})["fifo_bits"] == 6 * 424
    assert card_cost.bench_cost({"left": {"nic": card}, "right": {"nic": {"lance": {}}}}) == {}, "what one costs is not known"


def test_a_run_is_read_with_its_lost_packets_left_out(tmp_path):
    run = Run(made_up.write_run(tmp_path / "run", [("0", 0, range(1, 9)), ("0", 1, [2, 3, 0, 0, 0, 0, 0, 0])]))
    assert [p.total for p in run.packets] == [7] and [s["id"] for s in run.driver_to_driver(run.packets[0])] == ["line.cell"]
    assert run.directions == ["a_to_b"]


def test_a_row_of_a_sweep_has_means_over_runs_and_their_confidence(tmp_path):
    packets = [("0", 0, [1, 2, 3, 4, 5, 6, 7, 8]), ("0", 1, [11, 12, 13, 14, 15, 16, 17, 20]), ("1", 0, [1, 2, 3, 4, 5, 6, 7, 10])]
    row = measures.of_run(Run(made_up.write_run(tmp_path / "run", packets)))
    assert row["latency_us"] == 8.5 and row["latency_us_ci95"] == pytest.approx(intervals.half_width([8, 9]), abs=1e-6)
    assert row["throughput_mbps"] == row["throughput_a_to_b_mbps"] == 5, "the run's own definition, no other"
    assert row["throughput_mbps_ci95"] == pytest.approx(intervals.half_width([4, 6]), abs=1e-6)
    assert row["software_send_a_to_b_us"] == 1 and row["software_receive_a_to_b_us"] == 2.5
    assert row["pdus_sent"] == 2 and row["pci_busy_a_percent"] == 50
    assert row["interrupts_per_packet"] == 2 and row["cpu_per_packet_us"] == (3 + 4 * 6) / 2


def test_throughput_is_what_niclab_says_it_is(tmp_path):
    """One definition of it: that of results.json, of whole packets while all directions send; none
    where packets go one by one.
    """
    packets = [("0", 0, range(1, 9))]
    row = measures.of_run(Run(made_up.write_run(tmp_path / "one", packets, throughput={})))
    assert not any(name.startswith("throughput") for name in row)
    row = measures.of_run(Run(made_up.write_run(tmp_path / "many", packets, throughput={"a_to_b": {"mbps": 132.45, "run_mbps": [132.45]}})))
    assert row["throughput_mbps"] == row["throughput_a_to_b_mbps"] == 132.45


def test_a_stage_that_a_card_declares_is_measured_like_any_other(tmp_path):
    """No name of a stage stands in the package: one that nobody knew is a column, a span of the
    chain and part of its sums.
    """
    moments = (*made_up.MOMENTS[:3], "counted", *made_up.MOMENTS[3:])
    chain = made_up.chain((*made_up.STAGES[:2], "frame_count", *made_up.STAGES[2:]), moments)
    folder = made_up.write_run(tmp_path / "run", [("0", 0, range(1, 10))], moments, chain={"a_to_b": chain})
    run = Run(folder)
    row = measures.of_run(run)
    assert row["frame_count_a_to_b_us"] == 1 and row["latency_us"] == 8
    assert run.chains["a_to_b"].stages[2].what == "tx_trdy to counted"
    stages = [{"name": s["name"], "direction": "a_to_b", "count": 1, "avg": 1.0} for s in chain["stages"]]
    assert measures.call_to_delivery({**run.json, "stages": stages}, "a_to_b") == 8
    names = [m.stage for m in rows.latencies([made_up.results(stages=stages[:2] + stages[3:]), {**run.json, "stages": stages}]) if m.stage]
    assert names == [s["name"] for s in stages]


def test_names_are_merged_each_behind_the_one_it_follows():
    assert merged([["a", "b", "d"], ["a", "c", "d", "e"]]) == ["a", "c", "b", "d", "e"]


def test_a_sweeps_tables_are_loaded(tmp_path):
    (tmp_path / "sweep.csv").write_text("k,point,status\n1,p,done\n2,q,failed\n")
    (tmp_path / "sweep.json").write_text('{"keys": ["k"]}')
    made_up.write_run(tmp_path / "points/p", [("0", 0, range(1, 9))])
    assert list(load(tmp_path).k) == [1, 2]
    assert list(load_pdus(tmp_path).k) == [1]


def test_ranks_are_shared_where_no_difference_is_seen():
    """Three subjects: the last two do not differ, the first does; one has no such thing."""
    values = [[3.0, 3.1, 3.0], [1.0, 1.2, 1.1], [1.1, 1.1, 1.2], None]
    intervals_of = [intervals.interval(v) if v else None for v in values]
    assert ranks.shared_ranks(intervals_of, lambda i, k: intervals.difference(values[i], values[k]), larger=False) == (3, 1, 1, None)
    assert ranks.shared_ranks(intervals_of, lambda i, k: intervals.difference(values[i], values[k]), larger=True) == (1, 2, 2, None)
