# shellcheck shell=bash
# What the scripts about ns-2 share; they source common.sh first.

debian_packages ns2=2.35+dfsg-5

# ns2_run FILE ARGUMENT...: runs a script of ns-2 with two nodes a and b, an agent `udp` of a that sends to `sink`
# of b, the trace `out.tr`, and `finish`, which prints the packets and octets that have arrived. The file
# connects the nodes in the procedure `connect_nodes`.
ns2_run() {
    cat - "$1" >run.tcl <<'TCL'
set ns [new Simulator]
set trace [open out.tr w]
$ns trace-all $trace
set a [$ns node]
set b [$ns node]
set udp [new Agent/UDP]
set sink [new Agent/LossMonitor]
proc finish {} {
    global ns trace sink
    $ns flush-trace
    close $trace
    puts "[$sink set npkts_] [$sink set bytes_]"
    exit 0
}
TCL
    bounded 60 ns run.tcl "${@:2}" 2>messages.txt
}
