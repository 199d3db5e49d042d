"""Learning rates of torch's ReduceLROnPlateau with patience 1, for comparison with Shiftbed's own.

python3 plateau.py FOLDER writes FOLDER/plateau.npz with arrays losses/CASE and rates/CASE: the rate to begin with, then that after each loss, up to the
third fall. Losses wander, repeat themselves, fall by about a ten-thousandth, or are no numbers. Needs python3-torch and python3-numpy.
"""

import os
import sys

import numpy as np
import torch
from arrays import save

random = np.random.RandomState(8)
arrays = {}


def losses(kind):
    steps = random.standard_normal(60)
    if kind == 0:
        return np.exp(-0.05 * np.arange(60)) + 0.05 * steps
    if kind == 1:
        return 1 + np.round(steps) / 4
    if kind == 2:
        # On either side of the threshold, and on it.
        return np.cumprod(1 - 1e-4 * random.choice([0.5, 0.999, 1.0, 1.001, 2.0], 60))
    values = np.abs(steps)
    values[random.uniform(size=60) < 0.2] = np.nan
    return values


for case in range(400):
    start = float(random.choice([1e-3, 5e-5, 0.02, 3e-7, 2e-8]))
    optimizer = torch.optim.Adam([torch.zeros(1, requires_grad=True)], lr=start)
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, "min", patience=1)
    rates, fed, falls = [start], losses(case % 4), 0
    for loss in fed:
        scheduler.step(float(loss))
        rates.append(optimizer.param_groups[0]["lr"])
        falls += rates[-1] != rates[-2]
        if falls == 3:
            break
    arrays[f"losses/{case}"] = fed[: len(rates) - 1]
    arrays[f"rates/{case}"] = np.array(rates)

save(os.path.join(sys.argv[1], "plateau.npz"), arrays)
