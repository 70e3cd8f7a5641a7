# shellcheck shell=bash
# Helper for the scripts about DPDK, 22.11.11 of Debian 12. It sources `common.sh`.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# dpdk_program FILE LIBRARY...: builds the program `probe` of a C file with these libraries of DPDK.
dpdk_program() {
    need gcc python3
    DPDK_LIB=$ROOT/usr/lib/x86_64-linux-gnu
    gcc -w -O1 -march=corei7 -isystem "$ROOT/usr/include/dpdk" \
        -isystem "$ROOT/usr/include/x86_64-linux-gnu/dpdk" -isystem "$ROOT/usr/include" "$1" -o probe \
        -L"$DPDK_LIB" -Wl,--no-as-needed -lrte_mempool_ring -lrte_eal -lrte_ethdev -lrte_mbuf \
        -lrte_mempool "${@:2}" -Wl,--allow-shlib-undefined >log 2>&1 ||
        skip "gcc cannot build with the headers of DPDK"
}

# dpdk_run [OPTION...]: runs the program without hardware; what it prints goes to `$WORK/lines`.
dpdk_run() {
    LD_LIBRARY_PATH="$DPDK_LIB:$ROOT/lib/x86_64-linux-gnu" bounded 60 ./probe -l 0 --no-huge --no-pci \
        --no-telemetry --no-shconf -m 32 "$@" >lines 2>log || skip "DPDK does not start"
}

# dpdk_frames: writes frames.h, with the function `add_frame` that makes a packet of a line of
# hexadecimal digits on the standard input, with its type and the lengths of its headers.
dpdk_frames() {
    cat >frames.h <<'CODE'
#include <rte_ethdev.h>
#include <rte_net.h>

static struct rte_net_hdr_lens headers; /* of the last frame */

static struct rte_mbuf *add_frame(struct rte_mempool *pool) {
    char line[4096];
    if (!fgets(line, sizeof line, stdin)) return NULL;
    struct rte_mbuf *packet = rte_pktmbuf_alloc(pool);
    for (char *digits = line; digits[0] != '\n'; digits += 2) {
        unsigned octet;
        sscanf(digits, "%2x", &octet);
        *(unsigned char *)rte_pktmbuf_append(packet, 1) = octet;
    }
    memset(&headers, 0, sizeof headers);
    packet->packet_type = rte_net_get_ptype(packet, &headers, RTE_PTYPE_ALL_MASK);
    packet->l2_len = headers.l2_len;
    packet->l3_len = headers.l3_len;
    packet->l4_len = headers.l4_len;
    return packet;
}

static struct rte_mempool *start(int count, char **words) {
    if (rte_eal_init(count, words) < 0) return NULL;
    return rte_pktmbuf_pool_create("pool", 255, 32, 0, 4096, 0);
}
CODE
}

# dpdk_gro: installs DPDK and builds the program that merges segments of a TCP connection.
dpdk_gro() {
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
        int first = octets[40] * 256 + octets[41];
        printf("%d-%d,%02x ", first, first + packets[i]->pkt_len - 55, octets[15]);
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

for number, segment in enumerate(sys.argv[1:]):
    flags, service = (int(octet, 16) for octet in segment.split(","))
    tcp = struct.pack(">HHIIBBHHH", 1000, 2000, 1 + 100 * number, 1, 0x50, flags, 1000, 0, 0) + bytes(100)
    addresses = bytes([10, 0, 0, 1, 10, 0, 0, 2])
    head = struct.pack(">BBHHHBBH", 0x45, service, 20 + len(tcp), number, 0x4000, 64, 6, 0) + addresses
    total = checksum(addresses + struct.pack(">HH", 6, len(tcp)) + tcp)
    head = head[:10] + struct.pack(">H", checksum(head)) + head[12:]
    print(ethernet(head + tcp[:16] + struct.pack(">H", total) + tcp[18:]).hex())
CODE
}

# gro FLAGS,SERVICE...: merges segments of 100 octets with these flags of TCP, and this second octet
# of the IP header. It prints FIRST-LAST,SERVICE for each packet that is returned.
gro() {
    python3 segments.py "$@" >frames
    dpdk_run <frames
    sed 's/ $//' lines
}
