"""Light off and clocks apart: when alarms clear, that nothing else is lost, and that a named bit is
the one that is wrong.

Clocks are apart for 50 000 cells each way: the faster one sends ten more. `--long`: 99 000 cells.
"""
import sys

from common import cells, check_all, run, settings

COUNT, CELLS = (520, 99_000) if "--long" in sys.argv else (261, 50_000)
FRAME_US, CELL_US = 125, 53 * 8 / 149.76


def darkness():
    for dark_us in (100, 1000, 5000):
        results, rows = run("light_off", *settings(line__to_server__light_off_duration=f'"{dark_us} us"',
                                                    workload__count=230 if dark_us > 3000 else 120))
        back_us = 5000 + dark_us
        alarms = {a["alarm"]: a for a in results["alarms"] if a["side"] == "server" and a["declared_ns"] > 0}
        told = {name: round(a["cleared_ns"] * 1e-3 - back_us, 1) for name, a in alarms.items()}
        print(f"{dark_us} us of darkness; cleared so many us after the light's return: {told}")
        assert "LOS" in told and "OCD" in told and "OOF" in told and ("PAIS" in told) == (dark_us > 3 * FRAME_US) and ("LOF" in told) == (dark_us > 3000)
        for name in ("LOS", "OOF"):
            if name in told:
                assert 0 < told[name] <= 250 + FRAME_US, name
        # AIS ends with the last of LOS and LOF, PAIS with the third pointer after it. Then follow a hunt
        # over a cell's octets and six more cells, each with its share of overhead.
        clear = max(told.get("LOF", 0), told["LOS"])
        path = told.get("PAIS", clear)
        assert clear <= path <= clear + 3 * FRAME_US and path < told["OCD"] <= path + FRAME_US + 8 * CELL_US, told
        assert not [a for a in results["alarms"] if a["side"] == "client" and a["declared_ns"] > 0 and a["alarm"] not in ("LRDI", "PRDI")]
        for line in cells(results):
            assert line["balances"] and line["in_flight"] == 0
        lost = {cause: n for cause, n in cells(results)[0]["dropped"].items() if n}
        print("   ", cells(results)[0]["sent"], "cells sent, lost", lost)
        assert lost and cells(results)[1]["sent"] == cells(results)[1]["delivered"]
        assert rows[-1]["status"] == "ok", "the card does not recover"


def clocks_apart():
    for client, server in ((100, -100), (-100, 100)):
        results, rows = run("clock_offset", *settings(line__client_ppm=client, line__server_ppm=server, workload__count=COUNT))
        for line in cells(results):
            assert line["sent"] == line["delivered"] > CELLS
        print(f"client {client:+} ppm, server {server:+} ppm: {sum(line['sent'] for line in cells(results))} cells, none lost")
        assert all(row["status"] == "ok" for row in rows)
        assert all(check["violations_seen"] == 0 for check in results["checks"].values())
        for side in ("client", "server"):
            assert results["counters"][f"{side}.nic.phy.pointer_moves"] == 0


def named_bits():
    """A wrong bit at a place: in a payload it comes twice, 43 bits apart; in a header it is
    corrected; two in one header lose the cell.
    """
    results, rows = run("transmit", *settings(run__runs=1, workload__sizes="[400]", line__to_server__errors='["cell 2 octet 7 bit 0"]'))
    assert [row["status"] for row in rows].count("crc_error") == 1 and rows[0]["status"] == "crc_error"
    assert results["counters"]["client_to_server.line.cells_errored"] == 1 and results["counters"]["to_server.bit_errors"] == 1
    results, rows = run("transmit", *settings(run__runs=1, workload__sizes="[400]", line__errors='["cell 2 octet 1 bit 3"]'))
    assert results["counters"]["server.nic.phy.hcs_corrected"] == 1 and all(row["status"] == "ok" for row in rows)
    results, rows = run("transmit", *settings(run__runs=1, workload__sizes="[400]",
                                              line__errors='["cell 2 octet 1 bit 3", "cell 2 octet 4 bit 0"]'))
    assert cells(results)[0]["dropped"]["phy_header_error"] == 1 and cells(results)[0]["balances"]
    print("bits at named places are the ones that are wrong")


def heavy_noise():
    """So noisy that cells come out under other headers and frames are lost: each run still ends by
    itself, all PDUs accounted for.
    """
    inserted = 0
    for rate, seed in ((1e-2, 1), (5e-3, 1), (5e-3, 2), (5e-3, 3)):
        results, rows = run("noisy_line", *settings(line__bit_error_rate=rate, workload__count=300, run__runs=3, run__seed=seed,
                                                    run__limit='"200 ms"'))
        statuses = [row["status"] for row in rows]
        assert not results["partial"] and statuses.count("lost") > 50 and len(rows) == 2 * 900, "a run did not end by itself"
        assert all(entry["balances"] for entry in results["ledger"])
        inserted += sum(line["inserted"] for line in cells(results))  # at 1 % none: LOF persists, and its AIS blocks every cell
    assert inserted > 0


check_all((darkness, clocks_apart, named_bits, heavy_noise))
