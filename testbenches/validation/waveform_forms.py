"""niclab check reads other spellings of a waveform.

Each form of the same bus has the same verdict, or a clear refusal.
"""
import pathlib
import re
import tempfile

from common import check_all, niclab
from wave_pattern import IDENTIFIERS, SIGNALS, VECTORS, VIOLATION, changes, declaration, header, lines, word

GOOD = lines(changes())
ONE_LINE = header() + "".join(f"#{time} " + " ".join(word(*change) for change in moved) + "\n" for time, moved in changes())
WIRES = "abcdefghijklmnopqrstuvwxyzABCDEF"  # an identifier a bit of AD: @a to @F


def check(folder, text, mapping=None, expect=0):
    (folder / "w.vcd").write_text(text)
    arguments = []
    if mapping is not None:
        (folder / "m.toml").write_text(mapping)
        arguments = ["--map", folder / "m.toml"]
    done = niclab("check", folder / "w.vcd", *arguments, expect=expect)
    return done.stderr if expect == 2 else done.stdout


def passes(folder, text, mapping=None, bus="tb"):
    said = check(folder, text, mapping)
    assert f"{bus}: 2 transactions or cells, judged from 0.0" in said and said.startswith("0 violations\n"), said
    return said


def both(folder, form, mapping=None, bus="tb"):
    """The clean waveform passes in this form, and in the broken one the violation is seen at its time."""
    said = passes(folder, form(changes()), mapping, bus)
    broken = check(folder, form(changes(broken=True)), mapping, expect=1)
    assert VIOLATION in broken and broken.startswith("1 violation\n"), broken
    return said


def divided(parts):
    """AD in parts (range, low bit, bits, identifier)."""
    variables = "".join(declaration(name) for name in SIGNALS if name != "AD")
    variables += "".join(f"$var wire {bits} {identifier} AD{spelt} $end\n" for spelt, _, bits, identifier in parts)

    def form(events):
        text = header(variables)
        for time, moved in events:
            text += f"#{time}\n"
            for name, value in moved:
                if name != "AD":
                    text += word(name, value) + "\n"
                    continue
                for _, low, bits, identifier in parts:
                    part = value if value == "z" else value[32 - low - bits:32 - low]
                    text += f"b{part} {identifier}\n" if bits > 1 else f"{part}{identifier}\n"
        return text

    return form


def spellings(folder):
    plain = both(folder, lambda events: header() + lines(events))
    forms = {
        "a comment of lines behind the header": lambda e: header() + "\n$comment\nAll initial values\nare below at t\n$end\n\n" + lines(e),
        "a comment between changes": lambda e: header() + lines(e).replace("#113\n", "#113\n$comment\n0 retries\n1! so far\n$end\n"),
        "a keyword in a comment": lambda e: "$comment ends at $enddefinitions and $var $end\n" + header() + lines(e),
        "all changes on the line of the time": lambda e: header() + "".join(
            f"#{time} " + " ".join(word(*change) for change in moved) + "\n" for time, moved in e),
        "one signal on the line of the time": lambda e: header() + "".join(
            f"#{time} " + " ".join(word(*c) for c in moved if c[0] == "PAR") + "\n"
            + "".join(word(*c) + "\n" for c in moved if c[0] != "PAR") for time, moved in e),
        "wires on one line": lambda e: header() + "".join(
            f"#{time}\n" + " ".join(word(*change) for change in moved) + "\n" for time, moved in e),
        "a word a line": lambda e: (header() + lines(e)).replace(" ", "\n"),
        "one line": lambda e: (header() + lines(e)).replace("\n", " "),
        "CRLF and tabs": lambda e: (header() + lines(e)).replace("\n", "\r\n").replace(" ", "\t"),
        "capitals": lambda e: header() + re.sub(r"^[bzx]", lambda m: m.group().upper(), lines(e), flags=re.M),
        "short values": lambda e: header() + re.sub(r"^b0+(?=\d)", "b", lines(e), flags=re.M),
        "no time before the first values": lambda e: header() + lines(e).removeprefix("#0\n"),
        "dumpvars, a real and a string": lambda e: header().replace("$upscope", "$var real 64 r1 level $end\n$var string 1 s1 state $end\n$upscope")
        + "#0\n$dumpvars\n" + lines(e).removeprefix("#0\n").replace("#25\n", "$end\nr0.1 r1\nsidle s1\n#25\n", 1),
        "a vector of one bit": lambda e: header() + re.sub(r"^([01z])%", r"b\1 %", lines(e), flags=re.M),
        "the same time twice": lambda e: header() + lines(e).replace("#113\n", "#113\n#113\n"),
        "other keywords in the header": lambda e: "$date\n today\n$end\n$version Some $var Simulator $end\n$timezero 0 $end\n" + header() + lines(e),
    }
    for name, form in forms.items():
        assert both(folder, form) == plain, name


