#!/usr/bin/env bash
# Versions: numpy 2.4.6 (PyPI numpy).
# Expected: a datetime64 that does not fit its unit is an error, as for timedelta64, or NaT. Times of two units are
# compared and added by their values.
# Observed: 64 bits of picoseconds reach 106 days from 1970. A date of 2026 in ps is 1969-11-19 without a message,
# and so is one in seconds plus 640 ps. In a comparison the date in seconds is converted in the same way: 2026 is
# before 1970. Differences wrap as well. Days and picoseconds of timedelta64 are an OverflowError.
# Hurts: captures and traces with picoseconds and a real date get a plausible wrong date; a filter "later than the
# start" removes all packets.
. "$(dirname "$0")/common.sh"

python_packages numpy==2.4.6
cat >times.py <<'CODE'
import sys

import numpy as np

date = np.array(["2026-01-01T00:00:00"], "datetime64[s]")
start = np.array([0], "datetime64[ps]")
facts = {
    "date": lambda: date.astype("datetime64[ps]")[0],
    "text": lambda: np.datetime64("2026-01-01T00:00:00", "ps"),
    "nanoseconds": lambda: (date + np.timedelta64(640, "ns"))[0],
    "picoseconds": lambda: (date + np.timedelta64(640, "ps"))[0],
    "comparison": lambda: (date > start)[0],
    "difference": lambda: (date - start)[0],
    "durations": lambda: np.timedelta64(200, "D") > np.timedelta64(640, "ps"),
}
try:
    print(facts[sys.argv[1]]())
except OverflowError:
    print("OverflowError")
CODE

expect "2026-01-01 plus 640 ns" "2026-01-01T00:00:00.000000640" "$(python times.py nanoseconds)"
expect "2026-01-01 plus 640 ps" "1969-11-19T14:49:28.923883045504" "$(python times.py picoseconds)"
expect "2026-01-01 in picoseconds" "1969-11-19T14:49:28.923883044864" "$(python times.py date)"
expect "the text 2026-01-01 in picoseconds" "1969-11-19T14:49:28.923883044864" "$(python times.py text)"
expect "2026-01-01 in seconds is later than 1970-01-01 in picoseconds" False "$(python times.py comparison)"
expect "the time between them (1767225600 s)" "-3661831076116955136 picoseconds" "$(python times.py difference)"
expect "200 days are longer than 640 ps" OverflowError "$(python times.py durations)"
finish
