#!/usr/bin/env bash
# Versions: ethtool 6.1 (Debian ethtool 1:6.1-1).
# Expected: ethtool -d decodes the registers of a DP83815 as its data sheet does: bits 20 to 25 of the
# interrupt status are received target abort, received master abort, signaled system error, detected
# parity error, receive reset complete and transmit reset complete.
# Observed: all six are read from bit 20. A target abort is printed as six events, and the other five are
# not printed. The value in brackets after "Fill Threshold" is 256 times too large.
# Hurts: a search for faults of the bus. A parity error is invisible, and a target abort looks like a card
# that is in reset as well.
. "$(dirname "$0")/common_ethtool.sh"

ethtool_card

need python3

# interrupts BIT: prints the active interrupts if this bit of the interrupt status register is set.
interrupts() {
    python3 -c "open('registers', 'wb').write(b''.join(
        {4: 1 << $1, 9: 0x1008}.get(i, 0).to_bytes(4, 'little') for i in range(80)))"
    ethtool_read registers natsemi -d >dump
    grep -oP '\S.*(?= Interrupt: Active)' dump | paste -sd, || true
}

expect "bit 16" "Rx Status FIFO Overrun" "$(interrupts 16)"
all="Received Target Abort,Received Master Abort,Signaled System Error,Detected Parity Error"
all="$all,Rx Reset Complete,Tx Reset Complete"
expect "bit 20 (Received Target Abort)" "$all" "$(interrupts 20)"
expect "bits 21 to 25" "" "$(for bit in 21 22 23 24 25; do interrupts $bit; done)"
expect "fill threshold of 16 units" "Fill Threshold = 512 bytes (4096)" "$(grep -o 'Fill Threshold.*' dump)"
finish
