#!/usr/bin/env bash
# Versions: LiteEth 2024.12, LiteX 2024.12, migen 0.10.0 (PyPI), LiteEthMACSRAMWriter and
# LiteEthMACSRAMReader.
# Expected: a received frame that is too long is discarded and counted, or marked. With a time
# stamp, the reader reports when each frame was sent, and its event stays pending until software
# clears it.
# Observed: a long frame is cut and stored as a good one: of 2000 octets 1531 are stored with 8
# bits, 1536 with 32 and 1544 with 64. The counter of errors stays 0. With a time stamp the event of
# a sent frame is pending for one clock, and the time stamp is always 0.
# Hurts: jumbo frames of another host reach the stack without their end and their FCS. A driver that
# waits for a sent frame, as PTP does, waits for ever.
. "$(dirname "$0")/common.sh"

python_packages liteeth==2024.12 litex==2024.12 migen==0.10.0
cat >probe.py <<'CODE'
import sys

from liteeth.mac.sram import LiteEthMACSRAMReader, LiteEthMACSRAMWriter
from litex.gen.sim import passive, run_simulation
from migen import Signal


def receive(width, sizes):
    """Prints the lengths of the frames that are stored, and the counter of errors."""
    writer = LiteEthMACSRAMWriter(width, 2048 * 8 // width, nslots=8)
    writer.specials += writer.mems
    octets = width // 8

    def give():
        for size in sizes:
            for at in range(0, size, octets):
                last = at + octets >= size
                yield writer.sink.valid.eq(1)
                yield writer.sink.last.eq(last)
                yield writer.sink.last_be.eq(1 << min(octets, size - at) - 1 if last else 0)
                yield
            yield writer.sink.valid.eq(0)
            for _ in range(4):
                yield
        print("errors", (yield writer._errors.status))

    @passive
    def watch():
        while True:
            yield
            if (yield writer.stat_fifo.sink.valid):
                print((yield writer.stat_fifo.sink.length), end=" ")

    run_simulation(writer, [give(), watch()])


def send(timestamp):
    """Sends three frames; prints the clocks with a pending event, and the time stamp of the last frame."""
    reader = LiteEthMACSRAMReader(32, 512, nslots=2, timestamp=timestamp)
    reader.specials += reader.mems
    pending = []

    def give():
        yield reader.source.ready.eq(1)
        yield reader._length.storage.eq(64)
        for _ in range(3):
            yield reader._start.re.eq(1)
            yield
            yield reader._start.re.eq(0)
            for _ in range(60):
                yield
        stamp = (yield reader._timestamp.status) if timestamp is not None else "none"
        print("pending in more than 100 clocks:" if sum(pending) > 100 else f"{sum(pending)} clocks:", stamp)

    @passive
    def watch():
        while True:
            yield
            pending.append((yield reader.ev.done.pending))

    run_simulation(reader, [give(), watch()])


if sys.argv[1] == "receive":
    receive(int(sys.argv[2]), [int(size) for size in sys.argv[3:]])
else:
    send(Signal(32, reset=77) if sys.argv[2] == "stamp" else None)
CODE
# probe COMMAND...: what the program prints.
probe() {
    bounded 200 python probe.py "$@" 2>log
}

expect "64, 1518, 1530 and 2000 octets, 8 bits (64 1518 1530 errors 1)" "64 1518 1530 1531 errors 0" \
    "$(probe receive 8 64 1518 1530 2000)"
expect "32 bits" "64 1518 1530 1536 errors 0" "$(probe receive 32 64 1518 1530 2000)"
expect "64 bits" "64 1518 1530 1544 errors 0" "$(probe receive 64 64 1518 1530 2000)"
expect "three sent frames without time stamp: event" "pending in more than 100 clocks: none" "$(probe send none)"
expect "with time stamp 77 (pending in more than 100 clocks: 77)" "3 clocks: 0" "$(probe send stamp)"
finish
