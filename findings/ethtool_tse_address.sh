#!/usr/bin/env bash
# Versions: ethtool 6.1 (Debian ethtool 1:6.1-1); register command_config of the Triple-Speed Ethernet core (its user
# guide, MAC configuration register space).
# Expected: ethtool -d prints TX_ADDR_SEL, bits 16 to 18: which address the core inserts as the source of each frame. 0 is
# the primary address, and 4 to 7 are the supplementary addresses 0 to 3.
# Observed: it prints bits 16 and 17 under the name of all three: supplementary address 0 is printed as 0, which is the
# primary address, and the others as 1 to 3, which do not exist.
# Hurts: frames leave with an address that is not that of the card, and the dump says that they have it.
. "$(dirname "$0")/common_ethtool.sh"

ethtool_card
need python3

# selected VALUE: TX_ADDR_SEL of a dump in which the core inserts this address.
selected() {
    python3 -c "open('registers', 'wb').write(b''.join(
        {2: 0x203 | $1 << 16}.get(i, 0).to_bytes(4, 'little') for i in range(128)))"
    ethtool_read registers altera_tse -d >dump
    sed -n 's/.*(16-18)TX_ADDR_SEL *//p' dump
}

expect "primary address" 0 "$(selected 0)"
expect "supplementary address 0 (4)" 0 "$(selected 4)"
expect "supplementary address 1 (5)" 1 "$(selected 5)"
expect "supplementary address 3 (7)" 3 "$(selected 7)"
expect "insertion of the address, and the next bit" "1 0" \
    "$(sed -n 's/.*(9)TXADDR_INS *//p' dump) $(sed -n 's/.*(19)MAGIC_EN *//p' dump)"
finish
