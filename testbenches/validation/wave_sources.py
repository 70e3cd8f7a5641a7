"""The bus of wave_pattern.py in Verilog, VHDL and SystemC, with generate scopes and the like."""
from wave_pattern import IDLE, SIGNALS, VECTORS, changes

PAUSE_NS = 380  # in the idle clocks between the two writes, for $dumpoff
RESUME_NS = 408


def statements(assign, wait, events, indent="    "):
    """One line a change, and the waits between."""
    text, now = "", 0
    for time, moved in events:
        if time > now:
            text += indent + wait(time - now) + "\n"
            now = time
        text += "".join(indent + assign(name, value) + "\n" for name, value in moved)
    return text + indent + wait(20) + "\n"


SHARED = ("AD", "CBE_n", "PAR")  # let go between transactions


def verilog_change(name, value):
    if value == "z":
        return f"{name}_on = 0;"
    digits = f"{VECTORS.get(name, 1)}'b{value}"
    return f"{name}_out = {digits}; {name}_on = 1;" if name in SHARED else f"{name} = {digits};"


def wires(spell, ascending=False):
    """Declarations of one copy of the bus in a block of its own."""
    text = ""
    for name in SIGNALS:
        bits = VECTORS.get(name, 1)
        spelt = f"[0:{bits - 1}] " if ascending and bits > 1 else f"[{bits - 1}:0] " if bits > 1 else ""
        text += f"            wire {spelt}{spell(name)} = bus.{name};\n"
    return text


def verilog():
    declared = "".join(f"    reg {name};\n" for name in SIGNALS if name not in SHARED)
    for name in SHARED:
        spelt = f"[{VECTORS[name] - 1}:0] " if name in VECTORS else ""
        declared += f"    reg {spelt}{name}_out;\n    reg {name}_on;\n    wire {spelt}{name} = {name}_on ? {name}_out : {VECTORS.get(name, 1)}'bz;\n"
    stimuli = statements(verilog_change, lambda ns: f"#{ns};", changes(), "        ")
    single = "".join(f"            wire {name[:-2] if name.endswith('_n') else name}{bit}{'_n' if name.endswith('_n') else ''} = bus.{name}[{bit}];\n"
                     for name in VECTORS for bit in range(VECTORS[name]))
    single += "".join(f"            wire {name} = bus.{name};\n" for name in SIGNALS if name not in VECTORS)
    return f"""`timescale 1ns / 1ns
module pattern;
{declared}    real level = 0.5;
    reg [7:0] \\mem[3] = 8'h5A;
    initial begin
{stimuli}        $finish;
    end
endmodule
module tb;
    pattern bus();
    genvar i;
    generate
        for (i = 0; i < 2; i = i + 1) begin : slot
{wires(str)}        end
        if (1) begin : rising
{wires(str, ascending=True)}        end
        if (1) begin : lower
{wires(str.lower)}        end
        if (1) begin : single
{single}        end
    endgenerate
    initial begin
        $dumpfile("w.vcd");
        $dumpvars(0, tb);
        if ($test$plusargs("pause")) begin
            #{PAUSE_NS} $dumpoff;
            #{RESUME_NS - PAUSE_NS} $dumpon;
        end
    end
endmodule
"""


def vhdl_type(name, ascending=False):
    bits = VECTORS.get(name, 1)
    return "std_logic" if bits == 1 else f"std_logic_vector(0 to {bits - 1})" if ascending else f"std_logic_vector({bits - 1} downto 0)"


def vhdl_value(name, value):
    value = value.upper()
    if name not in VECTORS:
        return f"'{value}'"
    return f"(others => '{value}')" if len(value) == 1 else f'"{value}"'


def vhdl_block(label, ascending=False, kind="block"):
    declared = "".join(f"        signal {name} : {vhdl_type(name, ascending)};\n" for name in SIGNALS)
    driven = "".join(f"        {name} <= s_{name};\n" for name in SIGNALS)
    return f"    {label} : {kind}\n{declared}    begin\n{driven}    end {kind.rsplit(' ', 1)[-1]};\n"


def vhdl():
    declared = "".join(f"    signal s_{name} : {vhdl_type(name)};\n" for name in SIGNALS)
    stimuli = statements(lambda name, value: f"s_{name} <= {vhdl_value(name, value)};", lambda ns: f"wait for {ns} ns;", changes(), "        ")
    weak = "".join(f"        signal {name} : {vhdl_type(name)};\n" for name in SIGNALS)
    # A pull-up holds what no device drives; a control wire is let go after it was driven high.
    pulled = "".join(f"        {name} <= s_{name};\n" + (f"        {name} <= 'H';\n" if IDLE[name] == "1" else "") for name in SIGNALS if name in IDLE)
    released = pulled
    for name, value in IDLE.items():
        if value == "1":
            released = released.replace(f"        {name} <= s_{name};\n", f"        {name} <= '0' when s_{name} = '0' else 'Z';\n")
    single = "".join(f"        signal {name[:-2] if name.endswith('_n') else name}{bit}{'_n' if name.endswith('_n') else ''} : std_logic;\n"
                     for name in VECTORS for bit in range(VECTORS[name]))
    single += "".join(f"        signal {name} : std_logic;\n" for name in SIGNALS if name not in VECTORS)
    driven = "".join(f"        {name[:-2] if name.endswith('_n') else name}{bit}{'_n' if name.endswith('_n') else ''} <= s_{name}({bit});\n"
                     for name in VECTORS for bit in range(VECTORS[name]))
    driven += "".join(f"        {name} <= s_{name};\n" for name in SIGNALS if name not in VECTORS)
    return f"""library ieee;
use ieee.std_logic_1164.all;
entity tb is end tb;
architecture behaviour of tb is
{declared}    type state_t is (idle, busy);
    signal state : state_t := idle;
    signal level : real := 0.5;
begin
    process begin
{stimuli}        state <= busy;
        wait;
    end process;
{vhdl_block("plain")}{vhdl_block("slot", kind="for i in 0 to 1 generate")}{vhdl_block("rising", ascending=True)}{vhdl_block("lower")}    weak : block
{weak}    begin
        CLK <= s_CLK;
{released}    end block;
    single : block
{single}    begin
{driven}    end block;
end behaviour;
"""


def systemc():
    kinds = {name: f"sc_signal_rv<{VECTORS[name]}>" if name in VECTORS else "sc_signal_resolved" for name in SIGNALS}
    declared = "".join(f"    {kinds[name]} {name};\n" for name in SIGNALS)
    traced = "".join(f'    sc_trace(file, {name}, "{scope}.{name}");\n' for scope in ("bus", "slot[0]") for name in SIGNALS)
    stimuli = statements(
        lambda name, value: f'{name} = sc_lv<{VECTORS[name]}>("{value.upper() if len(value) > 1 else value.upper() * VECTORS[name]}");'
        if name in VECTORS else f"{name} = SC_LOGIC_{value.upper()};", lambda ns: f"sc_start({ns}, SC_NS);", changes())
    return f"""#include <systemc.h>
int sc_main(int, char**) {{
{declared}    sc_signal<double> level;
    sc_trace_file* file = sc_create_vcd_trace_file("w");
    file->set_time_unit(1, SC_NS);
{traced}    sc_trace(file, level, "level");
{stimuli}    sc_close_vcd_trace_file(file);
    return 0;
}}
"""
