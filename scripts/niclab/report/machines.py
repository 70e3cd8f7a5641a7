"""Sections about the machines: FIFOs, buses, the waveform, counters, checks, the configuration."""
from niclab.report import panels
from niclab.report.page import details, escape, figure, number, section, table
from niclab.report.times import direction_words

FIFOS = {"sar_tx_fifo": "SAR transmit FIFO", "phy_tx_fifo": "PHY transmit FIFO", "phy_rx_fifo": "PHY receive FIFO", "sar_rx_fifo": "SAR receive FIFO"}
STATES = {"idle": "idle", "1": "bus granted", "2": "address phase", "3": "initiator ready", "4": "target decoded", "5": "target ready",
          "6": "last data phase"}
HINT = ("Click into it, then: arrow keys pan, + and - zoom, Home shows all, n and p go to the packet's next and previous moment, Esc takes the cursor away. "
        "Mouse: drag pans, the wheel zooms, a click sets the cursor.")


def occupancy(results):
    if not results.fifos:
        return None
    inside, order = "", {fifo: i for i, fifo in enumerate(FIFOS)}
    for (side, fifo), bins in sorted(results.fifos.items(), key=lambda entry: order.get(entry[0][1], len(order))):
        capacity, peak = bins[0]["capacity_cells"], max(int(b["max_cells"]) for b in bins)
        words = f"{FIFOS.get(fifo, fifo)} of the {side}"
        inside += figure(panels.occupancy(bins, f"Cells in the {words} over time"), f"{words}: at most {peak} of {capacity} cells")
    width = (float(next(iter(results.fifos.values()))[0]["end_ns"]) - float(next(iter(results.fifos.values()))[0]["begin_ns"])) / 1000
    about = (f'<p class="about">Cells over simulated time, null cells included; of each {width:g} us the mean (line) and the range from smallest to '
             "largest (band). Dashed: full.</p>")
    return section("occupancy", "How full the FIFOs were", f'{about}<div class="panels">{inside}</div>')


def bus_shares(results):
    inside = ""
    for side, account in results.json["pci"].items():
        clocks = account["table4_clocks"]
        busy = [(f"{s} {STATES[s]}", n) for s, n in clocks.items() if s != "idle"]
        idle = 100 * clocks["idle"] / max(sum(clocks.values()), 1)
        rows = [["idle" if s == "idle" else f'<span class="key part{int(s) - 1}"></span>{s} {STATES[s]}',
                 number(results.json, "pci", side, "table4_clocks", s), f"{100 * n / max(sum(clocks.values()), 1):.3f}"]
                for s, n in clocks.items()]
        caption = f"PCI of the {side}: idle {idle:.2f} % of all clocks; the bar shows the others, {sum(n for _, n in busy)} clocks."
        inside += "<div>" + figure(panels.shares(busy, f"States of the clocks of the {side}'s PCI that were not idle"), caption)
        inside += table(["state of a clock", ">clocks", ">% of all"], rows, f"States of the {side}'s PCI") + "</div>"
    if not inside:
        return None
    return section("pci", "What the PCI buses did", f'<div class="panels">{inside}</div>' + bus_masters(results))


def bus_masters(results):
    rows = []
    for side, account in results.json["pci"].items():
        for name, master in account["masters"].items():
            if not master["arbitration_clocks"]["count"]:
                continue
            place = ("pci", side, "masters", name)
            rows.append([escape(side), escape(name), number(results.json, *place, "arbitration_clocks", "count"),
                         number(results.json, *place, "dwords")] +
                        [number(results.json, *place, f"{part}_clocks", "avg", digits=2) for part in ("arbitration", "acquisition", "target")])
    heads = ["bus", "master", ">transactions", ">dwords", ">arbitration", ">acquisition", ">target"]
    return "<h3>Masters, mean clocks of a transaction's latency</h3>" + table(heads, rows, "Masters of the buses")


