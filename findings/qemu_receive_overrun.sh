#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), devices ne2k_pci and e1000.
# Expected: frames that find no buffer are lost and counted: ISR.OVW and a tally counter of the
# NE2000, missed-packet and no-buffer counters of the 82540EM.
# Observed: neither reports anything. The NE2000 loses the frames without ISR.OVW and without a
# count. The 82540EM loses none: QEMU holds the frames in front of the card and delivers them as
# soon as the driver frees a buffer.
# Who is hurt: whoever tests a driver or sizes buffers on QEMU: the code that handles an overrun
# never runs, and no counter shows a loss under any load.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import time

from qemu_card import BROADCAST, FRAME, E1000, Ne2000

card = Ne2000()
start = card.current_page()
for _ in range(20):
    card.send(BROADCAST + bytes(1000))  # 4 pages each; the ring has 52
full = card.current_page()
print((full - start) % 52 // 4, hex(card.get(7) & 0x10), card.get(15))
card.set(3, full - 1)  # BNRY: the driver has taken all
time.sleep(1)
print(card.current_page() - full)
card.send(FRAME)
print(card.current_page() - full)
card.machine.kill()
card = E1000()
card.set(0x100, 0x8002)
time.sleep(1.5)
for _ in range(10):
    card.send(FRAME)
print(card.get(0x2810), hex(card.get(0xC0) & 0x40), card.get(0x4010), card.get(0x40A0))
card.set(0x2818, 2)  # RDT: three more buffers
time.sleep(1)
print(card.get(0x2810), card.get(0x4010), card.get(0x40A0))
card.machine.kill()
CODE
bounded 90 python3 probe.py >counts
expect "ne2k_pci, of 20 frames: received, ISR.OVW, missed" "12 0x0 0" "$(sed -n 1p counts)"
expect "ne2k_pci, ring emptied: pages received" 0 "$(sed -n 2p counts)"
expect "ne2k_pci, next frame: pages received" 1 "$(sed -n 3p counts)"
expect "e1000, of 10 frames: received, ICR.RXO, missed, no buffer" "7 0x0 0 0" \
    "$(sed -n 4p counts)"
expect "e1000, 3 buffers given: RDH, missed, no buffer" "2 0 0" "$(sed -n 5p counts)"
finish
