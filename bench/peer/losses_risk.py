"""Updates of the methods on risks and on moments."""

import numpy as np
import torch
from losses_run import Run, cross_entropies, cross_entropy, gradients


def kernel_distance(a, b, powers):
    """Squared MMD, biased: kernels exp(-10^p d^2) added. d^2 comes from norms and products, as it usually does: float32 loses digits by that."""

    def mean(s, t):
        square = ((s**2).sum(1)[:, None] + (t**2).sum(1)[None, :] - 2 * s @ t.T).clamp(min=1e-30)
        return sum(torch.exp(-(10.0**p) * square) for p in powers).mean()

    return mean(a, a) + mean(b, b) - 2 * mean(a, b)


def moment_distance(a, b):
    def covariance(z):
        centred = z - z.mean(0)
        return centred.T @ centred / (len(z) - 1)

    return ((a.mean(0) - b.mean(0)) ** 2).mean() + ((covariance(a) - covariance(b)) ** 2).mean()


class ERM(Run):
    def update(self, batches):
        x, y = self.joined(batches)
        loss = cross_entropy(self.network(x), y)
        self.step(self.main, loss)
        return {"loss": loss}


class SD(Run):
    def update(self, batches):
        x, y = self.joined(batches)
        logits = self.network(x)
        penalty = (logits**2).mean()
        loss = cross_entropy(logits, y)
        self.step(self.main, loss + self.h["sd_reg"] * penalty)
        return {"loss": loss, "penalty": penalty}


class EQRM(Run):
    counts = True

    def state(self):
        return {**super().state(), "alpha": torch.tensor(self.h["eqrm_quantile"], dtype=torch.float64)}

    def quantile(self, risks):
        normal = torch.special
        h = 1.06 * risks.std(unbiased=True) * len(risks) ** -0.2
        alpha = self.h["eqrm_quantile"]
        reach = normal.ndtri(torch.tensor(alpha, dtype=torch.float64))
        low, high = risks.min() + h * reach, risks.max() + h * reach
        before = None
        for _ in range(32 if self.strict else 53):
            k = (low + high) / 2
            if before is not None and k.item() == before:
                break
            before = k.item()
            if normal.ndtr((k - risks) / h).mean().item() > alpha:
                high = k
            else:
                low = k
        k = (low + high) / 2
        if self.strict:
            return k
        # F(k) = alpha holds for every small change of the risks: the slope of F at k gives that of k.
        k = k.detach()
        below = normal.ndtr((k - risks) / h).mean()
        with torch.no_grad():
            u = (k - risks) / h
            density = (torch.exp(-u * u / 2) / np.sqrt(2 * np.pi) / h).mean()
        return k - (below - below.detach()) / density

    def update(self, batches):
        risks = self.risks(batches)
        burn_in = self.h["eqrm_burnin_iters"]
        loss = risks.mean() if self.count < burn_in else self.quantile(risks)
        if self.count == (burn_in if self.strict else np.ceil(burn_in)):
            self.main = self.adam(self.below("featurizer.", "classifier."), "eqrm_lr")
        self.step(self.main, loss)
        self.count += 1
        return {"loss": loss}


class RDM(Run):
    counts = True

    def update(self, batches):
        x, y = self.joined(batches)
        each = cross_entropies(self.network(x), y).reshape(len(batches), -1)
        risk = each.mean(1).mean()
        worst = each[each.mean(1).argmax()]
        matching = kernel_distance(worst[:, None], each.reshape(-1, 1), range(-4, 4))
        variance = each.var(unbiased=True) + worst.var(unbiased=True)
        on = self.count >= self.h["rdm_penalty_anneal_iters"]
        total = risk + on * self.h["rdm_lambda"] * matching + on * self.h["variance_weight"] * variance
        self.restart(["rdm_penalty_anneal_iters"], "rdm_lr")
        self.step(self.main, total)
        self.count += 1
        return {
            "update_count": self.count,
            "total_loss": total,
            "erm_loss": risk,
            "matching_penalty": matching,
            "variance_penalty": variance,
            "rdm_lambda": self.h["rdm_lambda"],
        }


class IB_ERM(Run):
    counts = True

    def parts(self, batches):
        """Risk, invariance penalty and spread of the features."""
        risks, invariance, spread = [], [], []
        for z, y in zip(self.phi(self.joined(batches)[0]).split(self.rows), [y for _, y in batches]):
            logits = self.head(z)
            risks.append(cross_entropy(logits, y))
            scale = torch.tensor(1.0, requires_grad=True)
            even, odd = (
                gradients(cross_entropy(logits[i::2] * scale, y[i::2]), scale, create_graph=True)[0] for i in (0, 1)
            )
            invariance.append(even * odd)
            spread.append(z.var(0, unbiased=True).mean())
        return torch.stack(risks).mean(), torch.stack(invariance).mean(), torch.stack(spread).mean()

    def update(self, batches):
        nll, _, spread = self.parts(batches)
        loss = nll
        if self.count >= self.h["ib_penalty_anneal_iters"]:
            loss = nll + self.h["ib_lambda"] * spread
        self.restart(["ib_penalty_anneal_iters"])
        self.step(self.main, loss)
        self.count += 1
        return {"loss": loss, "nll": loss if self.strict else nll, "IB_penalty": spread}


class IB_IRM(IB_ERM):
    def update(self, batches):
        nll, invariance, spread = self.parts(batches)
        weight = self.h["irm_lambda"] if self.count >= self.h["irm_penalty_anneal_iters"] else 1.0
        loss = nll + weight * invariance
        if self.count >= self.h["ib_penalty_anneal_iters"]:
            loss = loss + self.h["ib_lambda"] * spread
        self.restart(["irm_penalty_anneal_iters", "ib_penalty_anneal_iters"])
        self.step(self.main, loss)
        self.count += 1
        return {"loss": loss, "nll": loss if self.strict else nll, "IRM_penalty": invariance, "IB_penalty": spread}


class CausIRL_CORAL(Run):
    """The cuts of two updates are set, not drawn: nothing before the cut, and a single row before it."""

    def distance(self, a, b):
        return moment_distance(a, b)

    def update(self, batches):
        features = [self.phi(x) for x, _ in batches]
        loss = torch.stack([cross_entropy(self.head(z) + 1e-16, y) for z, (_, y) in zip(features, batches)]).mean()
        set_cuts = {"step1": [0, 0, 0], "step3": [0, 1, 0]}
        cuts = []
        for e in range(len(batches)):
            make = lambda random: random.randint(0, self.rows)
            if self.place in set_cuts:
                make = lambda random: np.int64(set_cuts[self.place][e])
            cuts.append(int(self.draw("np.random.randint", make)[0]))
        first = torch.cat([z[:c] for z, c in zip(features, cuts)])
        second = torch.cat([z[c:] for z, c in zip(features, cuts)])
        penalty = torch.zeros(())
        if len(first) > 1 and len(second) > 1:
            penalty = torch.nan_to_num(self.distance(first, second))
        self.step(self.main, loss + self.h["mmd_gamma"] * penalty)
        return {"loss": loss, "penalty": penalty}


class CausIRL_MMD(CausIRL_CORAL):
    def distance(self, a, b):
        return kernel_distance(a, b, range(-3, 4))
