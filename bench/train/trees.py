"""Learns src/engines/local/rank/ranking.json from candidates that `collect.ts` wrote.

    /usr/bin/python3 bench/train/trees.py DEV [--more PAGES ...] [--left-out DIR] [--out FILE] [--rounds N] [--weight W]

DEV and PAGES are the OUT of collect.ts: documents of the development sets, and pages that bench/pages generated, which are only learned
from. Prints, for each set, how right the ranking is that saw neither that set nor pictures of it ("left out"), and writes these rankings to
the folder of --left-out; --out writes the one that saw all. Needs Debian's python3-xgboost and python3-numpy.
"""
import argparse
import collections
import json
from pathlib import Path

import numpy as np
import xgboost as xgb

from boosted import as_lists

parser = argparse.ArgumentParser()
parser.add_argument("dev")
parser.add_argument("--more", nargs="*", default=[])
parser.add_argument("--left-out")
parser.add_argument("--out")
parser.add_argument("--together", action="store_true", help="DEV is of the second look: its trees are added to the files that are there")
parser.add_argument("--rounds", type=int, help="350 where not given, 180 for the second look, which has fewer documents to learn from")
parser.add_argument("--depth", type=int, default=5)
parser.add_argument("--weight", type=float, default=0.1, help="of a candidate of generated pages")
parser.add_argument("--least", type=float, default=0.69, help="probability from which a candidate is an answer")
parser.add_argument("--save")
parser.add_argument("--absent", type=float, help="weight of a field that is made up; 0.3 where not given, 0.6 for the second look")
parser.add_argument("--emptied", type=float, help="weight of a field whose value was erased; 0.3 where not given, 1.5 for the second look")
parser.add_argument("--seed", type=int, default=28)
parser.add_argument("--threads", type=int, default=2)
parser.add_argument("--eta", type=float, help="0.06 where not given, 0.04 for the second look")
parser.add_argument("--units", help="leave out only these sets, with commas; none to leave out nothing")
parser.add_argument("--variants", type=float, default=0.2, help="weight of a field asked for by its name or description alone")
args = parser.parse_args()
# The second look has fewer documents to learn from, so it is held back more.
rounds = args.rounds or (180 if args.together else 350)
held = 10 if args.together else 3
emptied = args.emptied if args.emptied is not None else 1.5 if args.together else 0.3
absent = args.absent if args.absent is not None else 0.6 if args.together else 0.3
eta = args.eta or (0.04 if args.together else 0.06)
names = json.load(open(args.dev + ".names.json"))

# More of these never makes a candidate less likely (1), or never more likely (-1).
RISING = {"best", "bestName", "bestDescription", "bestText", "unionName", "unionDescription", "restSection", "code", "ofField", "fit", "certainty", "rules.score", "rules.lead", "sumHolds", "columnSum", "paidAgrees", "formField", "clauseSupported", "partyAgrees", "numberedLine", "ownNumber", "meansField", "nameInDocument", "descriptionInDocument", "bestCore", "example", "coverName", "coverCore", "ownLabel", "valueType", "overLabelType", "chance", "odds", "lead", "same", "overTaken"}
FALLING = {"otherCode", "nextBest", "ofPlace", "otherField", "namesField", "order", "colonEnd", "meansOther", "missingWord", "labelMissing", "labelsOther", "rules.rank", "clauseOpposed", "partyDiffers", "outsideForm", "looksLikeLabel", "rank", "other", "taken"}


def direction(name):
    if name in RISING or name.split(".")[-1] in ("name", "core", "description", "text") and name.split(".")[0] not in ("kind", "asks"):
        return 1
    return -1 if name in FALLING or name.endswith(".opposite") else 0


PARAMS = {
    "objective": "binary:logistic",
    "eta": eta,
    "max_depth": args.depth,
    "min_child_weight": held,
    "subsample": 0.8,
    "colsample_bytree": 0.5,
    "lambda": held,
    "nthread": args.threads,
    "tree_method": "hist",
    "max_bin": 128,
    "seed": args.seed,
    "monotone_constraints": "(" + ",".join(str(direction(name)) for name in names) + ")",
}


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


fields, table, right = load(args.dev)
more = [load(base) for base in args.more]
unit_of = np.concatenate([[field["unit"]] * field["count"] for field in fields])
sizes = collections.Counter(field["unit"] for field in fields)
# A set counts by the root of its size, so that large ones do not decide alone.
weight = np.concatenate([np.full(field["count"], sizes[field["unit"]] ** -0.5) for field in fields])
way = np.concatenate([[field["way"]] * field["count"] for field in fields])
weight *= np.select([way == "written", way == "absent", way == "emptied"], [1.0, absent, emptied], args.variants)
weight /= weight.mean()


