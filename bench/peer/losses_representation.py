"""Updates of the methods that change what the classifier is given."""

import numpy as np
import torch
from losses_run import Run, cross_entropy, gradients, linear, sizes


class RSC(Run):
    def update(self, batches):
        x, y = self.joined(batches)
        z = self.phi(x)
        mine = torch.arange(len(y)), y
        logits = self.head(z)
        g = gradients(logits[mine].sum(), z, retain_graph=True)[0]
        share_f, share_b = self.h["rsc_f_drop_factor"], self.h["rsc_b_drop_factor"]
        # A percentile that falls on a value must be that value, which only holds in float32: so is the reference.
        g = g.float()
        keep = g < torch.tensor(np.percentile(g.numpy(), (1 - share_f) * 100, axis=1)).float()[:, None]
        change = (logits.softmax(1)[mine] - self.head(z * keep).softmax(1)[mine]).detach().float()
        little = change < float(np.float32(np.percentile(change.numpy(), (1 - share_b) * 100)))
        loss = cross_entropy(self.head(z * (keep | little[:, None])), y)
        self.step(self.main, loss)
        return {"loss": loss}


class SelfReg(Run):
    def networks(self):
        super().networks()
        wide = self.width if self.width == 2048 else 2 * self.width
        for linear_at, inputs, outputs in ((0, self.width, wide), (3, wide, wide), (6, wide, self.width)):
            self.add(sizes([f"cdpl.{linear_at}"], [inputs, outputs]))
            self.norm(f"cdpl.{linear_at + 1}", outputs)

    def optimizers(self):
        super().optimizers()
        if not self.strict:
            self.main = self.adam(self.below("featurizer.", "classifier.", "cdpl."))

    def project(self, z):
        for i in (0, 3, 6):
            z = self.normalised(f"cdpl.{i + 1}", linear(self.w, f"cdpl.{i}", z), True)
            z = z.clamp(min=0) if i < 6 else z
        return z

    def update(self, batches):
        x, y = self.joined(batches)
        share = self.beta(0.5)
        y, order = y.sort(stable=True)
        z = self.phi(x[order])
        p, o = self.project(z), self.head(z)
        second, third = [], []
        start = 0
        for count in torch.bincount(y).tolist():
            if count:
                second.append(start + self.permutation(count))
                third.append(start + self.permutation(count))
            start += count
        second, third = torch.cat(second), torch.cat(third)
        distance = torch.nn.functional.mse_loss
        mix = lambda values: share * values[second] + (1 - share) * values[third]
        risk = cross_entropy(o, y)
        near = distance(o, o[second]) + 0.3 * distance(z, p[second])
        far = distance(o, mix(o)) + 0.3 * distance(z, mix(p))
        loss = risk + min(risk.item(), 1.0) * (share * near + (1 - share) * far)
        self.step(self.main, loss)
        return {"loss": loss}


class CAD(Run):
    aliases = {}
    conditional = False

    def bottleneck(self, z, y, domain):
        if self.h["is_normalized"]:
            z = z / z.norm(dim=1, keepdim=True)
        n, infinite = len(z), float("inf")
        other = ~torch.eye(n, dtype=torch.bool)
        logits = (z @ z.T / self.h["temperature"]) * other
        logits = logits - logits.max(1, keepdim=True).values.detach()
        alike, near = (y[:, None] == y[None, :]) & other, domain[:, None] == domain[None, :]
        wanted = near if not self.h["is_flipped"] else ~near
        of = alike if self.conditional else other
        if self.conditional:
            wanted = wanted & alike
        valid = (wanted if self.conditional else alike).any(1)
        chances = logits - logits.masked_fill(~of, -infinite).logsumexp(1, keepdim=True)
        each = chances[valid].masked_fill(~wanted[valid], -infinite).logsumexp(1)
        sign = -1 if self.h["is_flipped"] else 1
        each = sign * self.h["temperature"] / 0.07 * each
        each = each[torch.isfinite(each)]
        return each.mean() if len(each) else torch.zeros(())

    def update(self, batches):
        x, y = self.joined(batches)
        z = self.phi(x)
        risk = cross_entropy(self.head(z), y)
        penalty = self.bottleneck(z, y, self.domains(batches))
        total = risk + self.h["lmbda"] * penalty
        self.step(self.main, total)
        return {"clf_loss": risk, "bn_loss": penalty, "total_loss": total}


class CondCAD(CAD):
    conditional = True


