"""What the runs of losses.py share: weights, draws, optimisers, and the record of five updates in the layout of the algorithm golden files."""

import zlib

import numpy as np
import torch

ENVIRONMENTS, UPDATES = 3, 5


def linear(w, name, x):
    return x @ w[name + ".weight"].T + w[name + ".bias"]


def chain(w, layers, x):
    """Linear, ReLU, Linear, ...: no activation after the last."""
    for i, layer in enumerate(layers):
        x = linear(w, layer, x.clamp(min=0) if i else x)
    return x


def sizes(layers, widths):
    shapes = {}
    for layer, a, b in zip(layers, widths, widths[1:]):
        shapes[layer + ".weight"], shapes[layer + ".bias"] = (b, a), (b,)
    return shapes


def cross_entropies(logits, y):
    return logits.logsumexp(1) - logits[torch.arange(len(y)), y]


def cross_entropy(logits, y):
    return cross_entropies(logits, y).mean()


def gradients(value, of, **options):
    return torch.autograd.grad(value, of, **options)


class Run:
    """One algorithm from one start. A subclass names its networks, its optimisers and its update."""

    aliases = {"featurizer.": "network.0.", "classifier.": "network.1."}
    counts = False

    def __init__(self, case, given=None):
        self.h, self.strict, self.classes = case["hparams"], case.get("strict", True), case["num_classes"]
        self.environments, self.rows = case["num_domains"], case["batch_size_per_env"]
        self.input_shape, self.given = case["input_shape"], given
        self.rare = case.get("rare_class", False)
        self.attributes = case["attributes_set_after_construction"]
        self.random = np.random.RandomState(zlib.crc32(case["name"].encode()))
        self.arrays, self.count, self.place, self.drawn = {}, 0, "", 0
        self.width = self.h["mlp_width"]
        self.w = {}
        self.networks()
        self.optimizers()

    # Networks.

    def networks(self):
        self.phi = self.perceptron("featurizer.", self.input_shape[0], self.width)
        deep = self.h["nonlinear_classifier"]
        self.last = [f"classifier.{i}" for i in (0, 2, 4)] if deep else ["classifier"]
        self.add(sizes(self.last, [self.width, *([self.width // 2, self.width // 4] if deep else []), self.classes]))

    def perceptron(self, prefix, inputs, outputs):
        hidden = self.h["mlp_depth"] - 2
        layers = [prefix + layer for layer in ["input", *(f"hiddens.{i}" for i in range(hidden)), "output"]]
        self.add(sizes(layers, [inputs] + [self.width] * (hidden + 1) + [outputs]))
        return lambda x: chain(self.w, layers, x)

    def add(self, shapes, kind="weight"):
        """Weights uniform within 1/sqrt(inputs), all rounded to float32 so that both precisions start from the same numbers."""
        bound = 1.0
        for name, shape in shapes.items():
            if len(shape) > 1:
                bound = 1 / np.sqrt(np.prod(shape[1:]))
            value = {"zeros": np.zeros, "ones": np.ones}.get(kind, lambda s: self.random.uniform(-bound, bound, s))(shape)
            if kind == "normal":
                value = self.random.normal(0, 1, shape)
            if self.given:
                value = self.given["init/" + name]
            self.w[name] = self.number(value)
            self.w[name].requires_grad_(kind in ("weight", "normal"))

    def norm(self, name, width):
        """Batch normalisation with its running statistics."""
        self.add({f"{name}.weight": (width,), f"{name}.bias": (width,)})
        self.add({f"{name}.running_mean": (width,)}, "zeros")
        self.add({f"{name}.running_var": (width,)}, "ones")
        self.w[f"{name}.num_batches_tracked"] = torch.tensor(0)

    def normalised(self, name, x, training):
        if training:
            self.w[f"{name}.num_batches_tracked"] += 1
        return torch.nn.functional.batch_norm(
            x,
            self.w[f"{name}.running_mean"],
            self.w[f"{name}.running_var"],
            self.w[f"{name}.weight"],
            self.w[f"{name}.bias"],
            training,
            0.1,
            1e-5,
        )

    def head(self, z):
        return chain(self.w, self.last, z)

    def network(self, x):
        return self.head(self.phi(x))

    def predict(self, x):
        return self.network(x)

    # Optimisers.

    def below(self, *prefixes):
        return [value for name, value in self.w.items() if name.startswith(prefixes) and value.requires_grad]

    def optimizers(self):
        self.main = self.adam(self.below("featurizer.", "classifier."))

    def adam(self, parameters, lr="lr", decay="weight_decay", **options):
        return torch.optim.Adam(parameters, self.h[lr], weight_decay=self.h[decay] if decay else 0.0, **options)

    @staticmethod
    def step(optimizer, loss):
        optimizer.zero_grad(set_to_none=False)
        loss.backward()
        optimizer.step()

    def restart(self, at, lr="lr"):
        """A new Adam at the update in which the schedule switches."""
        if self.count in [self.h[name] for name in at]:
            self.main = self.adam(self.below("featurizer.", "classifier."), lr)

    # Draws and batches.

    @staticmethod
    def number(value):
        return torch.tensor(np.asarray(value, dtype=np.float32)).to(torch.get_default_dtype())

    def draw(self, function, make):
        key = f"rand/{self.place}/{self.drawn:02d}_{function}"
        self.drawn += 1
        value = self.given[key] if self.given else np.atleast_1d(make(self.random))
        self.arrays[key] = value.astype(np.float32) if function in ("torch.rand", "Tensor.normal_") else value
        return self.arrays[key]

    def permutation(self, n):
        return torch.tensor(self.draw("torch.randperm", lambda random: random.permutation(n).astype(np.int64)))

    def beta(self, a):
        return float(self.draw("np.random.beta", lambda random: random.beta(a, a))[0])

    def uniform(self, *shape):
        return self.number(self.draw("torch.rand", lambda random: random.uniform(0, 1, shape)))

    def normal(self, *shape):
        return self.number(self.draw("Tensor.normal_", lambda random: random.normal(0, 1, shape)))

    def batch(self, step, e):
        """Every class is there, but for the last in one environment of the second update; of a rare class there is one row, in the first."""
        x = self.random.normal(0.3 * e, 1 + 0.2 * e, (self.rows, *self.input_shape)).astype(np.float32)
        y = self.random.randint(0, self.classes, self.rows)
        y[: self.classes] = np.arange(self.classes)
        if step == 1 and e == 1:
            y = y % (self.classes - 1)
        if self.rare:
            y = y % (self.classes - 1)
            y[0] = self.classes - 1 if e == 0 else y[0]
        keys = [f"batch/step{step}/env{e}/{which}" for which in "xy"]
        if self.given:
            x, y = (self.given[key] for key in keys)
        self.arrays[keys[0]], self.arrays[keys[1]] = x, y
        return self.number(x), torch.tensor(y)

    # The record.

    def state(self):
        state = dict(self.w)
        for name in self.w:
            for own, second in self.aliases.items():
                if name.startswith(own):
                    state[name.replace(own, second, 1)] = self.w[name]
        if self.counts:
            state["update_count"] = torch.tensor([self.count])
        return state

    def extra(self):
        return {}

    def store(self, moment):
        for name, value in self.state().items():
            self.arrays[f"{moment}/{name}"] = value.detach().numpy().copy()
        for name, value in self.extra().items():
            self.arrays[f"{moment}_extra/{name}"] = value.detach().numpy().copy()

    def record(self):
        self.store("init")
        for number in range(UPDATES):
            self.place, self.drawn = f"step{number}", 0
            batches = [self.batch(number, e) for e in range(self.environments)]
            for key, value in self.update(batches).items():
                self.arrays[f"update/step{number}/{key}"] = np.atleast_1d(np.asarray(torch.as_tensor(value).detach()))
            if number == 0:
                self.store("after1")
        self.store(f"after{UPDATES}")
        self.place, self.drawn = "predict", 0
        x = self.random.normal(0, 1, (self.held_out(), *self.input_shape)).astype(np.float32)
        if self.given:
            x = self.given["predict/x"]
        self.arrays["predict/x"] = x
        with torch.no_grad():
            self.arrays["predict/logits"] = self.predict(self.number(x)).numpy()
        return self.arrays

    def held_out(self):
        return 8

    # Parts of several methods.

    @staticmethod
    def joined(batches):
        return torch.cat([x for x, _ in batches]), torch.cat([y for _, y in batches])

    def domains(self, batches):
        return torch.cat([torch.full((len(y),), e) for e, (_, y) in enumerate(batches)])

    def risks(self, batches):
        return torch.stack([cross_entropy(self.network(x), y) for x, y in batches])
