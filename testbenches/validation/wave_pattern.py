"""A short PCI bus as signals over time, clean or with wrong parity, and its spelling as a VCD."""

VECTORS = {"AD": 32, "CBE_n": 4}
SIGNALS = ["CLK", "AD", "CBE_n", "PAR", "FRAME_n", "IRDY_n", "TRDY_n", "DEVSEL_n", "STOP_n"]
IDENTIFIERS = {name: chr(33 + i) for i, name in enumerate(SIGNALS)}
PERIOD_NS, HOLD_NS = 30, 2
IDLE = {"AD": "z", "CBE_n": "z", "PAR": "z", "FRAME_n": "1", "IRDY_n": "1", "TRDY_n": "1", "DEVSEL_n": "1", "STOP_n": "1"}
VIOLATION = "293.000 ns: P18"  # of the broken one


def bits_of(value, name):
    return value if value in ("z", "x") else format(value, f"0{VECTORS[name]}b")


def write(address, data):
    """The clocks of a memory write of one dword."""
    return [dict(IDLE, AD=address, CBE_n=7, FRAME_n="0"),
            dict(IDLE, AD=data, CBE_n=0, IRDY_n="0"),
            dict(IDLE, AD=data, CBE_n=0, IRDY_n="0", DEVSEL_n="0", TRDY_n="0")]


def clocks(broken=False):
    """What is on the wires at each clock: idle, two writes with idle clocks between, idle."""
    rows = [dict(IDLE) for _ in range(8)] + write(0x1000, 0x80000003) + [dict(IDLE)] * 3 + write(0x2004, 0x00F0000F) + [dict(IDLE)] * 5
    for i in range(1, len(rows)):
        before = rows[i - 1]
        parity = "z" if before["AD"] == "z" else str((before["AD"].bit_count() + before["CBE_n"].bit_count()) % 2)
        rows[i] = dict(rows[i], PAR=parity)
    if broken:
        rows[9] = dict(rows[9], PAR="1" if rows[9]["PAR"] == "0" else "0")
    return rows


def changes(broken=False, idle=None):
    """[(time in ns, [(signal, value)])]; a value is a character of a wire, or the digits of a
    vector. `idle`: what stands for z.
    """
    events, now = [], {}
    for i, row in enumerate(clocks(broken)):
        edge = (i + 1) * PERIOD_NS - 7
        moved = []
        for name in SIGNALS[1:]:
            value = bits_of(row[name], name) if name in VECTORS else row[name]
            value = idle * VECTORS.get(name, 1) if value == "z" and idle is not None else value
            if now.get(name) != value:
                moved.append((name, value))
                now[name] = value
        events += [(edge - PERIOD_NS + HOLD_NS if i else 0, ([] if i else [("CLK", "0")]) + moved), (edge, [("CLK", "1")]),
                   (edge + PERIOD_NS // 2, [("CLK", "0")])]
    return sorted(events, key=lambda event: event[0])


def declaration(name, own=None, identifier=None, bits=None, spelt_range=None):
    bits = bits or VECTORS.get(name, 1)
    spelt = spelt_range if spelt_range is not None else f" [{bits - 1}:0]" if bits > 1 else ""
    return f"$var wire {bits} {identifier or IDENTIFIERS[name]} {own or name}{spelt} $end\n"


def header(variables=None, scope="$scope module tb $end\n", timescale="$timescale 1 ns $end\n"):
    variables = variables or "".join(declaration(name) for name in SIGNALS)
    return timescale + scope + variables + ("$upscope $end\n" if scope else "") + "$enddefinitions $end\n"


def word(name, value):
    return f"b{value} {IDENTIFIERS[name]}" if name in VECTORS else f"{value}{IDENTIFIERS[name]}"


def lines(events):
    """One change per line, as most simulators write it."""
    return "".join(f"#{time}\n" + "".join(word(*change) + "\n" for change in moved) for time, moved in events)
