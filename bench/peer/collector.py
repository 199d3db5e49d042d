"""The tables of DomainBed's collector, made a second time from the rules of the protocol (grouping, three methods, rounding, layout).

Takes a folder with one folder a run (each with a results.jsonl) and the file of our registry of data sets and algorithms,
a line each: `dataset NAME LABEL...` (separated by tabs) or `algorithm NAME`. Prints the text tables, then a line `=====`, then LaTeX.
Needs python3-numpy.
"""

import json
import math
import os
import sys
from decimal import ROUND_HALF_EVEN, Decimal

import numpy as np


def records(folder):
    found = []
    for run in sorted(os.listdir(folder)):
        path = os.path.join(folder, run, "results.jsonl")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as lines:
                found += [json.loads(line) for line in lines]
    return found


def environments(record):
    count = 0
    while f"env{count}_out_acc" in record:
        count += 1
    return count


def held(record):
    return record["args"]["test_envs"]


def training_domain(group, test):
    best = None
    for record in (r for r in group if len(held(r)) == 1):
        others = [record[f"env{i}_out_acc"] for i in range(environments(record)) if i != test]
        value = float(np.mean(others))
        if best is None or value > best[0]:
            best = value, record[f"env{test}_in_acc"]
    return best


def leave_one_out(group, test):
    best = None
    for step in sorted({record["step"] for record in group}):
        here = [record for record in group if record["step"] == step]
        single = [record for record in here if held(record) == [test]]
        if len(single) != 1:
            continue
        values = []
        for i in range(environments(single[0])):
            pair = [record for record in here if set(held(record)) == {test, i} and i != test]
            values += [pair[-1][f"env{i}_in_acc"]] if pair else []
        if len(values) < environments(single[0]) - 1:
            continue
        value = float(np.mean(values))
        if best is None or value > best[0]:
            best = value, single[0][f"env{test}_in_acc"]
    return best


def oracle(group, test):
    single = [record for record in group if len(held(record)) == 1]
    if not single:
        return None
    last = [record for record in single if record["step"] == max(r["step"] for r in single)][-1]
    return last[f"env{test}_out_acc"], last[f"env{test}_in_acc"]


METHODS = [
    ("training-domain validation set", training_domain),
    ("leave-one-domain-out cross-validation", leave_one_out),
    ("test-domain validation set (oracle)", oracle),
]


def rounded(value):
    if not math.isfinite(value):
        return str(value)
    return str(Decimal(value).quantize(Decimal("0.1"), ROUND_HALF_EVEN))


def cell(values, latex):
    if not values:
        return None, "X"
    mean = 100 * float(np.mean(values))
    error = 100 * float(np.std(values) / np.sqrt(len(values)))
    return mean, rounded(mean) + (" $\\pm$ " if latex else " +/- ") + rounded(error)


def average(means):
    return "X" if None in means else rounded(sum(means) / len(means))


def table(head, rows, width, latex):
    between, end = (" & ", " \\\\") if latex else ("  ", " ")
    lines = []
    if latex:
        head = ["\\textbf{" + name.replace("%", "\\%") + "}" for name in head]
        lines += ["\\begin{center}", "\\adjustbox{max width=\\textwidth}{%"]
        lines += ["\\begin{tabular}{l" + "c" * (len(head) - 1) + "}", "\\toprule"]
    lines.append(between.join(name.ljust(width)[:width] for name in head) + end)
    lines += ["\\midrule"] if latex else []
    lines += [between.join(text.ljust(width)[:width] for text in row) + end for row in rows]
    return lines + (["\\bottomrule", "\\end{tabular}}", "\\end{center}"] if latex else [])


def accuracies(groups, method):
    chosen = {}
    for group, members in groups.items():
        searches = {}
        for record in members:
            searches.setdefault(record["args"]["hparams_seed"], []).append(record)
        found = [method(searches[seed], group[3]) for seed in sorted(searches)]
        found = sorted(filter(None, found), key=lambda pair: -math.inf if math.isnan(pair[0]) else pair[0])
        if found:
            chosen[group] = found[-1][1]
    return chosen


def tables(all_records, datasets, order, latex):
    names = [name for name in datasets if any(r["args"]["dataset"] == name for r in all_records)]
    seen = list(dict.fromkeys(record["args"]["algorithm"] for record in all_records))
    rows = [name for name in order if name in seen] + [name for name in seen if name not in order]
    groups = {}
    for record in all_records:
        args = record["args"]
        for test in held(record):
            key = args["trial_seed"], args["dataset"], args["algorithm"], test
            groups.setdefault(key, []).append(record)
    if latex:
        lines = ["\\documentclass{article}", "\\usepackage{booktabs}", "\\usepackage{adjustbox}", "\\begin{document}"]
        lines += ["\\section{Full DomainBed results}", f"% Total records: {len(all_records)}"]
    else:
        lines = [f"Total records: {len(all_records)}"]
    for title, method in METHODS:
        found = accuracies(groups, method)

        def heading(what, section):
            return ["", f"\\subsubsection{{{section}}}", ""] if latex else ["", f"-------- {what}, model selection method: {title}"]

        lines += ["", f"\\subsection{{Model selection: {title}}}"] if latex else []
        for dataset in names:
            lines += heading(f"Dataset: {dataset}", dataset)
            body = []
            for row in rows:
                cells = [
                    cell([value for key, value in found.items() if key[1:] == (dataset, row, test)], latex)
                    for test in range(len(datasets[dataset]))
                ]
                body.append([row] + [text for _, text in cells] + [average([mean for mean, _ in cells])])
            lines += table(["Algorithm"] + datasets[dataset] + ["Avg"], body, 20, latex)
        lines += heading("Averages", "Averages")
        body = []
        for row in rows:
            cells = []
            for dataset in names:
                trials = {}
                for key, value in found.items():
                    if key[1:3] == (dataset, row):
                        trials.setdefault(key[0], []).append(value)
                cells.append(cell([float(np.mean(values)) for values in trials.values()], latex))
            body.append([row] + [text for _, text in cells] + [average([mean for mean, _ in cells])])
        lines += table(["Algorithm"] + names + ["Avg"], body, 25, latex)
    return "\n".join(lines + (["\\end{document}"] if latex else [])) + "\n"


def main():
    datasets, order = {}, []
    with open(sys.argv[2], encoding="utf-8") as registry:
        for kind, name, *labels in (line.rstrip("\n").split("\t") for line in registry):
            if kind == "dataset":
                datasets[name] = labels
            else:
                order.append(name)
    found = records(sys.argv[1])
    sys.stdout.write(tables(found, datasets, order, False) + "=====\n" + tables(found, datasets, order, True))


main()
