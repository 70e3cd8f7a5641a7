#!/usr/bin/env bash
# Versions: DPDK 22.11.11, its driver net_pcap.
# Expected: a pcap device gives the times of its input file to the receiver, with nanoseconds, as its
# output files have nanoseconds. A frame that is cut in the file keeps its length in the counters.
# Observed: receive time stamps are whole microseconds: frames that are 400 ns apart have the same time.
# A frame of 1514 octets of which 60 are recorded is received, counted and sent as a frame of 60. The
# output has nanoseconds, but of the present time, also if a time stamp came with the packet.
# Hurts: a capture of a fast link that is replayed through a DPDK program. Gaps are 0, and throughputs
# of captures with headers only are too low.
. "$(dirname "$0")/common_dpdk.sh"

need python3
debian_packages libdpdk-dev=22.11.11-0+deb12u1 libbsd-dev=0.11.7-2 tshark=4.0.17-0+deb12u3
python3 - <<'CODE'
import struct

from captures import ethernet, pcap, udp, write

frame = ethernet(udp())
cut = struct.pack("<IIII", 2, 0, 60, 1514) + frame
write("in.pcap", pcap([(1, 0, frame), (1, 400, frame), (1, 800, frame)], nano=True), cut)
CODE
cat >port.c <<'CODE'
#include <rte_ethdev.h>
#include <rte_mbuf_dyn.h>

int main(int count, char **words) {
    struct rte_eth_conf settings = {0};
    struct rte_eth_stats statistics;
    struct rte_mbuf *packets[32];
    if (rte_eal_init(count, words) < 0) return 77;
    struct rte_mempool *pool = rte_pktmbuf_pool_create("pool", 255, 32, 0, 2048, 0);
    if (!pool || rte_eth_dev_configure(0, 1, 1, &settings) || rte_eth_rx_queue_setup(0, 0, 64, 0, NULL, pool) ||
        rte_eth_tx_queue_setup(0, 0, 64, 0, NULL) || rte_eth_dev_start(0)) return 77;
    int offset = rte_mbuf_dynfield_lookup("rte_dynfield_timestamp", NULL);
    int received = rte_eth_rx_burst(0, 0, packets, 32);
    for (int i = 0; i < received; ++i)
        printf("%lu:%u ", *RTE_MBUF_DYNFIELD(packets[i], offset, uint64_t *), packets[i]->pkt_len);
    rte_eth_tx_burst(0, 0, packets, received);
    rte_eth_stats_get(0, &statistics);
    printf("\n%lu %lu\n", statistics.ibytes, statistics.obytes);
    rte_eth_dev_stop(0);
    rte_eth_dev_close(0);
    return 0;
}
CODE
dpdk_program port.c -lrte_bus_vdev -lrte_net_pcap
dpdk_run --vdev net_pcap0,rx_pcap=in.pcap,tx_pcap=out.pcap

# fields FILE -e NAME: the field of each packet.
fields() {
    tshark -r "$1" -T fields "${@:2}" 2>messages | xargs
}
expect "times of the input" "1.000000000 1.000000400 1.000000800 2.000000000" "$(fields in.pcap -e frame.time_epoch)"
expect "time stamps and lengths at the receiver" "1000000:60 1000000:60 1000000:60 2000000:60" \
    "$(sed -n 1p lines | xargs)"
expect "octets received and sent" "240 240" "$(sed -n 2p lines)"
expect "lengths of the input" "60 60 60 1514" "$(fields in.pcap -e frame.len)"
expect "lengths of the output" "60 60 60 60" "$(fields out.pcap -e frame.len)"
expect "output has nanoseconds" "4d3cb2a1" "$(head -c 4 out.pcap | od -An -tx1 | tr -d ' ')"
expect "the first packet has the present year" "$(date +%Y)" \
    "$(date -u -d "@$(fields out.pcap -e frame.time_epoch | cut -d. -f1)" +%Y)"
finish
