#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device e1000.
# Expected: BPRC counts received broadcasts and MPRC multicasts without broadcasts, as the manual
# says, whatever filter admitted the frame.
# Observed: while all multicasts are accepted (RCTL.MPE), a broadcast counts as a multicast, and
# BPRC stays 0. In normal and in promiscuous mode it counts as a broadcast.
# Who is hurt: whoever compares the statistics of a model or a driver with QEMU's: the counts
# depend on the filter. Linux sets the bit for IFF_ALLMULTI, as multicast routers do.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import time

from qemu_card import FRAME, E1000

card = E1000()
for mode in (0x8002, 0x8012, 0x800A):
    card.set(0x100, mode)
    time.sleep(1.5)
    card.send(FRAME)
    print(card.get(0x4078), card.get(0x407C))
card.machine.kill()
CODE
bounded 90 python3 probe.py >counts
expect "BPRC and MPRC of one broadcast, plain" "1 0" "$(sed -n 1p counts)"
expect "BPRC and MPRC of one broadcast, all multicasts accepted" "0 1" "$(sed -n 2p counts)"
expect "BPRC and MPRC of one broadcast, promiscuous" "1 0" "$(sed -n 3p counts)"
finish
