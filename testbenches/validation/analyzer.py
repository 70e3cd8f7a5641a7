"""The logic analyzer against what the simulator knows, its memory and its difficulties, and its
waveform in tools that are not ours.
"""
import csv
import pathlib
import subprocess
import tempfile

from common import ROOT, check_all, niclab, run, settings

SAMPLE_NS, TAG_NS = 30.304, 8
MOMENTS = {"2": "tx_req", "3": "tx_trdy", "5": "tx_soc", "6": "rx_soc", "7": "rx_req", "8": "rx_trdy"}
# The client's own bus is sampled by its own clock: only the tag's resolution counts. A pin of
# another clock is seen by the first sample 2 ns after the edge that launched it. The simulator's
# time is the next edge of that clock: the sample is at most one period earlier. Of a window the
# last sample with SOC counts.
LATE = {"2": (0, 0), "3": (0, 0), **{state: (-SAMPLE_NS, 2) for state in "5678"}}


def marks(folder):
    with open(folder / "analyzer.csv", newline="") as f:
        found = {}
        for row in csv.DictReader(f):
            found.setdefault(int(row["acquisition"]), {})[row["state"]] = float(row["time_ns"])
        return found


def moments(folder):
    results, rows = run("analyzer", folder=folder)
    report = results["analyzer"]
    assert report["acquisitions"] == report["complete"] == len(rows) == 15 and not report["memory_full_in_state"]
    worst = 0
    for (_, mark), row in zip(sorted(marks(folder).items()), rows):
        for state, moment in MOMENTS.items():
            seen, known = mark[state] - mark["2"], float(row[moment]) - float(row["tx_req"])
            early, late = LATE[state]
            assert early - TAG_NS <= seen - known <= late + TAG_NS, (state, seen, known)
            worst = max(worst, abs(seen - known))
        # The machine is programmed to skip 800 clocks.
        assert abs(mark["4"] - mark["3"] - 800 * 30.303) <= TAG_NS
    print(f"{len(rows)} packets, six moments each: at most {worst:.0f} ns between the instrument and the simulator")
    for interval in report["intervals"]:
        stage = next((s for s in results["stages"] if s["name"] == interval["name"]), None)
        assert interval["count"] == 15 and abs(interval["avg"] - stage["avg"]) < 0.06, interval


def listing_and_waveform(folder):
    listing = (folder / "analyzer.txt").read_text().splitlines()
    ends = [line.split()[-2] for line in listing if line.endswith("<")]
    assert ends == [str(n) for n in range(1, 10)], ends
    subprocess.run(["vcd2fst", folder / "analyzer.vcd", folder / "analyzer.fst"], check=True)
    try:
        import pywellen
        waveform = pywellen.Waveform(str(folder / "analyzer.fst"))
        names = {variable.full_name for variable in waveform.all_vars()}
        assert {"analyzer.TXD", "analyzer.REQ_C", "analyzer.state"} <= names, names
    except ImportError:
        print("pywellen is not installed, only vcd2fst read the waveform")


def full_memory(folder):
    """The paper's own difficulties: storing everything fills 8K words before the end, and for long
    packets early.
    """
    everywhere = settings(**{f"analyzer__states__{state}__store": "any" for state in range(1, 10)})
    for size, first_after in ((1, 9), (1000, 6)):
        results, _ = run("analyzer", *everywhere, *settings(workload__sizes=f"[{size}]"))
        full = results["analyzer"]["memory_full_in_state"]
        assert results["analyzer"]["complete"] == 0 and sum(full.values()) == 5, full
        assert all(int(state) < first_after for state in full), full
        print(f"{size} octets, any state stored: memory full in state {', '.join(full)}")
    results, _ = run("analyzer", *everywhere, *settings(analyzer__preset="unlimited"))
    assert results["analyzer"]["complete"] == 15
    # Without the wait of 800 clocks and the value of the third octet it takes a null cell for the
    # packet's.
    results, _ = run("analyzer", *settings(analyzer__states__4__wait=1, analyzer__states__5__find="tx_soc", analyzer__states__5__after='""'))
    wrong = next(i for i in results["analyzer"]["intervals"] if i["name"] == "sar_segmentation")
    assert wrong["max"] < 4, "it waited for the right cell all the same"
    print(f"triggered on a null cell: SAR segmentation of {wrong['avg']:.2f} us")


