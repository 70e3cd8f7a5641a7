"""TCP over Ethernet cards at their signals: every card in half and full duplex, other flows, a hub, a
switch, a LANE bridge, coarse cards at the other end. Ledgers of packets, octets and CPU time are
exact, and each loss has a cause. The coarse card with the times of a card is as fast as the card.
"""
import csv
import json
import pathlib
import struct
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor

from common import ROOT, check_all, niclab, settings

EXPERIMENTS = ROOT / "testbenches/experiments"
HALF = ("ne2000", "wd8013", "at_lantic", "rtl8029", "at1500", "am79c970a", "3c579")
BOTH = ("3c509", "3c595", "3c595_master", "3c597", "3c905b")
FULL = {"host__a__cycle__nic__etherlink__duplex": '"full"', "host__b__cycle__nic__etherlink__duplex": '"full"', "link__link0__duplex": "full"}
FAST = {f"host__{h}__cycle__nic__etherlink__speed": '"100 Mb/s"' for h in "ab"}
SHORT = {"flow__flow0__octets": 60_000}


def run(name, *more, **keys):
    """(results, its CSV files as text) of an experiment with these keys."""
    with tempfile.TemporaryDirectory() as out:
        niclab("run", EXPERIMENTS / f"{name}.toml", "--quiet", "--out", out, *more, *settings(**keys))
        files = {p.name: p.read_text() for p in pathlib.Path(out).iterdir() if p.suffix == ".csv"}
        return json.loads((pathlib.Path(out) / "results.json").read_text()), files


def run_flow(flow):
    """The results of ttcp_isa with another flow."""
    text = (EXPERIMENTS / "ttcp_isa.toml").read_text()
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder) / "other.toml", pathlib.Path(folder) / "out"
        file.write_text(text[: text.index("[[flow]]")] + f'[[flow]]\nfrom = "a"\nto = "b"\n{flow}\n')
        niclab("run", file, "--quiet", "--out", out)
        return json.loads((out / "results.json").read_text())


def cards(card, other=None):
    return {"host__a__card": card, "host__b__card": other or card}


def balances(results):
    network = results["network"]
    for line in network["packets"]:
        lost = sum(line["dropped"].values())
        assert line["balances"] and line["sent"] + line["copies"] == line["delivered"] + line["filtered"] + lost + line["in_flight"], line
    assert all(f["ledger"]["balances"] and (f["segments"] == 0 or f["octets"] == f["written"]) for f in network["flows"]), network["flows"]
    assert all(h["exact"] and sum(h["busy_fs"].values()) + h["idle_fs"] == h["elapsed_fs"] for h in network["hosts"]), network["hosts"]


def whole_transfer(card, **keys):
    results, files = run("ttcp_isa", **cards(card), **SHORT, **keys)
    balances(results)
    flow, packets = results["network"]["flows"][0], results["network"]["packets"][0]
    assert flow["octets"] == SHORT["flow__flow0__octets"] and results["level"] == "cycle", flow
    assert not packets["dropped"] and packets["in_flight"] == 0 and flow["retransmitted"] == 0, packets
    a, b = csv.DictReader(files["ports.csv"].splitlines())
    assert (a["frames_sent"], b["frames_sent"]) == (b["frames_received"], a["frames_received"]), (a, b)
    frames = int(a["frames_sent"]) + int(b["frames_sent"])  # the last ack may leave after the flow's end
    assert packets["sent"] - 2 <= frames <= packets["sent"], (a, b, packets)
    assert int(a["attempts"]) == int(a["frames_sent"]) + int(a["collisions"]), a
    assert {a["duplex"], b["duplex"]} == {"full" if "link__link0__duplex" in keys else "half"}, (a, b)
    return flow["mbit_s"]


def every_card_carries_a_tcp():
    plans = [(card, {}) for card in (*HALF, *BOTH)] + [(card, FULL) for card in BOTH]
    with ThreadPoolExecutor() as pool:
        rates = dict(zip([(card, bool(more)) for card, more in plans], pool.map(lambda p: whole_transfer(p[0], **p[1]), plans), strict=True))
    assert all(0.5 < rate < 9.6 for rate in rates.values()), rates
    assert rates["3c509", True] > rates["3c509", False], rates


