#!/usr/bin/env bash
# Versions: ethtool 6.1 (Debian ethtool 1:6.1-1).
# Expected: ethtool -m prints the signalling rate of a QSFP28 module. SFF-8636 gives rates above 25.4 GBd in octet 222, in
# steps of 250 MBd, and octet 140 is then 0xff. Octet 1 is 8 for the revisions 2.8 to 2.10 of SFF-8636.
# Observed: octet 222 is not read: 0xff counts as a rate of 25500 Mb/s, for lanes of 25.78 and of 53.1 GBd. For an SFP28
# module the same ethtool reads the further octet. Revision 8 is "Unallocated".
# Hurts: an inventory of links has the same wrong rate for modules of 100 and 200 Gb/s, and the two ends of a link differ
# if one of them has four SFP28.
. "$(dirname "$0")/common_ethtool.sh"

ethtool_card
ethtool_modules <<'CODE'
for name, rate in ("qsfp_100", 103), ("qsfp_200", 212):  # in steps of 250 MBd
    # QSFP28, revision, QSFP28 again, LC connector, extended codes, rate, compliance, the rate's further octet.
    write(name, 640, ((0, 0x11), (1, 8), (128, 0x11), (130, 7), (131, 0x80), (140, 0xFF), (192, 3), (222, rate)))
write("qsfp_40", 640, ((0, 0x11), (1, 7), (128, 0x11), (140, 103)))
write("sfp_25", 512, ((0, 3), (1, 4), (2, 7), (12, 0xFF), (66, 103)))
CODE
expect "QSFP28, 25.75 GBd per lane (25750Mbps)" 25500Mbps "$(module_field qsfp_100 'BR, Nominal')"
expect "QSFP28, 53 GBd per lane (53000Mbps)" 25500Mbps "$(module_field qsfp_200 'BR, Nominal')"
expect "QSFP28, 10.3 GBd per lane" 10300Mbps "$(module_field qsfp_40 'BR, Nominal')"
expect "SFP28, 25.75 GBd" 25750MBd "$(module_field sfp_25 'BR, Nominal')"
expect "octet 1 is 8 (SFF-8636 Rev 2.8/2.9/2.10)" Unallocated "$(module_field qsfp_100 'Revision Compliance')"
expect "octet 1 is 7" "SFF-8636 Rev 2.5/2.6/2.7" "$(module_field qsfp_40 'Revision Compliance')"
finish
