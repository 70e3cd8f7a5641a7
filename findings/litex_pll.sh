#!/usr/bin/env bash
# Versions: LiteX 2024.12, migen 0.10.0 (PyPI).
# Expected: a PLL of LiteX gets the factors that give the requested frequency, if there are such factors, or else those
# of the nearest frequency.
# Observed: it gets the first factors within 1 %, from the highest frequency of the VCO downwards. From 100 MHz an MMCM
# of the 7 series makes 124.675 MHz of a request for 125 MHz, and 157.377 MHz of one for 156.25 MHz: -2597 and 7213 ppm.
# With margin=1e-4 both are exact. A message of level INFO has the frequency.
# Hurts: IEEE 802.3 allows 100 ppm. The MAC of a gigabit card works in simulation and loses frames on the line, and an
# XGMII has 7213 ppm more or less than its PHY.
. "$(dirname "$0")/common.sh"

python_packages litex==2024.12 migen==0.10.0
cat >probe.py <<'CODE'
import logging
import sys

from litex.soc.cores import clock
from migen import ClockDomain, Signal

logging.disable()
kind, source, wanted, margin = sys.argv[1], *map(float, sys.argv[2:])
pll = getattr(clock, kind)()
pll.register_clkin(Signal(), source * 1e6)
pll.create_clkout(ClockDomain("eth"), wanted * 1e6, margin=margin)
made = pll.compute_config()["clkout0_freq" if kind != "ECP5PLL" else "clko0_freq"] / 1e6
print(f"{made:.6g} MHz, {(made / wanted - 1) * 1e6:.0f} ppm")
CODE

# pll KIND SOURCE WANTED MARGIN VALUE: the frequency that a PLL makes of another one, in MHz.
pll() {
    expect "$1, $3 MHz from $2 MHz within $4" "$5" "$(bounded 60 python probe.py "${@:1:4}")"
}
pll S7MMCM 100 125 1e-2 "124.675 MHz, -2597 ppm"
pll S7MMCM 100 125 1e-4 "125 MHz, 0 ppm"
pll S7MMCM 100 156.25 1e-2 "157.377 MHz, 7213 ppm"
pll S7MMCM 100 156.25 1e-4 "156.25 MHz, 0 ppm"
pll S7PLL 100 156.25 1e-2 "155.556 MHz, -4444 ppm"
pll S7PLL 100 156.25 1e-4 "156.25 MHz, 0 ppm"
pll S7PLL 100 125 1e-2 "125 MHz, 0 ppm"
pll USPLL 100 156.25 1e-2 "157.143 MHz, 5714 ppm"
pll ECP5PLL 100 156.25 1e-2 "155.556 MHz, -4444 ppm"
pll ECP5PLL 100 156.25 1e-4 "156.25 MHz, 0 ppm"
finish
