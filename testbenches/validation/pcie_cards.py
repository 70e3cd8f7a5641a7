"""A card on PCI Express: packets and their time to the femtosecond, TLPs by the rules, what the
link, the IOMMU and the interrupt cost, damaged packets, bad input.
"""
import collections
import csv
import pathlib
import tempfile

from card_frames import all_is_well, spans_add_up
from common import check_all, niclab, run, settings

BOTH = ("client", "server")


def both(**keys):
    return settings(**{f"{host}__{key}": value for host in BOTH for key, value in keys.items()})


def tlps(folder):
    with open(folder / "pcie.csv", newline="") as f:
        return list(csv.DictReader(f))


def gigabit(folder, *more, packets=200):
    results, rows = run("gigabit_pcie", *more, folder=folder)
    all_is_well(results, rows, packets)
    return results, spans_add_up(folder, rows)


ALONE = settings(run__mode="transmit", workload__count=20)


def one_by_one(folder, *more):
    """The link is not hidden by packets before."""
    return gigabit(folder, *ALONE, *more, packets=20)


def share(chains, cause):
    """Mean time of a packet in ns that a cause has."""
    spans = [s for chain in chains.values() for s in chain if s["id"] == cause]
    return sum(int(s["duration_fs"]) * 1e-6 for s in spans) / len(chains)


def a_frame_is_read_and_written_in_packets(folder):
    """Sent frames are read once, received ones written once; each TLP is judged, and its waits and
    its symbols are in the table.
    """
    results, chains = gigabit(folder)
    assert results["checks"]["pcie"]["checked"] > 4000 and "pci" not in results["checks"], results["checks"]
    found = tlps(folder)
    moved = collections.Counter()
    for row in found:
        if row["type"] in ("memory_write", "completion") and row["direction"] == "up":
            moved["up", row["bus"]] += int(row["octets"])
        if row["type"] == "completion" and row["direction"] == "down":
            moved["down", row["bus"]] += int(row["octets"])
        assert row["end"] == "accepted" and all(float(row[f"{w}_wait_ns"]) >= 0 for w in ("tag", "link", "credit")), row
        # Generation 1, one lane: 4 ns per octet.
        assert abs(float(row["serialise_ns"]) - 4 * int(row["line_octets"])) < 1e-3, row
    for host in BOTH:  # 100 packets of 1500 octets each way, their headers, descriptors and registers.
        for way in ("up", "down"):
            assert 151_400 < moved[way, host] < 175_000, moved
        ours = [int(row["sequence"]) for row in found if row["bus"] == host and row["direction"] == "up"]
        assert ours == [k % 4096 for k in range(len(ours))], "every number once, in order"
    ids = {s["id"] for chain in chains.values() for s in chain}
    assert {"sending_pcie.serialise", "sending_root.complex", "sending_root.cpu", "receiving_pcie.serialise"} <= ids, sorted(ids)
    assert not any(name.startswith(("sending_pci.", "receiving_pci.")) for name in ids), sorted(ids)


def same_bytes_twice(folder):
    for name in ("one", "two"):
        run("gigabit_pcie", *settings(workload__count=20), folder=folder / name)
    for file in ("pdus.csv", "pcie.csv", "attribution.csv"):
        assert (folder / "one" / file).read_bytes() == (folder / "two" / file).read_bytes(), file


def a_packet_is_in_memory_when_its_status_is(folder):
    """Also where short frames follow each other on a fast link, and the driver polls: it never takes
    a packet before, and with data in the queue of a slow link the status is what ends the store."""
    for seed in (1, 2, 5):
        fast = settings(workload__protocol='"raw"', workload__sizes="[1]", workload__count=600, run__seed=seed)
        results, rows = run("stream", *both(card='"82540em_pcie"'), *fast, folder=folder / str(seed))
        all_is_well(results, rows, 1200)
        spans_add_up(folder / str(seed), rows)
    _, chains = one_by_one(folder / "slow")
    with open(folder / "slow" / "pdus.csv", newline="") as f:
        packets = list(csv.DictReader(f))
    store = {s["pdu"]: 0 for chain in chains.values() for s in chain}
    for chain in chains.values():
        for s in chain:
            if s["id"].startswith("receiving_"):
                store[s["pdu"]] += int(s["duration_fs"])
    # 1500 octets and their status pass one lane of generation 1: 4 ns per octet.
    assert len(packets) == 20 and all(t * 1e-6 > 4 * 1500 for t in store.values()), store


