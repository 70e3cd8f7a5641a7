#!/usr/bin/env bash
# Versions: DPDK 22.11.11, library gro.
# Expected: rte_gro_reassemble_burst() merges segments only if they have the same class and the same
# mark of congestion (ECN) in their IP header, as Linux does. If not, the merged packet has the
# mark.
# Observed: it compares neither. The merged packet has the octet of its first segment: of four
# segments, three with the mark CE after one without, the mark is lost. Segments of different
# classes become one packet of the first class.
# Hurts: DCTCP and the like set their rate by the share of marked octets. With receive offload a
# receiver reports none, and the queues of switches stay full.
. "$(dirname "$0")/common_dpdk.sh"

dpdk_gro
# merged OCTET...: octets of data and second octet of the IP header of each returned packet, for
# segments of 100 octets with these second octets.
merged() {
    gro "${@/#/10,}"
}

expect "four segments, ECT(0)" "1-400,02" "$(merged 02 02 02 02)"
expect "the second one with CE (1-100,02 101-200,03 201-400,02)" "1-400,02" "$(merged 02 03 02 02)"
expect "all but the first one with CE (1-100,02 101-400,03)" "1-400,02" "$(merged 02 03 03 03)"
expect "the first one with CE" "1-400,03" "$(merged 03 02 02 02)"
expect "classes CS5 and 0 (1-200,a0 201-400,00)" "1-400,a0" "$(merged a0 a0 00 00)"
finish
