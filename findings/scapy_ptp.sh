#!/usr/bin/env bash
# Versions: scapy 2.8.0, tshark 4.0.17 (Debian tshark 4.0.17-0+deb12u3).
# Expected: scapy's layer PTP reads the header of IEEE 1588: the flag twoStepFlag is bit 1 of the first
# octet of flagField; correctionField and logMessageInterval are signed.
# Observed: the two octets of the flags are exchanged. A two-step message reads as leap59, and
# flags="twoStepFlag" sends leap59. A correction of -1 ns reads as 2^64 - 65536, an interval of -3 as
# 253. tshark reads the flags and the interval right. It prints a correction of -1 ns in the details of
# the packet, and 2^64 - 1 as the field ptp.v2.correction.ns.
# Hurts: measurements of the time stamps of a card. A two-step clock looks like a one-step clock, so that
# the wrong message is taken for the time, and a negative residence time is one of 78 hours.
. "$(dirname "$0")/common.sh"

python_packages scapy==2.8.0
python >seen - <<'CODE'
from scapy.all import Ether, IP, UDP, raw, wrpcap
from scapy.contrib.ptp_v2 import PTP

sync = bytes.fromhex("0002002c00000200ffffffffffff000000000000020000fffe00000100010001" "00fd" + 10 * "00")
frame = Ether(dst="01:00:5e:00:01:81", src="02:00:00:00:00:01") / IP(src="10.0.0.1", dst="224.0.1.129")
frame = Ether(raw(frame / UDP(sport=319, dport=319) / sync))
wrpcap("sync.pcap", frame)
header = frame[PTP]
print(header.flags, header.correctionField, header.logMessageInterval)
print(raw(PTP(flags="twoStepFlag"))[6:8].hex())
CODE
debian_packages tshark=4.0.17-0+deb12u3
expect "scapy: flags, correctionField and logMessageInterval" "leap59 18446744073709486080 253" \
    "$(sed -n 1p seen)"
expect "scapy: octets of twoStepFlag (0200)" 0002 "$(sed -n 2p seen)"
expect "tshark: twoStepFlag, leap59, interval" "1 0 -3" "$(tshark -r sync.pcap -T fields -E separator=' ' \
    -e ptp.v2.flags.twostep -e ptp.v2.flags.li59 -e ptp.v2.logmessageperiod 2>log)"
expect "tshark: correction in the details" "-1.000000 nanoseconds" \
    "$(tshark -r sync.pcap -V 2>log | grep -oP 'correctionField: \K.*')"
expect "tshark: correction as a field (-1)" 18446744073709551615 \
    "$(tshark -r sync.pcap -T fields -e ptp.v2.correction.ns 2>log)"
finish
