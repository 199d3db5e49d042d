"""Time of a training step of ERM in Shiftbed over the same step in torch, as ratios measured in one run.

python3 step_ratio.py COMMAND... starts COMMAND, which is java with org.shiftbed.bench.StepTimes, and takes turns with it, so that a busy machine
slows both. A step draws a batch of pictures kept as bytes, makes it decimal, and updates with Adam. Both sides use one thread and count its processor
time. Needs python3-torch.
"""

import statistics
import subprocess
import sys
import time

import torch
from networks import MnistCnn, SmallCnn
from torch import nn

ROUNDS = 4
STEPS = 40
WARM = 5
CLASSES = 3
# Data set as Shiftbed calls it, its side, the network's name and class, rows of a batch.
CASES = [
    ("sprites:side=16,stride.position=16", 16, "small-cnn", SmallCnn, 48),
    ("sprites:side=32,stride.orientation=4,stride.position=4", 32, "mnist-cnn", MnistCnn, 64),
]


class Training:
    """ERM on random pictures."""

    def __init__(self, kind, side, batch):
        body = kind(3, side, side)
        self.model = nn.Sequential(body, nn.Linear(body.features, CLASSES))
        self.adam = torch.optim.Adam(self.model.parameters(), lr=1e-3)
        self.pictures = torch.randint(0, 256, (2000, 3, side, side), dtype=torch.uint8)
        self.labels = torch.randint(0, CLASSES, (2000,))
        self.batch = batch

    def step(self):
        begun = time.thread_time()
        rows = torch.randint(0, len(self.labels), (self.batch,))
        x = self.pictures[rows].float().div_(255)
        loss = nn.functional.cross_entropy(self.model(x), self.labels[rows])
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
        loss.item()
        return time.thread_time() - begun


def main(command):
    torch.set_num_threads(1)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as shiftbed:
        for dataset, side, network, kind, batch in CASES:
            training = Training(kind, side, batch)
            ours, theirs = [], []
            for _ in range(ROUNDS):
                shiftbed.stdin.write(f"{dataset} {network} {batch} {STEPS}\n")
                shiftbed.stdin.flush()
                answer = shiftbed.stdout.readline().split()
                if not answer:
                    sys.exit("step_ratio.py: Shiftbed ended without an answer")
                ours += [float(word) for word in answer[WARM:]]
                theirs += [training.step() for _ in range(STEPS)][WARM:]
            ours, theirs = statistics.median(ours), statistics.median(theirs)
            what = f"training step ({network}, 3x{side}x{side}, batch {batch}) / torch {torch.__version__}"
            print(f"{what:<62} {ours / theirs:8.3f} {'-':>8}   {1000 * ours:.2f} ms / {1000 * theirs:.2f} ms")
        shiftbed.stdin.close()


main(sys.argv[1:])
