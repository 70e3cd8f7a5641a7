#!/usr/bin/env bash
# Versions: libscrc 1.8.1.
# Expected: fsc(), "Ethernet frame sequence", is the FCS of Ethernet, and udp() and tcp() are the checksum
# of the Internet as a number: 0xf62a for the text 123456789.
# Observed: fsc() is CRC-32/MPEG-2, neither reflected nor inverted. udp() and tcp() return the checksum
# with its octets exchanged, 0x2af6. adccp() is the FCS.
# Hurts: a check of frames by the name of the function rejects each one, and frames that are made with it
# are dropped by each card.
. "$(dirname "$0")/common.sh"

python_packages libscrc==1.8.1
python >seen - <<'CODE'
import zlib

import libscrc

check = b"123456789"
print(libscrc.fsc.__doc__.split(" of ")[0])
print(*(f"{value:08x}" for value in (zlib.crc32(check), libscrc.fsc(check), libscrc.mpeg2(check), libscrc.adccp(check))))
words = sum(int.from_bytes((check + b"\0")[i:i + 2], "big") for i in range(0, 10, 2))
print(hex((words & 0xFFFF) + (words >> 16) ^ 0xFFFF), hex(libscrc.udp(check)), hex(libscrc.tcp(check)))
CODE
expect "description of fsc" "Calculate CRC (Ethernt's FSC)" "$(sed -n 1p seen)"
expect "FCS of Ethernet, fsc, mpeg2, adccp" "cbf43926 0376e6e7 0376e6e7 cbf43926" "$(sed -n 2p seen)"
expect "checksum of the Internet, udp, tcp" "0xf62a 0x2af6 0x2af6" "$(sed -n 3p seen)"
finish
