"""Five updates in float64 of each algorithm, in torch alone, written from the formulas of the methods.

python3 torch_training.py FOLDER writes a pair NETWORK-ALGORITHM.json, .npz for each: first weights, batches, draws, what every update
returns, the states after the first and the last update, and logits. Weights and batches come from numpy with a fixed seed. Settings are chosen
so that every term counts: weight decay, annealing that ends midway, a gradient penalty. Needs python3-torch and python3-numpy.
"""

import json
import os
import sys

import numpy as np
import torch
import torch.nn.functional as F
from arrays import save

UPDATES, ENVIRONMENTS, ROWS = 5, 3, 8
torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)


# Networks: functions of a dictionary of weights.


def draw(random, shapes):
    weights = {}
    for name, shape in shapes.items():
        if len(shape) > 1:
            value = random.normal(0, np.sqrt(2 / np.prod(shape[1:])), shape)
        elif ".bn" in name and name.endswith("weight"):
            value = 1 + random.normal(0, 0.1, shape)
        else:
            value = random.normal(0, 0.1, shape)
        weights[name] = torch.tensor(value, requires_grad=True)
    return weights


class Perceptron:
    """Linear, ReLU, ..., Linear."""

    def __init__(self, prefix, inputs, width, depth, outputs):
        middle = [f"hiddens.{i}" for i in range(depth - 2)]
        self.layers = [prefix + layer for layer in ["input", *middle, "output"]]
        sides = [inputs] + [width] * (depth - 1) + [outputs]
        self.shapes = {}
        for layer, a, b in zip(self.layers, sides, sides[1:]):
            self.shapes[layer + ".weight"] = (b, a)
            self.shapes[layer + ".bias"] = (b,)

    def __call__(self, w, x):
        for layer in self.layers:
            if layer != self.layers[0]:
                x = x.clamp(min=0)
            x = x @ w[layer + ".weight"].T + w[layer + ".bias"]
        return x


class DigitNetwork:
    """Four convolutions, each with ReLU and then group normalisation in 8 groups; global average pooling."""

    def __init__(self, prefix, channels):
        self.prefix = prefix
        self.shapes = {}
        widths = [channels, 64, 128, 128, 128]
        for i in range(4):
            self.shapes[f"{prefix}conv{i + 1}.weight"] = (widths[i + 1], widths[i], 3, 3)
            self.shapes[f"{prefix}conv{i + 1}.bias"] = (widths[i + 1],)
            self.shapes[f"{prefix}bn{i}.weight"] = (widths[i + 1],)
            self.shapes[f"{prefix}bn{i}.bias"] = (widths[i + 1],)

    def __call__(self, w, x):
        for i in range(4):
            conv, norm = f"{self.prefix}conv{i + 1}", f"{self.prefix}bn{i}"
            x = F.conv2d(x, w[conv + ".weight"], w[conv + ".bias"], stride=2 if i == 1 else 1, padding=1).clamp(min=0)
            x = F.group_norm(x, 8, w[norm + ".weight"], w[norm + ".bias"], 1e-5)
        return x.mean((2, 3))


# What methods share.


def cross_entropy(logits, y):
    return (logits.logsumexp(1) - logits[torch.arange(len(y)), y]).mean()


def moments(a, b):
    """CORAL: squared differences of means and of covariances."""

    def covariance(f):
        centred = f - f.mean(0)
        return centred.T @ centred / (len(f) - 1)

    return ((a.mean(0) - b.mean(0)) ** 2).mean() + ((covariance(a) - covariance(b)) ** 2).mean()


def discrepancy(a, b):
    """MMD with seven Gaussian kernels, biased."""

    def kernel(s, t):
        square = ((s[:, None, :] - t[None, :, :]) ** 2).sum(2).clamp(min=1e-30)
        return sum(torch.exp(-(10.0**power) * square) for power in range(-3, 4)).mean()

    return kernel(a, a) + kernel(b, b) - 2 * kernel(a, b)


