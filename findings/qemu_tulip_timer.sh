#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device tulip.
# Expected: CSR11 is a timer of 81.92 us per count with 100 Mb/s. At its end CSR5.GTE, bit 11, is set.
# Observed: it keeps its value, and GTE stays 0.
# Hurts: drivers that collect receive interrupts by this timer wait for ever, so a frame is passed
# on when some other event happens.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import time

from qemu_card import Tulip

card = Tulip()
card.set(11, 10)
time.sleep(0.5)
print(card.get(11), hex(card.get(5) & 0x800))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "CSR11 and GTE 0.5 s after a timer of 0.8 ms is set" "10 0x0" "$(cat lines)"
finish