def pieces(folder):
    """Vectors that the file has in pieces."""
    said = both(folder, divided([(f" [{bit}]", bit, 1, "@" + WIRES[bit]) for bit in range(31, -1, -1)]))
    assert "tb: AD from tb.AD[31] to tb.AD[0] (32 signals)\n" in said, said
    said = both(folder, divided([(" [15:0]", 0, 16, "@l"), (" [31:16]", 16, 16, "@h")]))
    assert "tb: AD from tb.AD[31:16], tb.AD[15:0]\n" in said, said
    both(folder, divided([("[0:15]", 16, 16, "@h"), ("[16:31]", 0, 16, "@l")]))  # ascending: its first bit is the highest
    both(folder, lambda e: header().replace("AD [31:0]", "AD [0:31]") + lines(e))
    wires = divided([(f"{bit}", bit, 1, "@" + WIRES[bit]) for bit in range(32)])  # AD0 to AD31
    said = both(folder, wires)
    assert "tb: AD from tb.AD31 to tb.AD0 (32 signals)\n" in said, said
    names = ", ".join(f'"AD{bit}"' for bit in range(32))
    both(folder, wires, f'[pci.b]\nscope = "tb"\nAD = [{names}]\n', "b")
    packed = header("".join(declaration(name) for name in SIGNALS if name not in ("PAR", "FRAME_n"))
                    + "$var wire 2 @c ctl [1:0] $end\n")

    def together(events):
        text, now = packed, {"PAR": "z", "FRAME_n": "1"}
        for time, moved in events:
            now.update((name, value) for name, value in moved if name in now)
            text += f"#{time}\n" + "".join(word(*c) + "\n" for c in moved if c[0] not in now)
            text += f"b{now['PAR']}{now['FRAME_n']} @c\n" if any(c[0] in now for c in moved) else ""
        return text

    said = both(folder, together, '[pci.b]\nscope = "tb"\nPAR = "tb.ctl[1]"\nFRAME_n = "ctl[0]"\n', "b")
    assert "b: PAR from tb.ctl[1]; FRAME_n from tb.ctl[0]\n" in said, said
    hole = divided([(f" [{bit}]", bit, 1, "@" + WIRES[bit]) for bit in range(32) if bit != 7])
    assert "tb.AD[7] is missing" in check(folder, hole(changes()), '[pci.b]\nscope = "tb"\n', expect=2)


def names(folder):
    text = header() + GOOD
    passes(folder, text.replace("module tb", "begin slot[0]"), bus="slot[0]")
    passes(folder, text.replace("module tb", "begin slot[0]"), '[pci.b]\nscope = "slot[0]"\n', "b")
    passes(folder, text.replace("module tb", "module g(0)"), bus="g(0)")
    passes(folder, header(scope="") + GOOD, bus="top")
    two = header().replace("$enddefinitions $end\n", "").replace("module tb", "module slot[0]") + header(timescale="").replace("tb", "slot[1]") + GOOD
    said = passes(folder, two, bus="slot[0]")
    assert "slot[1]: 2 transactions" in said
    small = "".join(declaration(name, own=name.lower()) for name in SIGNALS)
    passes(folder, header(small) + GOOD)
    passes(folder, header(small) + GOOD, '[pci.b]\nscope = "TB"\n', "b")
    escaped = header("".join(declaration(name, own="\\bus." + name, spelt_range=f" [{VECTORS[name] - 1}:0]" if name in VECTORS else "")
                             for name in SIGNALS)) + GOOD
    passes(folder, escaped, '[pci.b]\nscope = "tb.bus"\n', "b")
    passes(folder, escaped, '[pci.b]\nscope = "tb.\\\\bus"\n', "b")
    twice = header("".join(map(declaration, SIGNALS)) + declaration("PAR", own="par", identifier="@q")) + GOOD
    passes(folder, twice)  # the name as it is wins
    unclear = header(small + declaration("PAR", own="pAr", identifier="@q")) + GOOD
    assert "may be any of tb.par, tb.pAr" in check(folder, unclear, '[pci.b]\nscope = "tb"\n', expect=2)
    again = header("".join(map(declaration, SIGNALS)) + declaration("AD", identifier="@q")) + GOOD
    assert "tb.AD[0] is declared twice" in check(folder, again, '[pci.b]\nscope = "tb"\n', expect=2)


def nine_values(folder):
    """A weak high is high, a weak low is low; U, X, W and - are no level."""
    for weak in ("H", "h"):
        passes(folder, header() + lines(changes()).replace("\n1", f"\n{weak}").replace(f"{weak}!", "1!"))
    passes(folder, header() + lines(changes(idle="H")))
    passes(folder, header() + lines(changes(idle="L")))
    passes(folder, header() + lines(changes(idle="x")))  # nothing qualifies an idle bus' address
    passes(folder, header() + GOOD.replace("#0\n", "#0\nU&\nU(\n", 1))
    weak = check(folder, header() + GOOD.replace("0%", "W%"), expect=1)
    assert "P1: " in weak, weak
    # In reset nothing is driven; a pull-up drives nothing.
    in_reset = header("".join(map(declaration, SIGNALS)) + "$var wire 1 r RST_n $end\n") + "#0\n0r\n" + lines(changes(idle="H"))
    passes(folder, in_reset.replace("\n#55\n", "\n#55\n1r\n"))
    passes(folder, in_reset.replace("\n#55\n", "\n#55\n1r\n").replace("bHHHH #", "b0000 #", 1))  # by the central resource
    driven = check(folder, in_reset.replace("\n#55\n", "\n#55\n1r\n").replace("bHHHH #", "b0010 #", 1), expect=1)
    assert "P39: " in driven, driven


