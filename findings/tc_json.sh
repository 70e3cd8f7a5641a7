#!/usr/bin/env bash
# Versions: iproute2 6.1.0 (Debian 6.1.0-3), jq 1.6. Needs a kernel with the schedulers htb and tbf, and the right to
# create a network namespace.
# Expected: tc -j prints what tc prints, as JSON.
# Observed: of a token bucket filter the peak rate is missing. The rate of 1234567 bit/s is 154320 octets per second,
# where tc prints 1234Kbit, and the latency of 50 ms is 50000. For classes of htb, tc -j prints the same text as tc.
# Hurts: programs that read the shaper of a card take a rate for one in bits and are wrong by 8, never see a peak rate,
# and fail at the first class.
. "$(dirname "$0")/common.sh"

need unshare
debian_packages iproute2=6.1.0-3 jq=1.6-2.1+deb12u3
cat >commands.sh <<'CODE'
ip link set lo up
tc qdisc add dev lo root handle 1: tbf rate 1234567bit burst 10k latency 50ms peakrate 20mbit mtu 2000 || exit 1
tc qdisc show dev lo >tbf.txt
tc -j qdisc show dev lo >tbf.json
tc qdisc replace dev lo root handle 2: htb || exit 1
tc class add dev lo parent 2: classid 2:1 htb rate 10mbit || exit 1
tc class show dev lo >class.txt
tc -j class show dev lo >class.json
CODE
bounded 20 unshare -n bash commands.sh >log 2>&1 || skip "no network namespace with htb and tbf"
expect "tc: token bucket filter" "rate 1234Kbit burst 10Kb peakrate 20Mbit minburst 2000b lat 50ms" \
    "$(grep -o 'rate.*lat [^ ]*' tbf.txt)"
expect "tc -j, keys" "burst lat minburst rate" "$(jq -r '.[0].options | keys | .[]' tbf.json | xargs)"
expect "tc -j, rate and latency" "154320 50000" "$(jq -r '.[0].options | .rate, .lat' tbf.json | xargs)"
expect "tc: class" "class htb 2:1 root prio 0 rate 10Mbit ceil 10Mbit burst 1600b cburst 1600b" \
    "$(sed 's/ *$//' class.txt)"
expect "tc -j (JSON)" "$(cat class.txt)" "$(cat class.json)"
expect "jq can read it" no "$(bounded 20 jq . class.json >log 2>&1 && echo yes || echo no)"
finish
