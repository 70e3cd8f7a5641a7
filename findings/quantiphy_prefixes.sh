#!/usr/bin/env bash
# Versions: QuantiPhy 2.23 (PyPI quantiphy).
# Expected: a number with a word is a number of that unit, or an error if the unit is unknown.
# Observed: the first letter of a word is a prefix. 10 packets are 1e-11 ackets (pico), 5 cells 0.05 ells (centi), 3
# frames/s 3e-15 rames/s (femto), and 7 queues 7e-30 ueues (quecto). 100 ppm are 1e-10 pm instead of 1e-4. 4 KiB are
# 4000 iB unless the option binary is set. Bytes are bytes, as b is no prefix. Names in known_units have no prefix.
# Hurts: counts and tolerances of clocks in a file are wrong by 10^6 to 10^30, without a message.
. "$(dirname "$0")/common.sh"

python_packages quantiphy==2.23
cat >read.py <<'CODE'
import sys

from quantiphy import Quantity

if sys.argv[2:]:
    Quantity.set_prefs(known_units=sys.argv[2])
quantity = Quantity(sys.argv[1])
print(f"{float(quantity):g} {quantity.units}")
CODE

expect "1500 bytes" "1500 bytes" "$(python read.py '1500 bytes')"
expect "9.6 us" "9.6e-06 s" "$(python read.py '9.6 us')"
expect "10 packets" "1e-11 ackets" "$(python read.py '10 packets')"
expect "10 packets, with the known unit packets" "10 packets" "$(python read.py '10 packets' packets)"
expect "5 cells" "0.05 ells" "$(python read.py '5 cells')"
expect "3 frames/s" "3e-15 rames/s" "$(python read.py '3 frames/s')"
expect "7 queues" "7e-30 ueues" "$(python read.py '7 queues')"
expect "5 min (300 s)" "0.005 in" "$(python read.py '5 min')"
expect "100 ppm (0.0001)" "1e-10 pm" "$(python read.py '100 ppm')"
expect "4 KiB (4096 B)" "4000 iB" "$(python read.py '4 KiB')"
finish