def learn(mask):
    tables = [table[mask]] + [each[1] for each in more]
    truths = [right[mask]] + [each[2] for each in more]
    weights = [weight[mask]] + [np.full(len(each[1]), args.weight) for each in more]
    return xgb.train(PARAMS, xgb.DMatrix(np.concatenate(tables), np.concatenate(truths), weight=np.concatenate(weights)), rounds)


def calibration(mask):
    """Intercept and slope, in log-odds, that make left-out chances of the likeliest candidates true: how often they are right."""
    odds, good, weights = [], [], []
    for field in fields:
        own = chance[field["at"] : field["at"] + field["count"]]
        if field["way"] != "written" or not len(own) or not mask[field["at"]] or own.max() < 0.2:
            continue
        odds.append(np.log(own.max() / (1 - own.max())))
        good.append(int(own.argmax()) in field["right"])
        weights.append(sizes[field["unit"]] ** -0.5)
    odds, good, weights = map(np.array, (odds, good, weights))
    both = np.stack([np.ones(len(odds)), odds], 1)
    found = np.array([0.0, 1.0])
    for _ in range(30):
        likely = 1 / (1 + np.exp(-both @ found))
        gradient = both.T @ (weights * (good - likely))
        found += np.linalg.solve((both * (weights * likely * (1 - likely))[:, None]).T @ both, gradient)
    return found


def write(booster, file, scaled=(0.0, 1.0)):
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    found = {"features": names, "base": round(float(scaled[0]), 5), "trees": as_lists(booster, scaled[1])}
    if args.together:
        found = {**json.loads(Path(file).read_text()), "least": args.least, "together": found}
    Path(file).write_text(json.dumps(found, separators=(",", ":")) + "\n")


chance = np.zeros(len(table))
given_units = args.units != "none"
boosters, scaled = {}, {}
for unit in sorted(sizes) if args.units is None else [unit for unit in args.units.split(",") if unit in sizes]:
    mine = unit_of == unit
    booster = learn(~mine)
    chance[mine] = booster.predict(xgb.DMatrix(table[mine]))
    boosters[unit] = booster
for unit, booster in boosters.items():
    # Only the last look's chances are told to people.
    scaled[unit] = calibration(unit_of != unit) if args.together else (0.0, 1.0)
    if args.left_out:
        write(booster, f"{args.left_out}/{unit}.json", scaled[unit])
if args.out:
    write(learn(np.ones(len(table), bool)), args.out, calibration(np.ones(len(table), bool)) if args.together else (0.0, 1.0))
for unit, (intercept, slope) in scaled.items():
    mine = unit_of == unit
    chance[mine] = 1 / (1 + np.exp(-(intercept + slope * np.log(chance[mine] / (1 - chance[mine])))))

if args.save:
    np.save(args.save, chance)


def report(way):
    """Prints how right the left-out rankings are for fields asked in this way."""
    print(f"left out, {way:14s} values  found  right  precision  absent filled")
    tally = collections.defaultdict(lambda: np.zeros(6))
    given = []
    for field in fields:
        if field["way"] != way:
            continue
        own = chance[field["at"] : field["at"] + field["count"]]
        counts = tally[field["set"]]
        counts[0 if field["present"] else 4] += 1
        counts[1] += bool(field["right"])
        if len(own) == 0 or own.max() < args.least:
            continue
        good = int(own.argmax()) in field["right"]
        given.append((own.max(), good))
        counts[(2 if good else 3) if field["present"] else 5] += 1
    if way == "written":
        for name, c in sorted(tally.items()):
            print(f"{name:24s} {c[0]:6.0f} {100 * c[1] / max(1, c[0]):6.1f} {100 * c[2] / max(1, c[0]):6.1f} {100 * c[2] / max(1, c[2] + c[3]):8.1f} {c[4]:8.0f} {c[5]:6.0f}")
    c = sum(tally.values())
    mean = np.mean([each[2] / max(1, each[0]) for each in tally.values()])
    pairs = np.array(given)
    sure = pairs[:, 0] >= 0.9
    bins = (pairs[:, 0] * 10).astype(int)
    ece = sum(abs(pairs[bins == b, 0].mean() - pairs[bins == b, 1].mean()) * (bins == b).mean() for b in set(bins))
    print(f"mean of sets {100 * mean:.1f}; precision with absent {100 * c[2] / max(1, c[2] + c[3] + c[5]):.1f}; absent filled {100 * c[5] / max(1, c[4]):.1f} of {c[4]:.0f}; at 0.9 and more {100 * sure.mean():.0f} %, right {100 * pairs[sure, 1].mean():.1f}; calibration error {ece:.3f}")


for name in ("written", "described", "named", "absent", "emptied") if given_units else ():
    report(name)
