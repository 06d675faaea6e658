"""Learns src/engines/local/rank/ranking.json from candidates that `collect.ts` wrote.

    /usr/bin/python3 bench/train/trees.py DEV [DEV ...] [--more PAGES ...] [--together | --last] [--left-out DIR] [--out FILE] [--rounds N] [--weight W]

DEV and PAGES are the OUT of collect.ts: documents of the development sets and those of bench/pages/written, and pages that bench/pages
generated, which are only learned from. Prints, for each set, how right the ranking is that saw neither that set nor pictures of it ("left out"), and writes these rankings to
the folder of --left-out; --out writes the one that saw all. Needs Debian's python3-xgboost and python3-numpy.
"""
import argparse
import collections
import json
from pathlib import Path

import numpy as np
import xgboost as xgb

from boosted import as_lists
from trees_report import report, thresholds

parser = argparse.ArgumentParser()
parser.add_argument("dev", nargs="+")
parser.add_argument("--more", nargs="*", default=[])
parser.add_argument("--left-out")
parser.add_argument("--out")
parser.add_argument("--together", action="store_true", help="DEV is of the second look: its trees are added to the files that are there")
parser.add_argument("--last", action="store_true", help="DEV is of the last look: its trees are added to the files that are there")
parser.add_argument("--rounds", type=int, help="260 where not given, 200 for the second look, 150 for the last")
parser.add_argument("--depth", type=int, default=5)
parser.add_argument("--weight", type=float, default=0.3, help="of a field of generated pages")
parser.add_argument("--least", type=float, default=0.63, help="probability from which a candidate is an answer")
parser.add_argument("--absent", type=float, help="weight of a field that is made up; 0.6 where not given, 0.1 for the last look")
parser.add_argument("--emptied", type=float, help="weight of a field whose value was erased; 0.6 where not given, 1.5 for the second look, 0.1 for the last")
parser.add_argument("--seed", type=int, default=28)
parser.add_argument("--threads", type=int, default=2)
parser.add_argument("--eta", type=float, help="0.13 where not given, 0.06 for the second look, 0.05 for the last")
parser.add_argument("--units", help="leave out only these sets, with commas; none to leave out nothing")
parser.add_argument("--fold", type=int, default=4, help="parts of bench/pages/written that are left out together")
parser.add_argument("--variants", type=float, default=0.2, help="weight of a field asked for by its name or description alone")
args = parser.parse_args()


def of_look(first, second, last):
    return last if args.last else second if args.together else first


rounds = args.rounds or of_look(260, 200, 150)
# Trees held back more are better on sets left out and worse on those seen.
held = of_look(12, 9, 10)
emptied = args.emptied if args.emptied is not None else of_look(0.6, 1.5, 0.1)
absent = args.absent if args.absent is not None else of_look(0.6, 0.6, 0.1)
eta = args.eta or of_look(0.13, 0.06, 0.05)
names = json.load(open(args.dev[0] + ".names.json"))

# More of these never makes a candidate less likely (1), or never more likely (-1).
RISING = {"hasRole", "fullName", "best", "bestName", "bestDescription", "bestText", "unionName", "unionDescription", "restSection", "code", "ofField", "fit", "certainty", "rules.score", "rules.lead", "sumHolds", "columnSum", "paidAgrees", "formField", "clauseSupported", "partyAgrees", "numberedLine", "ownNumber", "meansField", "nameInDocument", "descriptionInDocument", "bestCore", "example", "coverName", "coverCore", "ownLabel", "valueType", "overLabelType", "chance", "odds", "lead", "same", "overTaken"}
FALLING = {"otherCode", "nextBest", "ofPlace", "otherField", "namesField", "order", "colonEnd", "meansOther", "missingWord", "labelMissing", "labelsOther", "rules.rank", "clauseOpposed", "partyDiffers", "outsideForm", "looksLikeLabel", "rank", "other", "taken", "isLabel"}


def direction(name):
    if name in RISING or name.split(".")[-1] in ("name", "core", "description", "text") and name.split(".")[0] not in ("kind", "asks"):
        return 1
    return -1 if name in FALLING or name.endswith(".opposite") else 0


PARAMS = {
    "max_depth": args.depth,
    "colsample_bytree": 0.5,
    "nthread": args.threads,
    "tree_method": "hist",
    "max_bin": 128,
    "seed": args.seed,
}
# The last look judges what the others chose, and what they chose wrongly looks better than it is.
if not args.last:
    PARAMS["monotone_constraints"] = "(" + ",".join(str(direction(name)) for name in names) + ")"


