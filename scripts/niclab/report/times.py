"""Sections about time: a median packet's life, the stages beside published values, distributions."""
from niclab.report import charts, panels
from niclab.report.page import escape, figure, number, section, table
from niclab.report.results import HARDWARE, MEANING, MOMENTS, STAGES

KEYS = ('<span class="key" style="--c:var(--working)"></span>working <span class="key" style="--c:var(--waiting)"></span>waiting')


def direction_words(direction):
    return direction.replace("_", " ")


def stages_of(packet):
    """The packet's stages as spans."""
    return [(f"{s}: {MEANING[s]}", "working", packet.at[MOMENTS[i]], packet.at[MOMENTS[i + 1]]) for i, s in enumerate(STAGES)]


def bus_spans(results, packet):
    """The spans between the first REQ# and the first data in the other's memory, in microseconds."""
    spans = []
    for s in results.chain(packet):
        begin, end = float(s["begin_ns"]) / 1000, float(s["end_ns"]) / 1000
        if begin > packet.at["tx_req"] - 1e-6 and end < packet.at["rx_trdy"] + 1e-6:
            amount = f" ({s['amount']})" if s["amount"] else ""
            spans.append((f"{s['resource']}: {s['cause']}{amount}", s["state"], begin, end))
    return spans


def waterfall(results):
    """Of each direction, the packet whose whole time is the median."""
    inside = ""
    for direction in results.directions:
        packet = results.median_packet(direction)
        which = f"run {packet.run}, packet {packet.pdu}, {packet.octets} octet{'' if packet.octets == 1 else 's'}"
        words = direction_words(direction)
        inside += f"<h3>{escape(words)}: {packet.total:.2f} us from program to program</h3>"
        inside += figure(charts.waterfall(stages_of(packet), f"Stages of a packet {words}"), f"The seven stages of {which}.")
        spans = bus_spans(results, packet)
        if spans:
            inside += figure(charts.waterfall(spans, f"From bus to bus, {words}"),
                             f"From bus to bus, {packet.bus_to_bus:.2f} us: what the packet was waiting for or worked on by. {KEYS}")
    return section("waterfall", "A median packet", inside) if inside else None


def marks(reference, stage, direction):
    """Published values of a stage: (value, held out)."""
    return [(r["published"], r["split"] != "cal") for r in reference if r["quantity"] == stage and r["direction"] == direction]


def breakdown(results):
    """All stages with their range, and published values where there are some."""
    stages, reference = results.json["stages"], results.json["reference"]
    inside = ""
    for title, names in (("The cards", HARDWARE), ("The hosts", ("stl", "srl", "sel"))):
        chosen = [s for s in stages if s["name"] in names and s["count"]]
        if not chosen:
            continue
        entries = [(f"{s['name']}, {direction_words(s['direction'])}", s["min"], s["avg"], s["max"], marks(reference, s["name"], s["direction"]))
                   for s in chosen]
        inside += f"<h3>{title}</h3>" + figure(charts.breakdown(entries, "us", f"Stages of {title.lower()}"))
    if not inside:
        return None
    if reference:
        inside += ('<p class="about"><span class="key" style="--c:var(--working)"></span>simulated average, the whisker from minimum to maximum '
                   '<span class="key" style="--c:var(--published)"></span>published, a number of the model was fitted to it '
                   '<span class="key open" style="--c:var(--published)"></span>published and held out</p>')
    return section("breakdown", "Stages", inside + stage_table(results) + reference_table(results))


def stage_table(results):
    rows = []
    for i, s in enumerate(results.json["stages"]):
        numbers = [number(results.json, "stages", i, "count")] + [number(results.json, "stages", i, k, digits=3)
                                                                   for k in ("min", "avg", "max", "p50", "p99")]
        rows.append([f'<span title="{escape(MEANING.get(s["name"], ""))}">{s["name"]}</span>', escape(direction_words(s["direction"])), *numbers])
    return table(["stage (us)", "direction", ">n", ">min", ">avg", ">max", ">p50", ">p99"], rows, "Stages in microseconds")


def reference_table(results):
    rows = []
    for i, r in enumerate(results.json["reference"]):
        rows.append([r["quantity"], escape(direction_words(r["direction"])), r["stat"], number(results.json, "reference", i, "published", digits=2),
                     number(results.json, "reference", i, "simulated", digits=2), number(results.json, "reference", i, "error_percent", digits=1),
                     "fitted" if r["split"] == "cal" else "held out"])
    if not rows:
        return ""
    source = results.json["reference"][0]
    return (f"<h3>Published: {escape(source['source'])}, {escape(source['table'])}</h3>" +
            table(["stage (us)", "direction", "stat", ">published", ">simulated", ">error %", "use"], rows, "Published and simulated"))


def distribution(results):
    """The whole time and that from bus to bus."""
    inside = ""
    for direction in results.directions:
        packets = results.of(direction)
        for what, values in (("from program to program", [p.total for p in packets]), ("from bus to bus", [p.bus_to_bus for p in packets])):
            words = f"{direction_words(direction)}, {what}"
            inside += figure(panels.histogram(values, "us", f"Distribution: {words}"),
                             f"{words}: {len(values)} packets, {min(values):.3f} to {max(values):.3f} us")
    if not inside:
        return None
    caption = '<p class="about"><span class="key" style="--c:var(--waiting)"></span>the median</p>'
    return section("distribution", "Distribution of the total", f'<div class="panels">{inside}</div>{caption}')
