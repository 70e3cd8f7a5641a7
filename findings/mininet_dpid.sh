#!/usr/bin/env bash
# Versions: Mininet 2.3.0 (Debian mininet 2.3.0-1).
# Expected: each switch of a topology has its own datapath identifier, which Mininet makes of the digits of its name, or
# the name is an error. A delay without a unit is an error, and a jitter without a delay, too.
# Observed: only the first number of a name counts: rack1s1, rack1s2 and s1 have the identifier 1. A delay of 5 is given
# to tc as 5, which are microseconds. A jitter without a delay sets nothing, without a message.
# Hurts: a controller sees one switch, whose ports change, and installs its rules in one of them. Delays are too short
# by 1000.
. "$(dirname "$0")/common.sh"

debian_packages mininet=2.3.0-1
need python3
export PYTHONPATH=$ROOT/usr/lib/python3/dist-packages
cat >probe.py <<'CODE'
import sys

from mininet.link import TCIntf
from mininet.node import Switch


class Named(Switch):
    """A switch without its processes."""

    def __init__(self, name):
        self.name = name


class Interface(TCIntf):
    """An interface that keeps its commands of tc, without the first two, which read and delete."""

    def __init__(self):
        self.name, self.commands = "eth0", []

    def setParam(self, *ignored, **named):
        return ""

    def cmd(self, *words):
        line = " ".join(map(str, words))
        if line.startswith("tc qdisc add"):
            self.commands.append(" ".join(line.split()))
        return ""


if sys.argv[1] == "dpid":
    print(int(Named(sys.argv[2]).defaultDpid(), 16))
else:
    interface = Interface()
    interface.config(**eval(f"dict({sys.argv[2]})"))
    print(*interface.commands or ["nothing"])
CODE
# fact LABEL VALUE KIND ARGUMENT
fact() {
    expect "$1" "$2" "$(bounded 20 python3 probe.py "$3" "$4" 2>&1)"
}
for switch in s1=1 s10=10 s2=2 rack1s1=1 rack1s2=1 rack1s10=1 rack2s1=2; do
    fact "identifier of ${switch%=*}" "${switch#*=}" dpid "${switch%=*}"
done
fact "delay='5ms', jitter='1ms'" "tc qdisc add dev eth0 root handle 10: netem delay 5ms 1ms" link "delay='5ms', jitter='1ms'"
fact "delay=5" "tc qdisc add dev eth0 root handle 10: netem delay 5" link "delay=5"
fact "jitter='1ms'" "nothing" link "jitter='1ms'"
finish
