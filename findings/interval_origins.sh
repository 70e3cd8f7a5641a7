#!/usr/bin/env bash
# Versions: pandas 3.1.1, polars 2.1.0, duckdb 2.0.1.
# Expected: packets per interval of 700 ms are the same in all tools, and in two functions of one tool: an
# interval starts at a multiple of 700 ms since 1970.
# Observed: resample of pandas starts at midnight of the first packet's day, floor of pandas and
# group_by_dynamic of polars at multiples since 1970, and time_bucket of DuckDB at multiples since
# 2000-01-03. Ten packets per second from midnight are 7 7 7, 3 7 7 or 5 7 7. With a length that divides a
# day into whole numbers, such as 500 ms, all agree.
# Hurts: peak loads and losses per interval, for example of 33 us or 7 ms: each tool divides the same burst
# in another way, and a join of two tables by the time of the interval is empty.
. "$(dirname "$0")/common.sh"

python_packages pandas==3.1.1 polars==2.1.0 duckdb==2.0.1 pyarrow==26.0.1
cat >count.py <<'CODE'
import sys

import duckdb
import pandas
import polars

width = f"{sys.argv[1]}ms"
times = pandas.Timestamp("2024-10-04") + pandas.to_timedelta(range(0, 10_000, 100), unit="ms")
packets = pandas.Series(1, index=times)
table = polars.DataFrame({"time": list(times)})
query = f"select count(*) from packets group by time_bucket(interval '{sys.argv[1]} ms', time) order by min(time)"
connection = duckdb.connect()
connection.register("packets", table.to_arrow())
for counts in (
    packets.resample(width).sum(),
    packets.groupby(times.floor(width)).sum(),
    table.group_by_dynamic("time", every=width).agg(polars.len())["len"],
    [row[0] for row in connection.sql(query).fetchall()],
):
    print(*list(counts)[:3])
CODE
python count.py 700 >seen
expect "pandas, resample" "7 7 7" "$(sed -n 1p seen)"
expect "pandas, floor" "3 7 7" "$(sed -n 2p seen)"
expect "polars, group_by_dynamic" "3 7 7" "$(sed -n 3p seen)"
expect "duckdb, time_bucket" "5 7 7" "$(sed -n 4p seen)"
expect "all four with 500 ms" "5 5 5" "$(python count.py 500 | sort -u)"
finish
