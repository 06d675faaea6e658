"""What the learners of boosted trees have in common: calibrated trees as JSON."""
import itertools
import json

import numpy as np

# Of documents that are like none of those that judge (`bench/packets/more.ts`).
MORE_WEIGHT = 0.5
FOLDS = 5
# What is left out for trees in view of a stack: each fold, and each two, as what they learn from is not to have seen either.
LEFT_OUT = [(fold,) for fold in range(FOLDS)] + list(itertools.combinations(range(FOLDS), 2))


def as_lists(booster, scale):
    """The trees as nested lists: [feature, threshold, left, right] or [value]."""
    trees = []
    for text in booster.get_dump(dump_format="json"):
        nodes = {}

        def walk(node):
            nodes[node["nodeid"]] = node
            for child in node.get("children", []):
                walk(child)

        walk(json.loads(text))
        place = {key: i for i, key in enumerate(sorted(nodes))}
        trees.append([
            [round(node["leaf"] * scale, 5)] if "leaf" in node else [int(node["split"][1:]), round(node["split_condition"], 6), place[node["yes"]], place[node["no"]]]
            for _, node in sorted(nodes.items())
        ])
    return trees


def calibration(chance, truth, weight):
    """Intercept and slope, in log-odds, that make left-out chances true."""
    odds = np.log(np.clip(chance, 1e-6, 1 - 1e-6) / (1 - np.clip(chance, 1e-6, 1 - 1e-6)))
    both = np.stack([np.ones(len(odds)), odds], 1)
    found = np.array([0.0, 1.0])
    for _ in range(40):
        likely = 1 / (1 + np.exp(-both @ found))
        found += np.linalg.solve((both * (weight * likely * (1 - likely))[:, None]).T @ both, both.T @ (weight * (truth - likely)))
    return found


def write(booster, names, file, intercept, slope):
    """The base score is the intercept: it is added before the trees."""
    base = float(json.loads(booster.save_config())["learner"]["learner_model_param"]["base_score"].strip("[]"))
    start = np.log(base / (1 - base))
    found = {"features": names, "base": round(float(intercept + slope * start), 5), "trees": as_lists(booster, slope)}
    open(file, "w").write(json.dumps(found, separators=(",", ":")) + "\n")
