"""A small featurizer as TorchScript, and what torch computes with it, for comparison with Shiftbed's reading of the file.

python3 torch_script.py FOLDER writes FOLDER/tiny.pt (features [B, 6] of pictures 3 x 8 x 8), FOLDER/map.pt (a map instead of a vector) and
FOLDER/script.npz: for each PRECISION x, features, moved (features after every parameter named attn went up by 0.25), grad/NAME of mean(features^2)
before that, and state/NAME. Needs python3-torch and python3-numpy.
"""

import os
import sys

import torch
from arrays import save
from torch import nn


class Tiny(nn.Module):
    """Patches, one attention, a mean over patches and a perceptron; a buffer that is not trained."""

    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(3, 6, 4, stride=4)
        self.attn = nn.Linear(6, 18)
        self.norm = nn.LayerNorm(6)
        self.mlp = nn.Linear(6, 6)
        self.register_buffer("offset", torch.linspace(-1, 1, 6))

    def forward(self, x):
        h = self.patches(x).flatten(2).transpose(1, 2)
        q, k, v = self.attn(self.norm(h)).chunk(3, dim=2)
        h = h + (q @ k.transpose(1, 2) / 6**0.5).softmax(2) @ v
        return torch.tanh(self.mlp(h.mean(1)) + self.offset)


class Map(nn.Module):
    """No vector a picture."""

    def forward(self, x):
        return x * 2


folder = sys.argv[1]
torch.manual_seed(11)
tiny = Tiny()
torch.jit.script(tiny).save(os.path.join(folder, "tiny.pt"))
torch.jit.script(Map()).save(os.path.join(folder, "map.pt"))
arrays = {}
for dtype in (torch.float32, torch.float64):
    precision = str(dtype).replace("torch.", "")
    network = Tiny()
    network.load_state_dict(tiny.state_dict())
    network = network.to(dtype)
    x = torch.rand(5, 3, 8, 8, generator=torch.Generator().manual_seed(12)).to(dtype)

    def keep(name, value):
        arrays[f"{precision}/{name}"] = value.detach().numpy().copy()

    features = network(x)
    features.square().mean().backward()
    keep("x", x)
    keep("features", features)
    for name, value in network.state_dict().items():
        keep("state/" + name, value)
    for name, parameter in network.named_parameters():
        keep("grad/" + name, parameter.grad)
        if "attn" in name:
            parameter.data += 0.25
    keep("moved", network(x))

save(os.path.join(folder, "script.npz"), arrays)
