"""Learns src/packets/classes/classes.json from documents and templates that `packet-classes.ts` wrote.

    /usr/bin/python3 bench/train/packet-classes.py PAIRS [--out FILE]

Prints how right the classes are of kinds of documents that were left out, a fifth at a time.
"""
import argparse
import collections
import json

import numpy as np
import xgboost as xgb

from boosted import calibration, write

parser = argparse.ArgumentParser()
parser.add_argument("pairs")
parser.add_argument("--out")
parser.add_argument("--left-out", help="folder for the trees that did not see a fifth of the documents")
parser.add_argument("--rounds", type=int, default=150)
parser.add_argument("--depth", type=int, default=3)
parser.add_argument("--why", action="store_true")
args = parser.parse_args()
names = json.load(open(args.pairs + ".names.json"))
rows = [json.loads(line) for line in open(args.pairs + ".jsonl")]
table = np.fromfile(args.pairs + ".f32", dtype=np.float32).reshape(-1, len(names))
right = np.array([row["kind"] == row["class"] for row in rows], dtype=np.float32)
kinds = sorted({row["kind"] for row in rows})
sizes = collections.Counter(row["kind"] for row in rows)
weight = np.array([sizes[row["kind"]] ** -0.5 for row in rows])
weight /= weight.mean()
FALLING = {"titles", "pages", "classes", "fields"}
PARAMS = {
    "objective": "binary:logistic",
    "eta": 0.08,
    "max_depth": args.depth,
    "min_child_weight": 4,
    "subsample": 0.8,
    "colsample_bytree": 0.5,
    "lambda": 4,
    "nthread": 2,
    "tree_method": "hist",
    "seed": 30,
    "monotone_constraints": "(" + ",".join("0" if name in FALLING else "1" for name in names) + ")",
}
PARTS = 7
order = np.random.default_rng(30).permutation(len(kinds))
part = {kind: int(order[i]) % PARTS for i, kind in enumerate(kinds)}


def learn(mask):
    return xgb.train(PARAMS, xgb.DMatrix(table[mask], right[mask], weight=weight[mask]), args.rounds)


boosters = {}


def left_out(groups):
    chance = np.zeros(len(rows))
    for each in set(groups):
        mine = groups == each
        boosters[each] = learn(~mine)
        chance[mine] = boosters[each].predict(xgb.DMatrix(table[mine]))
    return chance


def decide(chance):
    groups = collections.defaultdict(list)
    for i, row in enumerate(rows):
        if row["whole"]:
            groups[(row["id"], row["draw"])].append(i)
    told = []
    for (name, _), places in groups.items():
        best = max(places, key=lambda i: chance[i])
        truth = next((rows[i]["class"] for i in places if right[i]), "unknown")
        second = max((chance[i] for i in places if i != best), default=0)
        told.append((name, rows[best]["kind"], truth, rows[best]["class"] if chance[best] > 0.5 else "unknown", chance[best], second))
    return told


def report(name, told):
    weights = np.array([1 / sizes[each[1]] for each in told])
    good = np.array([each[2] == each[3] for each in told])
    sure = np.array([max(each[4], 1 - each[4]) for each in told])
    print(f"{name}: right {100 * np.average(good, weights=weights):.1f} % (each kind alike), {100 * good.mean():.1f} % of documents")
    for least in (0.9, 0.95, 0.98, 0.99):
        kept = sure >= least
        print(f"  at {least}: {100 * kept.mean():.1f} % of documents kept, right {100 * good[kept].mean():.2f} %")
    for least in (0.8, 0.9, 0.95, 0.98):
        kept = sure >= least
        print(f"  at {least}: {100 * np.average(kept, weights=weights):.1f} % kept, right {100 * np.average(good[kept], weights=weights[kept]):.2f} %")


told = decide(left_out(np.array([part[row["kind"]] for row in rows])))
report("kinds left out", told)
chance = left_out(np.array([row["fold"] for row in rows]))
told_ids = decide(chance)
report("documents left out", told_ids)
if args.why:
    for which in (told, told_ids):
        wrong = collections.Counter((each[1], each[2], each[3]) for each in which if each[2] != each[3])
        for key, count in wrong.most_common(25):
            print(f"{count / sizes[key[0]]:.2f}", count, key)
        print()
final = learn(np.ones(len(rows), bool))
gain = final.get_score(importance_type="gain")
print("most telling:", ", ".join(f"{names[int(key[1:])]} {value:.0f}" for key, value in sorted(gain.items(), key=lambda each: -each[1])[:16]))
whole = np.array([row["whole"] for row in rows])
fitted = calibration(chance[whole], right[whole], weight[whole])
for part, booster in boosters.items() if args.left_out else ():
    write(booster, names, f"{args.left_out}/classes-{part}.json", *fitted)
if args.out:
    write(final, names, args.out, *fitted)
