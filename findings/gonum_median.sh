#!/usr/bin/env bash
# Versions: gonum 0.17.0, montanaflynn/stats 0.14.0 (Go), numpy 2.4.6.
# Expected: the median of 1 to 10 is 5.5 with linear interpolation, and that of 1 and 2 is 1.5.
# Observed: stat.Quantile(0.5, stat.LinInterp, ...) of gonum returns 5 and 1. It interpolates the
# empirical distribution itself (type 4 of Hyndman and Fan), as stat.Empirical does at these points.
# numpy and montanaflynn/stats return 5.5 and 1.5. The 90th percentile differs as well.
# Hurts: median latencies of few runs are too low, and differ from those of Python and R.
. "$(dirname "$0")/common.sh"

cat >main.go <<'CODE'
package main

import (
	"fmt"

	"github.com/montanaflynn/stats"
	"gonum.org/v1/gonum/stat"
)

func main() {
	for _, values := range [][]float64{{1, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}} {
		for _, share := range []float64{0.5, 0.9} {
			other, _ := stats.Percentile(values, 100*share)
			fmt.Print(stat.Quantile(share, stat.Empirical, values, nil), " ",
				stat.Quantile(share, stat.LinInterp, values, nil), " ", other, "\n")
		}
	}
}
CODE
go_program gonum.org/v1/gonum@v0.17.0 github.com/montanaflynn/stats@v0.14.0
python_packages numpy==2.4.6
bounded 30 probe >lines
expect "median of 1 and 2: gonum, Empirical and LinInterp, montanaflynn/stats" "1 1 1.5" "$(sed -n 1p lines)"
expect "90th percentile" "2 1.8 1.9" "$(sed -n 2p lines)"
expect "median of 1 to 10" "5 5 5.5" "$(sed -n 3p lines)"
expect "90th percentile" "9 9 9.1" "$(sed -n 4p lines)"
expect "numpy: medians and 90th percentile" "1.5 5.5 9.1" "$(python -c 'import numpy as n; x = range(1, 11)
print(n.percentile([1, 2], 50), n.percentile(x, 50), n.percentile(x, 90))')"
finish
