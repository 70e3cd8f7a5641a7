#!/usr/bin/env bash
# Versions: ethtool 6.1 (Debian ethtool 1:6.1-1).
# Expected: ethtool -m applies the calibration of an externally calibrated SFP (SFF-8472): the received power is
# c4 x^4 + c3 x^3 + c2 x^2 + c1 x + c0 for a reading x, in 0.1 uW. A power that comes out below 0 is none.
# Observed: each constant is multiplied by x itself, without a power, c4 is left out, and each step is cut to an integer.
# Modules with c1 only are right; with c2 half of the light is missing, with c4 all of it. A negative sum wraps: a laser
# that is off, with an offset of -1 uW, sends 6.5526 mW.
# Hurts: a good link looks dark or 3 dB too weak, and a dead laser looks like the strongest one of the switch.
. "$(dirname "$0")/common_ethtool.sh"

ethtool_card
ethtool_modules <<'CODE'
import struct


def module(name, reading, constants, sent=5000, offset=0):
    """Writes an externally calibrated SFP: readings of both powers, constants c0 to c4, offset of the sent power."""
    page = bytearray(128)
    struct.pack_into(">5f", page, 56, *reversed(constants))
    struct.pack_into(">8H", page, 76, 256, 0, 256, offset & 0xFFFF, 256, 0, 256, 0)
    struct.pack_into(">5H", page, 96, 30 << 8, 33000, 3000, sent, reading)
    write(name, 512, [(0, 3), (1, 4), (2, 7), (12, 103), (92, 0x58), *((256 + i, page[i]) for i in range(128))])


module("linear", 2000, (0, 0.4, 0, 0, 0))
module("square", 2000, (0, 0.2, 1e-4, 0, 0))
module("fourth", 2000, (0, 0, 0, 0, 5e-11))
module("sent", 2000, (0, 0.4, 0, 0, 0), offset=-10)
module("off", 2000, (0, 0.4, 0, 0, 0), sent=0, offset=-10)
CODE
power='Receiver signal average optical power'
expect "received, c1 = 0.4, reading 2000: 80 uW" "0.0800 mW / -10.97 dBm" "$(module_field linear "$power")"
expect "c1 = 0.2, c2 = 1e-4 (0.0800 mW / -10.97 dBm)" "0.0400 mW / -13.98 dBm" "$(module_field square "$power")"
expect "c4 = 5e-11 (0.0800 mW / -10.97 dBm)" "0.0000 mW / -inf dBm" "$(module_field fourth "$power")"
expect "sent, reading 5000, offset -10: 499 uW" "0.4990 mW / -3.02 dBm" "$(module_field sent 'Laser output power')"
expect "reading 0, offset -10 (0.0000 mW / -inf dBm)" "6.5526 mW / 8.16 dBm" "$(module_field off 'Laser output power')"
finish
