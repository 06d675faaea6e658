"""Learns src/packets/view/{places,joins,whole,named}.json from what `packet-view.ts` wrote.

    /usr/bin/python3 bench/train/packet-view.py LOOKS places|joins|parts [--out FOLDER]

`LOOKS` is the folder of `packet-view.ts`. Trees that did not see one fold, or two, are written there: for the parts, and for the bench. Prints how right
what is judged is on the folds that were left out.
"""
import argparse
import json

import numpy as np
import xgboost as xgb

from boosted import FOLDS, LEFT_OUT, MORE_WEIGHT, calibration, write

parser = argparse.ArgumentParser()
parser.add_argument("looks")
parser.add_argument("what", choices=["places", "joins", "parts"])
parser.add_argument("--out")
args = parser.parse_args()
features = json.load(open(f"{args.looks}/features.json"))
rows = [json.loads(line) for line in open(f"{args.looks}/{args.what}.jsonl")]
fold = np.array([row["fold"] for row in rows])
out = np.array([row["out"] for row in rows])
more = np.array([row["more"] for row in rows])
mixed = np.array([row.get("mixed", False) for row in rows])
# -1: for the trees that are shipped, which saw all folds but the row's own.
SHIPPED = -1
# What makes it likelier (1) or less likely (-1) and never the other way round.
RISING = {
    "places": {"here": 1, "likeOwnFirst": -1, "classNew": 1, "classFirstLost": 1},
    "joins": {"earlier": -1, "here": 1, "hereInView": 1, "likeFirstOfEarlier": -1, "beginsAnewEarlier": -1, "labelsOtherCodeEarlier": -1},
    "whole": {"begins": 1, "ends": 1, "inside": 1, "insideThen": 1, "least": 1, "beginsWithOne": 1, "endsWithLast": 1},
    "named": {"class": 1, "second": -1, "first": 1, "any": 1, "firstSame": 1, "least": 1, "likeSame": 1, "titlesSame": 1},
}
ROUNDS = {"places": 150, "joins": 150, "whole": 150, "named": 120}
MIN_CHILD_WEIGHT = {"places": 20, "joins": 10, "whole": 20, "named": 5}
# Stacks without pages of other documents between those of one are commoner than they are drawn.
PLAIN_WEIGHT = {"joins": 2}
# Two folds are left out for the parts alone: those of the trees of places.
NEEDED = LEFT_OUT if args.what != "parts" else LEFT_OUT[:FOLDS]


def learn(name, target, some):
    names = features[name]
    table = np.fromfile(f"{args.looks}/{name}.f32", dtype=np.float32).reshape(-1, len(names))
    weight = np.where(more, MORE_WEIGHT, 1) * np.where(mixed, 1, PLAIN_WEIGHT.get(name, 1))
    params = {
        "objective": "binary:logistic",
        "eta": 0.08,
        "max_depth": 3,
        "min_child_weight": MIN_CHILD_WEIGHT[name],
        "subsample": 0.8,
        "colsample_bytree": 0.6,
        "lambda": 4,
        "nthread": 2,
        "tree_method": "hist",
        "seed": 30,
        "monotone_constraints": "(" + ",".join(str(RISING[name].get(each, 0)) for each in names) + ")",
    }

    def booster(mask):
        return xgb.train(params, xgb.DMatrix(table[mask & some], target[mask & some], weight=weight[mask & some]), ROUNDS[name])

    chance = np.zeros(len(rows))
    trees = {}
    for left in NEEDED:
        # The last of them is what the looks did not see beside their own fold: of one fold, those are the looks for the bench.
        trees[left] = booster(np.isin(out, left) & ~np.isin(fold, left))
    for each in range(FOLDS):
        mine = (out == SHIPPED) & (fold == each)
        chance[mine] = trees[(each,)].predict(xgb.DMatrix(table[mine]))
    test = (out == SHIPPED) & some
    fitted = calibration(chance[test], target[test], weight[test])
    for left, each in trees.items():
        write(each, names, f"{args.looks}/{name}-{'-'.join(map(str, left))}.json", *fitted)
    final = booster(out == SHIPPED)
    gain = final.get_score(importance_type="gain")
    for kind, mask in (("", test & ~more), (" (others)", test & more)):
        report(name + kind, chance[mask], target[mask])
    print("  most telling:", ", ".join(f"{names[int(key[1:])]} {value:.0f}" for key, value in sorted(gain.items(), key=lambda each: -each[1])[:14]))
    if args.out:
        write(final, names, f"{args.out}/{name}.json", *fitted)


def report(name, chance, truth):
    if len(truth) == 0:
        return
    sure = np.maximum(chance, 1 - chance)
    right = ((chance > 0.5) == (truth == 1))[np.argsort(-sure)]
    loss = -np.mean(np.log(np.clip(np.where(truth == 1, chance, 1 - chance), 1e-6, 1)))
    shares = ", ".join(f"{share:.0%}: {right[: int(share * len(right))].mean():.2%}" for share in (0.8, 0.85, 0.9, 0.95, 1))
    print(f"{name}: {len(truth)}, log loss {loss:.4f}; right of the surest {shares}")


if args.what != "parts":
    learn(args.what, np.array([row["right"] for row in rows], dtype=np.float32), np.ones(len(rows), bool))
else:
    learn("whole", np.array([row["whole"] for row in rows], dtype=np.float32), np.ones(len(rows), bool))
    learn("named", np.array([row["named"] for row in rows], dtype=np.float32), np.array([row["classes"] > 0 for row in rows]))
