#!/usr/bin/env bash
# Versions: altair 6.3.0, pandas 3.1.1, vl-convert-python 1.9.0.post1 (PyPI).
# Expected: a chart with times of microseconds places points by them: the file of the chart has all their digits.
# Observed: times are read in whole milliseconds: points at 0, 100, 200 and 900 us are at one place, as are all packets
# of a burst. The places of the same times as numbers are right. Durations (timedelta64) are an error.
# Hurts: a chart of arrivals shows bursts of a whole millisecond that no card has sent, or one point for a run.
. "$(dirname "$0")/common.sh"

python_packages altair==6.3.0 pandas==3.1.1 vl-convert-python==1.9.0.post1
cat >chart.py <<'CODE'
import re
import altair as alt
import pandas as pd
import vl_convert

times = [0, 100, 200, 900, 1000, 2000]  # in microseconds

def places(values, kind):
    """The x coordinates of a chart of 300 pixels, and the second value in the chart's file."""
    chart = alt.Chart(pd.DataFrame({"time": values})).mark_point().encode(x=f"time:{kind}").properties(width=300)
    content = chart.to_dict()
    picture = vl_convert.vegalite_to_svg(content)
    found = re.findall(r'aria-roledescription="point"[^>]*translate\(([0-9.]+)', picture)
    return found, next(iter(content["datasets"].values()))[1]["time"]

found, second = places(pd.to_datetime(times, unit="us"), "T")
print(*found)
print(second)
print(*places(times, "Q")[0])
try:
    places(pd.to_timedelta(times, unit="us"), "Q")
except ValueError:
    print("ValueError")
CODE
bounded 100 python chart.py >seen 2>log || changed "altair fails"
expect "places of 0, 100, 200, 900, 1000, 2000 us (0 15 30 135 150 300)" "0 0 0 0 150 300" "$(sed -n 1p seen)"
expect "the second time in the file" "1970-01-01T00:00:00.000100" "$(sed -n 2p seen)"
expect "places as numbers" "0 15 30 135 150 300" "$(sed -n 3p seen)"
expect "as durations" "ValueError" "$(sed -n 4p seen)"
finish
