#!/usr/bin/env bash
# Versions: corsair 1.0.4, Icarus Verilog 11.0.
# Expected: in a field of several bits, "write 1 to clear", "write 1 to set" and "latch high" act on each bit.
# Observed: they act on the whole field. A write of 1 to the rw1c field CAUSE of 4 bits clears all its causes, and one
# to an rw1s field sets all bits. A rolh field latches only if all its bits are 1 at once. If bits 0 to 30 are in use,
# bit 31 is read as z.
# Hurts: a driver that acknowledges "sent" loses "received", and waits for ever. Errors of a lane that must stay visible
# are never latched.
. "$(dirname "$0")/common.sh"

python_packages corsair==1.0.4 setuptools==80.9.0
debian_packages iverilog=11.0-1.1+b1
cat >make.py <<'CODE'
from corsair import BitField, Register, RegisterMap, config, generators

settings = config.default_globcfg()
settings.update(data_width=32, address_width=16, register_reset="sync_pos")
config.set_globcfg(settings)
registers = RegisterMap()
for place, (name, *field) in enumerate(
    (
        ("CAUSE", 4, "rw1c", "ie"),
        ("START", 4, "rw1s", "oc"),
        ("HIGH", 4, "rolh", "i"),
        ("WIDE", 31, "rw", "o"),
        ("FULL", 32, "rw", "o"),
    )
):
    width, access, hardware = field
    register = Register(name, name, address=4 * place)
    register.add_bitfields(BitField("F", name, width=width, lsb=0, access=access, hardware=hardware))
    registers.add_registers(register)
generators.Verilog(registers, "regs.v", interface="lb").generate()
CODE
bounded 60 python make.py >log 2>&1 || changed "corsair fails"
cat >top.v <<'CODE'
module top;
    reg clk = 0, rst = 1, set = 0, wen = 0, ren = 0;
    reg [3:0] causes = 0, errors = 0;
    reg [15:0] address = 0;
    reg [31:0] data = 0;
    wire [31:0] read;
    regs dut (.clk(clk), .rst(rst), .csr_cause_f_en(set), .csr_cause_f_in(causes), .csr_start_f_clr(1'b0),
        .csr_high_f_in(errors), .waddr(address), .wdata(data), .wen(wen), .wstrb(4'hf),
        .raddr(address), .ren(ren), .rdata(read));
    always #5 clk = ~clk;

    task put(input [15:0] place, input [31:0] value);
        begin
            {address, data, wen} = {place, value, 1'b1};
            @(negedge clk) wen = 0;
        end
    endtask

    // Reads twice, as latched fields return to their inputs with a read.
    task show(input [15:0] place);
        begin
            {address, ren} = {place, 1'b1};
            @(negedge clk) $display("%b", read);
            ren = 0;
            @(negedge clk);
        end
    endtask

    initial begin
        repeat (2) @(negedge clk);
        rst = 0;
        {set, causes} = 5'b1_0111;
        @(negedge clk) set = 0;
        show(0);
        put(0, 1);
        show(0);
        put(4, 1);
        show(4);
        show(8);
        errors = 4'b0010;
        @(negedge clk) errors = 0;
        show(8);
        errors = 4'b1111;
        @(negedge clk) errors = 0;
        show(8);
        put(12, 32'h7fffffff);
        show(12);
        put(16, 32'hffffffff);
        show(16);
        $finish;
    end
endmodule
CODE
iverilog -g2005 -o top.vvp top.v regs.v >log 2>&1 && bounded 20 vvp top.vvp >seen || changed "Icarus Verilog fails"
# word LINE LABEL VALUE
word() {
    expect "$2" "$3" "$(sed -n "$1p" seen)"
}
zeros=0000000000000000000000000000
word 1 "rw1c, three causes" "${zeros}0111"
word 2 "after a write of 0001 (0110)" "${zeros}0000"
word 3 "rw1s, after a write of 0001 (0001)" "${zeros}1111"
word 4 "rolh, no error" "${zeros}0000"
word 5 "rolh, after an input of 0010 (0010)" "${zeros}0000"
word 6 "rolh, after an input of 1111" "${zeros}1111"
word 7 "bits 0 to 30 in use, all 1 (0 before them)" z1111111111111111111111111111111
word 8 "bits 0 to 31 in use, all 1" 11111111111111111111111111111111
finish
