"""The networks of Shiftbed in torch, without their heads. Needs python3-torch."""

from torch import nn


class SmallCnn(nn.Module):
    """small-cnn: 64 features."""

    features = 64

    def __init__(self, channels, height, width):
        super().__init__()
        self.convs = nn.ModuleList([nn.Conv2d(channels, 16, 5, padding=2), nn.Conv2d(16, 16, 3, padding=1), nn.Conv2d(16, 32, 3, padding=1)])
        self.norm = nn.InstanceNorm2d(16, affine=True)
        self.pool = 1
        while min(height, width) // self.pool >= 32:
            self.pool *= 2
        self.output = nn.Linear(32 * (height // self.pool // 4) * (width // self.pool // 4), 64)

    def forward(self, x):
        h = nn.functional.max_pool2d(self.norm(self.convs[0](x)).relu(), self.pool)
        for conv in self.convs[1:]:
            h = nn.functional.max_pool2d(conv(h).relu(), 2)
        return self.output(h.flatten(1)).relu()


class MnistCnn(nn.Module):
    """mnist-cnn: 128 features; group normalisation comes after the rectifier."""

    features = 128

    def __init__(self, channels, height, width):
        super().__init__()
        widths = [channels, 64, 128, 128, 128]
        self.convs = nn.ModuleList([nn.Conv2d(widths[i], widths[i + 1], 3, padding=1, stride=2 if i == 1 else 1) for i in range(4)])
        self.norms = nn.ModuleList([nn.GroupNorm(8, width) for width in widths[1:]])

    def forward(self, x):
        for conv, norm in zip(self.convs, self.norms):
            x = norm(conv(x).relu())
        return nn.functional.adaptive_avg_pool2d(x, 1).flatten(1)
