#!/usr/bin/env bash
# Versions: LitePCIe 2024.12, LiteX 2024.12, migen 0.10.0 (PyPI).
# Expected: LitePCIe's DMA divides a buffer into requests that PCI Express allows: no one crosses a
# multiple of 4096. Their length is that of the data, also for a buffer that is no multiple of the
# width of the data path.
# Observed: requests have the largest size from the start of the buffer on: of 512 octets at 1F80h
# one goes from there to 207Fh. Of 60 octets with 128 bits the request states 15 words and has 12.
# Of 1514 octets, 1504 are written, and the last request states two words more.
# Hurts: a receive buffer is seldom aligned to the largest payload, and frames have all lengths. A
# root complex may report a malformed packet, which stops the system, and the last octets of frames
# are missing.
. "$(dirname "$0")/common.sh"

python_packages litepcie==2024.12 litex==2024.12 migen==0.10.0
cat >probe.py <<'CODE'
import sys
from types import SimpleNamespace

from litepcie.core.common import LitePCIeMasterInternalPort, LitePCIeMasterPort
from litepcie.frontend.dma import LitePCIeDMAReader, LitePCIeDMAWriter
from migen import Signal, passive, run_simulation

kind, width, address, length = sys.argv[1], *(int(number, 0) for number in sys.argv[2:])
# Largest payload 256 octets, largest read request 512.
phy = SimpleNamespace(
    data_width=width, max_payload_size=Signal(16, reset=256), max_request_size=Signal(16, reset=512), id=Signal(16)
)
port = LitePCIeMasterPort(LitePCIeMasterInternalPort(width, channel=0))
dma = {"write": LitePCIeDMAWriter, "read": LitePCIeDMAReader}[kind](
    SimpleNamespace(phy=phy, max_pending_requests=4), port, with_table=False
)


def give():
    yield dma.desc_sink.address.eq(address)
    yield dma.desc_sink.length.eq(length)
    yield dma.desc_sink.last_disable.eq(1)
    yield dma.desc_sink.valid.eq(1)
    yield
    while not (yield dma.desc_sink.ready):
        yield
    yield dma.desc_sink.valid.eq(0)


@passive
def fill():
    yield dma.sink.valid.eq(1)
    while True:
        yield


def watch():
    """Prints each request: its first and last octet, and the octets of data that come with it."""
    beats = 0
    yield port.source.ready.eq(1)
    for _ in range(300):
        yield
        if (yield port.source.valid):
            beats += 1
            if (yield port.source.last):
                first = yield port.source.adr
                words = yield port.source.len
                data = f"/{beats * width // 8}" if kind == "write" else ""
                print(f"{first:x}-{first + 4 * words - 1:x}{data}", end=" ")
                beats = 0


run_simulation(dma, [give(), watch()] + [fill()] * (kind == "write"))
CODE
# requests KIND WIDTH ADDRESS OCTETS: the requests for a buffer, as FIRST-LAST/OCTETS.
requests() {
    bounded 60 python probe.py "$@" | xargs
}

expect "write of 512 octets, 64 bits, at 1000h" "1000-10ff/256 1100-11ff/256" "$(requests write 64 0x1000 512)"
expect "at 1f80h (1f80-1fff/128 2000-20ff/256 2100-217f/128)" "1f80-207f/256 2080-217f/256" \
    "$(requests write 64 0x1f80 512)"
expect "read of 1024 octets at 1f80h" "1f80-217f 2180-237f" "$(requests read 64 0x1f80 1024)"
expect "write of 60 octets, 64 bits (1000-103b/60)" "1000-103b/56" "$(requests write 64 0x1000 60)"
expect "128 bits (1000-103b/60)" "1000-103b/48" "$(requests write 128 0x1000 60)"
expect "write of 1514 octets, 128 bits, last request (1500-15e9/234)" "1500-15e7/224" \
    "$(requests write 128 0x1000 1514 | grep -o '[^ ]*$')"
finish
