"""Five updates of each algorithm of the DomainBed suite in torch alone, from the formulas of the methods, defects of the reference included.

python3 losses.py FOLDER writes a pair NAME.json, NAME.npz for each case: first weights, batches, draws, what every update returns, the states
after the first and the last update, and logits, all in float64; the largest difference of the same run in float32 stands beside them. Weights and
inputs are rounded to float32. Every term counts: weight decay is positive, penalties are switched on after two updates, the second update has an
environment without the last class. Cases with "strict": false are the methods without the reference's defects.

python3 losses.py FOLDER --check GOLDEN repeats recorded runs instead and says how far this script is from them: a check of the script itself.
Needs python3-torch and python3-numpy.
"""

import json
import os
import sys

import numpy as np
import torch
from arrays import save
from losses_adversarial import ADRMX, CDANN, URM, SagNet, Transfer
from losses_gradient import IGA, MLDG, TRM, ANDMask, Fish, Fishr, SANDMask
from losses_representation import ARM, CAD, MTL, RSC, CondCAD, ERMPlusPlus, SelfReg
from losses_risk import EQRM, ERM, IB_ERM, IB_IRM, RDM, SD, CausIRL_CORAL, CausIRL_MMD
from losses_run import ENVIRONMENTS, UPDATES

torch.set_num_threads(1)

RUNS = {
    run.__name__: run
    for run in (
        *(ADRMX, ANDMask, ARM, CAD, CDANN, CausIRL_CORAL, CausIRL_MMD, CondCAD, EQRM, ERM, ERMPlusPlus, Fish),
        *(Fishr, IB_ERM, IB_IRM, IGA, MLDG, MTL, RDM, RSC, SANDMask, SD, SagNet, SelfReg, TRM, Transfer, URM),
    )
}
COMMON = {"lr": 0.005, "weight_decay": 0.001, "nonlinear_classifier": False, "batch_size": 8}
COMMON |= {"mlp_width": 16, "mlp_depth": 3, "mlp_dropout": 0.0}
TRANSFER = {"t_lambda": 0.8, "delta": 0.3, "d_steps_per_g": 3, "lr_d": 0.2, "gda": False}
TRANSFER |= {"weight_decay_d": 0.1, "beta1": 0.5}
CONTRAST = {"lmbda": 0.7, "temperature": 0.1, "is_normalized": False, "is_project": False, "is_flipped": True}
URM_OWN = {
    "urm": "adversarial",
    "urm_adv_lambda": 0.6,
    "urm_discriminator_label_smoothing": 0,
    "urm_discriminator_optimizer": "adam",
    "urm_discriminator_hidden_layers": 1,
    "urm_generator_output": "tanh",
    "urm_discriminator_lr": 0.003,
}
RDM_OWN = {"rdm_lambda": 3.0, "rdm_penalty_anneal_iters": 2, "variance_weight": 0.3, "rdm_lr": 0.002}
EQRM_OWN = {"eqrm_quantile": 0.75, "eqrm_burnin_iters": 2, "eqrm_lr": 0.002}
IB = {"ib_lambda": 4.0, "ib_penalty_anneal_iters": 2}
IRM = {"irm_lambda": 10.0, "irm_penalty_anneal_iters": 3}
RSC_OWN = {"rsc_f_drop_factor": 0.3, "rsc_b_drop_factor": 0.35}
CDANN_OWN = {"lambda": 0.5, "weight_decay_d": 0.001, "d_steps_per_g_step": 1, "grad_penalty": 0.5, "beta1": 0.5}
CDANN_OWN |= {"lr_g": 0.005, "lr_d": 0.01, "weight_decay_g": 0.001}
ADRMX_OWN = {"cnt_lambda": 0.9, "dclf_lambda": 1.1, "disc_lambda": 0.75, "rmxd_lambda": 0.8}
ADRMX_OWN |= {"d_steps_per_g_step": 2, "beta1": 0.5}
TRM_OWN = {"cos_lambda": 0.05, "iters": 2, "groupdro_eta": 0.3, "class_balanced": False}
FISHR = {"lambda": 50.0, "penalty_anneal_iters": 2, "ema": 0.9}
RARE = {"rare_class": True}
DEEP = {"nonlinear_classifier": True, "mlp_width": 32}
ERMPP = {"linear_lr": 0.01, "linear_steps": 2, "freeze_bn": False, "lars": False}
DIGITS = {"input_shape": [1, 28, 28], "batch_size_per_env": 3, "num_domains": 2}

