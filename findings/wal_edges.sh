#!/usr/bin/env bash
# Versions: wal-lang 0.9.1 (WAL, the Waveform Analysis Language).
# Expected: (rising req) and (falling req) hold at the time of an edge, where req has its new value, as an edge does in
# waveform viewers, and only at edges.
# Observed: they hold at the change of any signal that comes before the edge, where req has its old value. A signal that is
# 1 at the end of the waveform has a falling edge there. A vector with unknown bits, as before each reset, is a ValueError.
# Hurts: the time between two edges depends on unrelated signals: a grant that takes 160 ns takes 25 ns. Edges of clocks
# are early by half a period, which looks like a wrong edge, and one more packet ends than begins.
. "$(dirname "$0")/common.sh"

python_packages wal-lang==0.9.1
# waveform FILE LINE...: a VCD with the signals req (!), gnt ("), irq ($) and level (#), and their changes.
waveform() {
    {
        printf '%s\n' '$timescale 1ns $end' '$scope module top $end' '$var wire 1 ! req $end' '$var wire 1 " gnt $end' \
            '$var wire 1 $ irq $end' '$var wire 8 # level [7:0] $end' '$upscope $end' '$enddefinitions $end'
        printf '%s\n' "${@:2}"
    } >"$1"
}
# edges FILE CONDITION: the times at which a condition of WAL holds.
edges() {
    printf '(load "%s")\n(whenever %s (print TS))\n' "$1" "$2" >edges.wal
    bounded 60 wal edges.wal 2>log | xargs
}
waveform grant.vcd '#0' '0!' '0"' '0$' 'b0 #' '#95' '1$' '#100' '1!' '#120' '0$' '#260' '1"' '#300' '0!' '#320' '0"'
waveform idle.vcd '#0' '0!' '0"' '0$' 'b0 #' '#95' '1$' '#100' '1!' '#255' '0$' '#260' '1"' '#300' '0!' '#320' '0"'
waveform end.vcd '#0' '0!' '0"' '0$' 'b0 #' '#100' '1!' '1$' '#200' '0$'
waveform unknown.vcd '#0' '0!' '0"' '0$' 'bx #' '#100' '1!' 'b101 #' '#200' '0!'
expect "req rises at 100" 95 "$(edges grant.vcd "(rising top.req)")"
expect "gnt rises at 260" 120 "$(edges grant.vcd "(rising top.gnt)")"
expect "gnt rises at 260, after a change of irq at 255" 255 "$(edges idle.vcd "(rising top.gnt)")"
expect "req falls at 300" 260 "$(edges grant.vcd "(falling top.req)")"
expect "req is 1" "100 120 260" "$(edges grant.vcd "(= top.req 1)")"
expect "req rises at 100 and stays 1, rising" 0 "$(edges end.vcd "(rising top.req)")"
expect "req rises at 100 and stays 1, falling" 200 "$(edges end.vcd "(falling top.req)")"
expect "irq falls at 200" 100 "$(edges end.vcd "(falling top.irq)")"
expect "Levels of 5 after an unknown one, exit code" 1 "$(
    printf '(load "unknown.vcd")\n(whenever (= top.level 5) (print TS))\n' >unknown.wal
    status wal unknown.wal
)"
expect "Error" "ValueError: invalid literal for int() with base 2: 'x'" "$(tail -1 log)"
finish
