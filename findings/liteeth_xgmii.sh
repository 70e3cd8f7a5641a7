#!/usr/bin/env bash
# Versions: LiteEth 2024.12, LiteX 2024.12, migen 0.10.0 (PyPI), Verilator 5.006 (Debian verilator
# 5.006-3).
# Expected: LiteEthPHYXGMIITX, with its default of the deficit idle count, sends waiting frames
# unchanged, with gaps of at least 9 octets and 12 on average.
# Observed: if waiting frames differ in size, many are damaged: their first word, preamble and SFD,
# is missing or there twice. Of frames with 64 and 65 octets every second one is right. Gaps of
# frames with 67 octets are 9 octets, and those of 64 and 1518 alternately 8 and 10. With pauses
# between the frames, all are right.
# Hurts: a receiver finds no SFD, or takes the preamble for an address. It gets more frames than a
# line can carry. Tests with frames of 68 octets or with low load pass.
. "$(dirname "$0")/common.sh"

need g++ make
python_packages liteeth==2024.12 litex==2024.12 migen==0.10.0
debian_packages verilator=5.006-3
cat >verilog.py <<'CODE'
from liteeth.phy.xgmii import LiteEthPHYXGMIIPads, LiteEthPHYXGMIITX
from litex.gen.fhdl import verilog
from migen import ClockDomain, Module

pads = LiteEthPHYXGMIIPads()


class Transmitter(Module):
    def __init__(self):
        self.clock_domains.cd_sys = ClockDomain("sys")
        self.submodules.transmitter = LiteEthPHYXGMIITX(pads, 64)


design = Transmitter()
sink = design.transmitter.sink
ports = {"valid": sink.valid, "ready": sink.ready, "last": sink.last, "last_be": sink.last_be, "data": sink.data}
ports |= {"tx_ctl": pads.tx_ctl, "tx_data": pads.tx_data}
for name, signal in ports.items():
    signal.name_override = name
verilog.convert(design, set(ports.values()) | {design.cd_sys.clk, design.cd_sys.rst}, name="transmitter").write("tx.v")
CODE
cat >top.v <<'CODE'
module top;
    reg clk = 0, rst = 1;
    reg [80:0] words[0:9999]; // end, valid, last, last_be and data
    integer at = 0;
    wire ready;
    wire [80:0] word = words[at];
    wire [7:0] tx_ctl;
    wire [63:0] tx_data;
    transmitter transmitter(.sys_clk(clk), .sys_rst(rst), .valid(word[76] & ~rst), .ready(ready), .last(word[72]),
        .last_be(word[71:64]), .data(word[63:0]), .tx_ctl(tx_ctl), .tx_data(tx_data));
    always #5 clk = ~clk;
    initial $readmemh("words", words);
    initial #22 rst = 0;
    always @(posedge clk) if (~rst) begin
        $display("%h %h", tx_ctl, tx_data);
        if (word[80]) $finish;
        if (ready | ~word[76]) at <= at + 1;
    end
endmodule
CODE
cat >frames.py <<'CODE'
"""Writes the words of numbered frames, or compares the frames on the line with them."""

import sys

command, pause, *sizes = sys.argv[1:]
frames = [
    b"\x55" * 7 + b"\xd5" + bytes((octet + 7 * number) % 251 for octet in range(int(size)))
    for number, size in enumerate(sizes)
]
if command == "write":
    with open("words", "w") as words:
        words.write("0\n" * 8)
        for frame in frames:
            for at in range(0, len(frame), 8):
                part = frame[at : at + 8]
                last = at + 8 >= len(frame)
                enabled = 1 << len(part) - 1 if last else 0
                words.write(f"01{last:d}{enabled:02x}{int.from_bytes(part, 'little'):016x}\n")
            words.write("0\n" * int(pause))
        words.write("0\n" * 20 + "1" + "0" * 20 + "\n")
    sys.exit()
line = []  # (whether it is a control character, octet) for each octet
for text in open("lines"):
    control, data = (int(number, 16) for number in text.split())
    line.extend((control >> lane & 1, data >> 8 * lane & 255) for lane in range(8))
sent, gaps, frame, end = [], [], None, None
for place, (control, octet) in enumerate(line):
    if control and octet == 0xFB:  # start, which replaces the first octet of the preamble
        frame = b"\x55"
        if end is not None:
            gaps.append(place - end)
    elif control and octet == 0xFD and frame is not None:  # end
        sent.append(frame)
        frame, end = None, place
    elif not control and frame is not None:
        frame += bytes([octet])
print(f"{sum(frame in sent for frame in frames)} of {len(frames)}, gaps", *sorted(set(gaps[3:])))
CODE
bounded 60 python verilog.py >log 2>&1 || changed "LiteX writes no Verilog"
VERILATOR_BIN=../../bin/verilator_bin bounded 400 verilator --binary --timing -Wno-fatal -Wno-lint --Mdir objects --top top \
    -MAKEFLAGS OPT_FAST=-O0 -MAKEFLAGS OPT_SLOW=-O0 -MAKEFLAGS OPT_GLOBAL=-O0 top.v tx.v >log 2>&1 ||
    skip "Verilator cannot build the module"

# sent PAUSE SIZE...: how many frames are sent unchanged, and the gaps from the fourth one on.
sent() {
    python frames.py write "$@"
    bounded 20 objects/Vtop | grep -E '^[0-9a-f]{2} [0-9a-f]{16}$' >lines
    python frames.py compare "$@"
}

mixed=$(python -c 'print(*(64 + 37 * number * number % 83 for number in range(40)))')
expect "40 frames of 64 to 146 octets, with pauses" "40 of 40" "$(sent 8 $mixed | cut -d, -f1)"
expect "40 frames, without pauses (40 of 40, gaps of 9 to 15)" "31 of 40, gaps 8 9 10 11 12" "$(sent 0 $mixed)"
expect "64 and 65 octets alternately (10 of 10)" "5 of 10" "$(sent 0 64 65 64 65 64 65 64 65 64 65 | cut -d, -f1)"
expect "64 and 1518 octets alternately (gaps of 9 to 15)" "10 of 10, gaps 8 10" \
    "$(sent 0 1518 64 1518 64 1518 64 1518 64 1518 64)"
expect "67 octets (10 of 10, gaps of 9 and 13)" "9 of 10, gaps 9" "$(sent 0 67 67 67 67 67 67 67 67 67 67)"
expect "68 octets" "10 of 10, gaps 12" "$(sent 0 68 68 68 68 68 68 68 68 68 68)"
finish
