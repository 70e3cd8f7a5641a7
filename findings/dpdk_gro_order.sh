#!/usr/bin/env bash
# Versions: DPDK 22.11.11, library gro.
# Expected: rte_gro_reassemble_burst() returns the segments of a connection in their order, whether
# or not it merges them.
# Observed: a segment with PSH is not merged, and comes after all segments that are. Of five
# segments the third one has PSH: the first two are one packet, the fourth and fifth the next one,
# and the third is the last.
# Hurts: senders set PSH at the end of each write. The receiver gets segments in another order than
# the card, and answers with duplicate acknowledgements, as for a loss.
. "$(dirname "$0")/common_dpdk.sh"

dpdk_gro
# order FLAGS...: the octets of each returned packet, for segments of 100 octets with these flags.
order() {
    gro "${@/%/,00}" | sed 's/,00//g'
}

expect "no segment with PSH" "1-500" "$(order 10 10 10 10 10)"
expect "the last one with PSH" "1-400 401-500" "$(order 10 10 10 10 18)"
expect "the third one with PSH (1-200 201-300 301-500)" "1-200 301-500 201-300" "$(order 10 10 18 10 10)"
expect "the first and the third one with PSH (1-100 101-200 201-300 301-500)" "101-200 301-500 1-100 201-300" \
    "$(order 18 10 18 10 10)"
finish
