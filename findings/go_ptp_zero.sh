#!/usr/bin/env bash
# Versions: github.com/facebook/time v0.0.0-20260822211804-f81aedc1c1e3 (Go), package ptp/protocol.
# Expected: a PTP timestamp of 0 s is the start of 1970, as one of 1 ns is a nanosecond later. A
# correction that is too big for its field is not the same as no correction.
# Observed: a timestamp of 0 is the start of the year 1, for each field of time. The interval from
# it to a time 640 ns later is the longest one of Go, 292 years. A correction that is too big has
# the duration 0, though its number of nanoseconds is infinite.
# Hurts: clocks of simulated cards start at 0. The first message of a run has a delay of 292 years,
# and a bridge that cannot state its delay seems to have none.
. "$(dirname "$0")/common.sh"

cat >main.go <<'CODE'
package main

import (
	"fmt"
	"time"

	ptp "github.com/facebook/time/ptp/protocol"
)

func at(ns int64) time.Time {
	return ptp.NewTimestamp(time.Unix(0, ns)).Time().UTC()
}

func main() {
	fmt.Println(at(640).Format(time.RFC3339Nano))
	fmt.Println(at(0).Format(time.RFC3339Nano))
	fmt.Println(ptp.NewPTPSeconds(time.Unix(0, 0)).Time().UTC().Format(time.RFC3339Nano))
	fmt.Println(at(1640).Sub(at(1000)))
	fmt.Println(at(640).Sub(at(0)))
	for _, ns := range []float64{2.5, 1e14, 2e14} {
		correction := ptp.NewCorrection(ns)
		fmt.Println(correction, correction.Nanoseconds(), correction.Duration())
	}
}
CODE
go_program github.com/facebook/time@v0.0.0-20260822211804-f81aedc1c1e3
bounded 20 probe >lines
expect "a timestamp of 640 ns" 1970-01-01T00:00:00.00000064Z "$(sed -n 1p lines)"
expect "a timestamp of 0 (1970-01-01)" 0001-01-01T00:00:00Z "$(sed -n 2p lines)"
expect "seconds of a timestamp, 0 (1970-01-01)" 0001-01-01T00:00:00Z "$(sed -n 3p lines)"
expect "from 1000 to 1640 ns" 640ns "$(sed -n 4p lines)"
expect "from 0 to 640 ns (640ns)" 2562047h47m16.854775807s "$(sed -n 5p lines)"
expect "correction of 2.5 ns: nanoseconds, duration" "Correction(2.500ns) 2.5 2ns" "$(sed -n 6p lines)"
expect "of 100000 s" "Correction(100000000000000.000ns) 1e+14 27h46m40s" "$(sed -n 7p lines)"
expect "of 200000 s, too big" "Correction(Too big) +Inf 0s" "$(sed -n 8p lines)"
finish
