#!/usr/bin/env bash
# Versions: QEMU 7.2 (Debian qemu-system-x86 1:7.2+dfsg-7+deb12u18+b3), device e1000.
# Expected: a frame of 20 octets counts as undersize (RUC). An oversize frame counts in ROC and,
# as each packet that is received, in TPR and TORL.
# Observed: 20 octets count as a good packet of 64 octets, and RUC stays 0. A frame of 1540 octets
# counts in ROC only, so TPR and TORL do not change.
# Hurts: models and drivers that are compared with QEMU by their counters. Totals are not the sums
# of the parts, and undersize frames are never seen.
. "$(dirname "$0")/common_qemu.sh"

qemu_card
cat >probe.py <<'CODE'
import time

from qemu_card import FRAME, E1000

card = E1000()
card.set(0x100, 0x8002)
time.sleep(1.5)
for frame in (FRAME[:20], FRAME + bytes(1480)):
    card.send(frame)
    # RUC, ROC, PRC64, GPRC, TPR are cleared by a read, TORL is not
    print(*[card.get(register) for register in (0x40A4, 0x40AC, 0x405C, 0x4074, 0x40D0, 0x40C0)])
card.machine.kill()
CODE
bounded 90 python3 probe.py >lines
expect "20 octets: RUC, ROC, PRC64, GPRC, TPR, TORL" "0 0 1 1 1 64" "$(sed -n 1p lines)"
expect "1540 octets: RUC, ROC, PRC64, GPRC, TPR, TORL" "0 1 0 0 0 64" "$(sed -n 2p lines)"
finish
