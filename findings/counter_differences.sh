#!/usr/bin/env bash
# Versions: pandas 3.1.1, polars 2.1.0, pyarrow 26.0.1, numpy 2.4.6, duckdb 2.0.1.
# Expected: the difference of two readings of a 32-bit counter that wraps from 4294967290 to 4 is 10 in
# unsigned arithmetic, in each library that has unsigned types.
# Observed: numpy, pyarrow and pandas give 10. polars gives -4294967286, and DuckDB stops with an error. pandas
# stores the unsigned difference as a float: a counter that goes back from 5 to 3 after a reset gives
# 1.8446744073709552e+19, while its missing first difference looks as if the column had become signed.
# Hurts: rates from registers of a card. A rule that is right in one library, such as "negative means a
# reset", never applies in another one, and the mean of a rate is that of one value near 1.8e19.
. "$(dirname "$0")/common.sh"

python_packages polars==2.1.0 pyarrow==26.0.1 pandas==3.1.1 numpy==2.4.6 duckdb==2.0.1
python >seen - <<'CODE'
import duckdb
import numpy
import pandas
import polars
import pyarrow
from pyarrow import compute

for readings in ([4_294_967_290, 4], [5, 3]):
    for kind in (numpy.uint32, numpy.uint64):
        counts = numpy.array(readings, kind)
        arrow = pyarrow.table({"row": [0, 1], "count": counts})
        query = "select count - lag(count) over (order by row) from arrow order by row"
        try:
            step = duckdb.sql(query).fetchall()[1][0]
        except duckdb.OutOfRangeException:
            step = "error"
        print(
            numpy.diff(counts)[0],
            compute.pairwise_diff(pyarrow.array(counts))[1],
            polars.Series(counts).diff()[1],
            pandas.Series(counts).diff()[1],
            step,
        )
CODE
expect "4294967290 to 4 in 32 bits: numpy, pyarrow, polars, pandas, duckdb" \
    "10 10 -4294967286 10.0 error" "$(sed -n 1p seen)"
expect "in 64 bits" "18446744069414584330 18446744069414584330 -4294967286 1.8446744069414584e+19 error" \
    "$(sed -n 2p seen)"
expect "5 to 3 in 32 bits (-2)" "4294967294 4294967294 -2 4294967294.0 error" "$(sed -n 3p seen)"
expect "in 64 bits (-2)" "18446744073709551614 18446744073709551614 -2 1.8446744073709552e+19 error" \
    "$(sed -n 4p seen)"
finish
