#!/usr/bin/env bash
# Versions: crcmod 1.7, crcmod-plus 2.3.6, crcengine 0.4.0.post1, crc 8.0.0.
# Expected: the parameters of a CRC catalogue go into any CRC library as they are: AAL5's CRC-32
# has the polynomial 04C11DB7h, initial value FFFFFFFFh, no reflection and a final XOR with
# FFFFFFFFh.
# Observed: crcmod takes as initCrc the initial value after the final XOR, so that FFFFFFFFh stands
# for 0. The call gives CRC-32/CKSUM, another standard, without any error. initCrc=0 gives AAL5's.
# Who is hurt: whoever enters HEC, AAL5 or FCS parameters by hand: the CRC is wrong where initial
# value and final XOR are both set, and right for CRC-10, where both are 0, so a trial looks fine.
. "$(dirname "$0")/common.sh"

python_packages crcmod-plus==2.3.6 crcengine==0.4.0.post1 crc==8.0.0
cat >probe.py <<'CODE'
import crc
import crcengine
import crcmod

ones, check = 0xFFFFFFFF, b"123456789"
catalogue = crc.Configuration(width=32, polynomial=0x04C11DB7, init_value=ones, final_xor_value=ones)
print(f"{crc.Calculator(catalogue).checksum(check):08x}",
      f"{crcengine.create(0x04C11DB7, 32, ones, ref_in=False, ref_out=False, xor_out=ones)(check):08x}")
print(f"{crcmod.mkCrcFun(0x104C11DB7, initCrc=ones, rev=False, xorOut=ones)(check):08x}",
      f"{crcmod.mkCrcFun(0x104C11DB7, initCrc=0, rev=False, xorOut=ones)(check):08x}")
CODE
bounded 60 python probe.py >new
"$WORK/venv/bin/pip" uninstall --quiet --yes crcmod-plus
bounded 300 "$WORK/venv/bin/pip" install --quiet crcmod==1.7 >pip.log 2>&1 || skip "pip cannot install crcmod==1.7"
bounded 60 python probe.py >old
expect "AAL5 of 123456789 by crc and crcengine" "fc891918 fc891918" "$(sed -n 1p new)"
expect "crcmod-plus with the catalogue's value, and with 0" "765e7680 fc891918" "$(sed -n 2p new)"
expect "crcmod with the catalogue's value, and with 0" "765e7680 fc891918" "$(sed -n 2p old)"
finish
