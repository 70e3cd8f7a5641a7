#!/usr/bin/env bash
# Versions: DPDK 22.11.11, library gso.
# Expected: the segments of rte_gso_segment() have the meaning of the TCP packet. CWR is in the
# first one only (RFC 3168), PSH in the last one, and urgent data end at the same octet.
# Observed: PSH is right. CWR is in each segment. URG is in each segment with the same pointer:
# urgent data that end at octet 100 of 1000 seem to end at octet 1000.
# Hurts: a mark of congestion that arrives between two segments of a burst counts as confirmed by
# the later CWR, and the sender does not learn of it. The receiver takes all data for urgent.
. "$(dirname "$0")/common_dpdk.sh"

debian_packages libdpdk-dev=22.11.11-0+deb12u1 libbsd-dev=0.11.7-2
dpdk_frames
cat >probe.c <<'CODE'
#include "frames.h"

#include <rte_gso.h>

int main(int count, char **words) {
    struct rte_mempool *pool = start(count, words);
    struct rte_gso_ctx settings = {pool, pool, 0, RTE_ETH_TX_OFFLOAD_TCP_TSO, 54 + 300};
    struct rte_mbuf *packet, *segments[8];
    if (!pool || !(packet = add_frame(pool))) return 77;
    packet->ol_flags |= RTE_MBUF_F_TX_TCP_SEG | RTE_MBUF_F_TX_IPV4;
    int number = rte_gso_segment(packet, &settings, segments, 8);
    for (int i = 0; i < number; ++i) {
        unsigned char *octets = rte_pktmbuf_mtod(segments[i], unsigned char *);
        printf("%d,%02x,%d ", segments[i]->pkt_len - 54, octets[47], octets[52] * 256 + octets[53]);
    }
    puts("");
    return 0;
}
CODE
dpdk_program probe.c -lrte_net -lrte_gso
cat >packet.py <<'CODE'
import struct
import sys

from captures import ethernet

flags, pointer = int(sys.argv[1], 16), int(sys.argv[2])
tcp = struct.pack(">HHIIBBHHH", 1000, 2000, 1, 1, 0x50, flags, 1000, 0, pointer) + bytes(1000)
head = struct.pack(">BBHHHBBH", 0x45, 2, 20 + len(tcp), 1, 0x4000, 64, 6, 0) + bytes([10, 0, 0, 1, 10, 0, 0, 2])
print(ethernet(head + tcp).hex())
CODE
# segments FLAGS POINTER: octets of data, flags and urgent pointer of each segment of 1000 octets.
segments() {
    python3 packet.py "$@" >frames
    dpdk_run <frames
    sed 's/ $//' lines
}

expect "ACK and PSH" "300,10,0 300,10,0 300,10,0 100,18,0" "$(segments 18 0)"
expect "ACK, PSH and CWR (300,90,0 300,10,0 300,10,0 100,18,0)" "300,90,0 300,90,0 300,90,0 100,98,0" "$(segments 98 0)"
expect "ACK and URG, 100 (300,30,100 300,10,0 300,10,0 100,10,0)" "300,30,100 300,30,100 300,30,100 100,30,100" \
    "$(segments 30 100)"
finish
