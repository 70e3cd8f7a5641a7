// A host in Verilog and the memory of docs/examples/verilog_target on one bus: what another simulator writes of it is a
// waveform of somebody else's. +spoil sends the parity of the first address the other way round.
`timescale 1ns / 1ps
module tb;
    reg clk = 0, rst_n = 0;
    always #15 clk = ~clk;

    wire [31:0] ad;
    wire [3:0] cbe_n;
    wire par;
    tri1 frame_n, irdy_n, trdy_n, devsel_n, stop_n;

    reg [31:0] host_ad;
    reg [3:0] host_cbe;
    reg host_ad_on = 0, host_on = 0, host_par = 0, host_par_on = 0, host_frame = 1, host_irdy = 1, spoil = 0;
    assign ad = host_ad_on ? host_ad : 32'bz;
    assign cbe_n = host_on ? host_cbe : 4'bz;
    assign par = host_par_on ? host_par : 1'bz;
    assign frame_n = host_on ? host_frame : 1'bz;
    assign irdy_n = host_on ? host_irdy : 1'bz;

    wire [31:0] card_ad;
    wire card_ad_on, card_par, card_par_on, card_devsel, card_trdy, card_stop, card_on;
    assign ad = card_ad_on ? card_ad : 32'bz;
    assign par = card_par_on ? card_par : 1'bz;
    assign devsel_n = card_on ? card_devsel : 1'bz;
    assign trdy_n = card_on ? card_trdy : 1'bz;
    assign stop_n = card_on ? card_stop : 1'bz;
    pci_memory card (
        .clk(clk), .rst_n(rst_n), .ad_in(ad), .cbe_n(cbe_n), .frame_n(frame_n), .irdy_n(irdy_n), .idsel(ad[16]),
        .ad_out(card_ad), .ad_enable(card_ad_on), .par_out(card_par), .par_enable(card_par_on),
        .devsel_n(card_devsel), .trdy_n(card_trdy), .stop_n(card_stop), .control_enable(card_on));

    // PAR a clock behind what the host drives on AD.
    always @(posedge clk) begin
        host_par_on <= host_ad_on;
        host_par <= ^{ad, cbe_n} ^ spoil;
    end

    integer left;
    task burst(input [3:0] command, input [31:0] address, input integer dwords, input [31:0] first);
        begin
            // A configuration address stands before FRAME#, as IDSEL is an AD line.
            host_ad <= address; host_cbe <= command; host_ad_on <= 1;
            if (command[3:1] == 3'b101) begin host_on <= 1; host_frame <= 1; host_irdy <= 1; @(posedge clk); end
            host_on <= 1; host_frame <= 0; host_irdy <= 1;
            spoil <= $test$plusargs("spoil") != 0 && $time < 400;
            @(posedge clk);
            spoil <= 0;
            left = dwords;
            host_cbe <= 4'b0000; host_irdy <= 0; host_frame <= dwords == 1;
            if (command[0]) host_ad <= first; else host_ad_on <= 0;
            @(posedge clk);
            while (left > 0) begin
                @(posedge clk);
                if (trdy_n == 0) begin
                    left = stop_n == 0 ? 0 : left - 1;
                    host_ad <= host_ad + 32'h01010101;
                    if (left == 1) host_frame <= 1;
                end
            end
            host_ad_on <= 0; host_irdy <= 1; host_frame <= 1;
            @(posedge clk);
            host_on <= 0;
            repeat (2) @(posedge clk);
        end
    endtask

    initial begin
        $dumpfile("foreign.dump");
        $dumpvars(1, tb);
        repeat (4) @(posedge clk);
        rst_n <= 1;
        repeat (6) @(posedge clk);
        burst(4'hA, 32'h0001_0000, 1, 0);
        burst(4'hB, 32'h0001_0010, 1, 32'h4000_0000);
        burst(4'hB, 32'h0001_0004, 1, 32'h0000_0002);
        burst(4'h7, 32'h4000_0020, 3, 32'h01020304);
        burst(4'h6, 32'h4000_0020, 3, 0);
        $finish;
    end
endmodule
