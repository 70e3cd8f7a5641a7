#!/usr/bin/env bash
# Versions: iproute2 6.1.0 (Debian 6.1.0-3).
# Expected: nstat -j prints the counters that nstat prints. They have 64 bits.
# Observed: JSON has the lower 32 bits: 5 000 000 000 octets are 705032704. There is no message, and the table
# without -j is right. A counter that decreases, as after a reset, is left out of the increments in both.
# Hurts: programs that supervise a host or compute throughputs from JSON. At 10 Gb/s the octets of each
# interval of more than 3.4 s are wrong by a multiple of 4 GiB, which looks like a lower load.
. "$(dirname "$0")/common.sh"

debian_packages iproute2=6.1.0-3 jq=1.6-2.1+deb12u3
export PROC_NET_NETSTAT=$WORK/netstat PROC_NET_SNMP=$WORK/empty PROC_NET_SNMP6=$WORK/empty PROC_NET_SCTP_SNMP=$WORK/empty
export NSTAT_HISTORY=$WORK/history
touch empty

# counters IN OUT: the counters of the kernel.
counters() {
    printf 'IpExt: InOctets OutOctets\nIpExt: %s %s\n' "$@" >netstat
}

counters 5000000000 3000000000
expect "nstat: octets in and out" "5000000000 3000000000" "$(bounded 20 nstat -a | awk '/IpExt/ {print $2}' | xargs)"
bounded 20 nstat -a -j >json
expect "nstat -j (the same)" "705032704 3000000000" "$(jq -r '.kernel | .IpExtInOctets, .IpExtOutOctets' json | xargs)"
bounded 20 nstat >log
counters 10000000000 1000
bounded 20 nstat -j -z >json
expect "increments of 5 000 000 000 and after a reset" "705032704 0" \
    "$(jq -r '.kernel | .IpExtInOctets, .IpExtOutOctets' json | xargs)"
finish
