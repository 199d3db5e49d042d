"""The audit's second-order model and worst case in vectorised numpy, beside Shiftbed's, in one run.

python3 audit_numpy.py COMMAND... starts COMMAND, which is java with org.shiftbed.bench.AuditTurns, and takes turns with it: one million rows of nine
binary attributes, 32 parameters; gradient, full Hessian and the worst accuracy at 20 radii (parametric-robustness 3.2, 3.3, 4.1). Once with rows
gathered into cells, once row by row. Both sides count the processor time of their whole process. Ends with an error where the two disagree by more
than 1e-9. Needs python3-numpy.
"""

import os

os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

ROWS = 1_000_000
ROUNDS = 9
RADII = 0.25 * np.arange(1, 21)
TOLERANCE = 1e-9


def cells(columns, loss):
    """Rows that agree in every attribute: their attributes, how many they are, the sum of their losses."""
    index = np.zeros(len(loss), dtype=np.int64)
    for j, column in enumerate(columns):
        index += column.astype(np.int64) << j
    weight = np.bincount(index, minlength=1 << len(columns)).astype(float)
    sums = np.bincount(index, weights=loss, minlength=1 << len(columns))
    kept = np.flatnonzero(weight)
    return [(kept >> j & 1).astype(float) for j in range(len(columns))], weight[kept], sums[kept]


def model(columns, weight, sums, variables):
    """Loss, gradient and Hessian, a parameter for each pattern of parents of each variable."""
    total = weight.sum()
    codes, sizes, residuals = [], [], []
    own = []
    for variable, parents in variables:
        code = np.zeros(len(weight), dtype=np.int64)
        for place, parent in enumerate(parents):
            code += columns[parent].astype(np.int64) << place
        size = 1 << len(parents)
        rows = np.bincount(code, weight, size)
        centred = sums - weight * (np.bincount(code, sums, size) / rows)[code]
        residual = columns[variable] - (np.bincount(code, weight * columns[variable], size) / rows)[code]
        square = residual**2
        variance = (np.bincount(code, weight * square, size) / rows)[code]
        own.append((np.bincount(code, centred * residual, size), np.bincount(code, centred * (square - variance), size)))
        codes.append(code)
        sizes.append(size)
        residuals.append(residual)
    start = np.concatenate(([0], np.cumsum(sizes)))
    gradient = np.concatenate([g for g, _ in own]) / total
    hessian = np.diag(np.concatenate([h for _, h in own]))
    for i in range(len(variables)):
        for j in range(i):
            pair = codes[i] * sizes[j] + codes[j]
            size = sizes[i] * sizes[j]
            rows = np.maximum(np.bincount(pair, weight, size), 1)
            centred = sums - weight * (np.bincount(pair, sums, size) / rows)[pair]
            block = np.bincount(pair, centred * residuals[i] * residuals[j], size).reshape(sizes[i], sizes[j])
            hessian[start[i] : start[i + 1], start[j] : start[j + 1]] = block
            hessian[start[j] : start[j + 1], start[i] : start[i + 1]] = block.T
    return sums.sum() / total, gradient, hessian / total


def worst(loss, gradient, hessian):
    """The smallest value of the model inside each radius, by the eigenvalues and bisection of the multiplier; not for the hard case."""
    values, vectors = np.linalg.eigh(hessian)
    g = vectors.T @ gradient
    low = np.full(len(RADII), max(0.0, -values[0]))
    high = low + np.linalg.norm(g) / RADII + np.abs(values).max()
    for _ in range(200):
        middle = (low + high) / 2
        norm = np.sqrt(((g / (values + middle[:, None])) ** 2).sum(1))
        low, high = np.where(norm > RADII, middle, low), np.where(norm > RADII, high, middle)
    delta = -g / (values + high[:, None])
    return loss + delta @ g + (delta**2 @ values) / 2


def ours(shiftbed, how):
    shiftbed.stdin.write(how + "\n")
    shiftbed.stdin.flush()
    answer = np.array([float(word) for word in shiftbed.stdout.readline().split()])
    if not len(answer):
        sys.exit("audit_numpy.py: Shiftbed ended without an answer")
    return answer[0], answer[1:]


def theirs(columns, loss, variables, how):
    begun = time.process_time()
    if how == "cells":
        units = cells(columns, loss)
    else:
        units = [column.astype(float) for column in columns], np.ones(len(loss)), loss
    mean, gradient, hessian = model(*units, variables)
    values = worst(mean, gradient, hessian)
    seconds = time.process_time() - begun
    return seconds, np.concatenate(([mean], gradient, hessian.ravel(), values))


def main(command):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "faces")
        with subprocess.Popen(
            [*command, file, str(ROWS)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as shiftbed:
            names = shiftbed.stdout.readline().split()
            if not names:
                sys.exit("audit_numpy.py: Shiftbed ended before it told its columns")
            variables = []
            for word in shiftbed.stdout.readline().split():
                name, parents = word.split(":")
                variables.append((names.index(name), [names.index(parent) for parent in parents.split(",") if parent]))
            table = np.fromfile(file, dtype=np.uint8).reshape(len(names) + 1, ROWS)
            columns, loss = list(table[:-1]), table[-1].astype(float)
            for how in ("cells", "rows"):
                times = []
                for _ in range(ROUNDS):
                    our_time, answer = ours(shiftbed, how)
                    their_time, reference = theirs(columns, loss, variables, how)
                    worst_gap = np.abs(answer - reference).max()
                    if not worst_gap <= TOLERANCE:
                        sys.exit(f"audit_numpy.py: {how}: Shiftbed and numpy differ by {worst_gap}")
                    times.append((our_time, their_time))
                us, them = (statistics.median(column) for column in zip(*times))
                what = f"20 radii, {ROWS:.0e} rows, {how} / numpy {np.__version__}"
                print(f"{what:<62} {us / them:8.3f} {'-':>8}   {us:.3f} s / {them:.3f} s, largest difference {worst_gap:.1e}")
            shiftbed.stdin.close()


main(sys.argv[1:])