def load(base):
    fields = [json.loads(line) for line in open(base + ".jsonl")]
    table = np.fromfile(base + ".f32", dtype=np.float32).reshape(-1, len(names))
    right = np.zeros(len(table), dtype=np.float32)
    at = 0
    for field in fields:
        field["at"] = at
        for i in field["right"]:
            right[at + i] = 1
        at += field["count"]
    return fields, table, right


def joined(bases):
    loaded = [load(base) for base in bases]
    starts = np.cumsum([0] + [len(own_table) for _, own_table, _ in loaded])
    for (own_fields, _, _), start_row in zip(loaded, starts):
        for field in own_fields:
            field["at"] += int(start_row)
    return [field for each in loaded for field in each[0]], np.concatenate([each[1] for each in loaded]), np.concatenate([each[2] for each in loaded])


fields, table, right = joined(args.dev)
more = [load(base) for base in args.more]
asked = [field for field in fields if field["count"]]
sizes = collections.Counter(field["unit"] for field in fields)
WAYS = {"written": 1.0, "absent": absent, "emptied": emptied}
# A set counts by the root of its size, so that large ones do not decide alone.
weight = np.array([sizes[field["unit"]] ** -0.5 * WAYS.get(field["way"], args.variants) for field in asked])
weight /= weight.mean()
# Made-up and emptied fields of generated pages weigh less in the last look as well.
more_weight = np.array([args.weight * (WAYS[field["way"]] if args.last else 1) for each in more for field in each[0] if field["count"]])
unit_of = np.array([field["unit"] for field in asked])
counts = np.array([field["count"] for field in asked])


def one_of(scores, counts):
    """The probability of each candidate of a field, of which one is right or none: `chancesOf` of trees.ts."""
    powers = np.exp(np.clip(scores, -30, 30))
    return powers / np.repeat(1 + np.add.reduceat(powers, np.cumsum(counts) - counts), counts)


def start(rows):
    """Where the scores of a later look begin: at those of the looks before it, `startOf` of together.ts and `judgedAgain` of rank.ts. Its trees correct them."""
    if args.last:
        return odds(np.clip(rows[:, names.index("last.chance")], 1e-3, 1 - 1e-3))
    if not args.together:
        return np.zeros(len(rows), np.float32)
    first, every = rows[:, names.index("chance")], rows[:, names.index("sum")]
    return np.log((first + 1e-3) / (np.maximum(0, 1 - every) + 1e-3))


def matrix(rows):
    return xgb.DMatrix(rows, base_margin=start(rows))


def material(mask):
    """The candidates to learn from, which of them are right, and how many of them each field has; generated pages last."""
    tables = np.concatenate([table[np.repeat(mask, counts)]] + [each[1] for each in more])
    good = np.concatenate([right[np.repeat(mask, counts)]] + [each[2] for each in more])
    return tables, good, np.concatenate([counts[mask]] + [[field["count"] for field in each[0] if field["count"]] for each in more])


def learn(mask):
    """Trees whose scores, among those of the field's candidates and 0 for none, make the right ones likely together."""
    tables, good, sizes_of = material(mask)
    starts = np.cumsum(sizes_of) - sizes_of
    of = np.repeat(np.arange(len(sizes_of)), sizes_of)
    weights = np.concatenate([weight[mask], more_weight]).astype(np.float32)[of]

    def objective(scores, _):
        powers = np.exp(np.clip(scores, -30, 30))
        likely = powers / (1 + np.add.reduceat(powers, starts))[of]
        truth = likely * good
        truth /= np.maximum(np.add.reduceat(truth, starts), 1e-12)[of]
        return weights * (likely - truth), weights * np.maximum(likely * (1 - likely), 1e-4)

    params = {**PARAMS, "base_score": 0.0, "eta": eta, "min_child_weight": held / 3, "lambda": held}
    if args.last:
        params = {**params, "objective": "binary:logistic", "base_score": 0.5, "min_child_weight": held, "colsample_bytree": 0.3, "subsample": 0.8}
        return xgb.train(params, xgb.DMatrix(tables, good, weight=weights, base_margin=start(tables)), rounds)
    return xgb.train(params, matrix(tables), rounds, obj=objective)


