#!/usr/bin/env bash
# Versions: ethtool 6.1 (Debian ethtool 1:6.1-1), jc 1.26.1, jq 1.6 (Debian jq 1.6-2.1+deb12u3).
# Expected: jc makes JSON of what ethtool -m prints for a transceiver, also for one that receives no light.
# Observed: ethtool prints a power of 0 as "-inf dBm", and jc makes -Infinity of it, which is no JSON. The
# parser of node refuses the whole text. jq reads -1.797e308 dBm.
# Hurts: the supervision of links. It fails at the port where a fibre is broken, or stores the most
# negative number as its power.
. "$(dirname "$0")/common_ethtool.sh"

python_packages jc==1.26.1
ethtool_card jq=1.6-2.1+deb12u3
need node
python - <<'CODE'
octets = bytearray(512)
octets[0:4] = 3, 4, 7, 0x10  # SFP, described by its EEPROM, LC connector, 10GBASE-SR
octets[92] = 0x68  # diagnostics at the second address, internal calibration, average power
values = 20 << 8, 33000, 3000, 5000, 0  # temperature, voltage, bias, power sent and received
octets[352:362] = b"".join(value.to_bytes(2, "big") for value in values)
open("eeprom", "wb").write(octets)
CODE
ethtool_read eeprom ixgbe -m >text
expect "ethtool" "0.0000 mW / -inf dBm" "$(grep -oP 'Receiver signal average optical power *: \K.*' text)"
jc --ethtool <text >json
expect "jc" -Infinity "$(grep -oP 'optical_power_dbm":\K[^,]*' json)"
expect "exit code and error of node" "1 SyntaxError: No number after minus sign in JSON" "$(status node -e \
    'JSON.parse(require("fs").readFileSync("json", "utf8"))') $(grep -oP 'Syntax.*JSON(?= at)' log)"
expect "jq" -1.7976931348623157e+308 "$(jq .receiver_signal_average_optical_power_dbm json)"
finish