def waveform(data):
    """The viewer; its data and program come at the page's end."""
    if data is None:
        return None
    buttons = "".join(f'<button type="button" data-key="{key}">{words}</button>' for key, words in (
        ("ArrowLeft", "&larr; earlier"), ("ArrowRight", "later &rarr;"), ("+", "zoom in"), ("-", "zoom out"), ("Home", "all")))
    sides = {"tx": "sender ", "rx": "receiver "}
    buttons += "".join(f'<button type="button" data-mark="{m["k"]}">{sides.get(m["k"][:2], "") if m["n"].endswith("#") else ""}{m["n"]}</button>'
                       for m in data["marks"])
    arrived = any(m["k"] == "rx_trdy" for m in data["marks"])
    until = "to its first cell in the other host's" if arrived else "on; its first cell came later or not at all"
    rows = sum("g" not in row for row in data["rows"])
    label = f"Waveform of the first packet, {rows} signals over {data['length'] / 1e6:.1f} microseconds. {HINT}"
    return section("waveform", "The first packet on the wires", (
        f'<p class="about">From its descriptors in memory {until}, {data["length"] / 1e6:.1f} us; levels as on the board, '
        f'names ending in _n are low when asserted. The same in <code>first_packet.vcd</code> beside the results.</p><div id="waves">'
        f'<div class="tools">{buttons}</div><div class="screen"><canvas tabindex="0" role="application" aria-label="{escape(label)}"></canvas></div>'
        f'<p data-says aria-live="polite"></p><p class="hint">{HINT}</p></div>'))


def counters(results):
    groups = {}
    for name in results.json["counters"]:
        groups.setdefault(name.split(".")[0], []).append(name)
    inside = ""
    notes = {name: {"unit": "", "what": ""} for name in results.json["counters"]} | results.json["counter_definitions"]
    for group, names in groups.items():
        rows = [[escape(n), number(results.json, "counters", n), escape(notes[n]["unit"]), escape(notes[n]["what"])]
                for n in names]
        inside += details(f"{direction_words(group)}: {len(names)} counters", table(["counter", ">value", "unit", "counts"], rows, f"Counters of {group}"))
    return section("counters", "Counters", inside)


def checks(results):
    rows, lines = [], ""
    for name, check in results.json["checks"].items():
        bad = check["violations_seen"]
        rows.append([escape(name), '<span class="fail">violated</span>' if bad else '<span class="ok">ok</span>',
                     number(results.json, "checks", name, "checked"), number(results.json, "checks", name, "violations_seen")])
        lines += "".join(f"<li>{escape(v['rule'])} at {v['time_ns'] / 1000:.3f} us: {escape(v['where'])}: {escape(v['what'])}</li>"
                         for v in check["violations"][:20])
    inside = table(["checker", "verdict", ">looked at", ">violations"], rows, "Checkers") + (f"<ul>{lines}</ul>" if lines else "")
    return section("checks", "Checks", inside + ledger(results) + alarms(results))


def ledger(results):
    rows = []
    for i, line in enumerate(results.json["ledger"]):
        dropped = ", ".join(f"{escape(cause)} {n}" for cause, n in line["dropped"].items() if n) or "none"
        rows.append([escape(direction_words(line["direction"])), line["unit"], *(number(results.json, "ledger", i, k) for k in ("sent", "delivered")),
                     dropped, number(results.json, "ledger", i, "in_flight"),
                     '<span class="ok">balances</span>' if line["balances"] else '<span class="fail">does not balance</span>'])
    return "<h3>Ledger</h3>" + table(["direction", "what", ">sent", ">delivered", "dropped", ">in flight", "account"], rows, "Ledger")


def alarms(results):
    rows = [[escape(a["side"]), escape(a["alarm"]), f"{a['declared_ns'] / 1000:.3f}", f"{a['cleared_ns'] / 1000:.3f}" if a["cleared_ns"] is not None else "stands"]
            for a in results.json["alarms"]]
    return "<h3>Alarms of the PHYs</h3>" + table(["side", "alarm", ">declared, us", ">cleared, us"], rows, "Alarms") if rows else ""


def leaves(tree, places=()):
    """Every value of the configuration with its place."""
    if isinstance(tree, dict) and tree:
        for key, value in tree.items():
            yield from leaves(value, places + (key,))
    else:
        yield places, tree


def configuration(results):
    groups = {}
    for places, value in leaves(results.json["config"]):
        groups.setdefault(places[0], []).append((places, value))
    inside = ""
    for group, entries in groups.items():
        rows = [[escape(".".join(places)), number(results.json, "config", *places) if isinstance(value, (int, float)) and not isinstance(value, bool)
                 else escape(value if isinstance(value, str) else str(value).lower())] for places, value in entries]
        inside += details(f"[{group}] {len(entries)} keys", table(["key", "value"], rows, f"Configuration of {group}"), is_open=group in ("run", "workload"))
    return section("configuration", "The whole configuration", inside)
