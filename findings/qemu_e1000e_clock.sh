#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device e1000e.
# Expected: SYSTIM of the 82574 counts once TIMINCA is set, as a hardware clock for time stamps.
# Observed: TIMINCA and TSYNCRXCTL keep what is written, but SYSTIM stays at its value for ever.
# Hurts: drivers and programs for PTP that are tried with QEMU. The card offers a clock, each
# reading of it succeeds, and all intervals are 0.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import time

from qemu_card import Card

card = Card("e1000e", 0xFE000000)


def get(register):
    return card.read("readl", 0xFE000000 + register)


card.write("writel", 0xFE00B608, 5 << 24 | 10)
card.write("writel", 0xFE00B620, 0x10)
before = get(0xB600)
time.sleep(1)
print(hex(get(0xB608)), hex(get(0xB620)), before, get(0xB600), get(0xB604))
card.write("writel", 0xFE00B600, 1234)
time.sleep(1)
print(get(0xB600))
card.machine.kill()
CODE
bounded 90 python3 probe.py >lines
expect "TIMINCA, TSYNCRXCTL, SYSTIML, after 1 s SYSTIML and SYSTIMH" "0x500000a 0x10 0 0 0" "$(sed -n 1p lines)"
expect "SYSTIML 1 s after 1234 was written" 1234 "$(sed -n 2p lines)"
finish
