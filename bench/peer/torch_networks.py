"""One pass forward and backward of networks in torch, for comparison with Shiftbed's.

python3 torch_networks.py FOLDER writes FOLDER/networks.npz. For each case NETWORK/SIZE/PRECISION: x, y, state/NAME (first weights), logits in
training mode, loss, grad/NAME, after/NAME (moved statistics) and evaluated (logits in evaluation mode after that pass). ResNet-18 is torchvision's
and left out where python3-torchvision is not installed. Needs python3-torch and python3-numpy.
"""

import os
import sys

import numpy as np
import torch
from arrays import save
from networks import ContextNet, SmallCnn, WideResNet
from torch import nn

try:
    import torchvision
except ImportError:
    torchvision = None
    print("torch_networks.py: no python3-torchvision, ResNet-18 is left out", file=sys.stderr)

torch.set_num_threads(1)
CLASSES = 5
arrays = {}


def record(case, body, features, prefix, shape, dtype):
    torch.manual_seed(3)
    head = nn.Linear(features, CLASSES)
    body, head = body.to(dtype), head.to(dtype)
    random = np.random.RandomState(7)
    for name, parameter in body.named_parameters():
        if parameter.dim() == 1:
            parameter.data += 0.1 * torch.tensor(random.normal(size=parameter.shape), dtype=dtype)
    x = torch.tensor(random.uniform(0, 1, shape), dtype=dtype)
    y = torch.tensor(random.randint(0, CLASSES, shape[0]))

    def named():
        yield from ((prefix + name, value) for name, value in body.state_dict(keep_vars=True).items())
        yield from (("fc." + name, value) for name, value in head.state_dict(keep_vars=True).items())

    def keep(name, value):
        arrays[f"{case}/{name}"] = value.detach().numpy().copy()

    for name, value in named():
        keep("state/" + name, value)
    keep("x", x)
    keep("y", y)
    logits = head(body(x))
    loss = nn.functional.cross_entropy(logits, y)
    loss.backward()
    keep("logits", logits)
    keep("loss", loss)
    for name, value in named():
        keep("grad/" + name if value.grad is not None else "after/" + name, value.grad if value.grad is not None else value)
    body.eval()
    with torch.no_grad():
        keep("evaluated", head(body(x)))


for dtype in (torch.float32, torch.float64):
    precision = str(dtype).replace("torch.", "")
    for channels, height, width in ((3, 16, 16), (1, 32, 32), (3, 64, 64), (2, 9, 21)):
        torch.manual_seed(1)
        record(f"small-cnn/{channels}x{height}x{width}/{precision}", SmallCnn(channels, height, width), 64, "", (8, channels, height, width), dtype)
    for name, make, channels, height, width in (("wide-resnet", WideResNet, 3, 32, 32), ("context-net", ContextNet, 2, 14, 11)):
        if name == "wide-resnet" and dtype == torch.float32:
            # Its biases before a normalisation have a gradient of 0, of which float32 leaves nothing but rounding.
            continue
        torch.manual_seed(4)
        network = make(channels, height, width)
        record(f"{name}/{channels}x{height}x{width}/{precision}", network, network.features, "", (8, channels, height, width), dtype)
    if torchvision is not None and dtype == torch.float32:
        torch.manual_seed(2)
        network = torchvision.models.resnet18()
        network.fc = nn.Identity()
        record(f"resnet18/3x32x32/{precision}", network, 512, "network.", (16, 3, 32, 32), dtype)

save(os.path.join(sys.argv[1], "networks.npz"), arrays)
