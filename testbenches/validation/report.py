"""`niclab run --report`: every number of the page is that of results.json, its waveform that of
pci.csv and pdus.csv, its FIFOs add up. The same run gives the same bytes, and the report changes
nothing of the results.
"""
import csv
import html
import json
import pathlib
import re
import tempfile

from common import ROOT, check_all, niclab
from page_checks import Numbers, wrong_numbers

EXPERIMENTS = ROOT / "testbenches/experiments"


def run(experiment, folder, *arguments, expect=0):
    page = folder / "page.html"
    niclab("run", EXPERIMENTS / f"{experiment}.toml", "--out", folder / "out", "--report", page, *arguments, expect=expect)
    assert page.stat().st_size < 2_000_000, f"{experiment}: {page.stat().st_size} octets"
    return page.read_text(), json.loads((folder / "out/results.json").read_text())


def without_command(page):
    """The line that tells how it was made differs by design."""
    return re.sub(r'<p class="provenance">.*?</p>', "", page)


def rows(path):
    with open(path, newline="") as f:
        return list(csv.DictReader(f))


def fills(folder):
    """Bins of each FIFO or ring, by side and name: without gaps, each within its limits."""
    bins = rows(folder / "out/occupancy.csv")
    fifos = {}
    for b in bins:
        assert 0 <= int(b["min"]) <= float(b["mean"]) + 1e-4 and float(b["mean"]) <= int(b["max"]) + 1e-4, b
        assert int(b["max"]) <= int(b["capacity"]), b
        fifos.setdefault((b["side"], b["fifo"]), []).append(b)
    for f in fifos.values():
        assert len(f) <= 480 and all(a["end_ns"] == b["begin_ns"] for a, b in zip(f, f[1:])), "a gap"
    return fifos


def check_fifos(folder, results):
    fifos = fills(folder)
    assert len(fifos) == 8 and {f[0]["unit"] for f in fifos.values()} == {"cells"}
    for (side, fifo), f in fifos.items():
        if fifo == "sar_rx_fifo":
            assert max(int(b["max"]) for b in f) == results["counters"][f"{side}.nic.sar.rx_peak_fifo_cells"]
    return fifos


def check_waveform(folder, shown):
    """The first packet's transactions and cells against what the simulator wrote of them."""
    start = shown["begin"] / 1000
    for bus in ("client", "server"):
        group = next(i for i, row in enumerate(shown["rows"]) if row.get("g", "").startswith(f"PCI of the {bus}"))
        found = [(start + begin / 1000, words) for begin, _, words in shown["rows"][group + 1]["d"]]
        wanted = [r for r in rows(folder / "out/pci.csv") if r["bus"] == bus and found[0][0] - 1 < float(r["time_ns"]) < found[-1][0] + 1]
        assert len(found) == len(wanted) > 0
        for (at, words), row in zip(found, wanted):
            assert abs(at - float(row["time_ns"])) < 0.01 and words.startswith(row["master"]), (words, row)
            assert f"{int(row['address'], 16):08X}, {row['dwords']} dword" in words, (words, row)
    sent = next(row["d"] for i, row in enumerate(shown["rows"]) if shown["rows"][i - 1].get("g", "").startswith("TxUTOPIA"))
    moments = {m["k"]: m["t"] for m in shown["marks"]}
    first = rows(folder / "out/pdus.csv")[0]
    user = [begin for begin, _, words in sent if words != "null"]
    assert len(user) == int(first["cells"]) and user[0] == moments["tx_soc"]
    requested = float(first["tx_soc"]) - float(first["tx_req"])
    assert abs((moments["tx_soc"] - moments["tx_req"]) / 1000 - requested) < 0.002


