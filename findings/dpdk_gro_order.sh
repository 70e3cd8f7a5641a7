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

debian_packages libdpdk-dev=22.11.11-0+deb12u1 libbsd-dev=0.11.7-2
dpdk_frames
cat >probe.c <<'CODE'
#include "frames.h"

#include <rte_gro.h>

int main(int count, char **words) {
    struct rte_mempool *pool = start(count, words);
    struct rte_gro_param settings = {.gro_types = RTE_GRO_TCP_IPV4, .max_flow_num = 8, .max_item_per_flow = 16};
    struct rte_mbuf *packets[8];
    int number = 0;
    if (!pool) return 77;
    while (number < 8 && (packets[number] = add_frame(pool))) ++number;
    number = rte_gro_reassemble_burst(packets, number, &settings);
    for (int i = 0; i < number; ++i) {
        unsigned char *octets = rte_pktmbuf_mtod(packets[i], unsigned char *);
        printf("%d-%d ", octets[40] * 256 + octets[41], octets[40] * 256 + octets[41] + packets[i]->pkt_len - 55);
    }
    puts("");
    return 0;
}
CODE
dpdk_program probe.c -lrte_net -lrte_gro
cat >segments.py <<'CODE'
import struct
import sys

from captures import checksum, ethernet

for number, flags in enumerate(sys.argv[1:]):
    tcp = struct.pack(">HHIIBBHHH", 1000, 2000, 1 + 100 * number, 1, 0x50, int(flags, 16), 1000, 0, 0) + bytes(100)
    addresses = bytes([10, 0, 0, 1, 10, 0, 0, 2])
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(tcp), number, 0x4000, 64, 6, 0) + addresses
    total = checksum(addresses + struct.pack(">HH", 6, len(tcp)) + tcp)
    head = head[:10] + struct.pack(">H", checksum(head)) + head[12:]
    print(ethernet(head + tcp[:16] + struct.pack(">H", total) + tcp[18:]).hex())
CODE
# order FLAGS...: the octets of each returned packet, for segments of 100 octets with these flags.
order() {
    python3 segments.py "$@" >frames
    dpdk_run <frames
    sed 's/ $//' lines
}

expect "no segment with PSH" "1-500" "$(order 10 10 10 10 10)"
expect "the last one with PSH" "1-400 401-500" "$(order 10 10 10 10 18)"
expect "the third one with PSH (1-200 201-300 301-500)" "1-200 301-500 201-300" "$(order 10 10 18 10 10)"
expect "the first and the third one with PSH (1-100 101-200 201-300 301-500)" "101-200 301-500 1-100 201-300" \
    "$(order 18 10 18 10 10)"
finish
