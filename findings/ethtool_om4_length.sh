#!/usr/bin/env bash
# Versions: ethtool 6.1 (Debian ethtool 1:6.1-1).
# Expected: ethtool -m prints the reach of an optical module on OM4 fibre. Octet 18 of SFF-8472 and octet 146 of SFF-8636
# have it, in steps of 10 m and of 2 m; for cable assemblies the same octets are their length in metres.
# Observed: the octets are always a length of copper in metres. An SFP28 with 100 m on OM4 has 10 m of copper, and a
# QSFP28 with 100 m has 50 m of copper or active cable. No line has the reach on OM4.
# Hurts: an inventory finds copper cables of 50 m, which cannot exist, at optical links of 100 Gb/s. Scripts that look
# for copper find all modules for short distances, and those that check the length of a fibre have no limit for OM4.
. "$(dirname "$0")/common_ethtool.sh"

ethtool_card
ethtool_modules <<'CODE'
# SFP28 with LC connector, 25GBASE-SR at 850 nm, 100 m on OM4 and 70 m on OM3; passive copper of 3 m.
write("sfp_sr", 512, ((0, 3), (1, 4), (2, 7), (36, 2), (18, 10), (19, 7), (60, 3), (61, 0x52)))
write("sfp_cr", 512, ((0, 3), (1, 4), (2, 0x21), (8, 4), (36, 0xB), (18, 3)))
# QSFP28 with MPO connector, 100GBASE-SR4 with a VCSEL at 850 nm, 100 m on OM4 and 70 m on OM3; passive copper of 3 m.
write("qsfp_sr", 640, ((0, 0x11), (1, 7), (128, 0x11), (130, 0xC), (131, 0x80), (192, 2), (143, 35), (146, 50),
                       (186, 0x42), (187, 0x68)))
write("qsfp_cr", 640, ((0, 0x11), (1, 7), (128, 0x11), (130, 0x23), (131, 0x80), (192, 0xB), (146, 3), (147, 0xA0)))
CODE
expect "SFP28 for 100 m on OM4: copper (0m)" 10m "$(module_field sfp_sr 'Length \(Copper\)')"
expect "on OM3, and the wavelength" "70m 850nm" \
    "$(module_field sfp_sr 'Length \(OM3\)') $(module_field sfp_sr 'Laser wavelength')"
expect "lines with OM4 (1)" 0 "$(ethtool_read sfp_sr ixgbe -m | grep -c OM4 || true)"
expect "SFP28 of copper, 3 m" 3m "$(module_field sfp_cr 'Length \(Copper\)')"
expect "QSFP28 for 100 m on OM4: copper (0m)" 50m "$(module_field qsfp_sr 'Length \(Copper or Active cable\)')"
expect "on OM3, and the wavelength" "70m 850.000nm" \
    "$(module_field qsfp_sr 'Length \(OM3 50um\)') $(module_field qsfp_sr 'Laser wavelength')"
expect "lines with OM4 (1)" 0 "$(ethtool_read qsfp_sr ixgbe -m | grep -c OM4 || true)"
expect "QSFP28 of copper, 3 m" 3m "$(module_field qsfp_cr 'Length \(Copper or Active cable\)')"
finish
