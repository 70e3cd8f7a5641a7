#!/usr/bin/env bash
# Versions: tables 3.11.1 (PyTables), numpy 2.4.6.
# Expected: a Time64Col has times as 64-bit numbers of seconds, as Float64Col, whose Python type it has.
# Observed: it has 32 bits for seconds and 32 for microseconds: 400 ns are 0, 1.5 and 1.999 us are 2 us. Times from 2^31
# s on wrap: 3e9 is -1294967296. All without a message, also in an EArray with Time64Atom.
# Hurts: delays of a card below a microsecond are 0, and the time stamps of two frames are equal.
. "$(dirname "$0")/common.sh"

python_packages tables==3.11.1 numpy==2.4.6
cat >probe.py <<'CODE'
import numpy as np
import tables


class Row(tables.IsDescription):
    time = tables.Time64Col()
    number = tables.Float64Col()


values = np.array([0.29, 400e-9, 1.5e-6, 1.999e-6, 3e9])
with tables.open_file("times.h5", "w") as file:
    table = file.create_table("/", "table", Row)
    table.append([(value, value) for value in values])
    table.flush()
    array = file.create_earray("/", "array", tables.Time64Atom(), (0,))
    array.append(values)
with tables.open_file("times.h5") as file:
    for column in (file.root.table.col("number"), file.root.table.col("time"), file.root.array[:]):
        print(*(f"{value:.10g}" for value in column))
    print(file.root.table.coldtypes["time"], file.root.table.coldtypes["number"])
CODE
bounded 60 python probe.py >seen 2>messages || changed "the package fails"
expect "0.29 s, 400 ns, 1.5 us, 1.999 us and 3e9 s, Float64Col" "0.29 4e-07 1.5e-06 1.999e-06 3000000000" "$(sed -n 1p seen)"
expect "Time64Col" "0.29 0 2e-06 2e-06 -1294967593" "$(sed -n 2p seen)"
expect "Time64Atom" "0.29 0 2e-06 2e-06 -1294967593" "$(sed -n 3p seen)"
expect "types in Python of both columns" "float64 float64" "$(sed -n 4p seen)"
expect "octets of messages" 0 "$(wc -c <messages)"
finish
