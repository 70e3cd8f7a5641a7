#!/usr/bin/env bash
# Versions: netutils 1.19.2.
# Expected: conversions between a speed and its name are exact, or errors, and those of octets and bits differ by 8.
# Observed: bytes_to_name() multiplies by 8 below 8000 octets per second: 1500 are 12000.0Bps, and 8000 are 8.0KBps. A
# speed without a prefix is 0: name_to_bits("100bps") is 0, and 64kbps with a small k is an error. Names have no
# decimals, and a half is rounded to an even number: 2.5 Gb/s are 2Gbps, also in name_to_name("2.5Gbps", "Gbps").
# Hurts: slow links of a table have 8 times their speed or none, and cards of 2.5 Gb/s look like a misconfigured 2 Gb/s.
. "$(dirname "$0")/common.sh"

python_packages netutils==1.19.2
cat >probe.py <<'CODE'
import sys

from netutils import bandwidth

function, *arguments = sys.argv[1:]
convert = {"bits_to_name": int, "bytes_to_name": float}.get(function, str)
try:
    print(getattr(bandwidth, function)(*map(convert, arguments)))
except ValueError:
    print("an error")
CODE
# value VALUE FUNCTION ARGUMENT...
value() {
    expect "${*:2}" "$1" "$(bounded 30 python probe.py "${@:2}")"
}
value 100Mbps bits_to_name 100000000
value 2Gbps bits_to_name 2500000000
value 2Mbps bits_to_name 1500000
value 125.0MBps bytes_to_name 125000000
value 8.0KBps bytes_to_name 8000
value 12000.0Bps bytes_to_name 1500
value 63992.0Bps bytes_to_name 7999
value 100000000 name_to_bits "100 Mbps"
value 0 name_to_bits 100bps
value "an error" name_to_bits 64kbps
value 0.0 name_to_bytes 100bps
value 1.0Gbps name_to_name 1000Mbps Gbps
value 2.0Gbps name_to_name 2.5Gbps Gbps
value 8000.0Bps name_to_name 1KBps Bps
finish
