// A target of 4 KiB of memory on a 32-bit PCI bus, as somebody might put it into an FPGA: medium decode, bursts, one BAR.
//
// All outputs are registered. `control_enable` goes with DEVSEL#, TRDY# and STOP#.
// -DBREAK_PARITY sends wrong parity with read data, -DBREAK_RELEASE lets go of the control wires while they are asserted.
module pci_memory (
    input wire clk, rst_n,
    input wire [31:0] ad_in,
    input wire [3:0] cbe_n,
    input wire frame_n, irdy_n, idsel,
    output reg [31:0] ad_out,
    output reg ad_enable,
    output reg par_out, par_enable,
    output reg devsel_n, trdy_n, stop_n, control_enable
);
    localparam IDLE = 2'd0, CLAIM = 2'd1, DATA = 2'd2, RELEASE = 2'd3;
    localparam [31:0] IDENTITY = 32'h0001_1234, CLASS = 32'h0500_0000;
    localparam [31:0] STATUS = 32'h0200_0000;  // medium decode

    reg [31:0] memory [0:1023];
    reg [1:0] state;
    reg frame_before_n, config_space, write;
    reg [9:0] dword;
    reg [19:0] bar;
    reg memory_on;

    // The address phase is the clock in which FRAME# becomes asserted.
    wire starts = !frame_n && frame_before_n;
    wire is_config = cbe_n[3:1] == 3'b101;
    wire is_memory = cbe_n[3:1] == 3'b011 || cbe_n == 4'hC || cbe_n == 4'hE || cbe_n == 4'hF;
    wire config_hit = is_config && idsel && ad_in[1:0] == 2'b00 && ad_in[10:8] == 3'd0;
    wire memory_hit = is_memory && memory_on && ad_in[31:12] == bar && ad_in[1:0] == 2'b00;
    wire moves = !irdy_n && !trdy_n;
    wire last = frame_n;
    wire [9:0] next = dword + 10'd1;

    function [31:0] config_read(input [5:0] at);
        case (at)
            6'd0: config_read = IDENTITY;
            6'd1: config_read = STATUS | {30'd0, memory_on, 1'b0};
            6'd2: config_read = CLASS;
            6'd4: config_read = {bar, 12'd0};
            default: config_read = 32'd0;
        endcase
    endfunction

    task store;
        integer i;
        begin
            if (!config_space) begin
                for (i = 0; i < 4; i = i + 1)
                    if (!cbe_n[i]) memory[dword][8 * i +: 8] <= ad_in[8 * i +: 8];
            end else if (dword[5:0] == 6'd1 && !cbe_n[0]) begin
                memory_on <= ad_in[1];
            end else if (dword[5:0] == 6'd4) begin
                bar <= ad_in[31:12];
            end
        end
    endtask

    task release_bus;  // sustained tri-state: high for a clock before they are let go
        begin
            state <= RELEASE;
            devsel_n <= 1'b1;
            trdy_n <= 1'b1;
            stop_n <= 1'b1;
            ad_enable <= 1'b0;
`ifdef BREAK_RELEASE
            control_enable <= 1'b0;
`endif
        end
    endtask

    always @(posedge clk) begin
        frame_before_n <= frame_n;
        par_enable <= ad_enable;
`ifdef BREAK_PARITY
        par_out <= ~^{ad_out, cbe_n};
`else
        par_out <= ^{ad_out, cbe_n};  // even with AD and C/BE#, a clock behind them
`endif
        if (!rst_n) begin
            state <= IDLE;
            frame_before_n <= 1'b1;
            {devsel_n, trdy_n, stop_n} <= 3'b111;
            {control_enable, ad_enable, par_enable, memory_on} <= 4'd0;
            bar <= 20'd0;
        end else case (state)
            IDLE: begin
                control_enable <= 1'b0;
                if (starts && (config_hit || memory_hit)) begin
                    state <= CLAIM;
                    config_space <= config_hit;
                    write <= cbe_n[0];
                    dword <= config_hit ? {4'd0, ad_in[7:2]} : ad_in[11:2];
                end
            end
            CLAIM: begin  // DEVSEL# is sampled two clocks behind the address
                state <= DATA;
                control_enable <= 1'b1;
                devsel_n <= 1'b0;
                trdy_n <= 1'b0;
                stop_n <= !(config_space || dword == 10'd1023);  // no burst goes on behind it
                ad_enable <= !write;
                ad_out <= config_space ? config_read(dword[5:0]) : memory[dword];
            end
            DATA: if (!irdy_n) begin
                if (moves && write) store;
                if (last)
                    release_bus;
                else if (!stop_n)
                    trdy_n <= 1'b1;  // the initiator sees STOP# and ends
                else begin
                    dword <= next;
                    stop_n <= next != 10'd1023;
                    ad_out <= memory[next];
                end
            end
            RELEASE: begin
                state <= IDLE;
                control_enable <= 1'b0;
            end
        endcase
    end
endmodule