def a_wider_link_serialises_less(folder):
    narrow = one_by_one(folder / "narrow")[1]
    wide = one_by_one(folder / "wide", *both(pcie__generation=3, pcie__lanes=8))[1]
    for half in ("sending", "receiving"):
        assert share(narrow, f"{half}_pcie.serialise") > 5 * share(wide, f"{half}_pcie.serialise") > 0
    assert abs(share(narrow, "sending_root.complex") - share(wide, "sending_root.complex")) < 0.5 * share(wide, "sending_root.complex")


def pages_are_walked_once_the_tlb_is_too_small(folder):
    on = both(pcie__iommu="true")
    warm, cold = one_by_one(folder / "warm", *on), one_by_one(folder / "cold", *on, *both(pcie__tlb_entries=1))
    misses = [r["counters"]["client.pcie.iommu_misses"] for r, _ in (warm, cold)]
    assert misses[1] > 3 * misses[0] > 0, misses
    assert share(cold[1], "sending_iommu.walk") > share(warm[1], "sending_iommu.walk") >= 0


def without_credits_a_packet_waits(folder):
    few = gigabit(folder, *both(pcie__posted_headers=1, pcie__posted_data=16, pcie__mps=128, pcie__iommu="true", pcie__tlb_entries=1))
    assert few[0]["counters"]["client.pcie.write_credit_wait_ns"] > 0
    assert any(float(row["credit_wait_ns"]) > 0 for row in tlps(folder))


def damaged_packets_are_sent_again(folder):
    results, _ = gigabit(folder, *both(pcie__tlp_error_rate=0.02, pcie__dllp_error_rate=0.02))
    assert results["counters"]["client.pcie.up_replays"] > 10
    ends = collections.Counter(row["end"] for row in tlps(folder))
    assert ends["damaged"] > 10 and ends["repeated"] > 10 and ends["accepted"] > 1000, ends


def messages_replace_the_wire(folder):
    results, _ = gigabit(folder, *both(pcie__interrupt='"msi"'))
    writes = [row for row in tlps(folder) if row["address"] == "0xFEE00000" and row["bus"] == "client"]
    assert writes
    assert not [row for row in tlps(folder) if row["type"] == "message"]
    assert results["counters"]["client.host.pcie_bridge.interrupt_messages"] == len(writes)


INTEL = both(card='"82574l"')


def vectors_save_the_read_of_the_causes(folder):
    """With MSI-X each queue has a message, and the handler reads no register. Each message is
    handled once, though a handler that only posts writes takes no time."""
    def reads_per_packet(kind):
        results, _ = gigabit(folder / kind, *INTEL, *both(pcie__interrupt=f'"{kind}"'))
        found = [row for row in tlps(folder / kind) if row["bus"] == "client"]
        begin = next(i for i, row in enumerate(found) if row["type"] == "completion" and int(row["octets"]) > 64)
        accesses = sum(row["type"] == "memory_read" and row["direction"] == "down" for row in found[begin:])
        messages = [row["address"] for row in found if row["type"] == "memory_write" and row["address"].startswith("0xFEE")]
        handled = results["counters"]["client.host.driver.interrupts"]
        assert handled == len(messages) or not messages, (handled, len(messages))
        return accesses / handled, set(messages)
    line, none = reads_per_packet("inta")
    vectors, addresses = reads_per_packet("msix")
    assert line >= 2 and not none, (line, none)
    assert vectors == 0 and addresses == {"0xFEE00000"}, (vectors, addresses)


