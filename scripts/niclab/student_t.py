"""95 % confidence intervals of means, by Student's t."""
import math
import statistics

# Two-sided 95 % quantiles of Student's t with 1, 2, ... 30 degrees of freedom.
QUANTILES = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
             2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)


def t_quantile(freedom):
    """Beyond the table by the first terms of its expansion around the normal quantile: four digits."""
    if freedom <= len(QUANTILES):
        return QUANTILES[freedom - 1]
    z = 1.959964
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def half_width(samples):
    """How far the interval of the mean of two samples or more reaches to both sides."""
    return t_quantile(len(samples) - 1) * statistics.stdev(samples) / math.sqrt(len(samples))
