#!/usr/bin/env bash
# Versions: duckdb 2.0.1, pyarrow 26.0.1.
# Expected: times with nanoseconds are read as TIMESTAMP_NS, or as text.
# Observed: DuckDB reads them as TIMESTAMP and cuts the nanoseconds: two packets that are 400 ns
# apart have one time. pyarrow chooses nanoseconds.
# Hurts: programs that load the packet list of tshark or of a simulator. Gaps below 1 us are 0,
# and sorting by time no longer gives the order of the packets.
. "$(dirname "$0")/common.sh"

python_packages duckdb==2.0.1 pyarrow==26.0.1
python >lines <<'CODE'
import duckdb
import pyarrow.csv

with open("packets.csv", "w") as file:
    file.write("time\n2026-01-01 00:00:00.000000400\n2026-01-01 00:00:00.000000800\n")
print(*duckdb.sql("select typeof(any_value(time)), count(distinct time), max(time)::text from 'packets.csv'").fetchall()[0])
sent = duckdb.sql("select count(distinct time) from read_csv('packets.csv', types={'time': 'TIMESTAMP_NS'})")
print(*sent.fetchall()[0])
column = pyarrow.csv.read_csv("packets.csv")["time"]
print(column.type, len(column.unique()))
CODE
expect "duckdb: type, different times, last time" "TIMESTAMP 1 2026-01-01 00:00:00" "$(sed -n 1p lines)"
expect "duckdb with the type TIMESTAMP_NS: different times" 2 "$(sed -n 2p lines)"
expect "pyarrow: type, different times" "timestamp[ns] 2" "$(sed -n 3p lines)"
finish
