#!/usr/bin/env bash
# Versions: peakrdl-regblock 1.3.1 (PyPI, with peakrdl-cli 1.5.0), Verilator 5.006 (Debian 5.006-3).
# Expected: a write that clears the interrupt of one bit has no effect on another one, as in SystemRDL woclr. An event
# of hardware in the clock of such a write is stored.
# Observed: with the usual precedence = sw, events of all bits of a register are lost in the clock of each write to it,
# also if the written value or its byte enables are 0 for the bit. Reads are harmless, and so is precedence = hw.
# Hurts: a driver that acknowledges "sent" removes a "received" of that clock: its interrupt never comes. The window is
# one clock per write, so tests with single events pass.
. "$(dirname "$0")/common.sh"

need g++ make
python_packages peakrdl-regblock==1.3.1 peakrdl-cli==1.5.0 systemrdl-compiler==1.33.0
debian_packages verilator=5.006-3
cat >card.rdl <<'RDL'
addrmap card {
    reg {
        field { level intr; hw = w; sw = rw; woclr; } sent[0:0] = 0;
        field { level intr; hw = w; sw = rw; woclr; } received[1:1] = 0;
        field { level intr; hw = w; sw = rw; woclr; precedence = hw; } link[2:2] = 0;
    } status @ 0;
};
RDL
bounded 60 peakrdl regblock card.rdl -o out --cpuif passthrough >log 2>&1 || changed "peakrdl fails"
cat >top.sv <<'CODE'
module top;
    logic clk = 0, rst = 1, access = 0, write = 0;
    logic [31:0] data = 0, enable = 0, value;
    card_pkg::card__in_t events;
    card_pkg::card__out_t outputs;
    card card (.clk(clk), .rst(rst), .s_cpuif_req(access), .s_cpuif_req_is_wr(write), .s_cpuif_addr('0),
        .s_cpuif_wr_data(data), .s_cpuif_wr_biten(enable), .s_cpuif_req_stall_wr(), .s_cpuif_req_stall_rd(),
        .s_cpuif_rd_ack(), .s_cpuif_rd_err(), .s_cpuif_rd_data(value), .s_cpuif_wr_ack(), .s_cpuif_wr_err(),
        .hwif_in(events), .hwif_out(outputs));
    always #5 clk = !clk;

    // One clock with an event of the bits of `set`; returns to no access and no event.
    task step(input logic [2:0] set);
        events.status.sent.next = set[0];
        events.status.received.next = set[1];
        events.status.link.next = set[2];
        @(negedge clk);
        access = 0;
        events.status.sent.next = 0;
        events.status.received.next = 0;
        events.status.link.next = 0;
    endtask

    // Sets bit 0 by an event. Then events of the other bits come in the clock of an access.
    task try(input logic is_access, input logic is_write, input logic [31:0] mask, input logic [31:0] bytes);
        rst = 1;
        step(0);
        rst = 0;
        step(1);
        access = is_access;
        write = is_write;
        data = mask;
        enable = bytes;
        step(6);
        access = 1;
        write = 0;
        #1 $display("%b", value[2:0]);
        step(0);
    endtask

    initial begin
        step(0);
        try(0, 0, 0, 0);
        try(1, 0, 0, 0);
        try(1, 1, 1, 32'hffffffff);
        try(1, 1, 0, 32'hffffffff);
        try(1, 1, 0, 32'hff000000);
        $finish;
    end
endmodule
CODE
VERILATOR_BIN=../../bin/verilator_bin bounded 400 verilator --binary --timing --no-trace -Wno-fatal -Wno-lint \
    --Mdir objects --top top -MAKEFLAGS OPT_FAST=-O0 -MAKEFLAGS OPT_SLOW=-O0 -MAKEFLAGS OPT_GLOBAL=-O0 \
    out/card_pkg.sv out/card.sv top.sv >build.log 2>&1 || skip "Verilator cannot build the registers"
bounded 20 objects/Vtop | grep -v finish >lines

expect "link, received, sent after events without an access" 111 "$(sed -n 1p lines)"
expect "events in the clock of a read" 111 "$(sed -n 2p lines)"
expect "in the clock of a write of 1, which clears sent (110)" 100 "$(sed -n 3p lines)"
expect "in the clock of a write of 0 (111)" 101 "$(sed -n 4p lines)"
expect "in the clock of a write to another octet of the register (111)" 101 "$(sed -n 5p lines)"
finish
