"""Each variant of a card does what its structure says: counts, closed forms, and refusals with a
reason.
"""
import csv
import math
import pathlib
import tempfile

from common import PCI_CLOCK_US, cells, check_all, niclab, run, settings, stage

SLOT_CLOCKS = 1 / 353207.55 * 33e6
RAW = dict(workload__protocol="raw", workload__encapsulation="raw")
IDEAL = dict(client__profile="ideal", server__profile="ideal")


def go(experiment, expect=0, **keys):
    return run(experiment, *settings(**keys), expect=expect)


def balanced(results):
    for line in cells(results):
        assert line["sent"] + line.get("inserted", 0) == line["delivered"] + sum(line["dropped"].values()) + line["in_flight"], line
    return results


def spacing_of_stored_cells(**keys):
    """Mean clocks from one payload burst of the receiving card to the next, while cells wait."""
    with tempfile.TemporaryDirectory() as folder:
        run("stream", *settings(run__both_directions="false", workload__sizes="[9180]", workload__count=3, **keys), folder=folder)
        with open(pathlib.Path(folder) / "pci.csv", newline="") as f:
            at = [float(r["time_ns"]) for r in csv.DictReader(f)
                  if r["bus"] == "server" and r["master"] == "nic" and r["command"] == "memory write" and int(r["dwords"]) == 12]
    return (at[220] - at[20]) / 200 * 1e-3 / PCI_CLOCK_US


def tables_in_host_memory():
    """Tables in host memory: a look-up is a bus access unless the card remembers."""
    results, _ = go("transmit", run__runs=2, nic__sar__tables="host")
    stored = results["counters"]["server.nic.sar.rx_stored"]
    assert results["counters"]["server.nic.sar.rx_table_misses"] == stored > 0
    assert results["counters"]["client.nic.sar.tx_table_misses"] >= stored
    results, _ = go("transmit", run__runs=2, nic__sar__tables="host", nic__sar__table_cache=4)
    assert results["counters"]["server.nic.sar.rx_table_misses"] == 1
    assert results["counters"]["server.nic.sar.rx_table_hits"] == stored - 1
    print(f"tables in host memory: {stored} cells, {stored} look-ups on the bus; with a cache 1")


def packet_memory():
    """Packet memory: the first burst waits for the last cell."""
    for octets in (40, 1000, 9180):
        results = balanced(go("transmit", run__runs=2, **RAW, workload__sizes=f"[{octets}]", nic__sar__reassembly="card")[0])
        n = math.ceil((octets + 8) / 48)
        seen, expected = stage(results, "sar_reassembly", "client_to_server")["avg"], 3.64 + (n - 1) * 2.8311
        assert abs(seen - expected) < 0.7, (octets, seen, expected)
        print(f"packet memory, {octets} octets: {seen:.2f} us to the first burst, {n} cells make it {expected:.2f}")
    results = balanced(go("transmit", run__runs=1, **RAW, workload__sizes="[9180]", nic__sar__reassembly="card",
                          nic__sar__packet_memory_cells=100)[0])
    assert cells(results)[0]["dropped"]["packet_memory_full"] == 92, cells(results)[0]
    results = balanced(go("transmit", run__runs=2, **RAW, workload__sizes="[4000]", workload__count=3, nic__sar__reassembly="card",
                          nic__sar__packet_memory_cells=84)[0])
    assert cells(results)[0]["dropped"]["packet_memory_full"] == 0


def memory_that_ends_with_a_buffer():
    """Memory that ends with a PDU's first buffer: the end of the PDU is lost with its cell, and yet
    its memory comes free again.
    """
    results, rows = go("stream", run__both_directions="false", workload__sizes="[2100,40,40,40]", workload__count=1,
                       nic__sar__reassembly="card", nic__sar__packet_memory_cells=42)
    balanced(results)
    statuses = [row["status"] for row in rows]
    print("memory that ends with a buffer: " + ", ".join(statuses))
    assert statuses[0] != "ok" and statuses[-2:] == ["ok", "ok"], statuses


