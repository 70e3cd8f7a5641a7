#!/usr/bin/env bash
# Versions: tcconfig 0.30.1, iproute2 6.1.0.
# Expected: "tcset --delay 1ms" adds a delay only, and "--rate 100Gbps" sets that rate or fails.
# Observed: each rule gets a class of htb. Without a rate its rate is 32 Gb/s, the limit that tc had
# before 64-bit rates, and all other traffic has this limit too. A rate above it is set to 32 Gb/s
# with exit code 0. The speed of a card counts only if it is lower.
# Hurts: tests of cards for 40 Gb/s and more, where a link with an emulated delay, or with losses,
# carries 32 Gb/s. The cause looks like the window of TCP, which a longer delay limits as well.
. "$(dirname "$0")/common.sh"

[ -e /sys/class/net/lo ] || skip "there is no loopback interface"
debian_packages iproute2=6.1.0-3
python_packages tcconfig==0.30.1 setuptools==80.9.0

# The classes and queues of a command, without the handles that are derived from names.
rules() {
    bounded 60 tcset lo "$@" --tc-command >out 2>log || changed "tcset reports an error"
    grep -oE '(htb rate|netem).*' out
}

expect "a delay" "htb rate 32000000.0kbit
htb rate 32000000.0Kbit ceil 32000000.0Kbit
netem delay 1.0ms" "$(rules --delay 1ms)"
expect "losses" "htb rate 32000000.0kbit
htb rate 32000000.0Kbit ceil 32000000.0Kbit
netem loss 1.000000%" "$(rules --loss 1%)"
expect "100 Gb/s" "htb rate 32000000.0kbit
htb rate 32000000.0Kbit ceil 32000000.0Kbit
netem" "$(rules --rate 100Gbps | sed 's/ *$//')"
expect "20 Gb/s" "htb rate 20000000.0Kbit ceil 20000000.0Kbit" "$(rules --rate 20Gbps | sed -n 's/ burst.*//; 2p')"
finish
