#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device e1000.
# Expected: CTRL.RST resets the card: reception is off, the rings are empty, and the station
# address is loaded from the EEPROM.
# Observed: only the bit itself is cleared. RCTL, the ring registers, the interrupt mask and an
# address that software has changed keep their values. A frame that comes after the reset is
# received.
# Hurts: drivers that are tried with QEMU only. A driver that forgets a register after the reset
# works, and one that frees its buffers after the reset has the card write into them.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import time

from qemu_card import FRAME, E1000

card = E1000()
card.set(0x100, 0x8002)
card.set(0xD0, 0x80)
card.set(0x5400, 0x12345678)
time.sleep(1.5)
card.set(0, card.get(0) | 1 << 26)
print(card.get(0) >> 26 & 1, hex(card.get(0x100)), hex(card.get(0x2800)), hex(card.get(0xD0)), hex(card.get(0x5400)))
time.sleep(1.5)
card.send(FRAME)
print(len(card.received(0)))
card.machine.kill()
CODE
bounded 90 python3 probe.py >lines
expect "after CTRL.RST: RST, RCTL, RDBAL, IMS, RAL0" "0 0x8002 0x101000 0x80 0x12345678" "$(sed -n 1p lines)"
expect "octets received after the reset" 64 "$(sed -n 2p lines)"
finish
