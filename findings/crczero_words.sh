#!/usr/bin/env bash
# Versions: crczero 1.2.0 (crcZero), Icarus Verilog 11.0 (Debian iverilog 11.0-1.1+b1).
# Expected: the AXI4-Stream module of each CRC takes the octets of a packet in the order of AXI4-Stream, the first octet
# in the lowest lane, and has tkeep for packets that do not end with a word.
# Observed: with a CRC that is not reflected, as that of AAL5, the first octet has to be in the highest lane. In the
# order of AXI4-Stream the CRC of a cell is wrong, with each width above 8. There is no tkeep: a frame of 60 octets on
# 64 bits gets the CRC of 64 octets, the last four of which are 0. The self-tests of the generator pass, as they use its
# own order.
# Hurts: a card that computes the FCS of Ethernet with such a module works, and each AAL5 frame of the same card is
# discarded. Seven of eight frame sizes have a wrong FCS.
. "$(dirname "$0")/common.sh"

python_packages crczero==1.2.0
debian_packages iverilog=11.0-1.1+b1
# The CRC of the octets 0, 1, 2, ... as the modules have it: not reflected as AAL5, reflected as Ethernet.
python - >right <<'CODE'
import zlib

for count in (48,):
    register = 0xffffffff
    for octet in range(count):
        register ^= octet << 24
        for _ in range(8):
            register = register << 1 & 0xffffffff ^ (0x04c11db7 if register >> 31 else 0)
    print(f"aal5_{count}={register ^ 0xffffffff:08x}")
print(f"fcs_64={zlib.crc32(bytes(range(64))):08x}")
print(f"fcs_60_zeros={zlib.crc32(bytes(range(60)) + bytes(4)):08x}")
CODE
. ./right
# crc ALGORITHM BITS OCTETS ORDER: the CRC that the module has after a packet of the octets 0, 1, 2, ...; unused lanes are 0.
# ORDER is 0 if the first octet is in the lowest lane.
crc() {
    bounded 60 crcZero --algorithm "$1" --data-width "$2" --axi-stream --module-name core --output core >log 2>&1 ||
        changed "crcZero fails"
    cat >bench.v <<CODE
module bench;
    reg clk = 0, rst_n = 0, valid = 0, last = 0;
    reg [$2 - 1:0] data;
    wire [31:0] crc;
    wire crc_valid, crc_last;
    integer octet, lane;
    always #5 clk = !clk;
    core_axis dut(.clk(clk), .rst_n(rst_n), .s_axis_tdata(data), .s_axis_tvalid(valid), .s_axis_tlast(last),
                  .m_axis_tdata(crc), .m_axis_tvalid(crc_valid), .m_axis_tlast(crc_last), .m_axis_tready(1'b1));
    initial begin
        repeat (2) @(negedge clk);
        rst_n = 1;
        for (octet = 0; octet < $3; octet = octet + $2 / 8) begin
            data = 0;
            for (lane = 0; lane < $2 / 8 && octet + lane < $3; lane = lane + 1)
                data[8 * ($4 ? $2 / 8 - 1 - lane : lane) +: 8] = octet + lane;
            valid = 1;
            last = octet + $2 / 8 >= $3;
            @(negedge clk);
        end
        \$display("%08x", crc);
        \$finish;
    end
endmodule
CODE
    iverilog -g2012 -o bench.vvp bench.v core.v core_axis.v >log 2>&1 || changed "Icarus Verilog fails"
    bounded 20 vvp -n bench.vvp | tail -1
}
expect "Ethernet, 64 bits, 64 octets" "$fcs_64" "$(crc CRC-32/ISO-HDLC 64 64 0)"
expect "AAL5, 8 bits, 48 octets" "$aal5_48" "$(crc CRC-32/BZIP2 8 48 0)"
expect "AAL5, 32 bits, 48 octets, first octet in the highest lane" "$aal5_48" "$(crc CRC-32/BZIP2 32 48 1)"
lowest=$(crc CRC-32/BZIP2 32 48 0)
expect "AAL5, 32 bits, 48 octets, first octet in the lowest lane, right" "no" \
    "$([ "$lowest" = "$aal5_48" ] && echo yes || echo no)"
expect "Ethernet, 64 bits, 60 octets and 4 of zero" "$fcs_60_zeros" "$(crc CRC-32/ISO-HDLC 64 60 0)"
expect "The module has tkeep" "0" "$(grep -c tkeep core_axis.v || true)"
finish