# Name of the case: (algorithm, its own settings, what else differs).
CASES = {
    "EQRM": ("EQRM", EQRM_OWN, {}),
    "EQRM_fractional_burnin": ("EQRM", {**EQRM_OWN, "eqrm_burnin_iters": 1.5}, {}),
    "EQRM_fixed": ("EQRM", {**EQRM_OWN, "eqrm_burnin_iters": 1.5}, {"strict": False}),
    "EQRM_two_high": ("EQRM", {**EQRM_OWN, "eqrm_quantile": 0.97}, {"num_domains": 2}),
    "RDM": ("RDM", RDM_OWN, {}),
    "IB_ERM": ("IB_ERM", IB, {}),
    "IB_ERM_fixed": ("IB_ERM", IB, {"strict": False}),
    "IB_IRM": ("IB_IRM", {**IB, **IRM}, {}),
    "IB_IRM_odd": ("IB_IRM", {**IB, **IRM, "irm_penalty_anneal_iters": 0}, {"batch_size_per_env": 7}),
    "IB_IRM_fixed": ("IB_IRM", {**IB, **IRM}, {"strict": False}),
    "CausIRL_CORAL": ("CausIRL_CORAL", {"mmd_gamma": 1.5}, {}),
    "CausIRL_MMD": ("CausIRL_MMD", {"mmd_gamma": 1.5}, {}),
    "CAD": ("CAD", CONTRAST, {}),
    "CAD_normalized": ("CAD", {**CONTRAST, "is_normalized": True}, {}),
    "CAD_rare": ("CAD", CONTRAST, RARE),
    "CAD_unflipped": ("CAD", {**CONTRAST, "is_flipped": False}, {}),
    "CAD_one": ("CAD", CONTRAST, {"num_domains": 1}),
    "CondCAD_rare": ("CondCAD", CONTRAST, RARE),
    "CondCAD_unflipped": ("CondCAD", {**CONTRAST, "is_flipped": False}, {}),
    "CondCAD_one": ("CondCAD", CONTRAST, {"num_domains": 1}),
    "CondCAD": ("CondCAD", CONTRAST, {}),
    "CondCAD_normalized": ("CondCAD", {**CONTRAST, "is_normalized": True, "temperature": 0.05}, {}),
    "RSC": ("RSC", RSC_OWN, {}),
    "RSC_thirds": ("RSC", {"rsc_f_drop_factor": 1 / 3, "rsc_b_drop_factor": 1 / 3}, {}),
    "SelfReg": ("SelfReg", {}, {}),
    "SelfReg_rare": ("SelfReg", {}, RARE),
    "SelfReg_fixed": ("SelfReg", {}, {"strict": False}),
    "URM": ("URM", URM_OWN, {}),
    "URM_relu_three_sgd": (
        "URM",
        {
            **URM_OWN,
            "urm_generator_output": "relu",
            "urm_discriminator_hidden_layers": 3,
            "urm_discriminator_optimizer": "sgd",
        },
        {},
    ),
    "ADRMX": ("ADRMX", ADRMX_OWN, {}),
    "ADRMX_fixed": ("ADRMX", ADRMX_OWN, {"strict": False}),
    "ADRMX_rare": ("ADRMX", {**ADRMX_OWN, "d_steps_per_g_step": 0}, RARE),
    "ADRMX_one": ("ADRMX", {**ADRMX_OWN, "d_steps_per_g_step": 1}, {}),
    "Transfer": ("Transfer", TRANSFER, {}),
    "Transfer_wide": ("Transfer", {**TRANSFER, "delta": 3.0}, {}),
    "Transfer_gda": ("Transfer", {**TRANSFER, "gda": True}, {}),
    "Transfer_gda_fixed": ("Transfer", {**TRANSFER, "gda": True}, {"strict": False}),
    "ANDMask": ("ANDMask", {"tau": 1.0}, {}),
    "SANDMask": ("SANDMask", {"tau": 0.5, "k": 2e-5}, {}),
    "SANDMask_default": ("SANDMask", {"tau": 1.0, "k": 10.0}, {}),
    "SANDMask_fixed": ("SANDMask", {"tau": 1.0, "k": 2e-5}, {"strict": False}),
    "IGA": ("IGA", {"penalty": 20.0}, {}),
    "IGA_deep": ("IGA", {"penalty": 20.0, **DEEP}, {}),
    "RSC_deep": ("RSC", {**RSC_OWN, **DEEP}, {}),
    "Fishr_deep": ("Fishr", {**FISHR, **DEEP}, {}),
    "Fish_deep": ("Fish", {"meta_lr": 0.4, **DEEP}, {}),
    "Fish": ("Fish", {"meta_lr": 0.4}, {}),
    "Fishr": ("Fishr", FISHR, {}),
    "Fishr_from_start": ("Fishr", {**FISHR, "penalty_anneal_iters": 0}, {}),
    "TRM": ("TRM", TRM_OWN, {}),
    "TRM_balanced": ("TRM", {**TRM_OWN, "class_balanced": True}, {}),
    "TRM_two": ("TRM", TRM_OWN, {"num_domains": 2}),
    "TRM_fixed": ("TRM", TRM_OWN, {"strict": False}),
    "ERMPlusPlus": ("ERMPlusPlus", ERMPP, {}),
    "ERMPlusPlus_average": ("ERMPlusPlus", ERMPP, {"attributes_set_after_construction": {"sma_start_iter": 3}}),
    "ARM": ("ARM", {"batch_size": 3}, DIGITS),
    "ARM_odd": ("ARM", {"batch_size": 5}, {**DIGITS, "batch_size_per_env": 5}),
    "ARM_fixed": ("ARM", {"batch_size": 3}, {**DIGITS, "strict": False}),
    "MLDG": ("MLDG", {"mldg_beta": 0.7, "n_meta_test": 2}, {}),
    "MLDG_no_pairs": ("MLDG", {"mldg_beta": 0.7, "n_meta_test": 2}, {"num_domains": 2}),
    "MLDG_no_pairs_fixed": ("MLDG", {"mldg_beta": 0.7, "n_meta_test": 2}, {"num_domains": 2, "strict": False}),
    "CDANN": ("CDANN", CDANN_OWN, {}),
    "CDANN_fixed": ("CDANN", CDANN_OWN, {"strict": False}),
    "MTL": ("MTL", {"mtl_ema": 0.9}, {}),
    "MTL_fixed": ("MTL", {"mtl_ema": 0.9}, {"strict": False}),
    "SagNet": ("SagNet", {"sag_w_adv": 0.4}, {}),
    "SD": ("SD", {"sd_reg": 0.1}, {}),
}