def same_run_same_page(place):
    folders = [place / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    (text, results), (again, _) = (run("echo", folder) for folder in folders)
    assert without_command(text) == without_command(again), "the same run gives another page"
    niclab("run", EXPERIMENTS / "echo.toml", "--out", folders[1] / "plain")
    plain = json.loads((folders[1] / "plain/results.json").read_text())
    assert {k: v for k, v in plain.items() if k != "provenance"} == {k: v for k, v in results.items() if k != "provenance"}, "the report changes the results"


def numbers_are_those_of_the_results(place):
    results = json.loads((place / "a/out/results.json").read_text())
    text = (place / "a/page.html").read_text()
    page = Numbers(text)
    assert not page.addresses and not re.search(r"https?://", text), "the page points elsewhere"
    assert wrong_numbers(page, results) == []
    places = {place for place, *_ in page.found}
    wanted = {f"/stages/{i}/{k}" for i in range(len(results["stages"])) for k in ("min", "avg", "max")} | {f"/counters/{n}" for n in results["counters"]}
    assert wanted <= places, sorted(wanted - places)[:5]
    assert results["counter_definitions"].keys() == results["counters"].keys()
    assert all(note["unit"] and note["what"] for note in results["counter_definitions"].values())
    assert results["answer"][0] in text and f"niclab {results['niclab']}" in text
    for heading in ("way", "breakdown", "distribution", "occupancy", "pci", "waveform", "counters", "checks", "configuration", "origin"):
        assert f'<section id="{heading}">' in text, heading
    spoilt = json.loads(json.dumps(results))
    spoilt["stages"][3]["avg"] += 0.001
    assert wrong_numbers(page, spoilt) == ["/stages/3/avg"], "the comparison sees nothing"


def fifos_and_waveform(place):
    results = json.loads((place / "a/out/results.json").read_text())
    text = (place / "a/page.html").read_text()
    fifos = check_fifos(place / "a", results)
    mean = sum(float(b["mean"]) for b in fifos["client", "sar_tx_fifo"]) / len(fifos["client", "sar_tx_fifo"])
    assert 8.5 < mean < 9, f"the transmit FIFO of null cells holds {mean} cells"
    check_waveform(place / "a", Numbers(text).json["waves-data"])
    print(f"{len(Numbers(text).found)} numbers, {len(text)} octets")


def other_experiments(place):
    for experiment, arguments in (("stream", ()), ("busy_bus", ("--runs", 2)), ("transmit", ("--runs", 3, "--set", "nic.utopia.width=16")), ("overload", ("--runs", 1))):
        folder = place / experiment
        folder.mkdir()
        text, results = run(experiment, folder, *arguments)
        assert wrong_numbers(Numbers(text), results) == []
        check_fifos(folder, results)
        if experiment == "transmit":
            check_waveform(folder, Numbers(text).json["waves-data"])


def fill_levels_of_ethernet_cards(place):
    """One packet at a time of 600 octets: every FIFO and ring is used, within limits that follow from the packet."""
    octets, page = 600, 256
    for card, cable, units in (
            ("ne2000", "10BASE2", {"transmit_fifo": "octets", "receive_fifo": "octets", "receive_ring": "pages"}),
            ("3c509", "10BASE2", {"transmit_fifo": "octets", "receive_fifo": "octets"}),
            ("am79c970a", "10BASE2", {"transmit_fifo": "octets", "receive_fifo": "octets"}),
            ("82540em", "1000BASE-T", {"transmit_ring": "descriptors", "receive_buffer": "octets", "receive_ring": "descriptors"})):
        folder = place / card
        folder.mkdir()
        text, results = run("ethernet_echo", folder, "--runs", 2, "--set", f'client.card="{card}"', "--set", f'server.card="{card}"',
                            "--set", f'line.cable="{cable}"', "--set", f"workload.sizes=[{octets}]")
        assert wrong_numbers(Numbers(text), results) == []
        found = fills(folder)
        assert {(side, fifo): f[0]["unit"] for (side, fifo), f in found.items()} == \
            {(side, fifo): unit for side in ("client", "server") for fifo, unit in units.items()}, (card, list(found))
        for (side, fifo), bins in found.items():
            least, most = min(int(b["min"]) for b in bins), max(int(b["max"]) for b in bins)
            capacity, ended_at = int(bins[0]["capacity"]), int(bins[-1]["min"])
            if fifo == "receive_ring" and card == "ne2000":
                assert octets // page < most - least <= octets // page + 2, (card, side, fifo, least, most)
            elif fifo == "receive_ring":  # the driver has provided all descriptors; one waits to be provided again
                assert capacity - 2 <= least < most == ended_at, (card, side, fifo, least, most, ended_at)
            elif capacity > octets and fifo != "transmit_ring":  # a whole frame, with its FCS when it is received
                assert octets < most < octets + 100 and least == ended_at == 0, (card, side, fifo, most)
            else:
                assert 0 < most <= capacity and least == ended_at == 0, (card, side, fifo, most)


def nothing_arrives(place):
    """And the page says so."""
    dark = place / "dark"
    dark.mkdir()
    text, results = run("transmit", dark, "--runs", "1", "--set", 'line.to_server.light_off_start="700 us"',
                        "--set", 'line.to_server.light_off_duration="100 ms"')
    assert "did not arrive" in html.unescape(text)


def hosts_with_a_tcp(place):
    """The page names the level of their cards, and the run of its tables."""
    (place / "tcp").mkdir()
    text, results = run("ttcp_isa", place / "tcp", "--runs", "2", "--set", "flow.flow0.octets=10000")
    head = html.unescape(text.partition("<h2")[0])
    assert results["level"] == "cycle" and ", cycle level, seed" in head and "are of the first run" in head, head[-2000:]
    assert "coarse level" not in html.unescape(text)


def missing_folder(place):
    missing = place / "no_folder/page.html"
    error = niclab("run", "echo", "--out", place / "never", "--report", missing, expect=2).stderr
    assert error.count("\n") == 1 and "--report" in error and not (place / "never").exists(), error


with tempfile.TemporaryDirectory() as temporary:
    check_all((same_run_same_page, numbers_are_those_of_the_results, fifos_and_waveform, other_experiments, fill_levels_of_ethernet_cards, nothing_arrives,
               hosts_with_a_tcp, missing_folder),
              pathlib.Path(temporary))
