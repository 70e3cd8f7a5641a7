#!/usr/bin/env bash
# Versions: pyarrow 26.0.1, pandas 3.1.1, polars 2.1.0, duckdb 2.0.1.
# Expected: readers with a type uint64 read 64-bit counters exactly.
# Observed: pyarrow never chooses uint64. One value above 2^63 - 1 makes the column double, and
# 2^63 + 1 becomes 2^63 in it. For the same column pandas is exact, but with a -1 in it the result
# is text. With polars and DuckDB the columns have 128-bit integers.
# Hurts: comparisons of result files with seeds, hashes or octet counters of 64 bits. Different
# values are equal, or numbers are strings in one run and integers in the next.
. "$(dirname "$0")/common.sh"

python_packages pyarrow==26.0.1 pandas==3.1.1 polars==2.1.0 duckdb==2.0.1
python >lines <<'CODE'
import duckdb
import pandas
import polars
import pyarrow.csv

for other in (1, -1):
    with open("counters.csv", "w") as file:
        file.write(f"octets\n{2**63 + 1}\n{other}\n")
    arrow = pyarrow.csv.read_csv("counters.csv")["octets"]
    print(arrow.type, int(arrow[0].as_py()) - 2**63)
    frame = pandas.read_csv("counters.csv").octets
    print(frame.dtype, repr(frame.tolist()[0]))
    print(polars.read_csv("counters.csv")["octets"].dtype, *duckdb.sql("select typeof(octets) from 'counters.csv'").fetchall()[0])
CODE
expect "pyarrow, type and value - 2^63" "double 0" "$(sed -n 1p lines)"
expect "pandas" "uint64 9223372036854775809" "$(sed -n 2p lines)"
expect "polars and duckdb" "Int128 HUGEINT" "$(sed -n 3p lines)"
expect "pandas, with a -1" "str '9223372036854775809'" "$(sed -n 5p lines)"
finish
