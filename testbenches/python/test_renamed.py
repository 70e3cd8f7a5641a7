"""The table of renamed names is sound, and results of earlier versions are read by it."""
import pathlib

import pytest

from niclab import renamed

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_no_name_is_renamed_twice_or_to_an_old_one():
    places = [(name.kind, name.where if name.kind in ("value", "column", "result", "option") else "", name.old) for name in renamed.names()]
    assert len(set(places)) == len(places) > 80
    for kind in ("stage", "event", "counter", "drop reason"):
        present = renamed.of_kind(kind)
        assert not set(present) & set(present.values()), kind
    for name in renamed.names():
        if name.kind == "key":
            assert renamed.key(name.old.rpartition(".")[0] + "." + name.new).endswith(name.new), name


@pytest.mark.parametrize(("old", "new"), [
    ("host.server.keeper.before", "host.server.file_server.before_reply"), ("defaults.host.reader.jitter", "defaults.host.file_client.jitter"),
    ("host.reader.profile", "host.reader.profile"), ("client.nic.etherlink.moved_by", "client.nic.etherlink.transfer"),
    ("client.pci.wrong_parity+server.pci.wrong_parity", "client.pci.parity_error_phase+server.pci.parity_error_phase"),
    ("analyzer.patterns.groups", "analyzer.patterns.groups"), ("nic.sar.tx_fifo_cells", "nic.sar.tx_fifo_cells"),
    ("switch.hub.groups", "switch.hub.multicast"), ("analyzer.states.1.after", "analyzer.states.1.after")])
def test_keys(old, new):
    assert renamed.key(old) == new
    assert renamed.key(new) == new


@pytest.mark.parametrize(("file", "old", "new"), [
    ("tcp.csv", "window", "cwnd"), ("flows.csv", "window", "window"), ("pdus.csv", "told", "doorbell"), ("sweep.csv", "srl_a_to_b_us", "software_receive_a_to_b_us"),
    ("sweep.csv", "stl_a_to_b_us_ci95", "software_send_a_to_b_us_ci95"), ("sweep.csv", "cpu_a_packet_us_ci95", "cpu_per_packet_us_ci95"),
    ("sweep.csv", "client.pci.wrong_parity", "client.pci.parity_error_phase"), ("sweep.csv", "latency_us", "latency_us"), ("rows.csv", "half", "ci95")])
def test_columns(file, old, new):
    assert renamed.column(file, old) == new
    assert renamed.column(file, new) == new


def test_results_of_the_present_version_stay_as_they_are():
    results = {"schema_version": renamed.SCHEMA, "notes": [], "counters": {"a.halves": 1}}
    assert renamed.upgrade(dict(results)) == results


def test_results_of_earlier_versions_are_upgraded():
    chain = {"moments": ["send_call", "told", "delivered"], "sending_places": [], "receiving_places": [
        {"parts": ["interrupt", "srl"], "shows": ["driver.whole_buffers"], "causes": [{"keys": ["nic.packet.interrupt_pdus"]}]}], "stages": [
        {"name": "stl", "from": "send_call", "to": "told", "of_cards": False}, {"name": "srl", "from": "told", "to": "delivered", "of_cards": False}]}
    found = renamed.upgrade({
        "schema_version": 1, "notes": ["a"], "remarks": [], "chain": {"a_to_b": chain}, "config": {"client": {"nic": {"etherlink": {"moved_by": "card"}}}},
        "counters": {"a.isa_bridge.controller.halves": 7, "a.b.tenures": 1}, "stages": [{"name": "stl"}], "reference": [{"quantity": "srl"}],
        "ledger": [{"dropped": {"not_for_us": 2}}], "provenance": {"links": "whole, at the pins: 2 of 5 bundles from 1 us on, 3 us of null cells stepped over",
                                                                  "changed": [{"key": "run.sample"}]}})
    assert found["messages"] == ["a"] and found["warnings"] == [] and found["schema_version"] == renamed.SCHEMA
    assert found["chain"]["a_to_b"]["events"] == ["send_call", "doorbell", "delivered"]
    assert [s["name"] for s in found["chain"]["a_to_b"]["stages"]] == ["software_send", "software_receive"]
    assert found["chain"]["a_to_b"]["stages"][1]["from"] == "doorbell" and found["chain"]["a_to_b"]["stages"][1]["hardware"] is False
    assert found["chain"]["a_to_b"]["receiving_places"][0] == {
        "parts": ["interrupt", "software_receive"], "shows": ["driver.rx_buffers"], "causes": [{"keys": ["nic.packet.coalesce_pdus"]}]}
    assert found["config"] == {"client": {"nic": {"etherlink": {"transfer": "dma"}}}}
    assert found["counters"] == {"a.isa_bridge.controller.bclk_half_cycles": 7, "a.b.tenures": 1}
    assert found["stages"][0]["name"] == "software_send" and found["reference"][0]["quantity"] == "software_receive"
    assert found["ledger"][0]["dropped"] == {"address_mismatch": 2}
    assert found["provenance"]["fidelity"] == "transaction, at signal level: 2 of 5 signal groups from 1 us on, 3 us of null cells skipped"
    assert found["provenance"]["changed"] == [{"key": "run.sample_interval"}]


def test_the_page_lists_every_name():
    page = (ROOT / "docs/reference/renamed_names.md").read_text()
    for name in renamed.names():
        assert f"{name.old.rpartition('.')[2]}` |" in page and f"{name.new}` |" in page, name
