#!/usr/bin/env bash
# Versions: polars 2.1.0, pyarrow 26.0.1, pandas 3.1.1, numpy 2.4.6, duckdb 2.0.1.
# Expected: a sum of 32-bit counters has 64 bits, as in numpy, or more, as in SQL.
# Observed: in polars 4 000 000 000 twice is 3705032704, also per group, as the sum of UInt32 and Int32 stays
# in its type; sums of 8 and 16 bits are 64-bit, and the mean is right. In pyarrow the cumulative sum keeps each
# type: 200 and 100 in 8 bits are 44. numpy, pandas, DuckDB and sum() of pyarrow are right. There is no
# message.
# Hurts: totals of octets from a table with the type that the driver has. Above 4 GiB they look like a low load,
# and mean times count gives another number than the sum.
. "$(dirname "$0")/common.sh"

python_packages polars==2.1.0 pyarrow==26.0.1 pandas==3.1.1 numpy==2.4.6 duckdb==2.0.1
python >seen - <<'CODE'
import duckdb
import numpy
import pandas
import polars
import pyarrow
from pyarrow import compute

octets = numpy.array([4_000_000_000] * 2, numpy.uint32)
table = polars.DataFrame({"port": [1, 1], "octets": octets})
print(table["octets"].sum(), table.group_by("port").agg(polars.col("octets").sum())["octets"][0], table["octets"].mean())
print(polars.Series([200, 100], dtype=polars.UInt8).sum(), polars.Series([60000] * 2, dtype=polars.UInt16).sum())
print(*compute.cumulative_sum(pyarrow.array(octets)), *compute.cumulative_sum(pyarrow.array([200, 100], pyarrow.uint8())))
arrow = pyarrow.table({"octets": octets})
total = duckdb.sql("select sum(octets) from arrow").fetchall()[0][0]
print(octets.sum(), pandas.Series(octets).sum(), total, compute.sum(pyarrow.array(octets)), *octets.cumsum())
CODE
expect "polars: sum and sum per group of UInt32 (8000000000), mean" "3705032704 3705032704 4000000000.0" "$(sed -n 1p seen)"
expect "polars: sums of UInt8 and UInt16" "300 120000" "$(sed -n 2p seen)"
expect "pyarrow: cumulative sums of 32 and 8 bits (8000000000, 300)" "4000000000 3705032704 200 44" "$(sed -n 3p seen)"
expect "sums of numpy, pandas, duckdb and pyarrow, cumulative sum of numpy" \
    "8000000000 8000000000 8000000000 8000000000 4000000000 8000000000" "$(sed -n 4p seen)"
finish
