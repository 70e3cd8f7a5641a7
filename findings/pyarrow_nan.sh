#!/usr/bin/env bash
# Versions: pyarrow 26.0.1, pandas 3.1.1, polars 2.1.0, duckdb 2.0.1.
# Expected: nan in a column of numbers is the number NaN, as inf is infinity.
# Observed: pyarrow reads nan as a missing value, which sums and means leave out, but inf as
# infinity. The mean of 1, nan and 3 is 2 there and in pandas, and NaN in DuckDB. For polars the
# column is text.
# Hurts: a failed run writes nan. One reader averages the rest, the next one shows the failure,
# and the third one has no numbers. A file that pyarrow writes to Parquet no longer has it.
. "$(dirname "$0")/common.sh"

python_packages pyarrow==26.0.1 pandas==3.1.1 polars==2.1.0 duckdb==2.0.1
python >lines <<'CODE'
import duckdb
import pandas
import polars
import pyarrow.compute
import pyarrow.csv

with open("rates.csv", "w") as file:
    file.write("rate\n1.0\nnan\n3.0\n")
with open("infinite.csv", "w") as file:
    file.write("rate\n1.0\ninf\n")
arrow = pyarrow.csv.read_csv("rates.csv")["rate"]
print(arrow.null_count, pyarrow.compute.mean(arrow), pyarrow.csv.read_csv("infinite.csv")["rate"].to_pylist()[1])
frame = polars.read_csv("rates.csv")["rate"]
print(frame.dtype, *duckdb.sql("select count(rate), avg(rate) from 'rates.csv'").fetchall()[0])
print(pandas.read_csv("rates.csv").rate.mean())
CODE
expect "pyarrow: missing values, mean, value of inf" "1 2.0 inf" "$(sed -n 1p lines)"
expect "polars: type; duckdb: present values, mean" "String 3 nan" "$(sed -n 2p lines)"
expect "pandas: mean" 2.0 "$(sed -n 3p lines)"
finish
