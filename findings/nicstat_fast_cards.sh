#!/usr/bin/env bash
# Versions: nicstat 1.95 (Debian 1.95-1+b2).
# Expected: the utilization of a card is its load divided by its speed, for each speed that the card
# reports. The Mbps of the option -M are millions of bits per second.
# Observed: only the lower 16 bits of the speed count: cards for 100, 200 and 400 Gb/s have 34 464,
# 3392 and 6784 Mb/s. With a load of 40 Gb/s they are used by 100 %, and a card for 50 Gb/s by 80 %.
# With -M a Mbps is 1 048 576 bits per second.
# Hurts: the fastest cards look like the bottleneck at 2 % of their speed, and a faster card is worse
# than a slower one.
. "$(dirname "$0")/common.sh"

need gcc
debian_packages nicstat=1.95-1+b2
cat >card.c <<'CODE'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The driver of a card with full duplex and the speed CARD_SPEED, as Linux answers. */
int ioctl(int file, unsigned long request, ...) {
    va_list list;
    va_start(list, request);
    struct ethtool_cmd* settings = (void*)va_arg(list, struct ifreq*)->ifr_data;
    va_end(list);
    if (request != SIOCETHTOOL || settings->cmd != ETHTOOL_GSET) return errno = EOPNOTSUPP, -1;
    ethtool_cmd_speed_set(settings, atoi(getenv("CARD_SPEED")));
    settings->duplex = DUPLEX_FULL;
    return 0;
}

static const char* place(const char* path) {
    if (!strcmp(path, "/proc/net/dev")) return "dev";
    return strcmp(path, "/proc/uptime") ? path : "uptime";
}

int open(const char* path, int flags, ...) {
    return ((int (*)(const char*, int, ...))dlsym(RTLD_NEXT, "open"))(place(path), flags, 0);
}

int open64(const char* path, int flags, ...) {
    return ((int (*)(const char*, int, ...))dlsym(RTLD_NEXT, "open64"))(place(path), flags, 0);
}

FILE* fopen(const char* path, const char* mode) {
    return ((FILE * (*)(const char*, const char*)) dlsym(RTLD_NEXT, "fopen"))(place(path), mode);
}
CODE
gcc -w -shared -fPIC card.c -o card.so -ldl >log 2>&1 || skip "gcc cannot build card.c"

# nicstat_of SPEED OPTION...: runs nicstat on a card that has received 40 Gb/s for 100 000 s.
nicstat_of() {
    echo "100000.00 100000.00" >uptime
    cat >dev <<'DEV'
Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
  eth0: 500000000000000 1000000000000 0 0 0 0 0 0 0 0 0 0 0 0 0 0
DEV
    CARD_SPEED=$1 LD_PRELOAD=$WORK/card.so bounded 20 nicstat "${@:2}" | tail -1
}
# card SPEED: the speed that nicstat lists in Mb/s, and the utilization in percent.
card() {
    nicstat_of "$1" -l | awk '{printf "%s, ", $3}'
    nicstat_of "$1" -p 1 1 | awk -F: '{printf "%.0f\n", $(NF - 1)}'
}

expect "card for 40 Gb/s: Mb/s, %" "40000, 100" "$(card 40000)"
expect "card for 50 Gb/s" "50000, 80" "$(card 50000)"
expect "card for 100 Gb/s (100000, 40)" "34464, 100" "$(card 100000)"
expect "card for 200 Gb/s (200000, 20)" "3392, 100" "$(card 200000)"
expect "card for 400 Gb/s (400000, 10)" "6784, 100" "$(card 400000)"
expect "40 Gb/s in Mbps, in thousands (40)" 38 "$(nicstat_of 50000 -M 1 1 | awk '{printf "%.0f\n", $3 / 1000}')"
finish
