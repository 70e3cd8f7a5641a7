"""Small results that no simulation made."""
import json

MOMENTS = ("send_call", "tx_req", "tx_trdy", "tx_soc", "rx_soc", "rx_req", "rx_trdy", "delivered")


STAGES = ("software_send", "pci_access_tx", "sar_segmentation", "phy_in_to_phy_out", "sar_reassembly", "pci_access_rx", "software_receive")


def chain(stages=STAGES, moments=MOMENTS):
    """Of one direction: the first and the last stage are the hosts'."""
    return {"events": list(moments), "stages": [
        {"name": name, "from": a, "to": b, "what": f"{a} to {b}", "resource": "", "state": "working", "hardware": name not in (stages[0], stages[-1])}
        for name, a, b in zip(stages, moments[:-1], moments[1:], strict=True)]}


def results(**more):
    stages = [{"name": "software_send", "direction": "a_to_b", "unit": "us", "count": 2, "min": 1.0, "avg": 2.0, "max": 3.0, "p50": 2.0, "p99": 3.0}]
    line = {"direction": "a_to_b", "unit": "pdus", "sent": 2, "delivered": 2, "dropped": {"reset": 0}, "in_flight": 0, "balances": True}
    return {"chain": {"a_to_b": chain()}, "stages": stages,
            "ledger": [line, {**line, "unit": "cells", "sent": 4, "delivered": 4}], "pci": {"a": {"utilisation": {"value": 0.5}}},
            "counters": {"a.host.driver.interrupts": 5, "a.host.driver.software_ns": 3000}, "counters_before_runs": {"a.host.driver.interrupts": 1},
            "config": {"run": {"seed": 1}, "a": {"host": {"interrupt_us": 6}, "nic": {"sar": {"sram_words": 16, "tx_fifo_cells": 1}}}},
            "throughput": {"a_to_b": {"mbps": 5.0, "run_mbps": [4.0, 6.0]}}, "checks": {}, "messages": [], **more}


def write_run(folder, rows, moments=MOMENTS, **more):
    """A run's folder; `rows`: (run, pdu, its moments in us)."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(results(**more)))
    head = "run,pdu,direction,vpi,vci,payload_octets,sdu_octets,cells,status," + ",".join(moments)
    lines = [f"{run},{pdu},a_to_b,0,32,100,100,3,{'ok' if at[-1] else 'lost'}," + ",".join(str(1000 * t) if t else "" for t in at)
             for run, pdu, at in rows]
    spans = [f"a_to_b,{run},{pdu},{id},place,working,why,,{1000 * at[i]},{1000 * at[j]}" for run, pdu, at in rows if at[-1]
             for id, i, j in (("program.send", 0, 1), ("line.cell", 1, 6), ("program.receive", 6, 7))]
    (folder / "attribution.csv").write_text("\n".join(["direction,run,pdu,id,resource,state,cause,amount,begin_ns,end_ns", *spans]) + "\n")
    (folder / "pdus.csv").write_text("\n".join([head, *lines]) + "\n")
    return folder
