"""Pictures a second out of Shiftbed's cache over those of torchvision's ImageFolder and DataLoader, as ratios measured in one run.

python3 loader.py FOLDER COMMAND... makes 2,000 JPEG files of 256x256 in FOLDER unless they are there, measures torchvision with every number of
workers that two cores can use and keeps the best, and starts COMMAND, which is java with org.shiftbed.bench.LoaderTimes and has to print six numbers:
pictures a second of the first pass, which fills the cache, from the cache, and from the cache with DomainBed's augmentation, and the milliseconds of
processor time of a picture in each. Batches are of 32 float tensors of 3x224x224, normalised. The second ratio of a line is of processor time, which other
load on the machine spoils less. Needs python3-torch, python3-torchvision and python3-pil.
"""

import os
import subprocess
import sys
import time

import numpy
import torch
import torchvision
from PIL import Image
from torch.utils.data import DataLoader
from torchvision import transforms
from torchvision.datasets import ImageFolder

PICTURES = 2000
CLASSES = 10
SIDE = 256
BATCH = 32
CORES = 2
NORMALISE = transforms.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])
PLAIN = transforms.Compose([transforms.Resize((224, 224)), transforms.ToTensor(), NORMALISE])
AUGMENTED = transforms.Compose(
    [
        transforms.RandomResizedCrop(224, scale=(0.7, 1.0)),
        transforms.RandomHorizontalFlip(),
        transforms.ColorJitter(0.3, 0.3, 0.3, 0.3),
        transforms.RandomGrayscale(),
        transforms.ToTensor(),
        NORMALISE,
    ]
)


def make(folder):
    """Smooth pictures with some noise, as photographs are: about 12 kB each."""
    if os.path.isdir(folder):
        return
    draw = numpy.random.RandomState(7)
    for number in range(PICTURES):
        coarse = Image.fromarray(draw.randint(0, 256, (8, 8, 3)).astype(numpy.uint8))
        smooth = numpy.asarray(coarse.resize((SIDE, SIDE), Image.BICUBIC)).astype(float)
        noisy = numpy.clip(smooth + draw.normal(0, 6, (SIDE, SIDE, 3)), 0, 255).astype(numpy.uint8)
        place = os.path.join(folder, "all", f"class{number % CLASSES}")
        os.makedirs(place, exist_ok=True)
        Image.fromarray(noisy).save(os.path.join(place, f"{number:04d}.jpg"), quality=85)


def rate(folder, transform, workers):
    loader = DataLoader(ImageFolder(os.path.join(folder, "all"), transform), BATCH, shuffle=True, num_workers=workers)
    begun = time.perf_counter()
    count = sum(len(labels) for _, labels in loader)
    return count / (time.perf_counter() - begun)


def best(folder, transform):
    return max((rate(folder, transform, workers), workers) for workers in range(CORES + 2))


def cost(folder, transform):
    """Milliseconds of processor time of a picture, without workers."""
    begun = time.process_time()
    rate(folder, transform, 0)
    return 1000 * (time.process_time() - begun) / PICTURES


def main(folder, command):
    torch.set_num_threads(CORES)
    make(folder)
    plain, plain_workers = best(folder, PLAIN)
    augmented, augmented_workers = best(folder, AUGMENTED)
    plain_cost, augmented_cost = cost(folder, PLAIN), cost(folder, AUGMENTED)
    answer = subprocess.run(command + [folder], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    first, cached, drawn, *costs = (float(word) for word in answer[-6:])
    peer = f"torchvision {torchvision.__version__}"
    lines = [
        ("first pass, which fills the cache", first, plain, plain_workers, 1, plain_cost / costs[0]),
        ("from the cache", cached, plain, plain_workers, 15, plain_cost / costs[1]),
        ("from the cache, DomainBed's augmentation", drawn, augmented, augmented_workers, 2.5, augmented_cost / costs[2]),
    ]
    print(f"{'pictures a second / ' + peer:<52} {'clock':>8} {'processor':>10} {'aim':>8}")
    for what, ours, theirs, workers, aim, processor in lines:
        print(f"{what:<52} {ours / theirs:8.2f} {processor:10.2f} {'>= ' + str(aim):>8}   "
              f"{ours:.0f} / {theirs:.0f} a second ({workers} workers)")


main(sys.argv[1], sys.argv[2:])
