#!/usr/bin/env bash
# Versions: babeltrace2 2.0.4.
# Expected: times of a CTF trace are exact to the nanosecond; a period of 4 ns is a whole number.
# Observed: cycles become nanoseconds by a number of type double, unless the clock runs at 1 GHz.
# With 250 MHz and cycles counted since 1970, times are multiples of 256 ns: of eight events at a
# distance of 20 ns, seven are at the same time.
# Hurts: traces of cards that set their clock to the time of day. Delays below a microsecond are 0 or
# 256 ns. The same counts with an offset in the clock are exact.
. "$(dirname "$0")/common.sh"

debian_packages babeltrace2=2.0.4-1+b6
export BABELTRACE_PLUGIN_PATH=$ROOT/usr/lib/x86_64-linux-gnu/babeltrace2/plugins
export LIBBABELTRACE2_PLUGIN_PROVIDER_DIR=$ROOT/usr/lib/x86_64-linux-gnu/babeltrace2/plugin-providers
# Makes the trace $1: eight events, 5 cycles of 4 ns apart, from the cycle $2; the offset is $3 s.
trace() {
    mkdir "$1"
    cat >"$1/metadata" <<CTF
/* CTF 1.8 */
typealias integer { size = 32; align = 8; byte_order = le; } := u32;
trace {
    major = 1;
    minor = 8;
    byte_order = le;
    packet.header := struct { u32 magic; u32 stream_id; };
};
clock { name = card; freq = 250000000; offset_s = $3; };
typealias integer { size = 64; align = 8; byte_order = le; map = clock.card.value; } := cycles;
stream { id = 0; event.header := struct { u32 id; cycles at; }; };
event { name = "frame"; id = 0; stream_id = 0; };
CTF
    python3 -c "
import struct, sys
events = (struct.pack('<IQ', 0, $2 + 5 * i) for i in range(8))
open('$1/stream', 'wb').write(struct.pack('<II', 0xC1FC1FC1, 0) + b''.join(events))"
}
# The times of the events in nanoseconds, without the seconds.
times() {
    bounded 30 babeltrace2 --clock-seconds "$1" 2>log | sed 's/^\[[0-9]*\.0*\([0-9]*[0-9]\)\].*/\1/' | paste -sd' '
}
trace absolute 425000000000000000 0
trace relative 0 1700000000
expect "cycles since 1970" "0 0 0 0 0 0 0 256" "$(times absolute)"
expect "cycles since an offset" "0 20 40 60 80 100 120 140" "$(times relative)"
finish
