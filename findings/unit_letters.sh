#!/usr/bin/env bash
# Versions: pint 0.25.3, unyt 3.2.0, humanfriendly 10.0, bitmath 2.1.1, astropy 8.0.2.
# Expected: "100 Mb/s" are 100 million bits per second, "1500 B" are 1500 octets, or the text is
# refused. astropy and bitmath read both so.
# Observed: in pint, Mb is a megabarn and Gb a gilbert; only Mbit and Mbps are bits. As a bit has no
# dimension there, 1 Mbit/s converts to 1 MHz, and 1 B/s to 8 Hz. In unyt, B is a bel, and bytes do not
# exist. humanfriendly takes the b of Mb for bytes.
# Hurts: rates and sizes in the files of an experiment. A ratio of two values with the same wrong unit
# shows no error, and frames per second can be added to bits per second.
. "$(dirname "$0")/common.sh"

python_packages pint==0.25.3 unyt==3.2.0 humanfriendly==10.0 bitmath==2.1.1 astropy==8.0.2
python -W ignore >lines <<'CODE'
import bitmath
import humanfriendly
import pint
import unyt
from astropy import units

read = pint.UnitRegistry()
print(*[units.Unit(text).to("bit / s") for text in ("Mb / s", "MB / s")])
print(*[bitmath.parse_string(text).bits for text in ("100 Mb", "1500 B")])
print(read("100 Mb/s"), "=", read("100 Mb/s").to("m**2/s"), "and", read("1 Gb"))
print(read("100 Mbit/s"), "and", read("155 Mbps").to("Mbit/s"))
print(read("1 Mbit/s").to("MHz"), "and", read("1 B/s").to("Hz"), "and", read("1 Mbit/s") + read("5 Hz"))
rate = unyt.unyt_quantity(1500, "B")
print(rate.units.dimensions, "in neper:", round(float(rate.to("Np")), 2))
try:
    print(unyt.unyt_quantity(1500, "byte"))
except unyt.exceptions.UnitParseError:
    print("UnitParseError")
print(*[humanfriendly.parse_size(text) for text in ("100 Mb", "100 Mbit", "100 MB")])
CODE
expect "astropy: Mb/s and MB/s in bit/s" "1000000.0 8000000.0" "$(sed -n 1p lines)"
expect "bitmath: bits of 100 Mb and 1500 B" "100000000.0 12000.0" "$(sed -n 2p lines)"
expect "pint: 100 Mb/s and 1 Gb" "100.0 megabarn / second = 1e-20 meter ** 2 / second and 1 gilbert" \
    "$(sed -n 3p lines)"
expect "pint: 100 Mbit/s and 155 Mbps" "100.0 megabit / second and 155.0 megabit / second" \
    "$(sed -n 4p lines)"
expect "pint: 1 Mbit/s, 1 B/s, and 1 Mbit/s plus 5 Hz" \
    "1.0 megahertz and 8.0 hertz and 1.000005 megabit / second" "$(sed -n 5p lines)"
expect "unyt: 1500 B" "(logarithmic) in neper: 1726.94" "$(sed -n 6p lines)"
expect "unyt: 1500 byte" "UnitParseError" "$(sed -n 7p lines)"
expect "humanfriendly: octets of 100 Mb, 100 Mbit and 100 MB" "100000000 100000000 100000000" \
    "$(sed -n 8p lines)"
finish
