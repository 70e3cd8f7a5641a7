"""Addresses asked for on the wire: ARP on Ethernet and LAN emulation, InATMARP on permanent
connections; what waits, what is lost by it.
"""
import csv
import json
import pathlib
import shutil
import subprocess
import tempfile

from common import ROOT, check_all, niclab, settings

EXPERIMENTS = ROOT / "testbenches/experiments"
ASKS = {"network__arp": "exchange"}
ERROR = 0x800000  # a severity of tshark


def run(experiment, dissected=True, **keys):
    """(results, rows of arp.csv by host, what tshark says of ARP's packets at the first host, its
    complaints); the last two None without tshark, or if not `dissected`.
    """
    with tempfile.TemporaryDirectory() as folder:
        out, capture = pathlib.Path(folder) / "out", f"{folder}/c.pcapng"
        niclab("run", EXPERIMENTS / f"{experiment}.toml", "--quiet", "--runs", 1, "--out", out, "--pcap", capture, *settings(**keys))
        rows = {r["host"]: r for r in csv.DictReader((out / "arp.csv").open())} if (out / "arp.csv").exists() else {}
        results = json.loads((out / "results.json").read_text())
        return results, rows, *(tshark(capture) if dissected and shutil.which("tshark") else (None, None))


def tshark(capture):
    """Opcode, address and complaints of ARP's packets, and of packets with an error."""
    fields = ("arp.opcode", "arp.src.proto_ipv4", "_ws.expert.message", "_ws.expert.severity", "frame.protocols")
    told = subprocess.run(["tshark", "-r", capture, "-Y", f"arp || _ws.malformed || _ws.expert.severity == {ERROR}", "-T", "fields",
                           *(word for field in fields for word in ("-e", field))], capture_output=True, text=True, check=True).stdout
    packets = [line.split("\t") for line in told.splitlines()]
    return ([packet[:3] for packet in packets if "arp" in packet[4].split(":")],
            [packet[:3] for packet in packets if str(ERROR) in packet[3].split(",") or "_ws.malformed" in packet[4].split(":")])


def ledger_balances(results):
    assert all(line["balances"] for line in results["network"]["packets"]), results["network"]["packets"]


def both_ends_of_a_permanent_connection_ask():
    results, rows, packets, wrong = run("wan", run__duration='"2 s"', **ASKS)
    ledger_balances(results)
    for host in ("a", "b"):
        assert (rows[host]["protocol"], rows[host]["requests_sent"], rows[host]["replies_sent"], rows[host]["addresses"]) == ("inatmarp", "1", "1", "1"), rows
    # The request of the other end has its address and arrives half a round trip after both asked:
    # the first packet waits that long.
    assert 94e3 < float(rows["a"]["max_wait_us"]) < 96e3, rows["a"]
    if packets is not None:
        assert sorted(p[0] for p in packets) == ["8", "8", "9", "9"], packets
        assert not wrong, wrong


def a_lost_request_is_asked_again():
    """What both ask first is lost: they ask again three seconds later, and a packet waits that long."""
    results, rows, _, _ = run("wan", dissected=False, run__duration='"8 s"', link__link0__to_b__lost_pdus=[0], link__link0__to_a__lost_pdus=[0], **ASKS)
    ledger_balances(results)
    assert all(rows[host]["requests_sent"] == "2" for host in "ab"), rows
    assert 3.0e6 < float(rows["a"]["max_wait_us"]) < 3.2e6, rows["a"]
    assert results["network"]["packets"][0]["dropped"].get("line_error") == 2, results["network"]["packets"]


def a_broadcast_crosses_the_lane_bridge():
    results, rows, packets, wrong = run("lane_bridge", run__duration='"500 ms"', **ASKS)
    ledger_balances(results)
    assert (rows["sun"]["requests_sent"], rows["pc"]["replies_sent"], rows["pc"]["requests_sent"]) == ("1", "1", "0"), rows
    assert (rows["sun"]["lane_control_frames"], rows["pc"]["lane_control_frames"]) == ("8", "0"), rows
    if packets is not None:
        assert [p[:2] for p in packets] == [["1", "10.0.0.1"], ["2", "10.0.0.2"]], packets
        assert not wrong, wrong


def of_a_datagram_in_fragments_the_last_waits():
    keys = {"flow__flow0__kind": "udp_stream", "flow__flow0__message": 8000, "run__duration": '"500 ms"'}
    asked, rows, _, _ = run("lane_bridge", dissected=False, **keys, **ASKS)
    known, none, _, _ = run("lane_bridge", dissected=False, **keys)
    ledger_balances(asked)
    lost = asked["network"]["packets"][0]["dropped_in_hosts"].get("unresolved", 0)
    assert lost == int(rows["sun"]["packets_dropped"]) >= 5, (lost, rows)
    assert "unresolved" not in known["network"]["packets"][0]["dropped_in_hosts"] and not none and "arp" not in known["network"]


def a_card_clock_by_clock_asks_too():
    results, rows, packets, wrong = run("borriss", run__level="cycle", run__duration='"5 ms"', **ASKS)
    ledger_balances(results)
    assert all(r["protocol"] == "inatmarp" and r["requests_sent"] == r["replies_sent"] == "1" for r in rows.values()) and len(rows) == 2, rows
    if packets is not None:
        assert len(packets) == 4 and not wrong, (packets, wrong)


def of_switched_connections_a_server_is_asked():
    """The server refuses an unknown address. It answers the client's next request, and the called
    end learns the caller's address.
    """
    keys = {"network__arp_server": "modest", "run__duration": '"500 ms"', "flow__all__kind": "tcp_stream"}
    results, rows, packets, wrong = run("shared_port", **keys)
    ledger_balances(results)
    assert all(r["protocol"] == "atmarp" and r["naks"] == "0" and r["packets_dropped"] == "0" for r in rows.values()), rows
    assert (rows["modest"]["requests_sent"], rows["modest"]["replies_sent"], rows["modest"]["addresses"]) == ("2", "1", "2"), rows
    assert (rows["greedy"]["requests_sent"], rows["sink"]["requests_sent"], rows["sink"]["addresses"]) == ("1", "0", "2"), rows
    if packets is not None:
        assert [p[0] for p in packets if p[0] in "12"] == ["1", "2"] and sorted(p[0] for p in packets).count("8") == 2, packets
        assert not [p for p in wrong if "ARP" in p[2]], wrong
    late, rows, _, _ = run("shared_port", dissected=False, **keys | {"run__duration": '"8 s"'}, link__sink__delay='"5 ms"')
    ledger_balances(late)
    assert (rows["modest"]["naks"], rows["greedy"]["naks"]) == ("1", "1") and int(rows["greedy"]["packets_dropped"]) == 1, rows
    assert late["network"]["packets"][0]["dropped_in_hosts"]["unresolved"] == 1 and late["network"]["flows"][0]["octets"] > 0


def a_cycle_level_card_asks_a_server_too():
    keys = {"network__arp_server": "modest", "run__duration": '"10 ms"', "host__greedy__level": "cycle"}
    results, rows, _, _ = run("shared_port", dissected=False, **keys)
    ledger_balances(results)
    assert (rows["greedy"]["requests_sent"], rows["greedy"]["replies_received"], rows["greedy"]["addresses"]) == ("1", "2", "2"), rows


check_all([both_ends_of_a_permanent_connection_ask, a_lost_request_is_asked_again, a_broadcast_crosses_the_lane_bridge,
           of_a_datagram_in_fragments_the_last_waits, a_card_clock_by_clock_asks_too, of_switched_connections_a_server_is_asked,
           a_cycle_level_card_asks_a_server_too])
