#!/usr/bin/env bash
# Versions: Micrometer 1.17.2, HdrHistogram 2.2.2 (Maven Central).
# Expected: 1000 equal values have that value as median and p99, as they have it as mean and maximum.
# Observed: percentiles have one significant digit, by default, in steps of up to 6 %: frames of 1518 octets have a median
# and a p99 of 1472, delays of 1.9 ms have 1.835 ms, and a load of 0.7 has 0.6875. Values of 1475 and 1518 octets
# are equal. With two digits 1518 is 1512, and with three it is right.
# Hurts: 1472 is also the largest datagram in a frame of 1518 octets: headers look left out. A p99 stays the same when
# delays grow by 3 %, and grows by 6 % at once.
. "$(dirname "$0")/common.sh"

cat >Main.java <<'CODE'
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;

/** Prints the mean, the maximum, the median and p99 of 1000 equal values. */
public class Main {
    static final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    static int meters = 0;

    static void print(HistogramSnapshot snapshot, double unit) {
        System.out.printf("%.4f %.4f %.4f %.4f%n", snapshot.mean() / unit, snapshot.max() / unit,
            snapshot.percentileValues()[0].value() / unit, snapshot.percentileValues()[1].value() / unit);
    }

    static void values(double value, int digits) {
        DistributionSummary.Builder builder = DistributionSummary.builder("s" + meters++).publishPercentiles(0.5, 0.99);
        DistributionSummary summary = (digits > 0 ? builder.percentilePrecision(digits) : builder).register(registry);
        for (int i = 0; i < 1000; i++) summary.record(value);
        print(summary.takeSnapshot(), 1);
    }

    static void delays(long nanoseconds) {
        Timer timer = Timer.builder("t" + meters++).publishPercentiles(0.5, 0.99).register(registry);
        for (int i = 0; i < 1000; i++) timer.record(nanoseconds, TimeUnit.NANOSECONDS);
        print(timer.takeSnapshot(), 1e6);
    }

    public static void main(String[] arguments) {
        values(64, 0);
        values(1518, 0);
        values(1475, 0);
        values(0.7, 0);
        delays(1_900_000);
        values(1518, 2);
        values(1518, 3);
        System.exit(0);
    }
}
CODE
java_program io.micrometer:micrometer-core:1.17.2
bounded 60 java -cp "$CLASSES" Main >seen 2>log
expect "64 octets: mean, maximum, median, p99" "64.0000 64.0000 64.0000 64.0000" "$(sed -n 1p seen)"
expect "1518 octets (1518 each)" "1518.0000 1518.0000 1472.0000 1472.0000" "$(sed -n 2p seen)"
expect "1475 octets (1475 each)" "1475.0000 1475.0000 1472.0000 1472.0000" "$(sed -n 3p seen)"
expect "a load of 0.7 (0.7 each)" "0.7000 0.7000 0.6875 0.6875" "$(sed -n 4p seen)"
expect "1.9 ms (1.9 each)" "1.9000 1.9000 1.8350 1.8350" "$(sed -n 5p seen)"
expect "1518 octets with two digits" "1518.0000 1518.0000 1512.0000 1512.0000" "$(sed -n 6p seen)"
expect "1518 octets with three digits" "1518.0000 1518.0000 1518.0000 1518.0000" "$(sed -n 7p seen)"
finish
