"""No two sweeps share a folder."""
import argparse

from niclab.tools.sweep.names import LONGEST, folder_name

EMPTY = {"experiment": "echo", "vary": [], "set": [], "objective": [], "list": "", "latin": None, "random": None, "trials": None, "runs": None,
         "seed": None}


def name(**given):
    return folder_name(argparse.Namespace(**{**EMPTY, **given}))


def test_a_short_sweep_can_be_read():
    assert name(vary=["nic.sar.tx_fifo_cells=1:9"], runs=2) == "echo-nic.sar.tx_fifo_cells=1..9-runs=2"
    assert name(experiment="my/mine.toml", vary=["run.seed=1,2"]) == "mine-run.seed=1,2"


def test_whatever_differs_differs_in_the_name(tmp_path):
    sweeps = [{"vary": ["a=1,2"]}, {"vary": ["a=1:2"]}, {"vary": ["a=1,2"], "set": ["b=3"]},
              {"vary": ["a=1,2"], "runs": 3}, {"vary": ["a=1,2"], "seed": 3},
              {"vary": ["a=1 m,2 m"]}, {"vary": ["a=1-m,2-m"]}, {"vary": ["a=1:2"], "latin": 4}, {"vary": ["a=1:2"], "random": 4},
              {"vary": ["a=1:2"], "objective": ["cost"]}, {"vary": ["a=" + "1," * 60]}, {"vary": ["a=" + "2," * 60]}]
    names = [name(**sweep) for sweep in sweeps]
    assert len(set(names)) == len(sweeps), names
    assert all(len(n) <= LONGEST + 9 and "/" not in n and " " not in n for n in names)
    points = tmp_path / "points.csv"
    points.write_text("a\n1\n")
    first = name(list=str(points))
    points.write_text("a\n2\n")
    assert name(list=str(points)) != first
