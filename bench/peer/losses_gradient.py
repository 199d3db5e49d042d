"""Updates of the methods that work on gradients of the environments."""

import torch
from losses_run import Run, cross_entropies, cross_entropy, gradients


class Fish(Run):
    aliases = {}

    def optimizers(self):
        self.inner = None

    def state(self):
        named = {f"network.net.{name}": value for name, value in self.renumbered(self.w)}
        if self.inner:
            named.update({f"network_inner.net.{name}": value for name, value in self.renumbered(self.inner)})
        return named

    @staticmethod
    def renumbered(w):
        return [(n.replace("featurizer.", "0.", 1).replace("classifier.", "1.", 1), value) for n, value in w.items()]

    def update(self, batches):
        outer = {name: value.detach().clone() for name, value in self.w.items()}
        if self.inner is None:
            self.inner = {name: value.clone().requires_grad_() for name, value in outer.items()}
            self.main = self.adam(list(self.inner.values()))
        # The layers read self.w: the clone stands there while it is trained.
        theta, self.w = self.w, self.inner
        with torch.no_grad():
            for name, value in self.inner.items():
                value.copy_(outer[name])
        for x, y in batches:
            loss = cross_entropy(self.network(x), y)
            self.step(self.main, loss)
        self.w = theta
        with torch.no_grad():
            for name, value in theta.items():
                value.copy_(outer[name] + self.h["meta_lr"] * (self.inner[name] - outer[name]))
        return {"loss": loss}


class MLDG(Run):
    def update(self, batches):
        order, tests = self.permutation(self.environments).tolist(), self.h["n_meta_test"]
        if not self.strict:
            tests = min(tests, self.environments - 1)
        train, test = order[: self.environments - tests], order[-tests:]
        theta = self.w
        total = {name: torch.zeros_like(value) for name, value in theta.items()}
        loss = 0.0
        for number, i in enumerate(train):
            j = test[number % len(test)]
            self.w = {name: value.detach().clone().requires_grad_() for name, value in theta.items()}
            inner = self.adam(list(self.w.values()))
            first = cross_entropy(self.network(batches[i][0]), batches[i][1])
            self.step(inner, first)
            second = cross_entropy(self.network(batches[j][0]), batches[j][1])
            slopes = gradients(second, list(self.w.values()))
            for (name, value), slope in zip(self.w.items(), slopes):
                total[name] += (value.grad + self.h["mldg_beta"] * slope) / self.environments
            loss += (first.item() + self.h["mldg_beta"] * second.item()) / self.environments
        self.w = theta
        for name, value in theta.items():
            value.grad = total[name]
        self.main.step()
        return {"loss": loss}


class ANDMask(Run):
    def masked(self, g):
        mask = ((torch.sign(g).mean(0)).abs() >= self.h["tau"]).to(g.dtype)
        return mask * g.mean(0) / (1e-10 + mask.mean())

    def update(self, batches):
        parameters = self.below("featurizer.", "classifier.")
        risks = self.risks(batches)
        each = [gradients(risk, parameters, retain_graph=True) for risk in risks]
        for parameter, g in zip(parameters, zip(*each)):
            parameter.grad = self.masked(torch.stack(g))
        self.main.step()
        self.count += 1
        return {"loss": risks.mean()}


class SANDMask(ANDMask):
    counts = True

    def masked(self, g):
        variance = torch.nan_to_num(g.var(0, unbiased=True), nan=1e-17)
        tau = self.h["tau"]
        if not self.strict and tau == 1:
            # No agreement is above 1: all of E environments are more than half-way from all but one, (E - 2) / E, to all.
            tau = (len(g) - 1) / len(g)
        agreement = torch.sign(g).mean(0).abs() - tau
        mask = torch.tanh(self.h["k"] * (1 / variance) * agreement)
        mask = torch.where(torch.isnan(mask), torch.full_like(mask, 1e-17), mask.clamp(min=0))
        return mask * g.mean(0) / (1e-10 + mask.mean())


class IGA(Run):
    def update(self, batches):
        parameters = self.below("featurizer.", "classifier.")
        risks = self.risks(batches)
        common = [g.detach() for g in gradients(risks.mean(), parameters, retain_graph=True)]
        penalty = 0.0
        for risk in risks:
            own = gradients(risk, parameters, create_graph=True)
            penalty = penalty + sum(((g - c) ** 2).sum() for g, c in zip(own, common))
        self.step(self.main, risks.mean() + self.h["penalty"] * penalty)
        return {"loss": risks.mean(), "penalty": penalty}


