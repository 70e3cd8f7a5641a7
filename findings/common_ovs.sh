# shellcheck shell=bash
# Helper for the scripts about Open vSwitch. It sources `common.sh`.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# ovs_bridge: installs Open vSwitch of Debian 12 in `$ROOT`, and `ovs_bridge.py` as a module of the script's Python.
ovs_bridge() {
    debian_packages openvswitch-switch=3.1.0-2+deb12u1 openvswitch-common=3.1.0-2+deb12u1
    wrap_programs usr/sbin/ovsdb-server usr/lib/openvswitch-switch/ovs-vswitchd
    need python3
    export OVS_PKGDATADIR=$ROOT/usr/share/openvswitch
    cat >ovs_bridge.py <<'CODE'
"""A bridge of Open vSwitch in user space, with two ports that exist in the program only."""
import atexit
import os
import struct
import subprocess
import time

ADDRESSES = bytes.fromhex("020000000002020000000001")


def checksum(octets):
    """The checksum of IP, over a number of octets that is even."""
    total = sum(struct.unpack(f">{len(octets) // 2}H", octets))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


def ip(data, fragment=0, protocol=17):
    """An IPv4 packet from 10.0.0.1 to 10.0.0.2; `fragment` is the field of flags and offset."""
    header = struct.pack(">BBHHHBBHII", 69, 0, 20 + len(data), 1, fragment, 64, protocol, 0, 0x0A000001, 0x0A000002)
    return header[:10] + struct.pack(">H", checksum(header)) + header[12:] + data


def udp(data):
    """A UDP datagram from port 1000 to port 2000, with a checksum and an even number of octets."""
    header = struct.pack(">HHHH", 1000, 2000, 8 + len(data), 0)
    sum_of = checksum(struct.pack(">IIHH", 0x0A000001, 0x0A000002, 17, 8 + len(data)) + header + data)
    return header[:6] + struct.pack(">H", sum_of or 0xFFFF) + data


def ethernet(data, kind=0x0800, tag=b""):
    """A frame without FCS that is padded to 60 octets."""
    return (ADDRESSES + tag + struct.pack(">H", kind) + data).ljust(60, b"\0")


def call(*command):
    """Returns what a program prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=30).stdout


def until(condition):
    """Waits until a condition holds."""
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    raise TimeoutError


class Bridge:
    """The bridge br0 with the ports "in" and "out"."""

    def __init__(self):
        """Starts the database and the switch in the current folder; they end with this program."""
        here = os.getcwd()
        os.environ.update({f"OVS_{name}DIR": here for name in ("RUN", "LOG", "DB", "SYSCONF")})
        self.seen, self.marks = 24, 0
        call("ovsdb-tool", "create", "conf.db", f"{os.environ['OVS_PKGDATADIR']}/vswitch.ovsschema")
        self.start("ovsdb-server", "conf.db", f"--remote=punix:{here}/db.sock", f"--unixctl={here}/db.ctl")
        until(lambda: os.path.exists("db.sock"))
        self.configure("--no-wait", "init")
        self.start("ovs-vswitchd", f"unix:{here}/db.sock", "--enable-dummy=override", "--disable-system",
                   f"--unixctl={here}/switch.ctl")
        options = f"options:tx_pcap={here}/out.pcap"
        self.configure("add-br", "br0", "--", "set", "bridge", "br0", "datapath-type=dummy",
                       "protocols=[OpenFlow10,OpenFlow13]", "--", "add-port", "br0", "in", "--", "set", "interface",
                       "in", "type=dummy", "--", "add-port", "br0", "out", "--", "set", "interface", "out",
                       "type=dummy", options)
        until(lambda: os.path.exists("out.pcap") and os.path.exists("br0.mgmt"))

    def start(self, *command):
        """Starts a server."""
        with open(f"{command[0]}.log", "w") as log:
            server = subprocess.Popen(command, stdout=log, stderr=log)
        atexit.register(server.wait)
        atexit.register(server.kill)

    def configure(self, *arguments):
        """Runs ovs-vsctl."""
        return call("ovs-vsctl", f"--db=unix:{os.getcwd()}/db.sock", "--timeout=30", *arguments)

    def control(self, *arguments):
        """Runs ovs-appctl."""
        return call("ovs-appctl", "-t", f"{os.getcwd()}/switch.ctl", *arguments)

    def openflow(self, *arguments):
        """Runs a command of ovs-ofctl on the bridge."""
        return call("ovs-ofctl", "-O", "OpenFlow13", arguments[0], f"unix:{os.getcwd()}/br0.mgmt", *arguments[1:])

    def rule(self, actions, match="in_port=in"):
        """Makes one rule for frames of the port "in", beside that for the mark."""
        self.openflow("del-flows")
        self.openflow("add-flow", "priority=9,dl_type=0x88b6,actions=output:out")
        self.openflow("add-flow", f"{match},actions={actions}")

    def receive(self, *frames):
        """Frames arrive at the port "in"."""
        self.control("netdev-dummy/receive", "in", *(frame.hex() for frame in frames))

    def sent(self):
        """Returns the frames that have left the port "out" since the last call."""
        for _ in range(2):  # a mark may overtake frames that arrive together with it
            self.marks += 1
            mark = ethernet(struct.pack(">I", self.marks), 0x88B6)
            self.receive(mark)
            until(lambda: mark in open("out.pcap", "rb").read())
        octets, frames = open("out.pcap", "rb").read(), []
        while self.seen < len(octets):
            length = struct.unpack_from("<I", octets, self.seen + 8)[0]
            frames.append(octets[self.seen + 16 : self.seen + 16 + length])
            self.seen += 16 + length
        return [frame for frame in frames if frame[12:14] != b"\x88\xb6"]
CODE
}
