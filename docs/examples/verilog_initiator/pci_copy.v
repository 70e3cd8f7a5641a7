// A bus master for a 32-bit PCI bus: it copies a block of memory, a burst of up to 8 dwords at a time.
//
// Registers in BAR 0, one dword each: 0 source, 1 destination, 2 dwords (a write starts the copy, a read returns what is
// left), 3 status (1: done, 2: failed; a write clears it and INTA#).
// All outputs are registered. `control_enable` goes with DEVSEL#, TRDY# and STOP#.
// Not modelled: PERR# and SERR#.
// -DBREAK_PARITY sends wrong parity, -DBREAK_IRDY lets go of IRDY# while it is asserted.
module pci_copy (
    input wire clk, rst_n,
    input wire [31:0] ad_in,
    input wire [3:0] cbe_n_in,
    input wire frame_n_in, irdy_n_in, trdy_n_in, devsel_n_in, stop_n_in, idsel, gnt_n,
    output reg [31:0] ad_out,
    output reg ad_enable,
    output reg par_out, par_enable,
    output reg [3:0] cbe_n_out,
    output reg cbe_enable,
    output reg frame_n_out, frame_enable, irdy_n_out, irdy_enable,
    output reg devsel_n_out, trdy_n_out, stop_n_out, control_enable,
    output reg req_n, inta_n
);
    localparam [31:0] IDENTITY = 32'h0003_1234, CLASS = 32'h0880_0000;
    localparam [31:0] STATUS = 32'h0200_0000;  // medium decode
    localparam [3:0] READ = 4'h6, WRITE = 4'h7;

    // ---- Target: registers and configuration space, one dword per transaction.
    localparam IDLE = 2'd0, CLAIM = 2'd1, DATA = 2'd2, RELEASE = 2'd3;
    reg [1:0] target;
    reg frame_before_n, config_space, write;
    reg [5:0] dword;
    reg [19:0] bar;
    reg memory_on, master_on;
    reg [7:0] latency;
    reg [31:0] source, destination;
    reg [15:0] left;
    reg [1:0] status;

    wire starts = !frame_n_in && frame_before_n && !frame_enable;
    wire is_memory = cbe_n_in[3:1] == 3'b011 || cbe_n_in == 4'hC || cbe_n_in == 4'hE || cbe_n_in == 4'hF;
    wire config_hit = cbe_n_in[3:1] == 3'b101 && idsel && ad_in[1:0] == 2'b00 && ad_in[10:8] == 3'd0;
    wire memory_hit = is_memory && memory_on && ad_in[31:12] == bar;

    function [31:0] config_read(input [5:0] at);
        case (at)
            6'd0: config_read = IDENTITY;
            6'd1: config_read = STATUS | {29'd0, master_on, memory_on, 1'b0};
            6'd2: config_read = CLASS;
            6'd3: config_read = {16'd0, latency, 8'd0};
            6'd4: config_read = {bar, 12'd0};
            6'd15: config_read = 32'h0000_0100;  // INTA#
            default: config_read = 32'd0;
        endcase
    endfunction

    function [31:0] register_read(input [1:0] at);
        case (at)
            2'd0: register_read = source;
            2'd1: register_read = destination;
            2'd2: register_read = {16'd0, left};
            2'd3: register_read = {30'd0, status};
        endcase
    endfunction

    task store;
        if (config_space) case (dword)
            6'd1: if (!cbe_n_in[0]) {master_on, memory_on} <= ad_in[2:1];
            6'd3: if (!cbe_n_in[1]) latency <= ad_in[15:8];
            6'd4: bar <= ad_in[31:12];
            default: ;
        endcase else case (dword[1:0])
            2'd0: source <= ad_in;
            2'd1: destination <= ad_in;
            2'd2: left <= ad_in[15:0];
            2'd3: {status, inta_n} <= 3'b001;
        endcase
    endtask

    task clock_target;
        case (target)
            IDLE: begin
                control_enable <= 1'b0;
                if (starts && (config_hit || memory_hit)) begin
                    target <= CLAIM;
                    config_space <= config_hit;
                    write <= cbe_n_in[0];
                    dword <= ad_in[7:2];
                end
            end
            CLAIM: begin  // STOP# from the start: no burst goes on after the first dword
                target <= DATA;
                control_enable <= 1'b1;
                {devsel_n_out, trdy_n_out, stop_n_out} <= 3'b000;
                ad_enable <= !write;
                ad_out <= config_space ? config_read(dword) : register_read(dword[1:0]);
            end
            DATA: if (!irdy_n_in) begin
                if (!trdy_n_out && write) store;
                trdy_n_out <= 1'b1;
                if (frame_n_in) begin  // high for a clock before they are let go
                    target <= RELEASE;
                    {devsel_n_out, stop_n_out} <= 2'b11;
                    ad_enable <= 1'b0;
                end
            end
            RELEASE: begin
                target <= IDLE;
                control_enable <= 1'b0;
            end
        endcase
    endtask

    // ---- Initiator: reads a burst into the buffer, then writes it.
    localparam REST = 3'd0, REQUEST = 3'd1, ADDRESS = 3'd2, MOVE = 3'd3, STOPPED = 3'd4, LET_GO = 3'd5, NEXT = 3'd6;
    reg [2:0] initiator;
    reg writing, claimed;
    reg [31:0] buffer [0:7];
    reg [3:0] at, length;  // next dword of the burst, and how many it has
    reg [2:0] unclaimed;   // clocks without DEVSEL#
    reg [7:0] timer;

    wire [3:0] next = at + 4'd1;
    wire moved = !irdy_n_out && !trdy_n_in;
    wire master_abort = !claimed && devsel_n_in && unclaimed == 3'd5;
    wire target_abort = claimed && devsel_n_in && !stop_n_in;
    wire stops = !stop_n_in || master_abort;
    wire expired = timer >= latency && gnt_n;

    task finish(input [1:0] how);
        begin
            left <= 16'd0;
            status <= how;
            inta_n <= 1'b0;
        end
    endtask

    task end_transaction;
        begin
            initiator <= LET_GO;
            irdy_n_out <= 1'b1;
