#!/usr/bin/env bash
# Versions: pandas 3.1.1, pyarrow 26.0.1, fastparquet 2026.9.0, polars 2.1.0, duckdb 2.0.1.
# Expected: a column of delays in Parquet has its unit in each reader, and keeps nanoseconds.
# Observed: pandas with pyarrow writes plain integers. Their unit is in a note that only Arrow and
# polars read. For DuckDB and fastparquet delays of 1500 ns and of 1500 us are both 1500. With
# fastparquet a delay is a time of day in whole microseconds: 1500 ns are 00:00:00.000001. Of 25
# hours polars makes null, and DuckDB an error.
# Hurts: delays of two tables differ by 1000, or lose the digits of a fast card. This depends on the
# program that wrote them and on the one that reads them.
. "$(dirname "$0")/common.sh"

python_packages pandas==3.1.1 pyarrow==26.0.1 fastparquet==2026.9.0 polars==2.1.0 duckdb==2.0.1
cat >probe.py <<'CODE'
import sys
import warnings

import duckdb
import fastparquet
import numpy
import pandas
import polars
import pyarrow.parquet

warnings.simplefilter("ignore")
engine, number, unit = sys.argv[1:]
pandas.DataFrame({"delay": numpy.array([int(number)], f"m8[{unit}]")}).to_parquet("delays.parquet", engine=engine)


def read(name, table):
    """Prints the type and the value of the delay in a reader."""
    try:
        print(f"{name}: {table()}", end=", ")
    except (duckdb.Error, ValueError) as error:
        print(f"{name}: {type(error).__name__}", end=", ")


def in_polars():
    column = polars.read_parquet("delays.parquet")["delay"]
    return f"{column.dtype} {column.to_physical()[0]}"


def in_fastparquet():
    column = fastparquet.ParquetFile("delays.parquet").to_pandas()["delay"]
    return f"{column.dtype} {column.astype('int64')[0]}"


def in_arrow():
    column = pyarrow.parquet.read_table("delays.parquet")["delay"]
    return f"{column.type} {column.cast('int64')[0]}"


def in_duckdb():
    column = duckdb.sql("select typeof(delay), delay from 'delays.parquet'").fetchall()[0]
    return f"{column[0]} {column[1]}"


for name, table in (("arrow", in_arrow), ("polars", in_polars), ("duckdb", in_duckdb), ("fastparquet", in_fastparquet)):
    read(name, table)
print()
CODE
# delay ENGINE NUMBER UNIT: what the readers make of a delay.
delay() {
    bounded 60 python probe.py "$@" 2>log | sed 's/, $//'
}

expect "pyarrow, 1500 ns" "arrow: duration[ns] 1500, polars: Duration(time_unit='ns') 1500, \
duckdb: BIGINT 1500, fastparquet: int64 1500" "$(delay pyarrow 1500 ns)"
expect "pyarrow, 1500 us (another number for duckdb and fastparquet, or a type)" "arrow: duration[us] 1500, \
polars: Duration(time_unit='us') 1500, duckdb: BIGINT 1500, fastparquet: int64 1500" "$(delay pyarrow 1500 us)"
expect "fastparquet, 1500 ns (1500 ns)" "arrow: time64[us] 1, polars: Time 1000, \
duckdb: TIME 00:00:00.000001, fastparquet: timedelta64[ns] 1000" "$(delay fastparquet 1500 ns)"
expect "fastparquet, 25 hours" "arrow: time64[us] 90000000000, polars: Time None, \
duckdb: InvalidInputException, fastparquet: timedelta64[ns] 90000000000000" "$(delay fastparquet 90000000000000 ns)"
finish
