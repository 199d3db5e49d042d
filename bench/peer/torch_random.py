"""Draws of torch's and numpy's generators, for comparison with Shiftbed's own.

python3 torch_random.py FOLDER writes FOLDER/random.npz with arrays torch/SEED/rand, torch/SEED/randperm/N, torch/SEED/randint/BOUND,
numpy/SEED/random, numpy/SEED/uniform, numpy/SEED/randint/MAX and numpy/SEED/shuffle/N. Each array starts from a freshly seeded generator.
Needs python3-torch and python3-numpy.
"""

import os
import sys

import numpy as np
import torch
from arrays import save

arrays = {}


def seeded(seed):
    return torch.Generator().manual_seed(seed)


for seed in (0, 1, 42, 123456789, 2**31 - 1, 2**32 - 1, 2**32 + 5, -1):
    arrays[f"torch/{seed}/rand"] = torch.rand(2000, generator=seeded(seed)).numpy()
    for n in (1, 2, 3, 10, 1000, 70000):
        arrays[f"torch/{seed}/randperm/{n}"] = torch.randperm(n, generator=seeded(seed)).numpy()
    for bound in (1, 2, 10, 1000003, 2**31 - 1, 2**31, 2**31 + 12345, 2**32 - 1):
        arrays[f"torch/{seed}/randint/{bound}"] = torch.randint(0, bound, (2000,), generator=seeded(seed)).numpy()

for seed in (0, 1, 42, 123456789, 2**31 - 1, 2**32 - 1):
    arrays[f"numpy/{seed}/random"] = np.random.RandomState(seed).random_sample(2000)
    arrays[f"numpy/{seed}/uniform"] = np.random.RandomState(seed).uniform(-3.5, 7.25, 2000)
    for largest in (0, 1, 2, 9, 1000, 2**20, 2**31 - 1):
        arrays[f"numpy/{seed}/randint/{largest}"] = np.random.RandomState(seed).randint(0, largest + 1, 2000)
    for n in (1, 2, 17, 5000):
        values = list(range(n))
        np.random.RandomState(seed).shuffle(values)
        arrays[f"numpy/{seed}/shuffle/{n}"] = np.array(values)

save(os.path.join(sys.argv[1], "random.npz"), arrays)