def packet_memory_of_any_size():
    """Whatever full packet memory cuts, the packets behind it keep their rows: each is whole, named
    damaged, or lost.
    """
    for memory in (1, 40, 47, 130, 191):
        results, rows = go("stream", run__both_directions="false", workload__sizes="[1,40,400,1500,9180]", workload__count=4,
                           nic__sar__reassembly="card", nic__sar__packet_memory_cells=memory)
        balanced(results)
        assert not any(check["violations_seen"] for check in results["checks"].values()), memory
        late = [row for row in rows if row["status"] == "ok" and float(row["delivered"]) < float(row["rx_trdy"])]
        whole = [row["payload_octets"] for row in rows if row["status"] == "ok"]
        print(f"packet memory of {memory} cells: {len(whole)} of {len(rows)} whole, the largest of {max(map(int, whole), default=0)} octets")
        assert not late and {row["status"] for row in rows} <= {"ok", "crc_error", "length_error", "lost"}, rows


def reassembler_as_bottleneck():
    """The reassembler as bottleneck: its clocks a cell, of which 20 want the SRAM that reception
    and transmission use as well.
    """
    for look_up in (150, 400):
        others = (13 + 7) / SLOT_CLOCKS
        bound = look_up + 5 + 20 / (1 - others)
        seen = spacing_of_stored_cells(server__nic__sar__lookup_clocks=look_up)
        print(f"look-up of {look_up} clocks: a cell every {seen:.1f} clocks, its structure says {bound:.1f}")
        assert abs(seen / bound - 1) < 0.02, (seen, bound)


def bus_as_bottleneck():
    """The bus as bottleneck: each clock the memory waits is a clock a cell, and each burst has its
    overhead.
    """
    slow = dict(server__host__write__wait_clocks=30, server__host__later_wait_clocks=7)
    seen = spacing_of_stored_cells(**slow)
    # To the initiator and back, request, grant, address, decode and first data, the others, turn-around.
    bound = 2 + 1 + 1 + 1 + (2 + 30 + 1) + 11 * 8 + 1 + 1
    print(f"memory that takes 7 clocks more a dword: a cell every {seen:.1f} clocks, its burst takes {bound}")
    assert abs(seen / bound - 1) < 0.02, (seen, bound)


def moderation():
    """Moderation: as many interrupts as it says, and a lone packet waits its time."""
    results, _ = go("stream", workload__count=40, nic__sar__coalesce_pdus=8, nic__sar__coalesce_time='"5 ms"')
    plain, _ = go("stream", workload__count=40)
    few, many = (r["counters"]["server.host.driver.interrupts"] for r in (results, plain))
    assert 80 / 8 <= few <= 80 / 8 + 3 and many > 3 * few, (few, many)
    lone, _ = go("transmit", **IDEAL, **RAW, workload__sizes="[1]", nic__sar__coalesce_pdus=8, nic__sar__coalesce_time='"50 us"')
    now, _ = go("transmit", **IDEAL, **RAW, workload__sizes="[1]")
    wait = stage(lone, "software_receive", "client_to_server")["avg"] - stage(now, "software_receive", "client_to_server")["avg"]
    assert abs(wait - 50) < 1, wait
    print(f"moderation by 8: {few} interrupts for {many}; a lone packet waits {wait:.1f} us of 50")


def polled_doorbell():
    """A polled doorbell costs half a period on average, and its looks."""
    results, _ = go("transmit", run__runs=40, **IDEAL, **RAW, workload__sizes="[1]", nic__sar__doorbell="polled", nic__sar__poll_clocks=990)
    plain, _ = go("transmit", run__runs=40, **IDEAL, **RAW, workload__sizes="[1]", nic__sar__doorbell="register")
    wait = stage(results, "software_send", "client_to_server")["avg"] - stage(plain, "software_send", "client_to_server")["avg"]
    assert 12 < wait < 18, wait  # 15 us but for the register's write
    print(f"a doorbell looked at every 30 us is heard {wait:.1f} us later than a register")


