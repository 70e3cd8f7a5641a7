#!/usr/bin/env bash
# Versions: ethtool 6.1 (Debian ethtool 1:6.1-1); registers of the ENET of an i.MX6 (its reference manual, chapter ENET).
# Expected: ethtool -d decodes the ENET of the driver fec: bits 29 to 16 of RCR are MAX_FL, bits 13 to 4 of MRBR the
# buffer size in steps of 16 octets, bit 8 of TFWR is store and forward, and bits 5 to 0 are the watermark, 0 to 31.
# Observed: it decodes an older chip: MAX_FL without its upper three bits, so that 9018 is 826, and the buffer size
# without its upper three, in steps: 1520 is 95, and 2048 is 0. Store and forward, which the driver sets, is 64 bytes.
# A watermark of 1 is "?", and one of 640 octets is 128.
# Hurts: a card that waits for whole frames looks like one that starts after 64 octets, and jumbo frames look disabled.
. "$(dirname "$0")/common_ethtool.sh"

ethtool_card
need python3
export CARD_VERSION=2 # the layout of the dump

# fields RCR TFWR MRBR: the three fields of a dump.
fields() {
    python3 -c "open('registers', 'wb').write(b''.join(
        {0x084: $1, 0x144: $2, 0x188: $3}.get(i, 0).to_bytes(4, 'little') for i in range(0, 0x200, 4)))"
    ethtool_read registers fec -d >dump
    echo "$(sed -n 's/.*MAX_FL ([^)]*) *//p' dump), $(sed -n 's/ *X_WMRK *//p' dump), $(
        sed -n 's/.*R_BUF_SIZE ([^)]*) *//p' dump)"
}

expect "1522, store and forward, 1520 octets" "1522, 64 bytes, 95" "$(fields '1522 << 16 | 0x64' 0x100 1520)"
expect "1522, 128 octets, 1536 octets" "1522, 128 bytes, 96" "$(fields '1522 << 16 | 0x64' 2 1536)"
expect "9018, 64 octets, 2048 octets" "826, ?, 0" "$(fields '9018 << 16 | 0x64' 1 2048)"
expect "2047, 640 octets, 9024 octets" "2047, 128 bytes, 52" "$(fields '2047 << 16 | 0x64' 10 9024)"
expect "fields of RCR for RMII and 10 Mb/s (1)" 0 "$(grep -c RMII dump || true)"
finish