def fast_ethernet_is_faster():
    assert whole_transfer("3c595_master", **FULL, **FAST, link__link0__rate='"100 Mb/s"') > whole_transfer("3c595_master", **FULL)


def other_flows_use_the_same_cards():
    flows = {"ftp": {"octets": 60_000}, "tcp_stream": {"octets": 60_000}, "tcp_rr": {"transactions": 20}, "ping": {"transactions": 3, "interval": '"10 ms"'}}
    for kind, more in flows.items():
        results = run_flow("\n".join(f"{key} = {value}" for key, value in {"kind": f'"{kind}"', **more}.items()))
        balances(results)
        assert not results["network"]["packets"][0]["dropped"], results["network"]["packets"]


def coarse_and_cycle_agree():
    keys = {"flow__flow0__octets": 300_000, **cards("3c509")}
    cycle, coarse = (run("ttcp_isa", **keys, run__level=level)[0]["network"] for level in ("cycle", "coarse"))
    for name, tolerance in (("octets", 0), ("segments", 0.02), ("mbit_s", 0.15)):
        values = [n["flows"][0][name] for n in (cycle, coarse)]
        assert abs(values[0] / values[1] - 1) <= tolerance, (name, values)


def a_coarse_card_at_the_other_end():
    for end in "ab":
        results, files = run("ttcp_isa", **SHORT, **{f"host__{end}__level": "coarse", f"host__{end}__card": "3c509_like"})
        balances(results)
        assert results["level"] == "mixed" and not results["network"]["packets"][0]["dropped"], results["network"]["packets"]
        assert len(list(csv.DictReader(files["ports.csv"].splitlines()))) == 2


def six_hosts_share_a_hub():
    for more in ({}, {"network__arp": "exchange"}, {"host__f__level": "coarse", "host__f__card": "3c509_like"}):
        results, files = run("hub", **{f"flow__flow{k}__octets": 50_000 for k in range(3)}, **more)
        balances(results)
        packets = results["network"]["packets"][0]
        assert packets["copies"] == 4 * (packets["sent"] - sum(packets["dropped"].values())), packets  # five stations receive each frame
        assert packets["filtered"] > 0 and set(packets["dropped"]) <= {"excessive_collisions", "late_collision"}, packets
        ports = list(csv.DictReader(files["ports.csv"].splitlines()))
        assert len(ports) == 6 and sum(int(p["collisions"]) for p in ports) > 0, ports


def atm_and_ethernet_behind_a_bridge():
    results, _ = run("lane_bridge", "--level", "cycle", host__sun__cycle__card="pca200e_like", host__pc__cycle__card="ne2000", **SHORT)
    balances(results)
    assert {h["card"] for h in results["network"]["hosts"]} == {"pca200e_like", "ne2000"} and results["level"] == "cycle"
    assert results["network"]["packets"][0]["cells"]["balances"]


def rules_of_buses_and_lines_are_checked():
    results, files = run("hub", **{f"flow__flow{k}__octets": 30_000 for k in range(3)}, host__f__level="coarse", host__f__card="3c509_like")
    checks = results["checks"]
    assert set(checks) == {"pci", "isa", "eisa", "csma"} and all(c["checked"] > 100 and c["violations_seen"] == 0 for c in checks.values()), checks
    attempts = sum(int(p["attempts"]) for p in csv.DictReader(files["ports.csv"].splitlines()))
    assert attempts <= checks["csma"]["checked"] <= attempts + 12, (attempts, checks["csma"]["checked"])
    coarse, _ = run("ttcp_isa", "--level", "coarse", **SHORT, **cards("3c509"))
    assert "checks" not in coarse