def run(case, precision, given=None):
    torch.set_default_dtype(precision)
    return RUNS[case["algorithm"]](case, given).record()


def kind(key):
    first = key.split("/")[0]
    return {"update": "update", "predict": "logits"}.get(first, first.replace("_extra", "")) + "_max_abs"


def differences(one, other):
    largest = {f"{what}_max_abs": 0.0 for what in ("update", "after1", f"after{UPDATES}", "logits")}
    for key, value in other.items():
        if kind(key) in largest and key != "predict/x":
            difference = np.abs(np.asarray(value, np.float64) - one[key])
            if kind(key) == "update_max_abs" and value.dtype == np.float32 and one[key].dtype == np.float64:
                # A recorded double that was stored as float32.
                difference = np.maximum(difference - np.spacing(np.abs(value)) / 2, 0)
            largest[kind(key)] = max(largest[kind(key)], float(difference.max(initial=0)))
    return largest


def write(folder, name):
    algorithm, own, differs = CASES[name]
    case = {
        "name": name,
        "algorithm": algorithm,
        "strict": True,
        "input_shape": [20],
        "num_classes": 3,
        "num_domains": ENVIRONMENTS,
        "batch_size_per_env": 8,
        "steps": UPDATES,
        "attributes_set_after_construction": {},
        "hparams": {**COMMON, **own},
        **differs,
    }
    double, single = run(case, torch.float64), run(case, torch.float32)
    rounding = differences(double, single)
    save(os.path.join(folder, name + ".npz"), double)
    aliases = RUNS[algorithm].aliases
    case |= {
        "zero_grad": {"used": "set_to_none=False"},
        "f32_vs_f64": rounding,
        "suggested_atol": {key: max(2e-5, 10 * value) for key, value in rounding.items()},
        "state_dict_aliases": {
            key[5:].replace(own_name, second, 1): key[5:]
            for key in double
            for own_name, second in aliases.items()
            if key.startswith("init/" + own_name)
        },
    }
    with open(os.path.join(folder, name + ".json"), "w") as out:
        json.dump(case, out)


def check(folder, golden):
    for file in sorted(os.listdir(golden)):
        if not file.endswith(".json") or file == "MANIFEST.json":
            continue
        with open(os.path.join(golden, file)) as text:
            case = json.load(text)
        if case["algorithm"] not in RUNS:
            continue
        case["strict"] = not case["mtl_no_noise"]
        given = dict(np.load(os.path.join(golden, file.replace(".json", ".npz"))))
        found = differences(run(case, torch.float64, given), given)
        allowed = case["f32_vs_f64"]
        worst = max(found[key] / (1.01 * allowed[key] + 1e-9) for key in found)
        print(f"{case['name']}: {found} {'agrees' if worst <= 1 else 'DIFFERS'} ({worst:.2f} of what rounding allows)")


if __name__ == "__main__":
    if sys.argv[2:3] == ["--check"]:
        check(sys.argv[1], sys.argv[3])
    else:
        for chosen in sys.argv[2:] or CASES:
            write(sys.argv[1], chosen)
