#!/usr/bin/env bash
# Versions: Icarus Verilog 11.0.
# Expected: $dist_poisson(seed, mean) has the mean and variance that it is given, and $dist_erlang(seed, k, mean) the
# mean.
# Observed: above 745 the mean of $dist_poisson is 745, whatever is asked for. $dist_erlang with k = 800 has a mean of
# about 1000 instead of 50000, and with k = 1000 it is always 0. Both multiply random numbers until the product is below
# the smallest double, as the algorithm in the annex of IEEE 1364 does.
# Hurts: a bench that draws the packets of each interval, 1488 for 10 us at 100 Gb/s, sends half of them at each higher
# load, and a card seems to carry them all. Nearly constant service times, as Erlang with a large k, are 0.
. "$(dirname "$0")/common.sh"

debian_packages iverilog=11.0-1.1+b1
cat >top.v <<'CODE'
module top;
    integer seed, number, value;
    real sum, squares;

    // Mean and variance of 1000 values: of Erlang's distribution with k stages, or of Poisson's if k is 0.
    task show(input integer k, input integer mean);
        begin
            seed = 1;
            sum = 0;
            squares = 0;
            for (number = 0; number < 1000; number = number + 1) begin
                value = k ? $dist_erlang(seed, k, mean) : $dist_poisson(seed, mean);
                sum = sum + value;
                squares = squares + 1.0 * value * value;
            end
            $display("%0d %0d", $rtoi(sum / 1000 + 0.5), $rtoi(squares / 1000 - sum * sum / 1e6));
        end
    endtask

    initial begin
        show(0, 100);
        show(0, 700);
        show(0, 1000);
        show(0, 1488);
        show(0, 100000);
        show(10, 50000);
        show(500, 50000);
        show(800, 50000);
        show(1000, 50000);
    end
endmodule
CODE
iverilog -g2005 -o top.vvp top.v && bounded 60 vvp top.vvp >seen || changed "Icarus Verilog fails"
# values LINE LABEL MEAN VARIANCE
values() {
    expect "$2, mean and variance" "$3 $4" "$(sed -n "$1p" seen)"
}
values 1 "Poisson, mean 100" 100 103
values 2 "Poisson, mean 700" 701 672
values 3 "Poisson, mean 1000" 746 737
values 4 "Poisson, mean 1488" 746 737
values 5 "Poisson, mean 100000" 746 737
values 6 "Erlang, 10 stages, mean 50000" 50331 257147230
values 7 "Erlang, 500 stages, mean 50000" 49942 5092659
values 8 "Erlang, 800 stages, mean 50000" 1060 47700346
values 9 "Erlang, 1000 stages, mean 50000" 0 0
finish
