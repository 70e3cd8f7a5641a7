#!/usr/bin/env bash
# Versions: pyvcd 0.5.1.
# Expected: VCDWriter.change takes a time of type float, so it is rounded to the nearest tick or
# has to be a whole number.
# Observed: it is cut. 0.29 s in ticks of 10 ms is 28.999999999999996, and the change is at tick 28.
# Hurts: simulators with float times, such as SimPy. About each tenth change is one tick early,
# pulses and gaps change their length, and no message is printed.
. "$(dirname "$0")/common.sh"

python_packages pyvcd==0.5.1
python >times - <<'CODE'
import io

from vcd import VCDWriter

output = io.StringIO()
writer = VCDWriter(output, timescale="10 ms")
wire = writer.register_var("top", "level", "wire", size=8)
for hundredths in range(100):
    writer.change(wire, hundredths / 100 * 100, hundredths)
writer.close()
time, early = 0, []
for line in output.getvalue().splitlines():
    if line.startswith("#"):
        time = int(line[1:])
    elif line.startswith("b") and "x" not in line and int(line[1:].split()[0], 2) != time:
        early.append((int(line[1:].split()[0], 2), time))
print(*early)
CODE
expect "ticks of the model and in the VCD, where they differ" "(29, 28) (57, 56) (58, 57)" "$(cat times)"
finish
