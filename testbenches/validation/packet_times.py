"""Packets with a time each between two hosts with a TCP: echo, transmit, periodic and poisson. Each
packet has its time, there and back, also next to other flows and with cards at either level.
"""
import csv
import json
import pathlib
import statistics
import tempfile

from capture_blocks import read
from common import balances, check_all, niclab, settings

HOSTS = """[run]\nduration = "100 ms"\n[defaults.host]\nprofile = "p100"\nsoftware = "linux20"\n{card}
[[host]]\nname = "a"\n[[host]]\nname = "b"\n[[link]]\nends = ["a", "b"]\n{link}
"""
LOAD = '[[flow]]\nname = "load"\nfrom = "a"\nto = "b"\nsocket_buffer = 32768\n'
WAYS = {"a": "there", "b": "back"}
COARSE, SIGNALS = 'card = "pca200e_linux_like"', 'card = "3c595"\nlevel = "cycle"'


def probe(kind, **keys):
    return f'[[flow]]\nname = "probe"\nfrom = "a"\nto = "b"\nkind = "{kind}"\n' + "".join(f"{key} = {value}\n" for key, value in keys.items())


def run(text, *more, card=COARSE, link="", expect=0, **keys):
    """(results, rows of latencies.csv, rows of drops.csv) of an experiment, or the error."""
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder) / "made.toml", pathlib.Path(folder) / "out"
        file.write_text(HOSTS.format(card=card, link=link) + text)
        done = niclab("run", file, "--quiet", "--out", out, *more, *settings(**keys), expect=expect)
        if expect:
            return done.stderr
        tables = [list(csv.DictReader((out / f"{name}.csv").read_text().splitlines())) for name in ("latencies", "drops") if (out / f"{name}.csv").exists()]
        results = json.loads((out / "results.json").read_text())
        balances(results)
        return results, *tables


def flow(results, name="probe"):
    return next(f for f in results["network"]["flows"] if f["name"] == name)


def times(rows, sender="a"):
    """(begin, latency) in ns of the packets of a host."""
    return [(round(float(r["begin_us"]) * 1e3), round(float(r["latency_us"]) * 1e3)) for r in rows if r["way"] == WAYS[sender]]


def an_echo_is_there_and_back():
    """The way back begins where the way there ends, and the next echo where the last one has ended."""
    for card in (COARSE, SIGNALS):
        results, rows, drops = run(LOAD + probe("echo", sizes="[1, 700]"), card=card)
        there, back, trips = times(rows), times(rows, "b"), flow(results)
        assert len(there) - len(back) in (0, 1) and len(back) == trips["transactions"] > 3 and not drops, (len(there), len(back), drops)
        for (begin, latency), (returned, _) in zip(there, back):
            assert abs(begin + latency - returned) <= 1, (begin, latency, returned)
        whole = sorted(a + b for (_, a), (_, b) in zip(there, back))
        assert abs(trips["rtt_p99_us"] * 1e3 - whole[-1]) < 0.05 * whole[-1] and whole[0] <= trips["rtt_p50_us"] * 1e3 <= whole[-1], (trips, whole)


def a_longer_line_adds_its_delay():
    """1 ms more, to the nanosecond, while nothing else moves."""
    short, long = (times(run(probe("transmit", sizes="[200]", count=20), link=f'delay = "{us} us"')[1]) for us in (5, 1005))
    assert len(short) == len(long) == 20 and {b[1] - a[1] for a, b in zip(short, long)} <= {999_999, 1_000_000, 1_000_001}, (short, long)


def octets_cost_their_time_on_the_line():
    """An Ethernet frame with 1000 more octets takes 800 us more on 10 Mb/s, and its copies some more."""
    some, more = (times(run(probe("transmit", sizes=f"[{n}]", count=5), card=SIGNALS)[1]) for n in (300, 1300))
    added = statistics.fmean(b[1] - a[1] for a, b in zip(some, more))
    assert 800_000 < added < 1_200_000, added


