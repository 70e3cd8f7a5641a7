#!/usr/bin/env bash
# Versions: ethtool 6.1 (Debian ethtool 1:6.1-1); registers as in ixgbe of Linux 5.10 to 6.12.
# Expected: ethtool -d decodes the link speed for the card of the dump. Bits 29 and 28 of LINKS of an 82599 and its
# successors are 3 for 10 Gb/s, 2 for 1 Gb/s and 1 for 100 Mb/s; on an X550 bit 27 makes 2.5 Gb/s of 3 and 5 Gb/s of 1.
# Observed: each card is decoded as an 82598, whose bit 29 alone is 10 Gb/s or 1 Gb/s. A link of 1 Gb/s or 2.5 Gb/s is
# printed as 10G, and one of 100 Mb/s or 5 Gb/s as 1G. Other registers of the same dump follow the kind of the card.
# Hurts: a card that has negotiated a lower speed looks right in the dump that is taken because it is slow.
. "$(dirname "$0")/common_ethtool.sh"

ethtool_card
need python3

# speed VERSION LINKS: the speed of a dump of a card; the version has its kind, its revision and its device.
speed() {
    python3 -c "open('registers', 'wb').write(b''.join(
        {1065: $2}.get(i, 0).to_bytes(4, 'little') for i in range(1145)))"
    CARD_VERSION=$1 ethtool_read registers ixgbe -d | sed -n 's/^ *Link Speed: *//p'
}

expect "82598: 10 Gb/s, 1 Gb/s" "10G 1G" "$(speed 0x010010C6 0x60000000) $(speed 0x010010C6 0x40000000)"
expect "82599: 10 Gb/s" 10G "$(speed 0x020110FB 0x70000000)"
expect "82599: 1 Gb/s (1G)" 10G "$(speed 0x020110FB 0x60000000)"
expect "82599: 100 Mb/s (100M)" 1G "$(speed 0x020110FB 0x50000000)"
expect "X540: 1 Gb/s (1G)" 10G "$(speed 0x03011528 0x60000000)"
expect "X550: 2.5 Gb/s (2.5G)" 10G "$(speed 0x04011563 0x78000000)"
expect "X550: 5 Gb/s (5G)" 1G "$(speed 0x04011563 0x58000000)"
expect "lines with flow control of an 82599: in the dump of an 82598, of an 82599" "0 1" \
    "$(CARD_VERSION=0x010010C6 ethtool_read registers ixgbe -d | grep -c 'MFLCN (' || true) $(
        CARD_VERSION=0x020110FB ethtool_read registers ixgbe -d | grep -c 'MFLCN (' || true)"
finish
