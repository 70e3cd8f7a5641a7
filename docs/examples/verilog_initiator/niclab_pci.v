// The top of a simulation that niclab drives: a PCI bus with one core, for Icarus Verilog. Put yours in the place of pci_copy.
//
// Each shared signal has what niclab's agents drive (NAME_in), and what the bus carries. Names and widths are fixed.
// niclab's agents are weaker than the core, so that a signal that both drive for a moment is not x.
`timescale 1ns / 1ps
module niclab_pci;
    reg clk = 0, rst_n = 0, idsel = 0, gnt_n = 1;
    wire req_n, inta_n;
    wire [31:0] ad;
    wire [3:0] cbe_n;
    wire par, frame_n, irdy_n, trdy_n, devsel_n, stop_n, perr_n, serr_n;
    reg [31:0] ad_in = 32'bz;
    reg [3:0] cbe_n_in = 4'bz;
    reg par_in = 1'bz, frame_n_in = 1'bz, irdy_n_in = 1'bz, trdy_n_in = 1'bz, devsel_n_in = 1'bz, stop_n_in = 1'bz;
    reg perr_n_in = 1'bz, serr_n_in = 1'bz;
    assign (pull1, pull0) ad = ad_in;
    assign (pull1, pull0) cbe_n = cbe_n_in;
    assign (pull1, pull0) {par, perr_n, serr_n} = {par_in, perr_n_in, serr_n_in};
    assign (pull1, pull0) {frame_n, irdy_n} = {frame_n_in, irdy_n_in};
    assign (pull1, pull0) {trdy_n, devsel_n, stop_n} = {trdy_n_in, devsel_n_in, stop_n_in};

    // A core with separate inputs, outputs and enables. One with `inout` ports is connected to the wires themselves.
    wire [31:0] ad_out;
    wire [3:0] cbe_n_out;
    wire ad_enable, cbe_enable, par_out, par_enable, frame_n_out, frame_enable, irdy_n_out, irdy_enable;
    wire devsel_n_out, trdy_n_out, stop_n_out, control_enable;
    assign ad = ad_enable ? ad_out : 32'bz;
    assign cbe_n = cbe_enable ? cbe_n_out : 4'bz;
    assign par = par_enable ? par_out : 1'bz;
    assign frame_n = frame_enable ? frame_n_out : 1'bz;
    assign irdy_n = irdy_enable ? irdy_n_out : 1'bz;
    assign {devsel_n, trdy_n, stop_n} = control_enable ? {devsel_n_out, trdy_n_out, stop_n_out} : 3'bz;
    pci_copy core (
        .clk(clk), .rst_n(rst_n), .idsel(idsel), .gnt_n(gnt_n), .req_n(req_n), .inta_n(inta_n),
        .ad_in(ad), .cbe_n_in(cbe_n), .frame_n_in(frame_n), .irdy_n_in(irdy_n),
        .trdy_n_in(trdy_n), .devsel_n_in(devsel_n), .stop_n_in(stop_n),
        .ad_out(ad_out), .ad_enable(ad_enable), .cbe_n_out(cbe_n_out), .cbe_enable(cbe_enable),
        .par_out(par_out), .par_enable(par_enable), .frame_n_out(frame_n_out), .frame_enable(frame_enable),
        .irdy_n_out(irdy_n_out), .irdy_enable(irdy_enable), .devsel_n_out(devsel_n_out), .trdy_n_out(trdy_n_out),
        .stop_n_out(stop_n_out), .control_enable(control_enable)
    );
endmodule
