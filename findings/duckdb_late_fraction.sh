#!/usr/bin/env bash
# Versions: duckdb 2.0.1, pandas 3.1.1, polars 2.1.0, pyarrow 26.0.1.
# Expected: a column that has integers in the first rows and a fraction later is read as floating
# point or is an error.
# Observed: DuckDB guesses the type from a sample of the first rows, 20480 by default. It rounds
# later fractions to integers: 0.5 becomes 1, 1.25 becomes 1. polars reports an error, pandas and
# pyarrow read floats.
# Hurts: evaluations of results with one row per packet. Delays are whole numbers until the load
# rises, and the fractions are lost without a message.
. "$(dirname "$0")/common.sh"

python_packages duckdb==2.0.1 pandas==3.1.1 polars==2.1.0 pyarrow==26.0.1
python >lines <<'CODE'
import duckdb
import pandas
import polars
import pyarrow.csv

with open("delays.csv", "w") as file:
    file.write("delay\n" + "1\n" * 30000 + "0.5\n1.25\n")
print(*duckdb.sql("select delay, typeof(delay) from read_csv('delays.csv') offset 30000").fetchall())
print(*duckdb.sql("select delay from read_csv('delays.csv', sample_size=-1) offset 30000").fetchall())
print(*pandas.read_csv("delays.csv").delay[-2:], *pyarrow.csv.read_csv("delays.csv")["delay"].to_pylist()[-2:])
try:
    polars.read_csv("delays.csv")
except polars.exceptions.ComputeError as error:
    print(str(error).split(" at ")[0])
CODE
expect "duckdb, 0.5 and 1.25" "(1, 'BIGINT') (1, 'BIGINT')" "$(sed -n 1p lines)"
expect "duckdb, all rows as sample" "(0.5,) (1.25,)" "$(sed -n 2p lines)"
expect "pandas and pyarrow" "0.5 1.25 0.5 1.25" "$(sed -n 3p lines)"
expect "polars" "could not parse \`0.5\` as dtype \`i64\`" "$(sed -n 4p lines)"
finish
