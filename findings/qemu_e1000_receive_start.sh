#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device e1000.
# Expected: the card receives as soon as RCTL.EN is set and descriptors are available.
# Observed: each write of RCTL holds reception for one second of guest time. Frames are not lost:
# they wait in front of the card and arrive together when the second is over.
# Who is hurt: whoever measures from "interface up" on QEMU, or toggles promiscuous mode during a
# measurement, which writes RCTL: latencies of up to 1 s that no real card shows.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import time

from qemu_card import FRAME, E1000

card = E1000()
card.set(0x100, 0x8002)
card.wire.sendto(FRAME, card.card)
start = time.monotonic()
while not card.get(0x2810) and time.monotonic() < start + 20:
    time.sleep(0.01)
first = time.monotonic() - start
start = time.monotonic()
card.send(FRAME)
print(card.get(0x2810), 0.8 < first < 10)
card.set(0x100, 0x8002)  # the same value again
card.wire.sendto(FRAME, card.card)
start = time.monotonic()
while card.get(0x2810) == 2 and time.monotonic() < start + 20:
    time.sleep(0.01)
print(0.8 < time.monotonic() - start < 10)
card.machine.kill()
CODE
bounded 90 python3 probe.py >facts
expect "frames received, first one after about one second" "2 True" "$(sed -n 1p facts)"
expect "after RCTL is written again, about one second more" "True" "$(sed -n 2p facts)"
finish