class Run:
    def __init__(self, algorithm, settings, network, input_shape, classes, seed):
        self.random = np.random.RandomState(seed)
        self.algorithm, self.h, self.input_shape, self.classes = algorithm, settings, input_shape, classes
        self.phi, features = network
        shapes = dict(self.phi.shapes)
        shapes["classifier.weight"], shapes["classifier.bias"] = (classes, features), (classes,)
        self.main = list(shapes)
        if algorithm == "DANN":
            self.critic = Perceptron("discriminator.", features, settings["mlp_width"], settings["mlp_depth"], ENVIRONMENTS)
            shapes.update(self.critic.shapes)
            shapes["class_embeddings.weight"] = (classes, features)
        self.w = draw(self.random, shapes)
        self.count = 0
        self.q = torch.ones(0)
        if algorithm == "DANN":
            self.critic_adam = self.adam(list(self.critic.shapes), "lr_d", "weight_decay_d", settings["beta1"], 0.9)
            self.main_adam = self.adam(self.main, "lr_g", "weight_decay_g", settings["beta1"], 0.9)
        else:
            self.main_adam = self.adam(self.main)
        self.arrays = {}

    def adam(self, names, lr="lr", decay="weight_decay", beta1=0.9, beta2=0.999):
        trained = [self.w[name] for name in names]
        return torch.optim.Adam(trained, self.h[lr], betas=(beta1, beta2), weight_decay=self.h[decay])

    def head(self, z):
        return z @ self.w["classifier.weight"].T + self.w["classifier.bias"]

    def predict(self, x):
        return self.head(self.phi(self.w, x))

    @staticmethod
    def step(adam, loss):
        for parameter in adam.param_groups[0]["params"]:
            parameter.grad = torch.zeros_like(parameter)
        loss.backward()
        adam.step()

    def drawn(self, update, number, function, value):
        self.arrays[f"rand/step{update}/{number:02d}_{function}"] = np.atleast_1d(value)
        return value

    def update(self, number, batches):
        return getattr(self, self.algorithm)(number, batches)

    def risks(self, batches):
        return torch.stack([cross_entropy(self.predict(x), y) for x, y in batches])

    def ERM(self, number, batches):
        loss = cross_entropy(self.predict(torch.cat([x for x, _ in batches])), torch.cat([y for _, y in batches]))
        self.step(self.main_adam, loss)
        return {"loss": loss}

    def annealed(self, weight, iterations):
        if self.count == self.h[iterations]:
            self.main_adam = self.adam(self.main)
        return self.h[weight] if self.count >= self.h[iterations] else 1.0

    def IRM(self, number, batches):
        risks, penalties = [], []
        for x, y in batches:
            logits = self.predict(x)
            risks.append(cross_entropy(logits, y))
            scale = torch.tensor(1.0, requires_grad=True)
            halves = [cross_entropy(logits[i::2] * scale, y[i::2]) for i in (0, 1)]
            even, odd = (torch.autograd.grad(half, scale, create_graph=True)[0] for half in halves)
            penalties.append(even * odd)
        nll, penalty = torch.stack(risks).mean(), torch.stack(penalties).mean()
        loss = nll + self.annealed("irm_lambda", "irm_penalty_anneal_iters") * penalty
        self.step(self.main_adam, loss)
        self.count += 1
        return {"loss": loss, "nll": nll, "penalty": penalty}

    def VREx(self, number, batches):
        risks = self.risks(batches)
        penalty = risks.var(unbiased=False)
        loss = risks.mean() + self.annealed("vrex_lambda", "vrex_penalty_anneal_iters") * penalty
        self.step(self.main_adam, loss)
        self.count += 1
        return {"loss": loss, "nll": risks[-1], "penalty": penalty}

    def GroupDRO(self, number, batches):
        risks = self.risks(batches)
        if number == 0:
            self.q = torch.ones(ENVIRONMENTS)
        self.q = self.q * torch.exp(self.h["groupdro_eta"] * risks.detach())
        self.q = self.q / self.q.sum()
        loss = (self.q * risks).sum()
        self.step(self.main_adam, loss)
        return {"loss": loss}

    def matched(self, batches, distance):
        features = [self.phi(self.w, x) for x, _ in batches]
        risk = torch.stack([cross_entropy(self.head(z), y) for z, (_, y) in zip(features, batches)]).mean()
        pairs = [distance(features[i], features[j]) for i in range(ENVIRONMENTS) for j in range(i)]
        penalty = torch.stack(pairs).mean()
        self.step(self.main_adam, risk + self.h["mmd_gamma"] * penalty)
        return {"loss": risk, "penalty": penalty}

    def CORAL(self, number, batches):
        return self.matched(batches, moments)

    def MMD(self, number, batches):
        return self.matched(batches, discrepancy)

    def Mixup(self, number, batches):
        ring = self.drawn(number, 0, "randperm", self.random.permutation(ENVIRONMENTS))
        total = 0
        for k in range(ENVIRONMENTS):
            (xa, ya), (xb, yb) = batches[ring[k]], batches[ring[(k + 1) % ENVIRONMENTS]]
            share = self.drawn(number, k + 1, "beta", self.random.beta(self.h["mixup_alpha"], self.h["mixup_alpha"]))
            logits = self.predict(share * xa + (1 - share) * xb)
            total = total + share * cross_entropy(logits, ya) + (1 - share) * cross_entropy(logits, yb)
        loss = total / ENVIRONMENTS
        self.step(self.main_adam, loss)
        return {"loss": loss}

    def DANN(self, number, batches):
        self.count += 1
        z = self.phi(self.w, torch.cat([x for x, _ in batches]))
        environment = torch.repeat_interleave(torch.arange(ENVIRONMENTS), ROWS)
        logits = self.critic(self.w, z)
        critic = cross_entropy(logits, environment)
        slope = torch.autograd.grad(critic * len(z), z, create_graph=True)[0]
        critic = critic + self.h["grad_penalty"] * (slope**2).sum(1).mean()
        if self.count % (1 + self.h["d_steps_per_g_step"]) < self.h["d_steps_per_g_step"]:
            self.step(self.critic_adam, critic)
            return {"disc_loss": critic}
        loss = cross_entropy(self.head(z), torch.cat([y for _, y in batches])) - self.h["lambda"] * critic
        self.step(self.main_adam, loss)
        return {"gen_loss": loss}

    def store(self, moment):
        """The state under the names of DomainBed: networks of most methods appear a second time as network.0 and network.1."""
        put = lambda name, value: self.arrays.__setitem__(f"{moment}/{name}", value.detach().numpy().copy())
        for name, value in self.w.items():
            put(name, value)
            if self.algorithm != "DANN":
                put(name.replace("featurizer.", "network.0.").replace("classifier.", "network.1."), value)
        if self.algorithm in ("IRM", "VREx", "DANN"):
            put("update_count", torch.tensor([self.count], dtype=torch.int64))
        if self.algorithm == "GroupDRO":
            put("q", self.q)

    def record(self, path):
        self.store("init")
        for number in range(UPDATES):
            batches = []
            for e in range(ENVIRONMENTS):
                x = self.random.normal(0.3 * e, 1 + 0.2 * e, (ROWS, *self.input_shape))
                y = self.random.randint(0, self.classes, ROWS)
                self.arrays[f"batch/step{number}/env{e}/x"], self.arrays[f"batch/step{number}/env{e}/y"] = x, y
                batches.append((torch.tensor(x), torch.tensor(y)))
            for key, value in self.update(number, batches).items():
                self.arrays[f"update/step{number}/{key}"] = value.detach().numpy()
            if number == 0:
                self.store("after1")
        self.store(f"after{UPDATES}")
        x = self.random.normal(0, 1, (ROWS, *self.input_shape))
        self.arrays["predict/x"] = x
        with torch.no_grad():
            self.arrays["predict/logits"] = self.predict(torch.tensor(x)).numpy()
        save(path + ".npz", self.arrays)
        facts = {
            "algorithm": self.algorithm,
            "input_shape": self.input_shape,
            "num_classes": self.classes,
            "num_domains": ENVIRONMENTS,
            "batch_size_per_env": ROWS,
            "steps": UPDATES,
            "hparams": self.h,
            # This record is in float64 itself: nothing to allow for.
            "f32_vs_f64": {f"{what}_max_abs": 0.0 for what in ("update", "after1", f"after{UPDATES}", "logits")},
        }
        with open(path + ".json", "w") as out:
            json.dump(facts, out)


