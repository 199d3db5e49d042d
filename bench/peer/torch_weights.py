"""Files of weights in every form that Shiftbed reads, with the logits that torchvision's models give.

python3 torch_weights.py FOLDER reads FOLDER/networks.txt (names of the networks that Shiftbed has, one a line) and writes for each that is known
here NETWORK-FORM.EXTENSION (weights at random), featurizer.pt (a small TorchScript module), and FOLDER/weights.npz with FILE/x and FILE/logits or
FILE/features in evaluation mode. Needs python3-torch, python3-torchvision and python3-numpy.
"""

import os
import re
import sys

import numpy as np
import torch
from arrays import save
from safetensors_file import write

try:
    import torchvision
except ImportError:
    print("torch_weights.py: no python3-torchvision, nothing is written", file=sys.stderr)
    sys.exit(0)

torch.set_num_threads(1)
CLASSES = 5
folder = sys.argv[1]
arrays = {}


def network(name):
    """A model whose statistics are random too, so that an entry in the wrong place shows; and an input."""
    torch.manual_seed(11)
    if name == "vit-b16":
        model, side = torchvision.models.vit_b_16(num_classes=CLASSES), 224
        torch.nn.init.normal_(model.heads.head.weight, std=0.05)
        torch.nn.init.normal_(model.class_token, std=0.5)
    else:
        model, side = getattr(torchvision.models, name)(num_classes=CLASSES), 64
    for entry, value in model.state_dict().items():
        if entry.endswith("running_mean"):
            value.normal_(0, 0.1)
        elif entry.endswith("running_var"):
            value.uniform_(0.5, 1.5)
        elif value.dim() == 1 and value.is_floating_point():
            value.add_(0.1 * torch.randn_like(value))
    return model.eval(), torch.rand(2, 3, side, side)


def keep(file, model, x):
    with torch.no_grad():
        arrays[file + "/x"] = x.numpy()
        arrays[file + "/logits"] = model(x).numpy()


def timm(name):
    """timm's name of an entry of torchvision's vision transformer."""
    name = re.sub(r"^encoder\.layers\.encoder_layer_(\d+)\.", r"blocks.\1.", name)
    for ours, theirs in (
        ("class_token", "cls_token"),
        ("encoder.pos_embedding", "pos_embed"),
        ("conv_proj.", "patch_embed.proj."),
        ("encoder.ln.", "norm."),
        ("heads.head.", "head."),
        ("ln_1.", "norm1."),
        ("ln_2.", "norm2."),
        ("self_attention.in_proj_", "attn.qkv."),
        ("self_attention.out_proj.", "attn.proj."),
        ("mlp.0.", "mlp.fc1."),
        ("mlp.3.", "mlp.fc2."),
        ("mlp.linear_1.", "mlp.fc1."),
        ("mlp.linear_2.", "mlp.fc2."),
    ):
        name = name.replace(ours, theirs)
    return name


for name in open(os.path.join(folder, "networks.txt")).read().split():
    if name not in ("resnet18", "resnet50", "vit-b16"):
        continue
    model, x = network(name)

    def path(form):
        return os.path.join(folder, f"{name}-{form}")

    torch.save(model.state_dict(), path("plain.pth"))
    keep(f"{name}-plain.pth", model, x)
    if name == "vit-b16":
        write(path("timm.safetensors"), {timm(key): value.numpy() for key, value in model.state_dict().items()})
        keep(f"{name}-timm.safetensors", model, x)
        continue
    write(path("plain.safetensors"), {key: value.numpy() for key, value in model.state_dict().items()})
    keep(f"{name}-plain.safetensors", model, x)
    torch.jit.script(model).save(path("script.pt"))
    keep(f"{name}-script.pt", model, x)
    if name != "resnet18":
        continue
    torch.jit.trace(model, x).save(path("trace.pt"))
    keep(f"{name}-trace.pt", model, x)
    wrapped = torch.nn.DataParallel(model)
    torch.save(
        {"epoch": 3, "state_dict": wrapped.state_dict(), "best": 0.5, "optimizer": torch.optim.Adam(model.parameters()).state_dict()},
        path("checkpoint.pth"),
    )
    keep(f"{name}-checkpoint.pth", model, x)
    torch.save({"model": dict(model.named_parameters()) | dict(model.named_buffers())}, path("parameters.pth"), pickle_protocol=4)
    keep(f"{name}-parameters.pth", model, x)
    strided = {key: value.t().contiguous().t() if value.dim() == 2 else value.to(memory_format=torch.channels_last) if value.dim() == 4 else value for key, value in model.state_dict().items()}
    torch.save(strided, path("strided.pth"))
    keep(f"{name}-strided.pth", model, x)
    torch.manual_seed(5)
    channels = torch.rand(2, 5, 64, 64)
    repeated, _ = network(name)
    first = torch.nn.Conv2d(5, 64, 7, 2, 3, bias=False)
    first.weight.data = model.conv1.weight.data[:, [0, 1, 2, 0, 1]]
    repeated.conv1 = first
    torch.save(model.state_dict(), path("channels.pth"))
    keep(f"{name}-channels.pth", repeated, channels)
    half = model.half()
    torch.save(half.state_dict(), path("half.pth"))
    keep(f"{name}-half.pth", half.float(), x)
    torch.save(half.to(torch.bfloat16).state_dict(), path("bfloat16.pth"))
    keep(f"{name}-bfloat16.pth", half.float(), x)

torch.manual_seed(2)
featurizer = torch.nn.Sequential(torch.nn.Conv2d(3, 6, 5, 4), torch.nn.ReLU(), torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten()).eval()
x = torch.rand(2, 3, 64, 64)
torch.jit.trace(featurizer, x).save(os.path.join(folder, "featurizer.pt"))
with torch.no_grad():
    arrays["featurizer.pt/x"], arrays["featurizer.pt/features"] = x.numpy(), featurizer(x).numpy()

save(os.path.join(folder, "weights.npz"), arrays)
