"""Learns src/packets/cut/cuts.json from places between pages that `packets.ts` wrote.

    /usr/bin/python3 bench/train/packets.py PLACES [--out FILE]

Prints how right the cuts are of kinds of documents that were left out, a fifth at a time, and of documents that were. `--left-out` writes trees that
did not see one fold or two of the documents, for `packet-view.py` and `npm run bench -- packets --left-out`.
"""
import argparse
import collections
import json

import numpy as np
import xgboost as xgb

from boosted import FOLDS, LEFT_OUT, MORE_WEIGHT, calibration, write

parser = argparse.ArgumentParser()
parser.add_argument("places")
parser.add_argument("--out")
parser.add_argument("--left-out", help="folder for trees that did not see some of the documents")
parser.add_argument("--rounds", type=int, default=200)
parser.add_argument("--depth", type=int, default=3)
parser.add_argument("--why", action="store_true")
args = parser.parse_args()
told = json.load(open(args.places + ".names.json"))
names, kinds = told["features"], told["kinds"]
rows = [json.loads(line) for line in open(args.places + ".jsonl")]
table = np.fromfile(args.places + ".f32", dtype=np.float32).reshape(-1, len(names))
cut = np.array([row["cut"] for row in rows], dtype=np.float32)
more = np.array([row["more"] for row in rows])
weight = np.where(more, MORE_WEIGHT, 1)
# More of these never makes a cut less likely (1), or never more likely (-1).
RISING = {"beginsAnew", "wasLast", "numberBreaks", "onlyPage", "width", "height", "otherSource", "bodySize", "labelsOther", "labelsOtherCode", "language", "kindNamedAnew"}
FALLING = {"goesOn", "sameOf", "laterPage", "words", "wordsBefore", "rareWords", "codes", "rareCodes", "codesCount", "codesBefore", "dates", "head", "foot", "layout", "headLayout", "labelsSame", "labelsSameCode", "headCodes", "startsLow", "endsOpen", "kinds", "forms", "formsBefore", "titlesKept", "itemsGoOn"}
PARAMS = {"objective": "binary:logistic", "eta": 0.08, "max_depth": args.depth, "min_child_weight": 20, "subsample": 0.8, "colsample_bytree": 0.6, "lambda": 3, "nthread": 2, "tree_method": "hist", "seed": 30, "monotone_constraints": "(" + ",".join(str(1 if name in RISING else -1 if name in FALLING else 0) for name in names) + ")"}


def learn(mask):
    return xgb.train(PARAMS, xgb.DMatrix(table[mask], cut[mask], weight=weight[mask]), args.rounds)


def report(name, chance, mask):
    c, t = chance[mask], cut[mask]
    given = c > 0.5
    hit = (given & (t == 1)).sum()
    f1 = 2 * hit / (given.sum() + t.sum())
    doubt = (c > 0.02) & (c < 0.98)
    sure = ~doubt
    print(f"{name:24s} {mask.sum():6d} places, cuts {int(t.sum())}: F1 {100 * f1:.2f}; wrong {int((given != t).sum())}; doubtful (0.02..0.98) {100 * doubt.mean():.1f} %; sure ones right {100 * ((given == t)[sure]).mean():.2f} %")


def left_out(part_of, boosters):
    chance = np.zeros(len(rows))
    parts = np.array([[part_of(row, side) for side in (0, 1)] for row in rows])
    for part in range(FOLDS):
        touched = (parts == part).any(axis=1)
        booster = boosters[part] if boosters else learn(~touched)
        # Places that touch two parts are judged by the last of their rankings.
        chance[touched] = booster.predict(xgb.DMatrix(table[touched]))
    return chance


folds = np.array([row["folds"] for row in rows])
boosters = {out: learn(~np.isin(folds, out).any(axis=1)) for out in (LEFT_OUT if args.left_out else LEFT_OUT[:FOLDS])}
rng = np.random.default_rng(30)
order = rng.permutation(len(kinds))
of_kind = {kind: int(order[i]) % FOLDS for i, kind in enumerate(range(len(kinds)))}
everything = np.ones(len(rows), bool)
by_kind = left_out(lambda row, side: of_kind[row["kinds"][side]], None)
by_id = left_out(lambda row, side: row["folds"][side], [boosters[out] for out in LEFT_OUT[:FOLDS]])
for name, mask in (("", ~more), (", others", more)):
    report("kinds left out" + name, by_kind, mask)
    report("documents left out" + name, by_id, mask)
if args.why:
    wrong = collections.Counter()
    for i, row in enumerate(rows):
        if (by_kind[i] > 0.5) != cut[i]:
            wrong[(bool(cut[i]), *row["ids"], *row["at"])] += 1
    for key, count in wrong.most_common(60):
        print(count, key)
    for i, kind in enumerate(kinds):
        mine = np.array([i in row["kinds"] for row in rows])
        report(kind, by_kind, mine)
final = learn(everything)
gain = final.get_score(importance_type="gain")
print("most telling:", ", ".join(f"{names[int(key[1:])]} {value:.0f}" for key, value in sorted(gain.items(), key=lambda each: -each[1])[:14]))
fitted = calibration(by_id, cut, weight)
for out, booster in boosters.items() if args.left_out else ():
    write(booster, names, f"{args.left_out}/cuts-{'-'.join(map(str, out))}.json", *fitted)
if args.out:
    write(final, names, args.out, *fitted)