def a_lost_frame_is_no_wrong_payload(folder):
    """A card on PCI cannot keep up: what it loses is counted as lost, and later packets are whole."""
    results, _ = run("gigabit_pcie", *settings(client__card="82540em"), folder=folder)
    lost = sum(entry["dropped"]["overrun"] for entry in results["ledger"] if entry["unit"] == "frames")
    assert lost > 0 and all(entry["balances"] for entry in results["ledger"])
    assert results["checks"]["payload"] == {"checked": 200 - lost, "violations_seen": 0, "violations": []}


def a_switch_has_two_links(folder):
    """The card's link keeps its width; that of the root port has the slot's. Both are judged."""
    near = one_by_one(folder / "near", *INTEL)
    far = one_by_one(folder / "far", *INTEL, *both(pcie__switch="true", pcie__generation=3, pcie__lanes=8))
    assert far[0]["checks"]["pcie"]["checked"] > 1.9 * near[0]["checks"]["pcie"]["checked"]
    widths = {row["bus"]: float(row["serialise_ns"]) / int(row["line_octets"]) for row in tlps(folder / "far")}
    assert abs(widths["client"] - 4) < 1e-3 and abs(widths["client.root"] - 1 / 7.877) < 1e-3, widths
    assert share(near[1], "sending_pcie.switch") == 0 < 300 < share(far[1], "sending_pcie.switch")
    for host in BOTH:
        moved = [sum(int(row["octets"]) for row in tlps(folder / "far")
                     if row["bus"] == bus and row["type"] == "memory_write" and row["direction"] == "up") for bus in (host, f"{host}.root")]
        assert moved[0] == moved[1] > 0, moved


def another_socket_costs_its_hop(folder):
    here, there = one_by_one(folder / "here"), one_by_one(folder / "there", *both(pcie__socket_hop='"100 ns"'))
    assert share(there[1], "sending_root.memory") >= share(here[1], "sending_root.memory") + 299  # Three reads or more.


def results_are_written_together(folder):
    """WTHRESH saves writes; HTHRESH and PTHRESH save reads of descriptors."""
    slow = both(driver__receive_delay='"20 us"', driver__send_delay='"20 us"')
    one, many = (gigabit(folder / name, *INTEL, *slow, *more)[0]["counters"] for name, more in
                 (("one", []), ("many", both(driver__write_back=4, driver__prefetch=8, driver__offered=4))))
    for counter in ("tx_write_backs", "rx_write_backs"):
        assert one[f"client.nic.board.chip.{counter}"] > 1.5 * many[f"client.nic.board.chip.{counter}"] > 0, (counter, one, many)


def bad_input(_):
    for words, said in ((both(pcie__generation=6), "out of range"), (both(pcie__lanes=3), "1, 2, 4, 8 or 16"),
                        (both(pcie__mps=200), "128, 256, 512"), (both(pcie__posted_data=8), "posted_data"),
                        (both(pcie__interrupt='"irq"'), "inta"), (settings(client__pcie_host="xeon"), "PCI Express host"),
                        (settings(client__card="82540em", server__card="82540em"), "pcie"), (both(pcie__interrupt='"msix"'), "no MSI-X"),
                        (both(driver__write_back=4), "receive_delay"), (settings(client__pcie_host='"none.toml"'), "no such file"),
                        ([*INTEL, *both(nic__i8254x__bus='"pci"')], "PCI Express")):
        error = niclab("run", "gigabit_pcie", *words, expect=2).stderr
        assert said in error and error.count("\n") == 1, (words, error)


CHECKS = (a_frame_is_read_and_written_in_packets, same_bytes_twice, a_packet_is_in_memory_when_its_status_is,
          a_wider_link_serialises_less, pages_are_walked_once_the_tlb_is_too_small,
          without_credits_a_packet_waits, damaged_packets_are_sent_again, messages_replace_the_wire, vectors_save_the_read_of_the_causes,
          a_lost_frame_is_no_wrong_payload, a_switch_has_two_links,
          another_socket_costs_its_hop, results_are_written_together, bad_input)
with tempfile.TemporaryDirectory() as temporary:
    check_all(CHECKS, pathlib.Path(temporary))