class MTL(Run):
    aliases = {}

    def networks(self):
        self.add({"embeddings": (self.environments, self.width)}, "zeros")
        self.phi = self.perceptron("featurizer.", self.input_shape[0], self.width)
        self.last = ["classifier"]
        self.add(sizes(self.last, [2 * self.width, self.classes]))

    def shown(self, z, embedding):
        if self.strict:
            embedding = self.normal(len(z), self.width)
        else:
            embedding = embedding.expand(len(z), -1)
        return self.head(torch.cat([z, embedding], 1))

    def update(self, batches):
        loss, ema = 0.0, self.h["mtl_ema"]
        for e, (x, y) in enumerate(batches):
            z = self.phi(x)
            embedding = ema * z.mean(0) + (1 - ema) * self.w["embeddings"][e]
            self.w["embeddings"][e] = embedding.detach()
            loss = loss + cross_entropy(self.shown(z, embedding), y)
        self.step(self.main, loss)
        return {"loss": loss}

    def predict(self, x):
        z = self.phi(x)
        return self.shown(z, z.mean(0))


class ERMPlusPlus(Run):
    def networks(self):
        super().networks()
        self.average = {name: value.detach().clone() for name, value in self.w.items()}
        self.averaged, self.average_from = 0, self.attributes.get("sma_start_iter", 600)

    def optimizers(self):
        self.full = self.adam(self.below("featurizer.", "classifier."))
        self.alone = self.adam(self.below("classifier."), "linear_lr")

    def state(self):
        state = super().state()
        for name, value in self.average.items():
            second = name.replace("featurizer.", "network_sma.0.", 1).replace("classifier.", "network_sma.1.", 1)
            state[second] = value
        return state

    def update(self, batches):
        x, y = self.joined(batches)
        loss = cross_entropy(self.network(x), y)
        self.step(self.full if self.count > self.h["linear_steps"] else self.alone, loss)
        self.count += 1
        late = self.count >= self.average_from
        self.averaged += late
        for name, value in self.average.items():
            now, c = self.w[name].detach(), self.averaged
            value.copy_((c * value + now) / (1 + c) if late else now)
        return {"loss": loss}

    def predict(self, x):
        keep, self.w = self.w, self.average
        logits = self.network(x)
        self.w = keep
        return logits


class ARM(Run):
    """Images: a context of every group is one channel more."""

    def networks(self):
        channels = self.input_shape[0]
        context, widths = "context_net.context_net.", [channels + 1, 64, 128, 128, 128]
        for i in range(4):
            conv = (widths[i + 1], widths[i], 3, 3)
            self.add({f"featurizer.conv{i + 1}.weight": conv, f"featurizer.conv{i + 1}.bias": conv[:1]})
            self.add({f"featurizer.bn{i}.weight": conv[:1], f"featurizer.bn{i}.bias": conv[:1]})
        self.last = ["classifier"]
        self.add(sizes(self.last, [128, self.classes]))
        for at, inputs, outputs in ((0, channels, 64), (3, 64, 64), (6, 64, 1)):
            self.add({f"{context}{at}.weight": (outputs, inputs, 5, 5), f"{context}{at}.bias": (outputs,)})
            if at < 6:
                self.norm(f"{context}{at + 1}", 64)
        self.training = True

    def optimizers(self):
        trained = ("featurizer.", "classifier.") if self.strict else ("featurizer.", "classifier.", "context_net.")
        self.main = self.adam(self.below(*trained))

    def convolved(self, name, x, **how):
        return torch.nn.functional.conv2d(x, self.w[name + ".weight"], self.w[name + ".bias"], **how)

    def context(self, x):
        for at in (0, 3, 6):
            name = f"context_net.context_net.{at}"
            x = self.convolved(name, x, padding=2)
            if at < 6:
                x = self.normalised(f"context_net.context_net.{at + 1}", x, self.training).clamp(min=0)
        return x

    def network(self, x):
        group = self.rows if len(x) % self.rows == 0 else len(x)
        context = torch.cat([own.mean(0, keepdim=True).expand_as(own) for own in self.context(x).split(group)])
        z = torch.cat([x, context], 1)
        for i in range(4):
            z = self.convolved(f"featurizer.conv{i + 1}", z, stride=2 if i == 1 else 1, padding=1).clamp(min=0)
            norm = f"featurizer.bn{i}"
            z = torch.nn.functional.group_norm(z, 8, self.w[norm + ".weight"], self.w[norm + ".bias"], 1e-5)
        return self.head(z.mean((2, 3)))

    def update(self, batches):
        x, y = self.joined(batches)
        loss = cross_entropy(self.network(x), y)
        self.step(self.main, loss)
        return {"loss": loss}

    def predict(self, x):
        self.training = False
        return self.network(x)

    def held_out(self):
        """Two groups, or, with rows = 5, one that is not a multiple."""
        return 2 * self.rows if self.rows < 5 else 7
