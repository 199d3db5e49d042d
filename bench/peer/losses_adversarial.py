"""Updates of the methods with an adversary."""

import torch
from losses_run import Run, chain, cross_entropies, cross_entropy, gradients, linear, sizes


class CDANN(Run):
    aliases = {}
    counts = True

    def networks(self):
        super().networks()
        self.critic = self.perceptron("discriminator.", self.width, self.environments)
        self.add({"class_embeddings.weight": (self.classes, self.width)}, "normal")

    def optimizers(self):
        moments = {"betas": (self.h["beta1"], 0.9)}
        self.disc = self.adam(self.below("discriminator.", "class_emb"), "lr_d", "weight_decay_d", **moments)
        self.gen = self.adam(self.below("featurizer.", "classifier."), "lr_g", "weight_decay_g", **moments)

    def update(self, batches):
        self.count += 1
        x, y = self.joined(batches)
        z = self.phi(x)
        shown = z + self.w["class_embeddings.weight"][y]
        each = cross_entropies(self.critic(shown), self.domains(batches))
        of_label = torch.bincount(y)
        share = 1 / (of_label * len(of_label)).to(torch.float32 if self.strict else each.dtype)
        critic = (share[y] * each).sum()
        slope = gradients(each.sum(), shown, create_graph=True)[0]
        critic = critic + self.h["grad_penalty"] * (slope**2).sum(1).mean()
        if self.count % (1 + self.h["d_steps_per_g_step"]) < self.h["d_steps_per_g_step"]:
            self.step(self.disc, critic)
            return {"disc_loss": critic}
        loss = cross_entropy(self.head(z), y) - self.h["lambda"] * critic
        self.step(self.gen, loss)
        return {"gen_loss": loss}


class URM(Run):
    def networks(self):
        super().networks()
        self.bounded = self.phi
        outer = {"tanh": torch.tanh, "relu": torch.relu}[self.h["urm_generator_output"]]
        self.phi = lambda x: outer(self.bounded(x))
        hidden = self.h["urm_discriminator_hidden_layers"]
        self.layers = ["discriminator_model." + n for n in [*(f"dense{i + 1}" for i in range(hidden + 1)), "output"]]
        self.add(sizes(self.layers, [self.width] + [100] * (hidden + 1) + [1]))

    def optimizers(self):
        super().optimizers()
        critics = self.below("discriminator_model.")
        if self.h["urm_discriminator_optimizer"] == "sgd":
            rate, decay = self.h["urm_discriminator_lr"], self.h["weight_decay"]
            self.disc = torch.optim.SGD(critics, rate, momentum=0.9, weight_decay=decay)
        else:
            self.disc = self.adam(critics, "urm_discriminator_lr")

    def critic(self, z):
        for layer in self.layers[:-1]:
            z = torch.nn.functional.leaky_relu(linear(self.w, layer, z), 0.01)
        return linear(self.w, self.layers[-1], z)

    def update(self, batches):
        x, y = self.joined(batches)
        z = self.phi(x)
        # Binary cross-entropy of logit s: ln(1 + exp(-s)) for target 1, ln(1 + exp(s)) for target 0.
        soft = torch.nn.functional.softplus
        loss = cross_entropy(self.head(z), y) + self.h["urm_adv_lambda"] * soft(-self.critic(z)).mean()
        self.step(self.main, loss)
        noise = self.uniform(*z.shape)
        if self.h["urm_generator_output"] == "tanh":
            noise = 2 * noise - 1
        z = z.detach()
        critic = soft(-self.critic(noise)).mean() + self.h["urm_adv_lambda"] * soft(self.critic(z)).mean()
        self.step(self.disc, critic)
        return {"loss": loss}


class SagNet(Run):
    aliases = {}

    def networks(self):
        self.phi = self.perceptron("network_f.", self.input_shape[0], self.width)
        for head in ("network_c", "network_s"):
            self.add(sizes([head], [self.width, self.classes]))

    def optimizers(self):
        self.f, self.c, self.s = (self.adam(self.below(f"network_{which}.")) for which in "fcs")

    def network(self, x):
        return linear(self.w, "network_c", self.phi(x))

    def randomised(self, z, what):
        share, order = self.uniform(len(z), 1), self.permutation(len(z))
        mean, spread = z.mean(1, keepdim=True), z.var(1, keepdim=True, unbiased=True)
        plain = (z - mean) / (spread + 1e-5).sqrt()
        if what == "style":
            mean = share * mean + (1 - share) * mean[order]
            spread = share * spread + (1 - share) * spread[order]
        else:
            plain = plain[order].detach()
        return plain * (spread + 1e-5).sqrt() + mean

    def update(self, batches):
        x, y = self.joined(batches)
        loss_c = cross_entropy(linear(self.w, "network_c", self.randomised(self.phi(x), "style")), y)
        self.f.zero_grad(set_to_none=False)
        self.step(self.c, loss_c)
        self.f.step()
        loss_s = cross_entropy(linear(self.w, "network_s", self.randomised(self.phi(x), "content")), y)
        self.step(self.s, loss_s)
        shown = linear(self.w, "network_s", self.randomised(self.phi(x), "content"))
        loss_adv = -self.h["sag_w_adv"] * shown.log_softmax(1).mean()
        self.step(self.f, loss_adv)
        return {"loss_c": loss_c, "loss_s": loss_s, "loss_adv": loss_adv}