def a_packet_is_due_at_its_time():
    """Whatever became of those before: the program is late, and the time of the packet has begun."""
    results, rows, _ = run(LOAD + probe("periodic", interval='"500 us"', sizes="[100]"))
    due = [begin for begin, _ in times(rows)]
    assert len(due) == flow(results)["datagrams_sent"] == 200 and {b - a for a, b in zip(due, due[1:])} == {500_000}, due
    results, rows, drops = run(probe("poisson", interval='"5 us"', sizes="[100]", count=2000))
    lost = sum(int(d["packets"]) for d in drops)
    assert {d["cause"] for d in drops} <= {"socket_buffer", "protocol_queue", "ip_queue"} and lost > 0, drops
    assert flow(results)["datagrams_sent"] == 2000 == len(rows) + lost, (len(rows), lost)
    begin = [b for b, _ in times(rows)]
    assert begin == sorted(begin) and (begin[-1] - begin[0]) < 2000 * 10_000, begin[-1]


def spans_are_parts_of_the_time():
    """With cards at their signals the spans of a packet, from driver to driver, are within its time from
    program to program, and what is around them is the same for each packet of a silent host.
    """
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder) / "made.toml", pathlib.Path(folder) / "out"
        file.write_text(HOSTS.format(card=SIGNALS, link="") + probe("transmit", sizes="[300]", count=10))
        niclab("run", file, "--quiet", "--attribution", "--out", out)
        spans = [r for r in csv.DictReader((out / "attribution.csv").read_text().splitlines()) if r["direction"] == "a_to_b"]
        rows = times(list(csv.DictReader((out / "latencies.csv").read_text().splitlines())))
    around = set()
    for k, (begin, latency) in enumerate(rows):
        of = [s for s in spans if s["pdu"] == str(k)]
        first, last = float(of[0]["begin_ns"]), max(float(s["end_ns"]) for s in of)
        assert begin < first < last <= begin + latency + 1, (begin, latency, first, last)
        around.add(round((latency - (last - first)) / 1000))
    assert len(rows) == 10 and max(around) - min(around) <= 3, around


def a_capture_has_the_same_packets():
    """Between the capture of a request and of its response lies less than the round trip, by the same
    costs of the programs each time.
    """
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder) / "made.toml", pathlib.Path(folder) / "out"
        file.write_text(HOSTS.format(card=COARSE, link="") + probe("echo", sizes="[64]", count=8))
        niclab("run", file, "--quiet", "--pcap", out.with_suffix(".pcapng"), "--out", out)
        frames = read(out.with_suffix(".pcapng"))[-1]
        rows = list(csv.DictReader((out / "latencies.csv").read_text().splitlines()))
    trips = [a[1] + b[1] for a, b in zip(times(rows), times(rows, "b"))]
    at = [f.ns for f in frames]
    around = [trip - (b - a) for trip, a, b in zip(trips, at[::2], at[1::2])]
    assert len(frames) == 16 and len(trips) == 8 and min(around) > 0 and max(around) - min(around) <= 1000, (around, at)


def all_octets_of_an_ne2000_s_frames_are_sent():
    """The last word of a frame is in the card's memory before the driver starts something else, also while
    the chip receives: a fragment with an old word would not be the packet that was sent.
    """
    flows = "".join(f'[[flow]]\nname = "{name}"\nkind = "{kind}"\nfrom = "{a}"\nto = "{b}"\nsizes = [{octets}]\ncount = {count}\n'
                    for name, kind, a, b, octets, count in (("back", "transmit", "b", "a", 4000, 5), ("echoes", "echo", "a", "b", 500, 30),
                                                            ("there", "transmit", "a", "b", 4000, 5)))
    for seed in range(1, 5):
        results, _, drops = run(flows, "--seed", seed, card='level = "cycle"\ncard = "ne2000"', host__b__software="nt40")
        assert not drops and all(f["datagrams_sent"] == f["datagrams_received"] for f in results["network"]["flows"]), (seed, drops)


