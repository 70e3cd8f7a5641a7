#!/usr/bin/env bash
# Versions: pyarrow 26.0.1, duckdb 2.0.1, pandas 3.1.1, polars 2.1.0.
# Expected: a column of registers such as 0x8000000000000000 is read as text, or as the number.
# Observed: pyarrow and DuckDB read hexadecimal numbers as integers, pandas and polars as text. In pyarrow
# the type is int64, so that 0xffffffffffffffff is -1 and 0x8000000000000000 is negative, and 0xff in a
# column of int8 is -1. DuckDB reads them right. A fraction in another row makes all of them text in
# pyarrow, and is an error in DuckDB.
# Hurts: comparisons of registers and addresses. The upper half of 64 bits is negative, and sorts before
# the lower half; the same file has other types in each reader.
. "$(dirname "$0")/common.sh"

python_packages pyarrow==26.0.1 duckdb==2.0.1 pandas==3.1.1 polars==2.1.0
python >seen - <<'CODE'
import duckdb
import pandas
import polars
import pyarrow
import pyarrow.csv


def write(*values):
    """Writes a column of values."""
    with open("registers.csv", "w") as file:
        file.write("\n".join(("value", *values)) + "\n")


write("0x10", "0x8000000000000000", "0xffffffffffffffff")
column = pyarrow.csv.read_csv("registers.csv")["value"]
print(column.type, *column.to_pylist())
print(*(value for value, in duckdb.sql("select value from read_csv('registers.csv')").fetchall()))
print(*pandas.read_csv("registers.csv").value, *polars.read_csv("registers.csv")["value"])
write("0xff")
types = pyarrow.csv.ConvertOptions(column_types={"value": pyarrow.int8()})
print(*pyarrow.csv.read_csv("registers.csv", convert_options=types)["value"].to_pylist())
write("0x10", "1.5")
print(pyarrow.csv.read_csv("registers.csv")["value"].type)
try:
    duckdb.sql("select value from read_csv('registers.csv')").fetchall()
except duckdb.ConversionException:
    print("ConversionException")
CODE
expect "pyarrow (16 9223372036854775808 18446744073709551615)" "int64 16 -9223372036854775808 -1" "$(sed -n 1p seen)"
expect "DuckDB" "16 9223372036854775808 18446744073709551615" "$(sed -n 2p seen)"
text="0x10 0x8000000000000000 0xffffffffffffffff"
expect "pandas and polars" "$text $text" "$(sed -n 3p seen)"
expect "pyarrow, 0xff as int8" -1 "$(sed -n 4p seen)"
expect "0x10 and 1.5 in pyarrow and DuckDB" "string ConversionException" "$(sed -n 5,6p seen | paste -sd' ')"
finish
