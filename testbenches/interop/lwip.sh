#!/usr/bin/env bash
# Builds lwIP as the counterpart and lets our TCP talk to it: every system, both ways, both roles, 30 patterns of loss.
#   lwip.sh LWIP_INTEROP WORK_FOLDER        exit code 77: lwIP cannot be fetched
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1 work=$2
source=$work/source/src
"$here/../../scripts/fetch_lwip.sh" "$work/source"
[ -f "$source/core/tcp.c" ] || exit 77
gcc -O1 -w -shared -fPIC -I"$here" -I"$source/include" -I"$here/lwip_port" -o "$work/lwip.so" "$here/lwip_glue.c" \
    "$source"/core/{def,inet_chksum,init,ip,mem,memp,netif,pbuf,tcp,tcp_in,tcp_out,timeouts}.c \
    "$source"/core/ipv4/{ip4,ip4_addr,ip4_frag}.c
for system in bsd43 bsd44 linux20 nt40 solaris25 solaris251 solaris26; do
    for role in send_call send_answer receive_call receive_answer; do
        for pattern in $(seq 0 30); do echo "$work/lwip.so $system $role $pattern"; done
    done
done | xargs -P 2 -L 1 "$program" >"$work/told"
test "$(wc -l <"$work/told")" -eq 868
wc -l <"$work/told" | sed 's/$/ conversations, every octet equal/'