def refusals(folder):
    def refused(text, *wanted, mapping=None):
        said = check(folder, text, mapping, expect=2)
        assert said.count("\n") == 1 and all(part in said for part in wanted), (said, wanted)

    text = header() + GOOD
    refused("META samplerate: 100\n" + text, "w.vcd:1:1: 'META': ", "remove them with tail -c +22")
    (folder / "w.vcd").write_text("META samplerate: 100\n" + text)
    (folder / "cut.vcd").write_bytes((folder / "w.vcd").read_bytes()[21:])
    assert "0 violations" in niclab("check", folder / "cut.vcd").stdout
    refused(header(timescale="") + GOOD, "no $timescale", 'timescale = "1 ns"')
    passes(folder, header(timescale="") + GOOD, 'timescale = "1 ns"\n')
    passes(folder, header(timescale="") + GOOD, 'timescale = "1ns"\n[pci.b]\nscope = "tb"\n', "b")
    refused(header(timescale="") + GOOD, "m.toml:1:", 'timescale = "1 hour": not a unit of time', mapping='timescale = "1 hour"\n')
    refused(text.replace("32 \" AD [31:0]", "16 \" AD [15:0]"), "pci.b.AD: 'tb.AD': 16 bits; expected 32", mapping='[pci.b]\nscope = "tb"\n')
    refused(text, "pci.b.AD = \"tb.PAR\": 'tb.PAR': 1 bits; expected 32", mapping='[pci.b]\nscope = "tb"\nAD = "tb.PAR"\n')
    refused(text, 'pci.b.AD = "tb.ADD": not in the waveform', 'did you mean "tb.AD"', mapping='[pci.b]\nscope = "tb"\nAD = "tb.ADD"\n')
    refused(text, "m.toml:1:", "no bus; expected a table", mapping="pci = {}\n")
    refused(text.replace("#113\n", "#113\n1?\n"), "w.vcd:", "'1?': not declared")
    refused(text.replace("#113\n", "#113\n  b102 !\n"), ":3: 'b102': '2' in a value; expected digits 0, 1, x or z")
    refused(text.replace("#113\n", "#113\n#5\n"), "'#5': a time before 113000000 fs; expected times in order")
    refused(text.replace("#113\n", "#113\npDD 6 6 <0\n"), "extended format", "$dumpvars")
    refused(header() + GOOD.replace("b", "q", 1), "; expected a time, a value")
    refused(text.replace("#113\n", "#113\n$comment without an end\n"), "in $comment; expected $end")
    (folder / "w.gz").write_bytes(b"\x1f\x8b" + text.encode())
    assert "compressed by gzip; expected a VCD or an FST" in niclab("check", folder / "w.gz", expect=2).stderr
    refused("".join(word + "\n" for word in ("$timescale", "1", "ns")), "the file ends, in $timescale; expected $end")
    big = text.replace("#113\n", "#113\nb" + "0" * 40 + " \"\n")
    passes(folder, big)  # leading zeros say nothing
    refused(text.replace("#113\n", "#113\nb1" + "0" * 40 + " \"\n"), "a value of 41 digits; expected 32 at most")


def lost_values(folder):
    """A simulator of two values: the message says what it is."""
    said = check(folder, "$version Generated by VerilatedVcd $end\n" + header() + lines(changes(idle="0")).replace("1%", "0%"), expect=2)
    assert "Verilator records no z" in said, said
    said = check(folder, header() + lines(changes(idle="0")).replace("1%", "0%"), expect=2)
    assert "no z and no x" in said, said
    passes(folder, header() + lines(changes(idle="0")))


def own_wires(folder):
    """niclab's files for sigrok can be read back."""
    niclab("run", "stream", "--vcd", folder / "s.vcd", "--set", "workload.count=2", "--out", folder / "s")
    told = niclab("check", folder / "s.vcd", "--sigrok", folder / "wires").stdout
    for bus, transactions in re.findall(r"^(\S+): (\d+) transactions", told, flags=re.M):
        again = niclab("check", folder / "wires" / f"{bus}.vcd").stdout
        assert f"{bus}: {transactions} transactions or cells" in again and again.startswith("0 violations\n"), again


assert len(IDENTIFIERS) == len(SIGNALS)
with tempfile.TemporaryDirectory() as temporary:
    check_all((spellings, pieces, names, nine_values, refusals, lost_values, own_wires), pathlib.Path(temporary))