class Fishr(Run):
    counts = True
    average = None

    def update(self, batches):
        x, y = self.joined(batches)
        z = self.phi(x)
        logits = self.head(z)
        off = logits.softmax(1) - torch.nn.functional.one_hot(y, self.classes)
        samples = torch.cat([(off[:, :, None] * z[:, None, :]).flatten(1), off], 1)
        if self.h["nonlinear_classifier"]:
            each, own = cross_entropies(logits, y), self.below("classifier.")
            slopes = [gradients(risk, own, create_graph=True) for risk in each]
            samples = torch.stack([torch.cat([slope.flatten() for slope in of_row]) for of_row in slopes])
        now = torch.stack([own.var(0, unbiased=False) for own in samples.split(self.rows)])
        ema = self.h["ema"]
        before = torch.zeros_like(now) if self.average is None else self.average
        average = ema * before + (1 - ema) * now
        self.average = average.detach()
        used = average / (1 - ema)
        penalty = ((used - used.mean(0)) ** 2).mean()
        nll = cross_entropy(logits, y)
        loss = nll + (self.h["lambda"] if self.count >= self.h["penalty_anneal_iters"] else 0.0) * penalty
        if self.h["penalty_anneal_iters"] != 0:
            self.restart(["penalty_anneal_iters"])
        self.step(self.main, loss)
        self.count += 1
        return {"loss": loss, "nll": nll, "penalty": penalty}


class TRM(Run):
    aliases = {}
    counts = True

    def networks(self):
        super().networks()
        keep, self.w = self.w, {}
        self.heads = []
        for _ in range(self.environments + 1):
            self.add({"weight": (self.classes, self.width), "bias": (self.classes,)})
            self.heads.append(self.w)
            self.w = {}
        self.w = keep
        self.alpha = 1 - torch.eye(self.environments)

    def optimizers(self):
        self.f, self.c = self.adam(self.below("featurizer.")), self.adam(self.below("classifier."))
        self.private = [torch.optim.SGD(list(head.values()), 0.1) for head in self.heads]

    def extra(self):
        return {f"clist.{i}.{end}": value for i, head in enumerate(self.heads) for end, value in head.items()}

    @staticmethod
    def risk(head, z, y):
        return cross_entropy(z @ head["weight"].T + head["bias"], y)

    def inverse(self, v, head, z, y):
        """The reference's series: 2 v1 + v2 + ... instead of v0 + v1 + v2 + ..."""
        slope = gradients(self.risk(head, z.detach(), y), head["weight"], create_graph=True)[0]
        total = v
        for k in range(10):
            v = v - gradients((slope * v).sum(), head["weight"], retain_graph=True)[0]
            total = 2 * v if self.strict and k == 0 else total + v
            if total.abs().max() > 10:
                break
        return total.detach()

    def update(self, batches):
        x, y = self.joined(batches)
        labels = [own for _, own in batches]
        on = self.count >= self.h["iters"]
        if on:
            self.alpha = self.alpha / self.alpha.sum(1, keepdim=True)
            for head in self.heads if self.h["class_balanced"] else ():
                head["weight"].data.copy_(self.w["classifier.weight"])
        z = self.phi(x)
        nll = cross_entropy(self.head(z), y)
        loss, swap = nll, torch.zeros(())
        if on:
            parts, shares = z.split(self.rows), self.alpha.tolist()
            for _ in range(30):
                for e, private in enumerate(self.private[:-1]):
                    self.step(private, self.risk(self.heads[e], parts[e].detach(), labels[e]))
            for q, head in enumerate(self.heads[:-1]):
                g_q = gradients(self.risk(head, parts[q], labels[q]), head["weight"], create_graph=True)[0]
                weighted = {
                    i: shares[q][i] * self.risk(head, parts[i], labels[i]) for i in range(len(batches)) if i != q
                }
                transfer = sum(weighted.values())
                g_p = gradients(transfer, head["weight"], retain_graph=True)[0]
                u = self.inverse(g_p, head, parts[q], labels[q])
                swap = swap + transfer - self.h["cos_lambda"] * (u * g_q).sum()
                for i, own in weighted.items():
                    self.alpha[q, i] *= torch.exp(self.h["groupdro_eta"] * own.detach())
            swap = swap / len(batches)
            loss = nll + swap
        self.c.zero_grad(set_to_none=False)
        self.step(self.f, loss)
        self.c.step()
        self.count += 1
        return {"nll": nll, "trm_loss": swap}
