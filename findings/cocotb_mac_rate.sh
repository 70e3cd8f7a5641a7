#!/usr/bin/env bash
# Versions: cocotbext-eth 0.1.28, cocotb 2.1.0, Icarus Verilog 11.0 (Debian iverilog 11.0-1.1+b1).
# Expected: EthMac, the model of a MAC with AXI streams, sends and receives frames at the rate of a line: 60 octets take
# 84 octet times with preamble, FCS and gap, so that 1 Gb/s carry 1 488 095 per second. A frame of 14 octets is padded.
# Observed: the streams have no FCS, and its time is left out as well: 60 octets take 80 octet times, in both directions,
# which is 1 562 500 frames per second. Frames of 14 octets take 34.
# Hurts: a receiver gets 5 % more small frames than a line carries, and a correct one loses some. A transmitter looks
# better by 5 %, or by 2.5 times with short frames.
. "$(dirname "$0")/common.sh"

python_packages cocotb==2.1.0 cocotbext-eth==0.1.28 cocotbext-axi==0.1.28 cocotb-bus==0.3.0
debian_packages iverilog=11.0-1.1+b1
python - >wires.v <<'CODE'
print("module wires;", "reg clk, rst, used;", sep="\n")
signals = [(f"{side}_{name}", width) for side in ("tx", "rx") for name, width in (
    ("tdata", 64), ("tkeep", 8), ("tvalid", 1), ("tready", 1), ("tlast", 1), ("tuser", 1))]
for name, width in signals:
    print(f"reg [{width - 1}:0] {name};")
print("always @* used = ^{clk, rst,", ", ".join(name for name, _ in signals), "};", "endmodule")
CODE
cat >rates.py <<'CODE'
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import Timer
from cocotbext.axi import AxiStreamBus, AxiStreamSink, AxiStreamSource
from cocotbext.eth import EthMac


@cocotb.test()
async def rates(dut):
    cocotb.start_soon(Clock(dut.clk, 8, "ns").start())
    dut.rst.value = 1
    await Timer(80, "ns")
    dut.rst.value = 0
    sent, received = AxiStreamBus.from_prefix(dut, "tx"), AxiStreamBus.from_prefix(dut, "rx")
    source, sink = AxiStreamSource(sent, dut.clk, dut.rst), AxiStreamSink(received, dut.clk, dut.rst)
    mac = EthMac(tx_clk=dut.clk, tx_rst=dut.rst, tx_bus=sent, rx_clk=dut.clk, rx_rst=dut.rst, rx_bus=received,
                 ifg=12, speed=1e9)
    for size in 60, 14, 1514:
        for _ in range(21):
            await source.send(bytes(size))
            await mac.rx.send(bytes(size))
        frames = [await mac.tx.recv() for _ in range(21)]
        starts = [(await sink.recv()).sim_time_start for _ in range(21)]
        # A step is 1 ps, and an octet time 8 ns.
        print(f"SEEN {len(frames[0])} {(frames[20].sim_time_sfd - frames[0].sim_time_sfd) / 20 / 8000:.1f} "
              f"{(starts[20] - starts[0]) / 20 / 8000:.1f}")
CODE
cocotb_run wires.v rates
expect "60 octets: octets at the line, octet times per frame sent and received (60 84.0 84.0)" "60 80.0 80.0" \
    "$(sed -n 1p seen)"
expect "14 octets (60 84.0 84.0)" "14 34.0 34.0" "$(sed -n 2p seen)"
expect "1514 octets (1514 1538.0 1538.0)" "1514 1534.0 1534.0" "$(sed -n 3p seen)"
finish
