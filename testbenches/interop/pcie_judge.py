"""cocotbext-pcie as an independent judge of our packets, and ours of its packets.

    pcie_judge.py PCIE_INTEROP

It reads every packet that our models send, and makes the same octets of what it read. Our decoder
and checker judge requests, completions and DLLPs that it makes. Its LCRC is that of zlib.
"""
import collections
import pathlib
import random
import struct
import subprocess
import sys
import zlib

try:
    from cocotbext.pcie.core.dllp import Dllp, DllpType
    from cocotbext.pcie.core.tlp import Tlp, TlpFmt, TlpType
    from cocotbext.pcie.core.utils import PcieId
except ImportError:
    print("cocotbext-pcie is not installed: skipped")
    sys.exit(77)

PROGRAM = pathlib.Path(sys.argv[1])
MESSAGE = 0x34  # it cannot read messages


def exchange():
    text = subprocess.run([PROGRAM, "exchange"], text=True, capture_output=True, check=True).stdout
    for line in text.splitlines():
        way, kind, octets = line.split()
        yield way, kind, bytes.fromhex(octets)


def judge(lines):
    done = subprocess.run([PROGRAM, "judge"], text=True, input="".join(f"{way} {kind} {octets.hex()}\n" for way, kind, octets in lines),
                          capture_output=True, check=False)
    return done.returncode, done.stdout


def with_crc(sequence, tlp):
    framed = struct.pack(">H", sequence % 4096) + tlp
    return framed + struct.pack("<L", zlib.crc32(framed))


def it_reads_our_packets():
    kinds = collections.Counter()
    expected = {"up": 0, "down": 0}
    for way, kind, octets in exchange():
        if kind == "dllp":
            dllp = Dllp.unpack_crc(octets)
            assert dllp.pack_crc() == octets, (dllp, octets.hex())
            kinds[dllp.type.name] += 1
            continue
        framed, crc = octets[:-4], octets[-4:]
        assert struct.pack("<L", zlib.crc32(framed)) == crc, octets.hex()
        assert struct.unpack(">H", framed[:2])[0] == expected[way] % 4096
        expected[way] += 1
        if framed[2] == MESSAGE:
            kinds["MESSAGE"] += 1
            continue
        tlp = Tlp.unpack(framed[2:])
        assert tlp.check() and tlp.pack() == framed[2:], (tlp, framed.hex())
        kinds[tlp.fmt_type.name] += 1
    wanted = ("MEM_READ", "MEM_WRITE", "CPL_DATA", "CPL", "IO_WRITE", "CFG_READ_0", "CFG_WRITE_0", "ACK", "UPDATE_FC_P", "MESSAGE")
    assert all(kinds[name] > 0 for name in wanted), kinds
    print("read and made again:", dict(kinds))


def requests(draw, count):
    """Writes and reads of the card, each read answered in parts that end at multiples of 64."""
    packets, numbers = [], {"up": 0, "down": 0}

    def add(way, tlp):
        assert tlp.check(), tlp
        packets.append((way, "tlp", with_crc(numbers[way], tlp.pack())))
        numbers[way] += 1
        answer = "down" if way == "up" else "up"
        packets.append((answer, "dllp", Dllp.create_ack((numbers[way] - 1) % 4096).pack_crc()))

    for number in range(count):
        wide = draw.random() < 0.5
        address = (draw.randrange(1 << 32, 1 << 48) if wide else draw.randrange(1 << 20, 1 << 31)) & ~0xFFF | draw.randrange(0, 3800)
        octets = draw.randrange(1, 254)  # with up to three before it in its dword
        tlp = Tlp()
        tlp.requester_id = PcieId(1, 0, 0)
        if draw.random() < 0.5:
            tlp.fmt_type = TlpType.MEM_WRITE_64 if wide else TlpType.MEM_WRITE
            tlp.set_addr_be_data(address, draw.randbytes(octets))
            add("up", tlp)
            continue
        tlp.fmt_type = TlpType.MEM_READ_64 if wide else TlpType.MEM_READ
        tlp.set_addr_be(address, octets)
        tlp.tag = number % 32
        add("up", tlp)
        at, left = address, octets
        while left:
            part = min(left, 64 * draw.randrange(1, 4) - at % 64)
            answer = Tlp.create_completion_data_for_tlp(tlp, PcieId(0, 0, 0))
            answer.byte_count = left
            answer.lower_address = at & 0x7F
            answer.set_data(bytes(at % 4) + draw.randbytes(part) + bytes(-(at + part) % 4))
            add("down", answer)
            at, left = at + part, left - part
    return packets


def we_judge_its_packets():
    packets = requests(random.Random(5), 2000)
    update = Dllp()
    update.type, update.hdr_fc, update.data_fc = DllpType.UPDATE_FC_P, 0, 0
    packets.append(("down", "dllp", update.pack_crc()))
    code, said = judge(packets)
    assert code == 0, said[-2000:]
    print(said.strip())


def we_find_what_it_breaks():
    """A request over 4 KiB, a tag twice, a completion without a request."""
    def read(address, octets, tag):
        tlp = Tlp()
        tlp.fmt, tlp.type = TlpFmt.THREE_DW, 0
        tlp.set_addr_be(address, octets)
        tlp.tag, tlp.requester_id = tag, PcieId(1, 0, 0)
        return tlp

    stray = Tlp.create_completion_data_for_tlp(read(0x1000, 4, 9), PcieId(0, 0, 0))
    stray.byte_count = 4
    stray.set_data(bytes(4))
    for rule, ways in (("T19", [("up", read(0x1FFC, 8, 0))]), ("T22", [("up", read(0x1000, 4, 1)), ("up", read(0x2000, 4, 1))]),
                       ("T23", [("down", stray)])):
        lines = [(way, "tlp", with_crc(k, tlp.pack())) for k, (way, tlp) in enumerate(ways)]
        code, said = judge(lines)
        assert code == 1 and rule in said, (rule, said)
    print("broken rules are found")


for check in (it_reads_our_packets, we_judge_its_packets, we_find_what_it_breaks):
    check()
