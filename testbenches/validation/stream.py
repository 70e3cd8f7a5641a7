"""Both directions back to back: the line is full, nothing is lost, everything is accounted for."""
from common import cells, check_all, run, settings


def full_line():
    results, rows = run("stream")
    for direction, spacing in results["cell_spacing"].items():
        print(direction, spacing)
        assert abs(spacing["mean"] / 2.8312 - 1) < 0.001
        assert abs(spacing["min"] - 2.726) < 0.002 and abs(spacing["max"] - 3.241) < 0.002
        assert spacing["null_cells_inside_pdus"] == 0
        assert spacing["count"] > 1900
    for line in cells(results):
        assert line["balances"] and line["sent"] == line["delivered"] == 60 * 32 and line["in_flight"] == 0
    for side in ("client", "server"):
        assert results["counters"][f"{side}.nic.sar.tx_late_slots"] == 0
        assert results["counters"][f"{side}.nic.sar.tx_nulls_before_ready_pdu"] == 0
        for parity in ("b1_errors", "b2_errors", "b3_errors", "hcs_dropped"):
            assert results["counters"][f"{side}.nic.phy.{parity}"] == 0
    assert all(row["status"] == "ok" for row in rows) and len(rows) == 120


def small_receive_fifo():
    """A receive FIFO too small for a slow look-up loses cells, and every one of them is in the ledger."""
    lossy, rows = run("stream", *settings(nic__sar__receive_clocks=100, nic__sar__rx_fifo_cells=4, workload__count=10))
    for line in cells(lossy):
        print(line)
        assert line["balances"] and line["dropped"]["rx_fifo_overflow"] > 0
        assert line["sent"] == line["delivered"] + sum(line["dropped"].values()) + line["in_flight"]
    assert any(row["status"] != "ok" for row in rows)


def lost_requests():
    """An echo whose requests are lost goes on with the next run, and says so in its rows."""
    echo, rows = run("echo", "--runs", "3", *settings(workload__sizes="[1000]", server__nic__sar__rx_fifo_cells=1,
                                                      server__nic__sar__receive_clocks=255))
    assert [row["run"] for row in rows] == ["0", "1", "2"] and all(row["status"] != "ok" for row in rows)
    assert all(line["balances"] for line in cells(echo)) and not echo["partial"]


def variants():
    """Variants of the bus and of UTOPIA: all at full load, every rule held."""
    VARIANTS = [["nic.utopia.width=16"], ["nic.utopia.handshake=octet"], ['nic.utopia.clock="25 MHz"'], ['nic.utopia.clock="15 MHz"'],
                ['nic.utopia.clock="25 MHz"', "nic.utopia.pause_share=0.1"], ["pci.width=64"], ["pci.width=64", "nic.pci.width=64"],
                ['pci.clock="66 MHz"', "nic.pci.capable_66mhz=true"], ['pci.clock="66 MHz"', "nic.pci.capable_66mhz=true", "pci.width=64",
                                                                    "nic.pci.width=64", "pci.traffic.disk.preset=disk"]]
    for variant in VARIANTS:
        words = [word for setting in variant for word in ("--set", setting)]
        results, rows = run("stream", "--set", "workload.count=20", *words)
        print(variant, {side: account["utilisation"]["value"] for side, account in results["pci"].items()})
        if variant == ['nic.utopia.clock="15 MHz"']:  # the slower of the line and a cell in 53 clocks
            assert all(abs(s["mean"] / (53 / 15) - 1) < 0.001 for s in results["cell_spacing"].values())
        assert all(row["status"] == "ok" for row in rows)
        assert all(check["violations_seen"] == 0 and check["checked"] > 0 for check in results["checks"].values())


check_all((full_line, small_receive_fifo, lost_requests, variants))