def waveforms_show_buses_and_change_nothing():
    with tempfile.TemporaryDirectory() as folder:
        wave, window = pathlib.Path(folder) / "w.vcd", ["--vcd-from", "20000", "--vcd-to", "21000"]
        short = {"flow__flow0__octets": 20_000}
        observed, plain = run("ttcp_isa", "--vcd", wave, *window, **short), run("ttcp_isa", **short)
        assert observed[1] == plain[1] and observed[0]["network"] == plain[0]["network"] and observed[0]["checks"] == plain[0]["checks"]
        text = wave.read_text()
        for scope in ("isa", "pci", "mac"):
            assert f"$scope module {scope} $end" in text, scope
        times = [int(line[1:]) for line in text.splitlines() if line.startswith("#")]
        assert len(times) > 1000, len(times)
    for option in (["--timeline", "t.json"], ["--what-if", "sar=0"], ["--vcd", "w.vcd", "--vcd-from-packet", "1"]):
        assert f"{option[-2]}: no waveforms and stages with hosts that have a TCP" in niclab("run", EXPERIMENTS / "ttcp_isa.toml", *option, expect=2).stderr
    assert "--vcd: no waveforms" in niclab("run", EXPERIMENTS / "ttcp_isa.toml", "--level", "coarse", *settings(**cards("3c509")), "--vcd", "w.vcd", expect=2).stderr


def a_mismatch_loses_frames_with_a_cause():
    results, files = run("ttcp_isa", **cards("3c509"), **SHORT, link__link0__at_a__duplex="full", host__a__cycle__nic__etherlink__duplex='"full"')
    balances(results)
    dropped = results["network"]["packets"][0]["dropped"]
    assert dropped.get("late_collision", 0) > 0 and set(dropped) <= {"late_collision", "excessive_collisions"}, dropped
    assert sorted(p["duplex"] for p in csv.DictReader(files["ports.csv"].splitlines())) == ["full", "half"]


def frames_of(capture):
    """The octets of each enhanced packet block of a pcapng file."""
    octets, at, frames = capture.read_bytes(), 0, []
    while at < len(octets):
        kind, length = struct.unpack_from("<II", octets, at)
        if kind == 6:
            (captured,) = struct.unpack_from("<I", octets, at + 20)
            frames.append(octets[at + 28 : at + 28 + captured])
        at += length
    return frames


def captures_have_the_frames_of_the_line():
    with tempfile.TemporaryDirectory() as folder:
        capture = pathlib.Path(folder) / "a.pcapng"
        results, _ = run("ttcp_isa", "--pcap", capture, **SHORT, network__arp="exchange")
        frames = frames_of(capture)
        assert len(frames) == results["network"]["packets"][0]["sent"], len(frames)
        assert all(64 <= len(f) <= 1518 for f in frames) and any(f[:6] == b"\xff" * 6 for f in frames)
        assert all(zlib.crc32(f[:-4]) == int.from_bytes(f[-4:], "little") for f in frames)


def the_same_bytes_twice():
    assert run("ttcp_isa", **SHORT)[1] == run("ttcp_isa", **SHORT)[1]
    assert run("ttcp_isa", "--seed", "2", **SHORT)[1] != run("ttcp_isa", **SHORT)[1]


def wrong_lines_are_refused():
    for keys, words in (({"link__link0__rate": '"100 Mb/s"'}, "not that of the card of a, which is at the cycle level; expected 10 Mb/s"),
                        ({"link__link0__duplex": "full"}, "not that of the card of a, which is at the cycle level; expected \"half\""),
                        ({"link__link0__delay": '"50 ns"'}, "link.link0.delay"),
                        (cards("82540em"), "the card of a is for 1000 Mb/s; expected a card for 10 or 100 Mb/s"),
                        (cards("ne2000", "idt77901"), "'a' is Ethernet and 'b' is ATM")):
        done = niclab("run", EXPERIMENTS / "ttcp_isa.toml", *settings(**keys), expect=2)
        assert words in done.stderr, done.stderr
    done = niclab("run", EXPERIMENTS / "hub.toml", *settings(link__link0__duplex="full"), expect=2)
    assert "a hub with more than 10 Mb/s, or full duplex; expected 10 Mb/s and half duplex" in done.stderr, done.stderr


check_all([every_card_carries_a_tcp, fast_ethernet_is_faster, other_flows_use_the_same_cards, coarse_and_cycle_agree, a_coarse_card_at_the_other_end,
           six_hosts_share_a_hub, atm_and_ethernet_behind_a_bridge, a_mismatch_loses_frames_with_a_cause, captures_have_the_frames_of_the_line,
           rules_of_buses_and_lines_are_checked, waveforms_show_buses_and_change_nothing, the_same_bytes_twice, wrong_lines_are_refused])
