"""Classes of rows, null models and sentences of `niclab reproduce pcie_bench`."""
import pathlib

import pytest

from niclab import columns, files
from niclab.tools.reproduce import pcie_bench, standing
from niclab.tools.reproduce.row import PREDICTED

DATA = pathlib.Path(__file__).resolve().parents[2] / "traces/reference"


def row(**changed):
    plain = {"host": "a", "mps": "256", "mrrs": "512", "iommu": "0", "superpages": "0", "remote": "0", "experiment": "lat_dma_rd", "cache": "HWarm",
             "pattern": "Seq", "size": "64", "offset": "0", "window": "8192", "dev_offset": "0", "statistic": "median", "split": "hold", "measured": "600",
             "simulated": "606"}
    assert list(plain) == columns.PCIE_SIMULATED.header()
    return plain | {key: str(value) for key, value in changed.items()}


@pytest.mark.parametrize(("changed", "expected"), [
    ({}, pcie_bench.READ_SIZE),
    ({"size": 65}, pcie_bench.READ_STEP),
    ({"offset": 1}, pcie_bench.READ_OFFSET),
    ({"dev_offset": 1}, pcie_bench.DEVICE),
    ({"host": "hsw-Xeon-E3-1226v3_x"}, pcie_bench.OUTLIER),
    ({"experiment": "lat_cmd_rd"}, pcie_bench.COMMAND),
    ({"experiment": "lat_dma_wrrd", "size": 65}, pcie_bench.WRITE_READ),
    ({"pattern": "Rand", "window": 1 << 20}, pcie_bench.READ_WINDOW),
    ({"pattern": "Rand", "window": 1 << 20, "iommu": 1}, pcie_bench.READ_WALK),
    ({"pattern": "Rand", "window": 1 << 20, "iommu": 1, "superpages": 1}, pcie_bench.READ_WINDOW),
    ({"statistic": "q0.5", "pattern": "Rand"}, pcie_bench.QUANTILE),
    ({"experiment": "bw_dma_wr", "pattern": "Rand", "size": 768}, pcie_bench.WRITE_FULL),
    ({"experiment": "bw_dma_wr", "pattern": "Rand", "size": 256}, pcie_bench.WRITE_OTHER),
    ({"experiment": "bw_dma_wr", "pattern": "Rand", "size": 64, "cache": "Cold"}, pcie_bench.RATE_WINDOW),
    ({"experiment": "bw_dma_rd", "pattern": "Rand", "size": 257, "mrrs": 4096}, pcie_bench.READ_LONG),
    ({"experiment": "bw_dma_rd", "pattern": "Rand", "size": 257}, pcie_bench.READ_RATE),
])
def test_class_of_a_row(changed, expected):
    assert pcie_bench.class_of(row(**changed)) == expected


def test_closed_form_of_the_authors():
    """57.88 Gbit/s with 24 octets per request and 20 per completion."""
    def of(experiment, size):
        return pcie_bench.closed_form(row(experiment=experiment, size=size))

    assert of("bw_dma_wr", 256) == pytest.approx(57.88 * 256 / 280)
    assert of("bw_dma_rd", 512) == pytest.approx(57.88 * 512 / 552)
    assert of("bw_dma_rd", 8) == pytest.approx(57.88 * 8 / 28)
    assert of("bw_dma_rw", 256) == pytest.approx(57.88 * 256 / 304), "both kinds of request go the same way"


def test_the_line_of_latencies_is_moved_to_the_host():
    machine = pcie_bench.CALIBRATION
    measured = [row(host=machine, measured=600), row(host=machine, size=2048, measured=1196), row(host=machine, experiment="lat_dma_wrrd", measured=800),
                row(host=machine, experiment="lat_dma_wrrd", size=2048, measured=1792), row(host="b", measured=500)]
    line = pcie_bench.Line(measured)
    assert line.of(row(host="b", size=1056)) == pytest.approx(500 + 298)
    assert line.of(row(host="b", experiment="lat_dma_wrrd", size=64)) == pytest.approx(700)
    assert line.of(row(host="c")) is None, "its own number is not known"


def test_knees():
    assert pcie_bench.knee([(3, 700.0), (1, 600.0), (2, 601.0)], 20) == 3
    assert pcie_bench.knee([(1, 600.0), (2, 620.0)], 20) == 0
    sweep = [row(pattern="Rand", window=w, measured=m, simulated=s) for w, m, s in ((8192, 600, 600), (1 << 20, 600, 641), (1 << 25, 640, 640))]
    (found,) = pcie_bench.knees(sweep)
    assert found.quantity == "LLC knee" and not found.held


def test_a_tolerance_is_a_share_of_the_measured_value_and_never_of_a_fitted_row():
    rows = pcie_bench.compared([row(), row(split="cal"), row(size=65), row(measured=800)])
    assert [r.tolerance for r in rows[:4]] == [30.0, None, None, 40.0]
    assert [r.held for r in rows[:4]] == [True, True, True, False]


def test_a_wrong_model_fails():
    """Medians and order of hosts are gates, too."""
    late = pcie_bench.compared([row(simulated=660)] * 3)
    assert [r.held for r in late if r.is_sentence and r.quantity == "median error"] == [False]
    writes = [row(host=h, experiment="bw_dma_wr", pattern="Rand", size=2048, statistic="goodput", measured=m, simulated=s)
              for h, m, s in (("a", 54, 53), ("b", 53, 54), ("c", 54, 54))]
    assert [r.held for r in pcie_bench.digest_order(writes)] == [False]


def test_standings_that_name_a_table_of_ours():
    lines = [line for line in files.rows(DATA / standing.FILE) if line["paper"] == "pcie_bench"]
    tables = {value for name, value in vars(pcie_bench).items() if name.isupper() and isinstance(value, str)}
    assert lines and all(line["table"] in tables and line["standing"] != PREDICTED for line in lines)