def timing_mode(folder):
    """Timing mode: 4 ns between samples, independent of every clock."""
    results, rows = run("analyzer", *settings(analyzer__period='"4 ns"', analyzer__states__4__wait=6000, analyzer__states__5__within=26,
                                              analyzer__states__6__within=26, analyzer__tag_resolution='"4 ns"', workload__sizes="[1]"))
    timing = {i["name"]: i for i in results["analyzer"]["intervals"]}
    assert results["analyzer"]["complete"] == 5
    assert abs(timing["pci_access_tx"]["avg"] - next(s for s in results["stages"] if s["name"] == "pci_access_tx")["avg"]) < 0.012


def refusals(folder):
    experiment = ROOT / "testbenches/experiments/analyzer.toml"
    for key, value, sentence in (
            ("analyzer.channels.WIDE", '"client.pci.AD[31:0]"', "expected at most 34 (hp1663a)"),
            ("analyzer.channels.TSOC", '"client.nic.utopia_tx.TxSOK"', "TSOC: unknown signal"),
            ("analyzer.patterns.tx_vci", '"TXE=F4H"', "did you mean \"TXD\""),
            ("analyzer.patterns.tx_vci", '"TXD=F4"', "8 bits as F4H"),
            ("analyzer.states.5.find", "tx_vcj", "did you mean \"tx_vci\""),
            ("analyzer.states.5.wait", "3", "wait and find in one state"),
            ("analyzer.order", '["1", "12", "2"]', "neither find nor wait"),
            ("analyzer.clock", "client.pci.CLQ", "expected client.pci.CLK or server.pci.CLK"),
            ("analyzer.intervals.software_send", '["1", "11"]', "unknown name '11'"),
            ("analyzer.preset", "hp1663", "hp1663a")):
        error = niclab("run", experiment, "--set", f"{key}={value}", "--out", folder, expect=2).stderr
        assert sentence in error, error


def trigger(folder):
    """The same language opens and closes a waveform's window: from the first cell's third octet at
    the client to its arrival.
    """
    trigger = ROOT / "traces/triggers/first_cell.toml"
    _, rows = run("echo", "--vcd", folder / "w.vcd", "--vcd-trigger", trigger, folder=folder)
    times = [int(line[1:]) for line in (folder / "w.vcd").read_text().splitlines() if line.startswith("#")]
    length, wanted = (times[-1] - times[0]) / 1000, float(rows[0]["rx_soc"]) - float(rows[0]["tx_soc"])
    print(f"a window of {length:.0f} ns in {(folder / 'w.vcd').stat().st_size // 1000} kB")
    assert abs(length - wanted) < 110 + 2 * SAMPLE_NS  # two octets of the header, either end a sample late
    subprocess.run(["vcd2fst", folder / "w.vcd", folder / "w.fst"], check=True)
    text = trigger.read_text()
    for old, new, sentence in (('stop = "arrives"', 'stop = "arives"', 'did you mean "arrives"'),
                               ('find = "vci_out"', 'find = "vci_uot"', 'did you mean "vci_out"'),
                               ("utopia_rx.RxSOC", "utopia_rx.RxSOK", "vcd_trigger.channels.SOC: unknown signal")):
        (folder / "t.toml").write_text(text.replace(old, new))
        error = niclab("run", "echo", "--vcd", folder / "x.vcd", "--vcd-trigger", folder / "t.toml", "--out", folder / "x", expect=2).stderr
        assert sentence in error, error
        assert not (folder / "x.vcd").exists()


with tempfile.TemporaryDirectory() as temporary:
    check_all((moments, listing_and_waveform, full_memory, timing_mode, refusals, trigger), pathlib.Path(temporary))
