#!/usr/bin/env bash
# Versions: mii-tool of net-tools 2.10 (Debian net-tools 2.10-0.1+deb12u2).
# Expected: mii-tool, which knows 1000BASE-T, shows what two PHYs have agreed on (IEEE 802.3, Annexes 28B and 40C): full
# duplex before half duplex, flow control if both advertise PAUSE, and the speed of bits 6 and 13 of register 0.
# Observed: if both PHYs can do half duplex as well, the link is 1000baseT-HD. Each gigabit link has flow-control, also if
# no side has it. A forced 1000 Mbit is 10 Mbit. A PHY that advertises 1000 Mb/s only has negotiated nothing, and one
# that does not advertise it is not capable of it, whatever its register 15 says.
# Hurts: healthy links look like a duplex mismatch, and losses without flow control look like losses in spite of it.
. "$(dirname "$0")/common.sh"

debian_packages net-tools=2.10-0.1+deb12u2
need gcc
cat >phy.c <<'CODE'
#include <errno.h>
#include <linux/mii.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Answers in the place of a driver: the environment variables R0 to R31 are the registers of the PHY. */
int ioctl(int file, unsigned long request, ...) {
    va_list list;
    va_start(list, request);
    struct mii_ioctl_data* data = (struct mii_ioctl_data*)&va_arg(list, struct ifreq*)->ifr_ifru;
    va_end(list);
    char name[8];
    if (request == SIOCGMIIPHY) return data->phy_id = 1, 0;
    if (request != SIOCGMIIREG) return errno = ENOTTY, -1;
    snprintf(name, sizeof name, "R%d", data->reg_num);
    data->val_out = getenv(name) ? strtoul(getenv(name), 0, 0) : 0;
    return 0;
}
CODE
gcc -w -shared -fPIC phy.c -o phy.so >"$WORK/build.log" 2>&1 || skip "gcc cannot build phy.c"

# link NAME=VALUE...: what mii-tool prints about a PHY with link; R15 has 1000BASE-T in both modes.
link() {
    env R1=0x796d R15=0x3000 "$@" LD_PRELOAD="$WORK/phy.so" mii-tool -v eth0 >seen
    sed -n 's/^eth0: //p' seen
}

# R0 1000 Mb/s and autonegotiation, R4 and R5 what both advertise (10 and 100 Mb/s, no PAUSE), R9 and R10 the same for
# 1000 Mb/s.
both=(R0=0x1140 R4=0x01e1 R5=0xc1e1)
expect "full and half duplex on both sides, no PAUSE (1000baseT-FD)" \
    "negotiated 1000baseT-HD flow-control, link ok" "$(link "${both[@]}" R9=0x0300 R10=0x3c00)"
expect "full duplex only, no PAUSE (1000baseT-FD)" \
    "negotiated 1000baseT-FD flow-control, link ok" "$(link "${both[@]}" R9=0x0200 R10=0x3800)"
expect "100 Mb/s, no PAUSE" "negotiated 100baseTx-FD, link ok" "$(link "${both[@]}")"
expect "capabilities of that PHY with 1000BASE-T (first 1000baseT-FD)" "100baseTx-FD" \
    "$(sed -n 's/^ *capabilities: *//p' seen | cut -d ' ' -f 1)"
expect "both advertise 1000 Mb/s only (1000baseT-FD)" "negotiated, link ok" \
    "$(link R0=0x1140 R4=0x0001 R5=0xc001 R9=0x0200 R10=0x3800)"
expect "forced 1000 Mb/s, full duplex (1000 Mbit)" "10 Mbit, full duplex, link ok" "$(link R0=0x0140)"
expect "forced 100 Mb/s, full duplex" "100 Mbit, full duplex, link ok" "$(link R0=0x2100)"
finish
