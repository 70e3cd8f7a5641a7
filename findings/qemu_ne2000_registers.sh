#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device ne2k_pci.
# Expected: ISR.RST of the DP8390 is set while the card is stopped, and page 2 shows what was written to
# TPSR, RCR, TCR, DCR and IMR.
# Observed: ISR.RST stays 0 after CR.STP. It is set by a read of the reset port only. In page 2 the five
# registers read as 0; PSTART and PSTOP are right.
# Hurts: a driver that waits for ISR.RST after a stop, as the data sheet demands, never goes on. A
# diagnostic program that reads page 2 takes the card for a broken one.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
from qemu_card import Ne2000

card = Ne2000()
print(hex(card.get(7)))
card.set(0, 0x21)
print(hex(card.get(7)))
card.read("inb", 0xC01F)
print(hex(card.get(7)))
card.set(0, 0x22)
print(hex(card.get(7)))
for register, value in ((4, 0x40), (12, 0x0C), (13, 0x02), (14, 0x48), (15, 0x3F)):
    card.set(register, value)
card.set(0, 0xA2)
print(*(hex(card.get(register)) for register in (1, 2, 4, 12, 13, 14, 15)))
card.machine.kill()
CODE
bounded 60 python3 probe.py >lines
expect "ISR after the start" 0x0 "$(sed -n 1p lines)"
expect "ISR after CR.STP (0x80)" 0x0 "$(sed -n 2p lines)"
expect "ISR after a read of the reset port" 0x80 "$(sed -n 3p lines)"
expect "ISR after CR.STA" 0x0 "$(sed -n 4p lines)"
expect "page 2: PSTART, PSTOP, TPSR, RCR, TCR, DCR, IMR (written: 0x4c 0x80 0x40 0xc 0x2 0x48 0x3f)" \
    "0x4c 0x80 0x0 0x0 0x0 0x0 0x0" "$(sed -n 5p lines)"
finish
