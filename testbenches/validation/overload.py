"""A receiving host slower than the line: cells are lost for lack of buffers or in the receive FIFO
and nowhere else. All counters agree. Without a reset the card works normally again once the host
has caught up.
"""
from common import cells, check_all, run, settings

CELLS = 32  # of a PDU of 1500 octets


def lost_for(name, cause, *arguments):
    results, rows = run("overload", *arguments)
    line = cells(results)[0]
    lost = {c: n for c, n in line["dropped"].items() if n}
    assert list(lost) == [cause] and line["balances"] and line["in_flight"] == 0, line
    counters = results["counters"]
    assert counters["client.nic.sar.tx_user_cells"] == line["sent"] == 3 * 150 * CELLS
    assert counters["server.nic.sar.rx_stored"] == line["delivered"] == line["sent"] - lost[cause]
    assert counters[f"server.nic.sar.{'rx_no_buffer' if cause == 'no_free_buffer' else cause}"] == lost[cause]
    statuses = [row["status"] for row in rows]
    whole = statuses.count("ok")
    assert 0 < whole * CELLS <= line["delivered"] and whole < len(rows)
    assert all(check["violations_seen"] == 0 for check in results["checks"].values())
    for r in range(3):  # each run begins when the host has caught up; a PDU without its end makes the next one bad
        first = [row["status"] for row in rows if row["run"] == str(r)][:6]
        assert first[1:] == ["ok"] * 5 and (r > 0 or first[0] == "ok"), f"run {r} begins with {first}"
    print(f"{name}: {line['sent']} cells sent, {lost[cause]} lost, cause {cause}; {whole} of {len(rows)} PDUs whole; "
          f"FIFO held at most {counters['server.nic.sar.rx_peak_fifo_cells']} cells")
    return counters


def late_interrupts():
    late = lost_for("late interrupts", "no_free_buffer")
    assert late["server.nic.sar.rx_peak_fifo_cells"] < 10


def slow_memory():
    slow = lost_for("slow memory", "rx_fifo_overflow",
                    *settings(server__host__interrupt_us=0, server__host__write__wait_clocks=30, server__host__later_wait_clocks=7))
    assert slow["server.nic.sar.rx_peak_fifo_cells"] == 315


check_all((late_interrupts, slow_memory))
