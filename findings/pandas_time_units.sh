#!/usr/bin/env bash
# Versions: pandas 3.1.1, numpy 2.4.6; pandas 2.3.3 for comparison.
# Expected: statistics of times keep nanoseconds, as in pandas 2: the mean of delays of 1 and 2 us is
# 1.5 us, and astype("int64") gives nanoseconds.
# Observed: pandas 3 chooses the unit from the data, and results have the same unit. Mean, quotients and
# quantiles of microseconds are cut to whole microseconds: 1 us, and half of 1 us is 0. The unit of a
# column of text depends on its digits: 1.5 s is 1500000 or, with three zeros more, 1500000000.
# Hurts: evaluations of captures in microseconds. Means of delays are too low by up to a microsecond, and
# two captures of one run differ by 1000 in integers.
. "$(dirname "$0")/common.sh"

cat >times.py <<'CODE'
import pandas

delays = pandas.to_timedelta(pandas.Series([1, 2, 2]), unit="us")
print(*(time / pandas.Timedelta(1, "ns") for time in (delays.mean(), delays[0] / 2, delays.quantile(0.25), (delays / 4)[1])))
texts = ("1970-01-01 00:00:01.5", "1970-01-01 00:00:01.500000", "1970-01-01 00:00:01.500000000")
print(*(pandas.to_datetime(pandas.Series([text])).astype("int64")[0] for text in texts))
CODE
python_packages pandas==3.1.1 numpy==2.4.6
python times.py >new
"$WORK/venv/bin/pip" install --quiet pandas==2.3.3 >pip.log 2>&1 || skip "pip cannot install pandas==2.3.3"
python times.py >old
expect "pandas 3: mean, half of 1 us, quartile and quarter of 2 us in ns (1666 500 1500 500)" \
    "1000.0 0.0 1000.0 0.0" "$(sed -n 1p new)"
expect "pandas 2" "1666.0 500.0 1500.0 500.0" "$(sed -n 1p old)"
expect "pandas 3: integers of 1.5, 1.500000 and 1.500000000 s" "1500000 1500000 1500000000" "$(sed -n 2p new)"
expect "pandas 2" "1500000000 1500000000 1500000000" "$(sed -n 2p old)"
finish
