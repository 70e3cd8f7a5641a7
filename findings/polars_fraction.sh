#!/usr/bin/env bash
# Versions: polars 2.1.0, duckdb 2.0.1, pandas 3.1.1.
# Expected: the format "%S.%f" reads fractions of a second, as in Python, pandas and DuckDB, and an
# error shows where a library has another meaning.
# Observed: in polars %f is a whole number of nanoseconds, whatever its number of digits. 1.5 s is read
# as 1.000000005 s, and 1.500000 s as 1.0005 s. Only nine digits are read right. "%S%.f" is the format
# for fractions. Without a format, and in read_csv(try_parse_dates=True), nanoseconds are cut.
# Hurts: tables of packets with microseconds, as tcpdump prints them. All delays within a second are too
# short by 1000, and delays over full seconds look right.
. "$(dirname "$0")/common.sh"

python_packages polars==2.1.0 duckdb==2.0.1 pandas==3.1.1
python -W ignore >lines <<'CODE'
import datetime
import io

import duckdb
import pandas
import polars

FORMAT = "%Y-%m-%d %H:%M:%S.%f"
TEXTS = ["1970-01-01 00:00:01.5", "1970-01-01 00:00:01.500000", "1970-01-01 00:00:01.000400"]


def nanoseconds(texts, form):
    return polars.Series(texts).str.to_datetime(form, time_unit="ns").dt.epoch("ns").to_list()


print(*[datetime.datetime.strptime(text, FORMAT).strftime("%S.%f") for text in TEXTS])
print(*[pandas.to_datetime(text, format=FORMAT).strftime("%S.%f") for text in TEXTS])
print(*[duckdb.execute("select strftime(strptime(?, ?), '%S.%f')", [t, FORMAT]).fetchone()[0] for t in TEXTS])
print(*nanoseconds(TEXTS, FORMAT))
print(*nanoseconds(TEXTS, FORMAT.replace(".%f", "%.f")))
print(*nanoseconds(["1970-01-01 00:00:01.500000000"], FORMAT))
table = "time\n1970-01-01 00:00:01.000000400\n1970-01-01 00:00:01.000000800\n"
print(*polars.read_csv(io.StringIO(table), try_parse_dates=True)["time"].dt.epoch("ns"))
CODE
expect "1.5, 1.500000 and 1.000400 s with %S.%f: Python" "01.500000 01.500000 01.000400" "$(sed -n 1p lines)"
expect "pandas" "01.500000 01.500000 01.000400" "$(sed -n 2p lines)"
expect "DuckDB" "01.500000 01.500000 01.000400" "$(sed -n 3p lines)"
expect "polars, in nanoseconds" "1000000005 1000500000 1000000400" "$(sed -n 4p lines)"
expect "polars with %S%.f" "1500000000 1500000000 1000400000" "$(sed -n 5p lines)"
expect "polars, 1.500000000 s with %S.%f" "1500000000" "$(sed -n 6p lines)"
expect "polars, read_csv of 1.000000400 s and 1.000000800 s" "1000000000 1000000000" "$(sed -n 7p lines)"
finish
