#!/usr/bin/env bash
# Versions: libatm 2.5.1 (libatm1-dev 1:2.5.1-4+b2, linux-atm).
# Expected: a rate in bits per second is one of the line, and becomes as many cells of 53 octets as it
# takes: text2qos("cbr:max_pcr=155.52Mbps") is refused or not above the 353 207 cells per second of OC-3.
# Observed: bits are counted in the 48 octets of payload, and cells are rounded down. 155.52Mbps is
# 405 000 cells per second, 15 % more than the line carries, and 1Mbps is 2604, which carry 999 936 b/s.
# Hurts: whoever shapes a circuit by a rate in bits. A rate of the line asks for more than the line has,
# and one of a video stream is too small by up to a cell per second.
. "$(dirname "$0")/common.sh"

debian_packages libatm1-dev=1:2.5.1-4+b2 libatm1=1:2.5.1-4+b2
need gcc
cat >rates.c <<'CODE'
#include <atm.h>
#include <stdio.h>
#include <string.h>

int main(int count, char** texts) {
    for (int i = 1; i < count; ++i) {
        struct atm_qos qos;
        char text[MAX_ATM_QOS_LEN + 1];
        memset(&qos, 0, sizeof qos);
        if (text2qos(texts[i], &qos, 0) != 0 || qos2text(text, sizeof text, &qos, 0) < 0) return 1;
        printf("%d %s\n", qos.txtp.max_pcr, text);
    }
    return 0;
}
CODE
lib=$ROOT/usr/lib/x86_64-linux-gnu
gcc -w -I"$ROOT/usr/include" rates.c -o rates -L"$lib" -latm -Wl,-rpath,"$lib" >build.log 2>&1 || skip "gcc cannot build"
bounded 20 ./rates cbr:max_pcr=384bps cbr:max_pcr=424bps cbr:max_pcr=767bps cbr:max_pcr=1Mbps \
    cbr:max_pcr=155.52Mbps cbr:max_pcr=353207 >seen || changed "text2qos refuses a rate"
expect "cells per second of 384, 424 and 767 b/s (1 1 2)" "1 1 1" "$(sed -n 1,3p seen | cut -d' ' -f1 | paste -sd' ')"
expect "of 1 Mb/s (2359 of the line, 2605 of payload)" "2604 cbr:max_pcr=2604" "$(sed -n 4p seen)"
expect "of 155.52 Mb/s (366792 of the line)" "405000 cbr:max_pcr=405000" "$(sed -n 5p seen)"
expect "the cell rate of OC-3" "353207 cbr:max_pcr=353207" "$(sed -n 6p seen)"
finish
