"""Learns src/packets/classes/common.json and other.json from documents and templates that `packet-classes.ts` wrote.

    /usr/bin/python3 bench/train/packet-classes.py PAIRS [--out FOLDER]

Templates whose kind is a common one are judged by trees of their own, which learn from few of the other documents. Prints how right the classes are
of kinds of documents that were left out, a seventh at a time, and of documents that were. `--left-out` as for `packets.py`.
"""
import argparse
import collections
import json

import numpy as np
import xgboost as xgb

from boosted import FOLDS, LEFT_OUT, calibration, write

parser = argparse.ArgumentParser()
parser.add_argument("pairs")
parser.add_argument("--out")
parser.add_argument("--left-out", help="folder for trees that did not see some of the documents")
parser.add_argument("--rounds", type=int, default=300)
parser.add_argument("--depth", type=int, default=3)
parser.add_argument("--why", action="store_true")
args = parser.parse_args()
names = json.load(open(args.pairs + ".names.json"))
rows = [json.loads(line) for line in open(args.pairs + ".jsonl")]
table = np.fromfile(args.pairs + ".f32", dtype=np.float32).reshape(-1, len(names))
right = np.array([row["kind"] == row["class"] for row in rows], dtype=np.float32)
more = np.array([row["more"] for row in rows])
kinds = sorted({row["kind"] for row in rows if not row["more"]})
sizes = collections.Counter(row["kind"] for row in rows)
weight = np.array([sizes[row["kind"]] ** -0.5 for row in rows])
for mask in (more, ~more):
    weight[mask] /= weight[mask].mean() if mask.any() else 1
common = table[:, names.index("kindKnown")] == 1
# A choice between those that judge and all others: the more of them, the fewer of the common kinds are told.
weight[more & common] *= 0.1
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
    def of(some):
        return xgb.train(PARAMS, xgb.DMatrix(table[some], right[some], weight=weight[some]), args.rounds)

    return {"common": of(mask & common), "other": of(mask & ~common) if (mask & ~common).any() else None}


def judged(pair, mask):
    chance = np.zeros(len(rows))
    for some, booster in ((mask & common, pair["common"]), (mask & ~common, pair["other"])):
        if some.any():
            chance[some] = booster.predict(xgb.DMatrix(table[some]))
    return chance[mask]


def left_out(groups, known=None):
    chance = np.zeros(len(rows))
    for each in set(groups):
        mine = groups == each
        chance[mine] = judged(known[(each,)] if known else learn(~mine), mine)
    return chance


folds = np.array([row["fold"] for row in rows])
pairs = {out: learn(~np.isin(folds, out)) for out in (LEFT_OUT if args.left_out else LEFT_OUT[:FOLDS])}


def decide(chance, of_more=False):
    groups = collections.defaultdict(list)
    for i, row in enumerate(rows):
        if row["whole"] and row["more"] == of_more:
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


told = decide(left_out(np.array([part.get(row["kind"], row["fold"]) for row in rows])))
report("kinds left out", told)
chance = left_out(folds, pairs)
told_ids = decide(chance)
report("documents left out", told_ids)
if more.any():
    report("other documents left out", decide(chance, True))
if args.why:
    for which in (told, told_ids):
        wrong = collections.Counter((each[1], each[2], each[3]) for each in which if each[2] != each[3])
        for key, count in wrong.most_common(25):
            print(f"{count / sizes[key[0]]:.2f}", count, key)
        print()
final = learn(np.ones(len(rows), bool))
whole = np.array([row["whole"] for row in rows])
for name, mask in (("common", common), ("other", ~common)):
    gain = final[name].get_score(importance_type="gain")
    print("most telling,", name + ":", ", ".join(f"{names[int(key[1:])]} {value:.0f}" for key, value in sorted(gain.items(), key=lambda each: -each[1])[:16]))
    fitted = calibration(chance[whole & mask], right[whole & mask], weight[whole & mask])
    for out, pair in pairs.items() if args.left_out else ():
        write(pair[name], names, f"{args.left_out}/{name}-{'-'.join(map(str, out))}.json", *fitted)
    if args.out:
        write(final[name], names, f"{args.out}/{name}.json", *fitted)
