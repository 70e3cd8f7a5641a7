"""What the wires did while the first packet passed, as lanes on the packet's own time."""
from niclab.results import Json, Packet, Run
from niclab.scene import waves

LANES = {"transaction", "cell"}


def lanes(run: Run, packet: Packet) -> list[Json]:
    """{name, marks: [begin, end, word]} in microseconds since the packet's run began; none where no
    waveform was recorded or it is another direction's.
    """
    wave = waves.read(run)
    if wave is None or wave["zero"] is None or packet.direction != run.json["ledger"][0]["direction"] or packet is not run.of(packet.direction)[0]:
        return []
    zero = wave["zero"] / 1e6
    found, title = [], ""
    for row in wave["rows"]:
        title = row.get("g", title)
        if row.get("n") in LANES and "d" in row:
            marks = [[begin / 1e6 - zero, end / 1e6 - zero, word] for begin, end, word in row["d"]]
            found.append({"name": f"{title.rpartition(' (')[0]}: {row['n']}s", "marks": marks})
    return found