def descriptors_read_ahead():
    """Descriptors read ahead: as many bursts as they need, a descriptor and a status request a packet."""
    for prefetch in (1, 2, 8):
        with tempfile.TemporaryDirectory() as folder:
            results, _ = run("stream", *settings(workload__count=40, nic__sar__descriptor_prefetch=prefetch), folder=folder)
            with open(pathlib.Path(folder) / "pci.csv", newline="") as f:
                lengths = [int(r["dwords"]) for r in csv.DictReader(f)
                           if r["bus"] == "client" and r["master"] == "nic" and r["command"] == "memory read" and int(r["dwords"]) % 4 == 0]
        fetches = len(lengths) - results["counters"]["client.nic.sar.tx_user_cells"]
        print(f"{prefetch} descriptors read ahead: {fetches} fetches for 80 entries")
        assert (fetches <= 50) if prefetch == 8 else (fetches == 80), fetches


def threshold_below_the_depth():
    """A threshold below the PHY's depth leaves its places unused: as fast as a FIFO of that depth."""
    low, _ = go("transmit", workload__sizes="[1]", run__runs=20, nic__phy__tx_fifo_cells=4, nic__phy__tx_clav_cells=2)
    shallow, _ = go("transmit", workload__sizes="[1]", run__runs=20, nic__phy__tx_fifo_cells=2)
    both = [stage(r, "phy_in_to_phy_out", "client_to_server")["avg"] for r in (low, shallow)]
    assert abs(both[0] - both[1]) < 0.01, both
    print(f"TxClav falls at 2 of 4 cells: {both[0]:.2f} us through the PHYs, FIFO of 2: {both[1]:.2f}")


def other_clocks():
    """Other clocks of the engine: every packet arrives as it was sent."""
    for hz in ('"20 MHz"', '"66 MHz"', '"125 MHz"'):
        for experiment in ("echo", "stream"):
            balanced(go(experiment, nic__sar__clock=hz)[0])
    for lanes in (1, 5, 12, 13, 16):
        balanced(go("echo", run__runs=2, nic__sar__dma_burst_dwords=lanes)[0])
        balanced(go("echo", run__runs=2, nic__sar__dma_burst_dwords=lanes, nic__sar__reassembly="card")[0])


def aligned_bursts():
    lengths = {}
    for aligned in ("false", "true"):
        with tempfile.TemporaryDirectory() as folder:
            run("transmit", *settings(run__runs=1, **RAW, workload__sizes="[9180]", nic__sar__dma_burst_dwords=8, nic__sar__dma_aligned=aligned),
                folder=folder)
            with open(pathlib.Path(folder) / "pci.csv", newline="") as f:
                mine = [r for r in csv.DictReader(f) if r["bus"] == "client" and r["master"] == "nic" and r["command"] == "memory read"]
        crossing = [r for r in mine if int(r["address"], 16) // 32 != (int(r["address"], 16) + 4 * int(r["dwords"]) - 1) // 32]
        lengths[aligned] = len(crossing)
    assert lengths["true"] == 0 < lengths["false"], lengths
    print(f"bursts of 8 dwords over a boundary of 8: {lengths['false']} as they come, none aligned")


def refusals():
    """Wrong variants are refused with a reason; what is legal and odd is said."""
    REFUSED = [("nic.sar.table_cache=4", "a cache with tables = \"sram\", which need none"), ("nic.sar.tx_fifo_cells=0", "expected an integer from 1 to 64"),
               ("nic.sar.packet_memory_cells=0", "1 to 65536"), ("nic.sar.clock=1 MHz", "5 to 200 MHz"),
               ("nic.sar.tables=hots", '"host"'), ("pci.clock=66 MHz", "M66EN"), ("nic.phy.tx_clav_cells=5", "depth of the FIFO"),
               ("nic.sar.descriptor_prefetch=9", "1 to 8")]
    for change, reason in REFUSED:
        error = niclab("run", "echo", "--set", change, expect=2).stderr
        assert reason in error and error.count("\n") == 1, error
    with tempfile.TemporaryDirectory() as folder:
        done = niclab("run", "echo", "--runs", 1, "--set", "client.nic.pci.width=64", "--out", folder)
        assert "client: a 64-bit card in a 32-bit slot works with 32 bits" in done.stdout, done.stdout
    print(f"{len(REFUSED)} wrong variants refused with a reason")


check_all((tables_in_host_memory, packet_memory, memory_that_ends_with_a_buffer, packet_memory_of_any_size, reassembler_as_bottleneck, bus_as_bottleneck, moderation,
           polled_doorbell, descriptors_read_ahead, threshold_below_the_depth, other_clocks, aligned_bursts, refusals))
