#!/usr/bin/env bash
# Versions: DPDK 22.11.11, library net.
# Expected: rte_net_get_ptype() finds IPv4 and UDP after one or two VLAN tags of either kind, with
# the length of the tags in l2_len.
# Observed: one tag with the EtherType 88A8h counts as two: l2_len is 22 instead of 18, and there is
# no IPv4. After two tags with 8100h, IPv4 is an inner packet, as in a tunnel, and the outer one has
# no IP: l3_len is 0.
# Hurts: drivers without such a unit in hardware call this function. Frames of a provider's network
# are not spread over queues, and their checksums are not verified or are computed in a wrong place.
. "$(dirname "$0")/common_dpdk.sh"

debian_packages libdpdk-dev=22.11.11-0+deb12u1 libbsd-dev=0.11.7-2
dpdk_frames
cat >probe.c <<'CODE'
#include "frames.h"

int main(int count, char **words) {
    struct rte_mempool *pool = start(count, words);
    struct rte_mbuf *packet;
    char name[256];
    if (!pool) return 77;
    while ((packet = add_frame(pool))) {
        rte_get_ptype_name(packet->packet_type, name, sizeof name);
        printf("%s%d %d\n", name, headers.l2_len, headers.l3_len);
    }
    return 0;
}
CODE
dpdk_program probe.c -lrte_net
python3 - >frames <<'CODE'
from captures import ethernet, udp

for tags in "", "81000005", "88a8000581000006", "88a80005", "8100000581000006":
    frame = ethernet(udp())
    print((frame[:12] + bytes.fromhex(tags) + frame[12:]).hex())
CODE
dpdk_run <frames
expect "no tag: types, l2_len, l3_len" "L2_ETHER L3_IPV4 L4_UDP 14 20" "$(sed -n 1p lines)"
expect "one tag, 8100h" "L2_ETHER_VLAN L3_IPV4 L4_UDP 18 20" "$(sed -n 2p lines)"
expect "two tags, 88A8h and 8100h" "L2_ETHER_QINQ L3_IPV4 L4_UDP 22 20" "$(sed -n 3p lines)"
expect "one tag, 88A8h (L3_IPV4 L4_UDP 18 20)" "L2_ETHER_QINQ 22 0" "$(sed -n 4p lines)"
expect "two tags, 8100h (L3_IPV4 L4_UDP 22 20)" \
    "L2_ETHER_VLAN INNER_L2_ETHER_VLAN INNER_L3_IPV4 INNER_L4_UDP 18 0" "$(sed -n 5p lines)"
finish
