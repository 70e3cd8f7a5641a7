#!/usr/bin/env bash
# Versions: numpy 2.4.6, pandas 3.1.1, polars 2.1.0.
# Expected: percentile() interpolates between two values, so its result is between them, and percentile 50 is the
# median.
# Observed: the difference of the two values is computed in the type of the array. Of the 16-bit offsets -24576 and
# 24573 the median is -1.5, percentile 50 is 32766.5, and percentile 25 -28672.75: both are outside of the data. So are
# "25%" and "50%" of describe() in pandas, where median() is right. There is a warning only if a single percentile is
# asked for. polars and 64 bits are right.
# Hurts: clock offsets and differences of fill levels in 16 bits have percentiles that no sample reaches, only if their
# spread is above half of the range. The first runs, with small values, are right.
. "$(dirname "$0")/common.sh"

python_packages numpy==2.4.6 pandas==3.1.1 polars==2.1.0
cat >probe.py <<'CODE'
import sys

import numpy as np
import pandas as pd
import polars as pl

a = np.array(eval(sys.argv[1]), sys.argv[2])
print(f"{np.median(a):g}", *(f"{value:g}" for value in np.percentile(a, (25, 50, 75))))
described = pd.Series(a).describe()
print(f"{pd.Series(a).median():g}", *(f"{described[p]:g}" for p in ("25%", "50%", "75%")))
series = pl.Series(a)
print(f"{series.median():g}", *(f"{series.quantile(p / 100, 'linear'):g}" for p in (25, 50, 75)))
CODE

# summary LABEL VALUES TYPE NUMPY PANDAS POLARS: median and percentiles 25, 50 and 75 in each package.
summary() {
    bounded 60 python probe.py "$2" "$3" >seen 2>messages || changed "the packages fail"
    local line=1 package
    for package in numpy pandas polars; do
        expect "$1, $package" "${*:line+3:1}" "$(sed -n "$line"p seen)"
        line=$((line + 1))
    done
}
summary "-24576 and 24573, 64 bits" "[-24576, 24573]" int64 \
    "-1.5 -12288.8 -1.5 12285.8" "-1.5 -12288.8 -1.5 12285.8" "-1.5 -12288.8 -1.5 12285.8"
summary "-24576 and 24573, 16 bits" "[-24576, 24573]" int16 \
    "-1.5 -28672.8 32766.5 28669.8" "-1.5 -28672.8 32766.5 28669.8" "-1.5 -12288.8 -1.5 12285.8"
expect "octets of messages" 0 "$(wc -c <messages)"
summary "-100 and 100, 16 bits" "[-100, 100]" int16 "0 -50 0 50" "0 -50 0 50" "0 -50 0 50"
summary "-100 and 100, 8 bits" "[-100, 100]" int8 "0 -114 128 114" "0 -114 128 114" "0 -50 0 50"
finish