`ifdef BREAK_IRDY
            irdy_enable <= 1'b0;
`endif
            {frame_enable, cbe_enable, ad_enable} <= 3'b000;
        end
    endtask

    task move;
        begin
            if (timer != 8'hFF) timer <= timer + 8'd1;
            if (!devsel_n_in) claimed <= 1'b1;
            unclaimed <= unclaimed + 3'd1;
            if (moved) begin
                if (!writing) buffer[at[2:0]] <= ad_in;
                at <= next;
                ad_out <= buffer[next[2:0]];
            end
            if (master_abort || target_abort) finish(2'd2);
            if (frame_n_out && (moved || stops)) begin
                end_transaction;
            end else if (stops) begin
                initiator <= STOPPED;
                frame_n_out <= 1'b1;
            end else if (moved && (next + 4'd1 == length || expired)) begin
                frame_n_out <= 1'b1;  // the next data phase is the last
            end
        end
    endtask

    task clock_initiator;
        case (initiator)
            REST: if (left != 16'd0 && master_on) begin
                initiator <= REQUEST;
                req_n <= 1'b0;
                {writing, at} <= 5'd0;
                length <= left > 16'd8 ? 4'd8 : left[3:0];
            end
            REQUEST: if (!gnt_n && frame_n_in && irdy_n_in && target == IDLE) begin
                initiator <= ADDRESS;
                req_n <= 1'b1;
                {frame_n_out, frame_enable} <= 2'b01;
                {cbe_n_out, cbe_enable} <= {writing ? WRITE : READ, 1'b1};
                ad_out <= (writing ? destination : source) + {26'd0, at, 2'd0};
                ad_enable <= 1'b1;
                timer <= 8'd0;
            end
            ADDRESS: begin
                initiator <= MOVE;
                frame_n_out <= next == length;
                {irdy_n_out, irdy_enable} <= 2'b01;
                cbe_n_out <= 4'd0;
                ad_enable <= writing;
                ad_out <= buffer[at[2:0]];
                claimed <= 1'b0;
                unclaimed <= 3'd0;
            end
            MOVE: move;
            STOPPED: end_transaction;  // FRAME# is high for a clock before IRDY#
            LET_GO: begin
                initiator <= NEXT;
                irdy_enable <= 1'b0;
            end
            default: begin  // REQ# is high since FRAME#, for two clocks after STOP#
                initiator <= REST;
                if (left != 16'd0 && at != length) begin  // the rest of a burst that was stopped
                    initiator <= REQUEST;
                    req_n <= 1'b0;
                end else if (left != 16'd0 && !writing) begin
                    initiator <= REQUEST;
                    req_n <= 1'b0;
                    at <= 4'd0;
                    writing <= 1'b1;
                end else if (left != 16'd0) begin
                    source <= source + {26'd0, length, 2'd0};
                    destination <= destination + {26'd0, length, 2'd0};
                    left <= left - {12'd0, length};
                    if (left == {12'd0, length}) finish(2'd1);
                end
            end
        endcase
    endtask

    always @(posedge clk) begin
        frame_before_n <= frame_n_in;
        par_enable <= ad_enable;
`ifdef BREAK_PARITY
        par_out <= ~^{ad_out, cbe_n_in};
`else
        par_out <= ^{ad_out, cbe_n_in};  // even with AD and C/BE#, one clock after them
`endif
        if (!rst_n) begin
            {target, initiator} <= {IDLE, REST};
            {frame_before_n, frame_n_out, irdy_n_out, devsel_n_out, trdy_n_out, stop_n_out, req_n, inta_n} <= 8'hFF;
            {frame_enable, irdy_enable, cbe_enable, control_enable, ad_enable, par_enable} <= 6'd0;
            {memory_on, master_on, status, latency, left, bar} <= 48'd0;
        end else begin
            clock_target;
            clock_initiator;
        end
    end
endmodule
