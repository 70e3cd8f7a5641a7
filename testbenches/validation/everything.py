"""Short runs with every output and every kind of card at once; their checkers are silent, and their
waveform is judged again as a file.
"""
import pathlib
import tempfile

from common import check_all, listed, niclab, run, settings

TAPS = "cells,pdus,sent_pdus,packets,line_cells,frames"


def echo_with_every_output(folder):
    outputs = {"--vcd": "w.vcd", "--pcap": "c.pcapng", "--timeline": "t.json", "--report": "r.html"}
    words = [word for option, name in outputs.items() for word in (option, folder / name)]
    results, rows = run("echo", "--runs", 1, *words, "--pcap-taps", TAPS, folder=folder)
    assert [row["status"] for row in rows] == ["ok"] * len(rows) and rows
    assert all(check["violations_seen"] == 0 for check in results["checks"].values())
    for name in outputs.values():
        assert (folder / name).stat().st_size > 1000, name


def its_waveform_as_a_file(folder):
    assert niclab("check", folder / "w.vcd").stdout.startswith("0 violations\n")


def every_card_both_ways(_):
    for card in listed("cards"):
        results, rows = run("stream", *settings(client__card=card, server__card=card, workload__count=3))
        assert all(line["balances"] for line in results["ledger"]), card
        assert {row["status"] for row in rows} == {"ok"}, card


def what_goes_wrong(_):
    results, rows = run("light_off", *settings(workload__count=8, line__to_server__light_off_start='"1 ms"', line__to_server__light_off_duration='"100 us"'))
    assert all(line["balances"] for line in results["ledger"]) and rows
    results, _ = run("overload", "--runs", 1, *settings(workload__count=40))
    assert all(line["balances"] for line in results["ledger"])


with tempfile.TemporaryDirectory() as temporary:
    check_all((echo_with_every_output, its_waveform_as_a_file, every_card_both_ways, what_goes_wrong), pathlib.Path(temporary))
