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