def a_lost_packet_ends_no_flow():
    """The third packet is lost; after 10 s the program goes on, and all others arrive."""
    results, rows, drops = run(probe("echo", count=5), link="to_b = { lost_pdus = [3] }")
    assert flow(results)["datagrams_sent"] == 5 and len(rows) == 8 and sum(int(d["packets"]) for d in drops) == 1, (rows, drops)
    gaps = [b[0] - a[0] for a, b in zip(times(rows), times(rows)[1:])]
    assert sum(gap > 10e9 for gap in gaps) == 1, gaps


def a_stream_in_both_directions_is_two_flows():
    results, *_ = run(probe("stream", sizes="[1000]", count=300))
    there, back = flow(results), flow(results, "probe_back")
    assert (there["from"], there["to"]) == (back["to"], back["from"]) and there["mbit_s"] > 1 and back["mbit_s"] > 1, (there, back)
    assert "latencies" not in results["network"] and there["datagrams_sent"] == back["datagrams_sent"] == 300
    error = run(probe("stream") + probe("ping").replace("probe", "probe_back"), expect=2)
    assert "flow.probe_back: the name of the way back of flow.probe; expected another name" in error, error


def the_answer_is_the_time_of_a_packet():
    results, rows, _ = run(LOAD + probe("echo", count=9), "--runs", 3)
    mean = statistics.fmean(statistics.fmean(float(r["latency_us"]) for r in rows if r["from"] == "a" and r["run"] == str(k)) for k in range(3))
    answer = next(a for a in results["answer"] if a.startswith("probe"))
    assert answer.startswith(f"probe from a to b: a packet takes {mean:.2f} +- ") and answer.endswith("; 27 of 27 packets came back."), (mean, answer)
    found = {item["flow"]: item for item in results["confidence"]["flows"]}
    assert set(found) == {"load", "a_to_b.probe", "b_to_a.probe"} and abs(found["a_to_b.probe"]["mean_us"] - mean) < 0.01, found
    assert results["network"]["fairness"] == [1, 1, 1], results["network"]["fairness"]  # of the load alone
    listed = results["network"]["latencies"]
    assert [(t["run"], t["from"], t["packets"]) for t in listed] == [(k, end, 9) for k in range(3) for end in "ab"], listed
    assert all(t["min_us"] <= t["p50_us"] <= t["p99_us"] <= t["max_us"] and t["min_us"] <= t["mean_us"] <= t["max_us"] for t in listed), listed


def wrong_ends_are_refused():
    mac = '[[host]]\nname = "m"\nlevel = "mac"\n[[link]]\nends = ["m", "b"]\n'
    for text, words in ((probe("saturated"), 'flow.probe.from = "a": a host with a TCP for saturated frames; expected a host with level = "mac"'),
                        (probe("echo", sizes="[70000]"), "flow.probe.sizes = [ 70000 ]: 70000 is out of range; expected a list of integers from 1 to 65507"),
                        (probe("perform3"), 'flow.probe.kind = "perform3": unknown value')):
        error = run(text, expect=2)
        assert words in error, error
    error = run(mac + probe("echo").replace('from = "a"', 'from = "m"'), card=SIGNALS, expect=2)
    assert "m" in error and "Traceback" not in error and len(error.splitlines()) == 1, error


check_all([an_echo_is_there_and_back, a_longer_line_adds_its_delay, octets_cost_their_time_on_the_line, a_packet_is_due_at_its_time,
           spans_are_parts_of_the_time, a_capture_has_the_same_packets, all_octets_of_an_ne2000_s_frames_are_sent,
           a_lost_packet_ends_no_flow, a_stream_in_both_directions_is_two_flows,
           the_answer_is_the_time_of_a_packet, wrong_ends_are_refused])