COMMON = {"lr": 0.002, "weight_decay": 0.001, "nonlinear_classifier": False, "mlp_width": 24, "mlp_depth": 4, "mlp_dropout": 0.0}
OWN = {
    "ERM": {},
    "IRM": {"irm_lambda": 30.0, "irm_penalty_anneal_iters": 2},
    "VREx": {"vrex_lambda": 20.0, "vrex_penalty_anneal_iters": 2},
    "CORAL": {"mmd_gamma": 1.5},
    "MMD": {"mmd_gamma": 1.5},
    "GroupDRO": {"groupdro_eta": 0.3},
    "Mixup": {"mixup_alpha": 0.4},
    "DANN": {
        "lambda": 0.8,
        "lr_d": 0.003,
        "lr_g": 0.002,
        "weight_decay_d": 0.002,
        "weight_decay_g": 0.001,
        "d_steps_per_g_step": 2,
        "grad_penalty": 0.7,
        "beta1": 0.5,
    },
}

for position, (name, own) in enumerate(OWN.items()):
    settings = {**COMMON, **own}
    mlp = Perceptron("featurizer.", 12, settings["mlp_width"], settings["mlp_depth"], settings["mlp_width"])
    Run(name, settings, (mlp, settings["mlp_width"]), [12], 3, position).record(os.path.join(sys.argv[1], f"mlp-{name}"))
    cnn = DigitNetwork("featurizer.", 2)
    Run(name, settings, (cnn, 128), [2, 28, 28], 3, 100 + position).record(os.path.join(sys.argv[1], f"mnist-cnn-{name}"))
