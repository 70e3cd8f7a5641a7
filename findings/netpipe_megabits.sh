#!/usr/bin/env bash
# Versions: netpipe-tcp 3.7.2-8+b1 (NetPIPE, Debian 12).
# Expected: "Mbps" are millions of bits per second, as for links and other tools, and "-l 150000 -u 150000" measures
# 150 000 octets.
# Observed: a Mbps is 1 048 576 bits per second, as the quotient of the columns of np.out shows. Three sizes are measured:
# 149 997, 150 000 and 150 003 octets, unless "-p 0" is given.
# Hurts: a full line of 10 Gb/s is 9537 Mbps: the missing 4.6 % look like the overhead of frames and headers, which is
# 5.1 % for TCP with frames of 1518 octets.
. "$(dirname "$0")/common.sh"

debian_packages netpipe-tcp=3.7.2-8+b1
need awk
# sizes OPTION...: measures on the loopback interface and prints the number of results; they are in np.out.
sizes() {
    local receiver code=0
    rm -f np.out
    bounded 60 NPtcp -P "$port" "$@" >receiver.log 2>&1 &
    receiver=$!
    sleep 1
    bounded 60 NPtcp -P "$port" -h 127.0.0.1 "$@" >sender.log 2>&1 || code=$?
    wait "$receiver" || code=$?
    [ "$code" = 0 ] || skip "NPtcp cannot measure on the loopback interface"
    awk '{print $1}' np.out | xargs
}
port=$((20000 + $$ % 20000))
expect "sizes with -l 150000 -u 150000" "149997 150000 150003" "$(sizes -l 150000 -u 150000)"
# The columns of np.out are octets, Mbps and seconds.
expect "Millions of bits per second in a Mbps" "1.049 1.049 1.049" \
    "$(awk '{printf "%.3f\n", $1 * 8 / $3 / $2 / 1e6}' np.out | xargs)"
port=$((port + 1))
expect "sizes with -p 0" "150000" "$(sizes -l 150000 -u 150000 -p 0)"
finish
