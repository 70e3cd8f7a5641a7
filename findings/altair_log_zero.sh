#!/usr/bin/env bash
# Versions: altair 6.3.0, pandas 3.1.1, vl-convert-python 1.9.0.post1 (PyPI).
# Expected: with a logarithmic axis a point with the value 0 is left out or at the edge; the other points have their
# places, as in matplotlib.
# Observed: one 0 puts all points at one place, the origin, without an error or a warning. A negative value does the same.
# Hurts: a chart of losses or queueing delays over loads, in which the lowest load has none, is a single point.
. "$(dirname "$0")/common.sh"

python_packages altair==6.3.0 pandas==3.1.1 vl-convert-python==1.9.0.post1
cat >chart.py <<'CODE'
import re
import altair as alt
import pandas as pd
import vl_convert

def places(*values):
    """The x coordinates of a chart of 300 pixels with a logarithmic axis."""
    x = alt.X("value:Q", scale=alt.Scale(type="log"))
    chart = alt.Chart(pd.DataFrame({"value": values})).mark_point().encode(x=x).properties(width=300)
    picture = vl_convert.vegalite_to_svg(chart.to_dict())
    print(*re.findall(r'aria-roledescription="point"[^>]*translate\(([^,]+)', picture))

places(1, 10, 100, 1000)
places(0, 1, 10, 100, 1000)
places(-1, 1, 10, 100, 1000)
CODE
bounded 100 python chart.py >seen 2>log || changed "altair fails"
expect "places of 1, 10, 100, 1000" "0 100.00000000000001 200.00000000000003 300" "$(sed -n 1p seen)"
expect "with a 0 (0 0 100 200 300 or 0 100 200 300)" "0 0 0 0 0" "$(sed -n 2p seen)"
expect "with a -1" "0 0 0 0 0" "$(sed -n 3p seen)"
expect "messages" 0 "$(wc -l <log)"
finish