def learn_alone(mask):
    """Trees whose scores say of each candidate by itself whether it is right."""
    tables, good, sizes_of = material(mask)
    own = np.repeat(weight[mask], counts[mask])
    weights = np.concatenate([own / own.mean(), np.full(len(good) - len(own), 0.1)])
    params = {**PARAMS, "objective": "binary:logistic", "base_score": 0.5, "eta": 0.04, "min_child_weight": 10, "lambda": 10, "subsample": 0.8}
    return xgb.train(params, xgb.DMatrix(tables, good, weight=weights), 180)


def odds(chances):
    chances = np.clip(chances, 1e-6, 1 - 1e-6)
    return np.log(chances / (1 - chances))


def at_all_places(chances, chosen):
    """The probability of each candidate's value: the places that print it share it."""
    found = []
    for field in chosen:
        own = chances[field["at"] : field["at"] + field["count"]]
        of = np.unique(field["raws"], return_inverse=True)[1]
        found.append(np.bincount(of, own)[of])
    return np.minimum(1, np.concatenate(found)) if found else np.zeros(0)


def calibration(mask):
    """Intercept and slope, in log-odds, that make left-out chances of the likeliest candidates true: how often they are right."""
    tops, good, weights = [], [], []
    for field, here in zip(asked, mask):
        own = scores[field["at"] : field["at"] + field["count"]]
        # What would never be given need not be true.
        if field["way"] != "written" or not here or own.max() < -1.4:
            continue
        tops.append(own.max())
        good.append(int(own.argmax()) in field["right"])
        weights.append(sizes[field["unit"]] ** -0.5)
    tops, good, weights = map(np.array, (tops, good, weights))
    both = np.stack([np.ones(len(tops)), tops], 1)
    found = np.array([0.0, 1.0])
    for _ in range(30):
        likely = 1 / (1 + np.exp(-both @ found))
        found += np.linalg.solve((both * (weights * likely * (1 - likely))[:, None]).T @ both, both.T @ (weights * (good - likely)))
    return found


def as_trees(booster):
    return {"features": names, "base": 0, "trees": as_lists(booster, 1)}


def write(file, booster, alone=None, scaled=None):
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    found = as_trees(booster)
    if args.together:
        looks = {"together": found, "alone": as_trees(alone), "scaled": [round(float(each), 5) for each in scaled]}
        found = {**json.loads(Path(file).read_text()), **looks}
    if args.last:
        found = {**json.loads(Path(file).read_text()), "least": args.least, "last": found}
    Path(file).write_text(json.dumps(found, separators=(",", ":")) + "\n")


def left_together(units):
    """Each set by itself, and the written parts, which are many and small, so many at a time."""
    written = [unit for unit in units if unit.startswith("written_")]
    groups = -(-len(written) // args.fold)
    return [[unit] for unit in units if unit not in written] + [written[i::groups] for i in range(groups)]


# Log-odds of each candidate by a ranking that did not see its set.
scores = np.zeros(len(table))
chance = np.zeros(len(table))
given_units = args.units != "none"
boosters = {}
for units in left_together(sorted(sizes) if args.units is None else [unit for unit in args.units.split(",") if unit in sizes]):
    mine = np.isin(unit_of, units)
    rows = np.repeat(mine, counts)
    learned = [learn(~mine)]
    chances = np.zeros(len(table))
    own_scores = learned[0].predict(matrix(table[rows]), output_margin=True)
    chances[rows] = one_of(own_scores, counts[mine])
    scores[rows] = own_scores if args.last else odds(at_all_places(chances, [field for field, own in zip(asked, mine) if own]))
    if args.together:
        learned.append(learn_alone(~mine))
        scores[rows] = (scores[rows] + learned[1].predict(xgb.DMatrix(table[rows]), output_margin=True)) / 2
    boosters.update({unit: learned for unit in units})
for unit, learned in boosters.items():
    # The first look's chances are told to nobody, and the last one begins with true ones.
    scaled = calibration(unit_of != unit) if args.together else (0.0, 1.0)
    if args.left_out:
        write(f"{args.left_out}/{unit}.json", *learned, *([scaled] if args.together else []))
    rows = np.repeat(unit_of == unit, counts)
    chance[rows] = 1 / (1 + np.exp(-(scaled[0] + scaled[1] * scores[rows])))
if args.out:
    everything = np.ones(len(asked), bool)
    write(args.out, learn(everything), *([learn_alone(everything), calibration(everything)] if args.together else []))


for name in ("written", "described", "named", "absent", "emptied") if given_units else ():
    report(fields, chance, args.least, name)
if args.last and given_units:
    thresholds(fields, chance)
