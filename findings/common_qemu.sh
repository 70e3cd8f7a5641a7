# shellcheck shell=bash
# Helper for the scripts about QEMU's network cards. It sources `common.sh`.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# qemu_card [PACKAGE]: installs QEMU of Debian 12, by default for x86, in `$ROOT` and `qemu_card.py` as a
# module of the script's Python.
qemu_card() {
    debian_packages "${1:-qemu-system-x86}=1:7.2+dfsg-7+deb12u18+b3"
    need python3
    export QEMU_ROOT=$ROOT QEMU_MODULE_DIR=$ROOT/usr/lib/x86_64-linux-gnu/qemu PYTHONUNBUFFERED=1
    cat >qemu_card.py <<'CODE'
"""A network card of QEMU, driven from outside by its registers over the qtest protocol."""
import atexit
import os
import socket
import struct
import subprocess
import time
import zlib

BROADCAST = bytes.fromhex("ffffffffffff0200000000020800")
FRAME = BROADCAST + bytes(range(46))  # 60 octets, without its FCS


class Card:
    """A card in PCI slot 4 of a machine whose processor is halted. `wire` is the cable."""

    def __init__(self, model, base, options=()):
        """Starts QEMU with the card MODEL and more `options`; maps the card's first BAR at `base`."""
        firmware = bytearray(65536)
        firmware[-16:-12] = bytes.fromhex("faf4ebfd")  # cli; hlt; jump back to hlt
        open("halt.bin", "wb").write(firmware)
        self.start(model, [
            "qemu-system-x86_64", "-L", os.environ["QEMU_ROOT"] + "/usr/share/qemu",
            "-M", "pc", "-m", "32", "-bios", "halt.bin",
            "-device", f"{model},netdev=net,addr=4,mac=02:00:00:00:00:01,romfile=", *options])
        self.command(f"outl 0xcf8 {0x80002010:#x}")
        self.command(f"outl 0xcfc {base:#x}")
        self.command(f"outl 0xcf8 {0x80002004:#x}")
        self.command("outl 0xcfc 0x7")

    def start(self, model, arguments):
        """Starts a machine; its card has to use the netdev "net", which is the cable."""
        self.wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.wire.bind(("127.0.0.1", 0))
        self.wire.settimeout(2)
        probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        probe.bind(("127.0.0.1", 0))
        self.card = probe.getsockname()
        probe.close()
        listener = socket.socket(socket.AF_UNIX)
        if os.path.exists(f"{model}.socket"):
            os.unlink(f"{model}.socket")
        listener.bind(f"{model}.socket")
        listener.listen(1)
        listener.settimeout(60)
        here = "127.0.0.1:%d"
        self.machine = subprocess.Popen([
            *arguments, "-nodefaults", "-display", "none", "-accel", "tcg", "-qtest-log", "none",
            "-qtest", f"unix:{model}.socket",
            "-netdev", "socket,id=net,udp=%s,localaddr=%s" % (
                here % self.wire.getsockname()[1], here % self.card[1])])
        atexit.register(self.machine.kill)
        self.lines = listener.accept()[0].makefile("rw")

    def start_arm(self, model, machine, code, options=()):
        """Starts a board with the card MODEL; its processor waits for an interrupt at the address `code`."""
        self.start(model, [
            "qemu-system-arm", "-M", machine, *options,
            "-device", f"loader,addr={code:#x},data=0xeafffffde320f003,data-len=8",
            "-device", f"loader,addr={code:#x},cpu-num=0",
            "-net", f"nic,netdev=net,model={model},macaddr=02:00:00:00:00:01"])

    def command(self, line):
        """Returns the words of the answer to one command of the qtest protocol."""
        self.lines.write(line + "\n")
        self.lines.flush()
        while (answer := self.lines.readline().split())[0] != "OK":
            assert answer[0] == "IRQ", answer
        return answer[1:]

    def read(self, access, address):
        """Returns a register; `access` is inb, inw, inl or readl."""
        return int(self.command(f"{access} {address:#x}")[0], 16)

    def write(self, access, address, value):
        """Sets a register; `access` is outb, outw, outl or writel."""
        self.command(f"{access} {address:#x} {value:#x}")

    def load(self, address, size):
        """Returns octets of the memory."""
        return bytes.fromhex(self.command(f"read {address:#x} {size:#x}")[0][2:])

    def store(self, address, octets):
        """Writes octets to the memory."""
        self.command(f"write {address:#x} {len(octets):#x} 0x{octets.hex()}")

    def send(self, frame):
        """Sends a frame to the card and waits half a second."""
        self.wire.sendto(frame, self.card)
        time.sleep(0.5)

    def receive(self):
        """Returns the next frame that the card sends, empty if none comes in two seconds."""
        try:
            return self.wire.recv(9000)
        except TimeoutError:
            return b""


class E1000(Card):
    """An 82540EM, or another model with its registers, with 8 descriptors each way."""

    def __init__(self, model="e1000"):
        super().__init__(model, 0xFE000000)
        self.sent = 0
        for ring, at, tail in ((0x3800, 0x100000, 0), (0x2800, 0x101000, 7)):
            for register, value in ((0, at), (4, 0), (8, 128), (16, 0), (24, tail)):
                self.set(ring + register, value)
        for i in range(8):
            self.store(0x101000 + 16 * i, struct.pack("<QQ", 0x120000 + 2048 * i, 0))

    def get(self, register):
        """Returns a register."""
        return self.read("readl", 0xFE000000 + register)

    def set(self, register, value):
        """Sets a register."""
        self.write("writel", 0xFE000000 + register, value)

    def transmit(self, frame):
        """Sends a frame with end of packet and insertion of the FCS; returns what is on the wire."""
        slot = self.sent % 8
        self.sent += 1
        self.store(0x110000, frame)
        self.store(0x100000 + 16 * slot, struct.pack("<QHBBI", 0x110000, len(frame), 0, 0x0B, 0))
        self.set(0x3818, self.sent % 8)
        return self.receive()

    def received(self, slot):
        """Returns the octets that a receive descriptor reports."""
        address, size = struct.unpack_from("<QH", self.load(0x101000 + 16 * slot, 16))
        return self.load(address, size)


class Pcnet(Card):
    """An Am79C970A with 4 descriptors each way, in 32-bit style."""

    def __init__(self, mode=0x0080, features=0x0115, buffers=4, options=()):
        super().__init__("pcnet", 0xC001, options)
        self.sent = 0
        self.read("inw", 0xC014)  # reset
        self.set(20, 2, 0xC016)
        station = bytes.fromhex("020000000001")
        self.store(0x100000, struct.pack("<HBB6sHQII", mode, 0x20, 0x20, station, 0, 0, 0x102000,
                                         0x101000))
        for i in range(4):
            self.store(0x102000 + 16 * i, struct.pack(
                "<IHHQ", 0x120000 + 2048 * i, 65536 - 1600, 0x8000 * (i < buffers), 0))
            self.store(0x101000 + 16 * i, bytes(16))
        for register, value in ((1, 0), (2, 0x10), (4, features), (0, 1)):
            self.set(register, value)
        time.sleep(0.2)
        self.set(0, 0x102)

    def get(self, register):
        """Returns a CSR."""
        self.write("outw", 0xC012, register)
        return self.read("inw", 0xC010)

    def set(self, register, value, data=0xC010):
        """Sets a CSR."""
        self.write("outw", 0xC012, register)
        self.write("outw", data, value)

    def transmit(self, frame):
        """Sends a frame; returns what is on the wire."""
        slot = self.sent % 4
        self.sent += 1
        self.store(0x110000, frame)
        self.store(0x101000 + 16 * slot, struct.pack("<IHHQ", 0x110000, 65536 - len(frame), 0x8300, 0))
        self.set(0, 0x48)
        return self.receive()

    def received(self, slot):
        """Returns the octets that a receive descriptor reports."""
        address, _, _, size = struct.unpack_from("<IHHI", self.load(0x102000 + 16 * slot, 16))
        return self.load(address, size & 0xFFF)


class Ne2000(Card):
    """An RTL8029: transmit page 40h, receive ring from page 4Ch to 80h."""

    def __init__(self):
        super().__init__("ne2k_pci", 0xC001)
        for register, value in ((0, 0x21), (14, 0x48), (1, 0x4C), (2, 0x80), (3, 0x4C), (4, 0x40),
                                (12, 4), (13, 0), (15, 0), (0, 0x61), (7, 0x4D), (0, 0x22)):
            self.set(register, value)

    def get(self, register):
        """Returns a register of the page that is selected."""
        return self.read("inb", 0xC000 + register)

    def set(self, register, value):
        """Sets a register of the page that is selected."""
        self.write("outb", 0xC000 + register, value)

    def dma(self, address, octets, command):
        """Moves octets between the card's memory and the host by remote DMA; returns what is read."""
        count = octets if command == 0x0A else len(octets)
        for register, value in ((10, count & 255), (11, count >> 8), (8, address & 255),
                                (9, address >> 8), (0, command)):
            self.set(register, value)
        if command == 0x0A:
            return bytes(self.get(16) for _ in range(count))
        for octet in octets:
            self.set(16, octet)
        return b""

    def transmit(self, frame):
        """Sends a frame; returns what is on the wire."""
        self.dma(0x4000, frame, 0x12)
        self.set(5, len(frame) & 255)
        self.set(6, len(frame) >> 8)
        self.set(0, 0x26)
        return self.receive()

    def received(self, page):
        """Returns the octets that the header in a page of the ring reports."""
        size = int.from_bytes(self.dma(page * 256 + 2, 2, 0x0A), "little")
        return self.dma(page * 256 + 4, size, 0x0A)

    def current_page(self):
        """Returns CURR, the page that the next frame goes to."""
        self.set(0, 0x62)
        page = self.get(7)
        self.set(0, 0x22)
        return page


class I82559(Card):
    """An 82559ER. The base addresses of the command unit and the receive unit are 0."""

    def __init__(self, options=()):
        super().__init__("i82559er", 0xFE000000, options)
        self.write("writel", 0xFE000008, 0)  # PORT: reset
        time.sleep(0.2)
        self.execute(0x60, 0)
        self.execute(0x06, 0)
        self.execute(0x40, 0x130000)

    def execute(self, command, pointer=None):
        """Writes the general pointer, if there is one, and a command of either unit."""
        if pointer is not None:
            self.write("writel", 0xFE000004, pointer)
        self.write("writeb", 0xFE000002, command)

    def status(self):
        """Returns the SCB status word: interrupts, state of the command unit, state of the receive unit."""
        return self.read("readw", 0xFE000000)

    def counters(self):
        """Returns the 16 counters of the 82557: 0 is sent frames, 9 received ones, 12 resource errors."""
        self.execute(0x50)
        return struct.unpack("<16I", self.load(0x130000, 64))

    def transmit_list(self, count):
        """Executes a list of that many transmit commands; returns the number of frames on the wire."""
        for i in range(count):
            command = 0x8004 if i == count - 1 else 4
            self.store(0x110000 + 256 * i, struct.pack(
                "<HHIIHBB", 0, command, 0x110100 + 256 * i, 0xFFFFFFFF, 0x8000 + len(FRAME), 1, 0) + FRAME)
        self.execute(0x10, 0x110000)
        return self.receive_all()

    def receive_all(self):
        """Returns the number of frames that the card sends until it is quiet for two seconds."""
        count = 0
        while self.receive():
            count += 1
        return count

    def start_receiver(self, count, last, size=1536):
        """Starts the receive unit with frame descriptors of `size` octets; `last` is the last one's command."""
        for i in range(count):
            self.store(0x120000 + 2048 * i, struct.pack(
                "<HHIIHH", 0, last if i == count - 1 else 0, 0x120800 + 2048 * i, 0xFFFFFFFF, 0, size))
        self.execute(0x01, 0x120000)

    def descriptor(self, slot):
        """Returns the status and the actual count of a receive frame descriptor."""
        status, _, _, _, count = struct.unpack("<HHIIH", self.load(0x120000 + 2048 * slot, 14))
        return status, count


class Tulip(Card):
    """A 21143 with 4 receive descriptors, started."""

    def __init__(self, mode=0, options=()):
        """`mode` is or-ed to CSR6."""
        super().__init__("tulip", 0xC001, options)
        self.sent = 0
        self.set(0, 1)
        for i in range(4):
            self.store(0x101000 + 16 * i, struct.pack(
                "<IIII", 0x80000000, 0x02000600 if i == 3 else 0x600, 0x120000 + 2048 * i, 0))
        self.set(3, 0x101000)
        self.set(4, 0x102000)
        self.set(6, 0x2002 | mode)

    def get(self, register):
        """Returns a CSR."""
        return self.read("inl", 0xC000 + 8 * register)

    def set(self, register, value):
        """Sets a CSR."""
        self.write("outl", 0xC000 + 8 * register, value)

    def transmit(self, data, flags):
        """Passes a buffer to the transmitter with the flags of TDES1."""
        self.store(0x110000, data)
        place = 0x102000 + 16 * self.sent
        self.sent += 1
        self.store(place, struct.pack("<IIII", 0x80000000, flags | len(data), 0x110000, 0) + bytes(16))
        self.set(1, 1)

    def status(self, slot):
        """Returns the first word of a receive descriptor."""
        return struct.unpack("<I", self.load(0x101000 + 16 * slot, 4))[0]


def swapped(value):
    """Returns a word with its octets exchanged: the bus is little-endian, and the processor is not."""
    return int.from_bytes(value.to_bytes(4, "little"), "big")


class Sungem(Card):
    """The card in PCI slot 12 of a machine whose processor executes a loop."""

    def __init__(self):
        open("loop.bin", "wb").write(bytes.fromhex("48000000") * 0x40000)
        self.start("sungem", [
            "qemu-system-ppc", "-M", "g3beige", "-m", "64", "-bios", "loop.bin",
            "-device", "sungem,netdev=net,addr=0xc,mac=02:00:00:00:00:01"])
        for register, value in (0x10, 0x80800000), (4, 7):
            self.write("writel", 0xFEC00000, swapped(0x80006000 | register))
            self.write("writel", 0xFEE00000, swapped(value))

    def get(self, register):
        """Returns a register."""
        return swapped(self.read("readl", 0x80800000 + register))

    def set(self, register, value):
        """Sets a register."""
        self.write("writel", 0x80800000 + register, swapped(value))


def setup_words(octets):
    """Returns octets as the 21143 reads them in a setup frame: two in each word of four."""
    return b"".join(octets[i:i + 2] + bytes(2) for i in range(0, len(octets), 2))


def fcs(frame):
    """Returns the FCS of a frame as it is on the wire."""
    return zlib.crc32(frame).to_bytes(4, "little")
CODE
}
