"""Loads a model that `shiftbed export` wrote into torchvision's.

python3 load_export.py MODEL.safetensors MODEL.pth writes what torch.load and load_state_dict take. python3 load_export.py FOLDER does so with
model.safetensors and model.pth of a folder, and writes logits.npz, what torchvision's model makes of "x" in x.safetensors. Needs python3-torch,
python3-torchvision and python3-numpy.
"""

import json
import os
import sys

import numpy as np
import torch
import torchvision
from safetensors_file import read


def load(path):
    """The metadata and the state dict of a file."""
    arrays, metadata = read(path)
    return metadata, {name: torch.from_numpy(np.array(array)) for name, array in arrays.items()}


def model(metadata, state):
    """torchvision's model, every entry loaded."""
    makers = {"vit-b16": "vit_b_16"}
    name = metadata["network"]
    made = getattr(torchvision.models, makers.get(name, name))(num_classes=int(metadata["classes"]))
    channels = int(metadata["input"].split("x")[0])
    if hasattr(made, "conv1") and channels != 3:
        made.conv1 = torch.nn.Conv2d(channels, 64, 7, 2, 3, bias=False)
    made.load_state_dict(state, strict=True)
    return made.eval()


if __name__ == "__main__":
    if os.path.isdir(sys.argv[1]):
        folder = sys.argv[1]
        source, target = os.path.join(folder, "model.safetensors"), os.path.join(folder, "model.pth")
    else:
        folder, source, target = None, sys.argv[1], sys.argv[2]
    metadata, state = load(source)
    torch.save(state, target)
    print(f"{metadata['network']}, classes {json.loads(metadata['labels'])}, pixels {metadata['normalisation']}: {target}")
    if folder is not None:
        torch.set_num_threads(1)
        loaded = model(metadata, torch.load(target))
        x = torch.from_numpy(np.array(read(os.path.join(folder, "x.safetensors"))[0]["x"]))
        with torch.no_grad():
            np.savez(os.path.join(folder, "logits.npz"), logits=loaded(x).numpy())
