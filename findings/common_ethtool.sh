# shellcheck shell=bash
# Helper for the scripts about ethtool. It sources `common.sh`.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# ethtool_card PACKAGE...: installs ethtool and further packages of Debian 12, and builds a library that
# answers the requests of ethtool in the place of a driver.
ethtool_card() {
    debian_packages ethtool=1:6.1-1 "$@"
    need gcc
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
#include <sys/socket.h>

/* Without netlink, ethtool uses ioctl. */
int socket(int domain, int type, int protocol) {
    if (domain == AF_NETLINK) return errno = EAFNOSUPPORT, -1;
    return ((int (*)(int, int, int))dlsym(RTLD_NEXT, "socket"))(domain, type, protocol);
}

/* CARD_FILE has the registers of the card, or the EEPROM of its transceiver; CARD_DRIVER names the driver, and
   CARD_VERSION is the version of the dump. */
int ioctl(int file, unsigned long request, ...) {
    static unsigned char octets[16384];
    FILE* dump = fopen(getenv("CARD_FILE"), "rb");
    size_t size = fread(octets, 1, sizeof octets, dump);
    va_list list;
    va_start(list, request);
    void* data = va_arg(list, struct ifreq*)->ifr_data;
    va_end(list);
    fclose(dump);
    if (request != SIOCETHTOOL) return errno = ENOTTY, -1;
    switch (*(unsigned*)data) {
    case ETHTOOL_GDRVINFO:
        strcpy(((struct ethtool_drvinfo*)data)->driver, getenv("CARD_DRIVER"));
        ((struct ethtool_drvinfo*)data)->regdump_len = size;
        return 0;
    case ETHTOOL_GREGS:
        ((struct ethtool_regs*)data)->version = getenv("CARD_VERSION") ? strtoul(getenv("CARD_VERSION"), 0, 0) : 1;
        memcpy(((struct ethtool_regs*)data)->data, octets, size);
        return 0;
    case ETHTOOL_GMODULEINFO:
        ((struct ethtool_modinfo*)data)->type = octets[0] == 0x11 ? ETH_MODULE_SFF_8636 : ETH_MODULE_SFF_8472;
        ((struct ethtool_modinfo*)data)->eeprom_len = size;
        return 0;
    case ETHTOOL_GMODULEEEPROM: {
        struct ethtool_eeprom* part = data;
        memcpy(part->data, octets + part->offset, part->len);
        return 0;
    }
    }
    return errno = EOPNOTSUPP, -1;
}
CODE
    gcc -w -shared -fPIC card.c -o card.so -ldl >"$WORK/build.log" 2>&1 || skip "gcc cannot build card.c"
}

# ethtool_read FILE DRIVER OPTION: runs ethtool with OPTION, -d or -m, on the card that the octets of FILE
# describe.
ethtool_read() {
    CARD_FILE=$1 CARD_DRIVER=$2 LD_PRELOAD=$WORK/card.so bounded 20 ethtool "$3" eth0
}

# ethtool_modules: writes the EEPROM of modules as the Python program on standard input does.
ethtool_modules() {
    need python3
    { cat <<'CODE'; cat; } | python3 -
def write(name, size, values):
    """Writes a module's octets; `values` are pairs of a place and an octet."""
    octets = bytearray(size)
    for place, octet in values:
        octets[place] = octet
    open(name, "wb").write(octets)
CODE
}

# module_field FILE NAME: prints the field that ethtool shows for a module.
module_field() {
    ethtool_read "$1" ixgbe -m | grep -oP "$2 *: \K.*"
}
