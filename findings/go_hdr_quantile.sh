#!/usr/bin/env bash
# Versions: github.com/HdrHistogram/hdrhistogram-go 1.4.0.
# Expected: ValueAtQuantile(0.99) is the 99th percentile, as a quantile is a number from 0 to 1.
# Observed: the argument is a percentage: of 1 to 1000, ValueAtQuantile(0.99) is 10, and ValueAtQuantile(99)
# is 990, as ValueAtPercentile(99). A value below the lowest one is recorded without an error, and the
# minimum is 0.
# Hurts: reports of delays. A p99 of this call is close to the shortest delay, which looks like an
# excellent card.
. "$(dirname "$0")/common.sh"

cat >main.go <<'CODE'
package main

import (
	"fmt"

	"github.com/HdrHistogram/hdrhistogram-go"
)

func main() {
	delays := hdrhistogram.New(1, 1000000, 3)
	for delay := int64(1); delay <= 1000; delay++ {
		delays.RecordValue(delay)
	}
	fmt.Println(delays.ValueAtQuantile(0.5), delays.ValueAtQuantile(0.99), delays.ValueAtQuantile(1))
	fmt.Println(delays.ValueAtQuantile(50), delays.ValueAtQuantile(99), delays.ValueAtPercentile(99))
	delays = hdrhistogram.New(1000, 1000000, 3)
	fmt.Println(delays.RecordValue(500), delays.RecordValue(1500), delays.Min())
}
CODE
go_program github.com/HdrHistogram/hdrhistogram-go@v1.4.0
bounded 30 probe >seen
expect "ValueAtQuantile of 0.5, 0.99 and 1 of 1 to 1000 (500 990 1000)" "5 10 10" "$(sed -n 1p seen)"
expect "ValueAtQuantile of 50 and 99, ValueAtPercentile of 99" "500 990 990" "$(sed -n 2p seen)"
expect "errors of 500 and 1500 with the lowest value 1000, minimum" "<nil> <nil> 0" "$(sed -n 3p seen)"
finish
