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


class WideBlock(nn.Module):
    """A block of WideResNet: the normalisations come first, the shortcut starts from the raw input."""

    def __init__(self, channels, out, stride):
        super().__init__()
        self.bn1, self.conv1 = nn.BatchNorm2d(channels), nn.Conv2d(channels, out, 3, padding=1)
        self.bn2, self.conv2 = nn.BatchNorm2d(out), nn.Conv2d(out, out, 3, stride=stride, padding=1)
        changes = stride > 1 or channels != out
        self.shortcut = nn.Sequential(nn.Conv2d(channels, out, 1, stride=stride)) if changes else nn.Sequential()

    def forward(self, x):
        h = self.conv1(self.bn1(x).relu())
        return self.conv2(self.bn2(h).relu()) + self.shortcut(x)


class WideResNet(nn.Module):
    """wide-resnet, WideResNet-16-2: 128 features."""

    features = 128

    def __init__(self, channels, height, width):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, 16, 3, padding=1)
        self.layer1 = nn.Sequential(WideBlock(16, 32, 1), WideBlock(32, 32, 1))
        self.layer2 = nn.Sequential(WideBlock(32, 64, 2), WideBlock(64, 64, 1))
        self.layer3 = nn.Sequential(WideBlock(64, 128, 2), WideBlock(128, 128, 1))
        self.bn1 = nn.BatchNorm2d(128, momentum=0.9)

    def forward(self, x):
        h = self.layer3(self.layer2(self.layer1(self.conv1(x))))
        return nn.functional.avg_pool2d(self.bn1(h).relu(), 8).flatten(1)


class ContextNet(nn.Module):
    """The context network of ARM, its picture flattened."""

    def __init__(self, channels, height, width):
        super().__init__()
        self.features = height * width
        self.context_net = nn.Sequential(
            nn.Conv2d(channels, 64, 5, padding=2),
            nn.BatchNorm2d(64),
            nn.ReLU(),
            nn.Conv2d(64, 64, 5, padding=2),
            nn.BatchNorm2d(64),
            nn.ReLU(),
            nn.Conv2d(64, 1, 5, padding=2),
        )

    def forward(self, x):
        return self.context_net(x).flatten(1)
