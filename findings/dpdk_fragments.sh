#!/usr/bin/env bash
# Versions: DPDK 22.11.11, library ip_frag.
# Expected: rte_ipv4_frag_reassemble_packet() ignores a fragment that it has already, as RFC 791
# allows, and reassembles datagrams of all sizes.
# Observed: a fragment that comes twice discards the datagram and all its fragments. A datagram of
# more than eight fragments is discarded with the eighth one: the limit is
# RTE_LIBRTE_IP_FRAG_MAX_FRAG, set when the library is built.
# Hurts: one frame that a switch sends twice loses the datagrams of NFS, like a loss on the line.
# With an MTU of 1500, datagrams above 11 840 octets never arrive, and those of 8 KB always.
. "$(dirname "$0")/common_dpdk.sh"

debian_packages libdpdk-dev=22.11.11-0+deb12u1 libbsd-dev=0.11.7-2
dpdk_frames
cat >probe.c <<'CODE'
#include "frames.h"

#include <rte_ip_frag.h>

int main(int count, char **words) {
    struct rte_mempool *pool = start(count, words);
    struct rte_ip_frag_tbl *table = rte_ip_frag_table_create(16, 16, 256, rte_get_tsc_hz(), SOCKET_ID_ANY);
    struct rte_ip_frag_death_row discarded = {0};
    struct rte_mbuf *packet;
    int whole = 0;
    if (!pool || !table) return 77;
    while ((packet = add_frame(pool))) {
        struct rte_ipv4_hdr *header = rte_pktmbuf_mtod_offset(packet, struct rte_ipv4_hdr *, 14);
        packet = rte_ipv4_frag_reassemble_packet(table, &discarded, packet, rte_rdtsc(), header);
        if (packet) whole = packet->pkt_len - 14;
    }
    printf("%d %d\n", whole, discarded.cnt);
    return 0;
}
CODE
dpdk_program probe.c -lrte_net -lrte_ip_frag
cat >fragments.py <<'CODE'
import struct
import sys

from captures import checksum, ethernet

data = bytes(int(sys.argv[1]))
places = range(0, len(data), 1480)
for place in [places[int(number)] for number in sys.argv[2:]] or places:
    part = data[place : place + 1480]
    field = place // 8 | (0x2000 if place + 1480 < len(data) else 0)
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(part), 7, field, 64, 17, 0) + bytes([10, 0, 0, 1, 10, 0, 0, 2])
    print(ethernet(head[:10] + struct.pack(">H", checksum(head)) + head[12:] + part).hex())
CODE
# reassembled OCTETS [NUMBER...]: octets of the reassembled packet, 0 without one, and the number of
# discarded fragments. All fragments of these octets are given, or those with the numbers.
reassembled() {
    python3 fragments.py "$@" >frames
    dpdk_run <frames
    cat lines
}

expect "three fragments: octets of the packet, fragments discarded" "4020 0" "$(reassembled 4000)"
expect "in the reverse order" "4020 0" "$(reassembled 4000 2 1 0)"
expect "the first one twice (4020 1)" "0 2" "$(reassembled 4000 0 0 1 2)"
expect "the second one twice (4020 1)" "0 4" "$(reassembled 4000 0 1 1 2)"
expect "the last one twice (4020 1)" "0 3" "$(reassembled 4000 0 2 2 1)"
expect "eight fragments" "11860 0" "$(reassembled 11840)"
expect "nine fragments (11868 0)" "0 8" "$(reassembled 11848)"
finish
