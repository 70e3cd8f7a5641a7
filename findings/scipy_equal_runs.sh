#!/usr/bin/env bash
# Versions: scipy 1.17.1, numpy 2.4.6.
# Expected: ten equal results have a confidence interval of width 0, and two equal series have the
# p value 1.
# Observed: t.interval, norm.interval and the default bootstrap (BCa) return nan. The p values of
# ttest_ind, ttest_rel, ttest_1samp and f_oneway are nan as well. bootstrap(method="percentile"),
# the interval of ttest_1samp, wilcoxon and mannwhitneyu return what is expected.
# Hurts: deterministic simulators give equal results for all seeds. Rules such as "p >= 0.05" or
# "the interval contains the reference" are then false for a perfect match.
. "$(dirname "$0")/common.sh"

python_packages scipy==1.17.1 numpy==2.4.6
python -W ignore >lines <<'CODE'
import numpy
from scipy import stats

x = numpy.full(10, 12.5)
print(*stats.t.interval(0.95, 9, loc=x.mean(), scale=stats.sem(x)), *stats.norm.interval(0.95, loc=12.5, scale=stats.sem(x)))
for method in ("BCa", "percentile"):
    print(*stats.bootstrap((x,), numpy.mean, method=method, rng=1).confidence_interval)
tests = (stats.ttest_ind(x, x), stats.ttest_rel(x, x), stats.ttest_1samp(x, 12.5), stats.f_oneway(x, x))
print(*[test.pvalue for test in tests])
print(*tests[2].confidence_interval(), stats.wilcoxon(x, x).pvalue, stats.mannwhitneyu(x, x).pvalue)
CODE
expect "t.interval and norm.interval of ten times 12.5" "nan nan nan nan" "$(sed -n 1p lines)"
expect "bootstrap, BCa" "nan nan" "$(sed -n 2p lines)"
expect "bootstrap, percentile" "12.5 12.5" "$(sed -n 3p lines)"
expect "p values of ttest_ind, ttest_rel, ttest_1samp, f_oneway" "nan nan nan nan" "$(sed -n 4p lines)"
expect "interval of ttest_1samp, p values of wilcoxon and mannwhitneyu" "12.5 12.5 1.0 1.0" "$(sed -n 5p lines)"
finish