class ADRMX(Run):
    aliases = {"featurizer_label.": "network.0.", "classifier_label_1.": "network.1."}
    counts = True

    def networks(self):
        self.phi_l = self.perceptron("featurizer_label.", self.input_shape[0], self.width)
        self.phi_d = self.perceptron("featurizer_domain.", self.input_shape[0], self.width)
        self.critic = self.perceptron("discriminator.", self.width, self.environments)
        for name, outputs in (("label_1", self.classes), ("label_2", self.classes), ("domain", self.environments)):
            layers = [f"classifier_{name}.{i}" for i in (0, 2, 4)]
            self.add(sizes(layers, [self.width, self.width // 2, self.width // 4, outputs]))

    def classify(self, name, z):
        return chain(self.w, [f"classifier_{name}.{i}" for i in (0, 2, 4)], z)

    def optimizers(self):
        moments = {"betas": (self.h["beta1"], 0.9)}
        self.disc = self.adam(self.below("discriminator."), "lr", None, **moments)
        self.gen = self.adam(self.below("featurizer_", "classifier_"), "lr", None, **moments)

    def network(self, x):
        return self.classify("label_1", self.phi_l(x))

    def contrast(self, z, y, domain):
        z = z / z.norm(dim=1, keepdim=True)
        powers = torch.exp(z @ z.T / 0.07)
        total, missing = 0.0, 0
        for i in range(len(z)):
            others = torch.arange(len(z)) != i
            same = others & (y == y[i])
            groups = [(y == y[i], domain == domain[i]), (y == y[i], domain != domain[i])]
            groups += [(y != y[i], domain == domain[i]), (y != y[i], domain != domain[i])]
            bottom = sum(0.5 * powers[i][others & label & near].sum() for label, near in groups)
            if same.any():
                total = total + torch.log(0.5 * powers[i][same] / (bottom + 1e-5) + 1e-5).mean()
            else:
                missing += 1
        return -total / (len(z) - missing + 1)

    def remixed(self, v, z_d, y, domain):
        total = 0.0
        for k in range(self.classes):
            rows = (y == k).nonzero().flatten()
            order = self.permutation(len(rows))
            if not self.strict:
                # The first row, and the first after it of another environment.
                order = rows[order]
                order = torch.cat([order[:1], order[domain[order] != domain[order[:1]]]])
            if len(order) >= 2:
                p, q = order[:2]
                total = total + cross_entropy(self.classify("label_1", (v[p] + z_d[q])[None]), y[p][None])
        return total / self.classes

    def update(self, batches):
        self.count += 1
        x, y = self.joined(batches)
        domain = self.domains(batches)
        z_l, z_d = self.phi_l(x), self.phi_d(x)
        v = z_l - z_d
        critic = cross_entropy(self.critic(v), domain)
        if self.count % (1 + self.h["d_steps_per_g_step"]) < self.h["d_steps_per_g_step"]:
            self.step(self.disc, critic)
            return {"loss_disc": critic}
        parts = {
            "loss_clf_int": cross_entropy(self.classify("label_1", z_l), y),
            "loss_clf_fin": cross_entropy(self.classify("label_2", v), y),
            "loss_dmn": cross_entropy(self.classify("domain", z_d), domain),
            "loss_disc": critic,
            "loss_remixed": self.remixed(v, z_d, y, domain),
            "loss_cnt_int": self.contrast(z_l, y, domain),
            "loss_cnt_final": self.contrast(v, y, domain),
        }
        h = self.h
        total = (
            parts["loss_clf_int"]
            + parts["loss_clf_fin"]
            + h["dclf_lambda"] * parts["loss_dmn"]
            + h["rmxd_lambda"] * parts["loss_remixed"]
            + h["cnt_lambda"] * (parts["loss_cnt_int"] + parts["loss_cnt_final"])
            - h["disc_lambda"] * critic
        )
        self.step(self.gen, total)
        return {"loss_total": total, **parts}


class Transfer(Run):
    aliases = {}
    counts = True  # kept in the state, never raised

    def networks(self):
        super().networks()
        for end in ("weight", "bias"):
            copied = self.w[f"classifier.{end}"].detach().clone().requires_grad_()
            self.w[f"adv_classifier.{end}"] = copied

    def optimizers(self):
        self.pair = list(zip(self.below("adv_classifier."), self.below("classifier.")))
        self.ascent = torch.optim.SGD(self.below("adv_classifier."), self.h["lr_d"])
        if not self.h["gda"]:
            super().optimizers()
        elif self.strict:
            self.main = torch.optim.SGD(self.below("adv_classifier."), self.h["lr"])
        else:
            self.main = torch.optim.SGD(self.below("featurizer.", "classifier."), self.h["lr"])

    def gap(self, batches):
        risks = torch.stack([cross_entropy(linear(self.w, "adv_classifier", self.phi(x)), y) for x, y in batches])
        return self.h["t_lambda"] * (risks.max() - risks.min())

    def update(self, batches):
        x, y = self.joined(batches)
        loss = cross_entropy(self.network(x), y)
        self.step(self.main, loss)
        self.step(self.main, self.gap(batches))
        with torch.no_grad():
            for a, w in self.pair:
                a.copy_(w)
        for _ in range(self.h["d_steps_per_g"]):
            gap = self.gap(batches)
            self.step(self.ascent, -gap)
            with torch.no_grad():
                distance = sum(((a - w) ** 2).sum() for a, w in self.pair).sqrt()
                if distance > self.h["delta"]:
                    for a, w in self.pair:
                        a.copy_(w + self.h["delta"] / distance * (a - w))
        return {"loss": loss, "gap": gap}
