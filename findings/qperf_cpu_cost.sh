#!/usr/bin/env bash
# Versions: qperf 0.4.11-3 (Debian 12).
# Expected: loc_cpus_used and send_cost are the processor time of the test, as in iperf3, so a process that runs next to
# it does not change them.
# Observed: they are the time that all processors of the host were busy with any process. A program that only counts adds
# its whole time: the test seems to use more than 0.8 seconds of processor per second on top of its own. The manual does
# not state it.
# Hurts: seconds per gigabyte are used to compare cards and drivers. With sender and receiver on one host each end has the
# costs of both, and any other process looks like a slow driver.
. "$(dirname "$0")/common.sh"

debian_packages qperf=0.4.11-3
need awk
port=$((20000 + $$ % 20000))
bounded 60 qperf -lp "$port" >server.log 2>&1 &
sleep 1
bounded 40 bash -c 'while :; do :; done' &
TIMEFORMAT="%U %S"
# The time of the client itself is what bash measures.
{ time bounded 30 qperf -lp "$port" -t 3 -vv 127.0.0.1 udp_lat >seen 2>log; } 2>own || skip "qperf cannot measure"
# field NAME: a number of seconds that qperf prints.
field() {
    awk -v name="$1" '$1 == name {print $3, $4}' seen
}
expect "Units" "sec sec" "$(field loc_cpu_time | cut -d' ' -f2) $(field loc_real_time | cut -d' ' -f2)"
expect "Time of other processes per second above 0.8 s" yes "$(
    echo "$(field loc_cpu_time) $(field loc_real_time) $(cat own)" |
        awk '{print (($1 - $5 - $6) / $3 > 0.8 ? "yes" : "no: " $0)}'
)"
bounded 30 qperf -lp "$port" 127.0.0.1 quit >log 2>&1 || true
kill %2
wait %2 2>>log || true
finish
