"""Means, standard errors and 95% t intervals by scipy, for comparison with the report's own.

Reads one sample a line (numbers separated by spaces) from standard input; writes for each line, separated by spaces:
mean, sd, se, low, high, population error std(x / sqrt(n)) with divisor n. Needs python3-scipy.
"""

import sys

import numpy as np
from scipy import stats

for line in sys.stdin:
    x = np.array([float(word) for word in line.split()])
    n = len(x)
    mean, sd = np.mean(x), np.std(x, ddof=1)
    se = stats.sem(x)
    low, high = stats.t.interval(0.95, n - 1, loc=mean, scale=se)
    print(" ".join(repr(float(v)) for v in (mean, sd, se, low, high, np.std(x / np.sqrt(n)))))
