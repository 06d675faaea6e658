"""Learns src/engines/local/recall/look.json, the third look at candidates, from what `memory.ts` wrote.

    /usr/bin/python3 bench/train/memory.py PAGES [--more PAGES ...] [--out FILE]

Prints how right the answers are of layouts that were left out, a fifth at a time, and how true the chances.
"""
import argparse
import json

import numpy as np
import xgboost as xgb

parser = argparse.ArgumentParser()
parser.add_argument("pages", nargs="+")
parser.add_argument("--out")
parser.add_argument("--rounds", type=int, default=160)
parser.add_argument("--least", type=float, default=0.67)
args = parser.parse_args()

FALLING = {"refused", "refusedLead", "absent", "other", "rank", "across", "down", "layoutWords"}
RISING = {"chance", "odds", "agree", "agreeMost", "agreeLeft", "agreeRight", "agreeLead", "format", "formatLike", "page", "lines"}
PARTS = 5


def load(path):
    names = json.load(open(path + ".names.json"))
    fields = [json.loads(line) for line in open(path + ".jsonl")]
    rows = np.fromfile(path + ".f32", dtype=np.float32).reshape(-1, len(names))
    return names, fields, rows


names, fields, blocks = None, [], []
for path in args.pages:
    names, more, rows = load(path)
    fields += more
    blocks.append(rows)
rows = np.concatenate(blocks)
ends = np.cumsum([field["count"] for field in fields])
starts = ends - [field["count"] for field in fields]
labels = np.zeros(len(rows), dtype=np.float32)
weights = np.ones(len(rows), dtype=np.float32)
for field, start in zip(fields, starts):
    for at in field["right"]:
        labels[start + at] = 1
    weights[start : start + field["count"]] = 1 / np.sqrt(max(1, field["count"]))
layouts = sorted({field["layout"] for field in fields})
part = {layout: at % PARTS for at, layout in enumerate(layouts)}
# A real set is of many layouts that are not named: its documents are parted.
of_row = np.repeat([part[field["layout"]] if field["set"].startswith("pages_") else sum(map(ord, field["id"][-6:])) % PARTS for field in fields], [field["count"] for field in fields])
PARAMS = {
    "objective": "binary:logistic",
    "eta": 0.08,
    "max_depth": 4,
    "min_child_weight": 3,
    "subsample": 0.8,
    "colsample_bytree": 0.8,
    "seed": 29,
    "nthread": 2,
    "monotone_constraints": "(" + ",".join(str(1 if name in RISING else -1 if name in FALLING else 0) for name in names) + ")",
}


def learn(mask):
    return xgb.train(PARAMS, xgb.DMatrix(rows[mask], labels[mask], weight=weights[mask]), args.rounds)


chances = np.zeros(len(rows))
for left in range(PARTS):
    mask = of_row == left
    if mask.any() and not mask.all():
        chances[mask] = learn(~mask).predict(xgb.DMatrix(rows[mask]))

present = right = wrong = absent = filled = findable = 0
bands = {}
sets = {}
for field, start, end in zip(fields, starts, ends):
    own = chances[start:end]
    best = int(own.argmax()) if len(own) else -1
    given = best >= 0 and own[best] >= args.least
    is_right = given and best in field["right"]
    findable += bool(field["right"])
    if field["present"]:
        present += 1
        right += is_right
        wrong += given and not is_right
    else:
        absent += 1
        filled += given
    count = sets.setdefault(field["set"], [0, 0, 0, 0, 0])
    before = rows[start:end, 0]
    known = int(before.argmax()) if len(before) else -1
    if field["right"]:
        count[0] += 1
        count[1] += is_right
        count[2] += given and not is_right
        count[3] += known in field["right"] and before[known] >= args.least
        count[4] += known not in field["right"] and before[known] >= args.least
    if given:
        band = min(9, int(10 * own[best]))
        count, hits, total = bands.get(band, (0, 0, 0.0))
        bands[band] = (count + 1, hits + is_right, total + own[best])
print(f"{len(layouts)} layouts, {present} values, candidates for {findable}: right {right / present:.3f}, wrong {wrong / present:.3f}; absent {absent}, filled {filled}")
for band, (count, hits, total) in sorted(bands.items()):
    print(f"  chance {total / count:.3f}: right {hits / count:.3f} of {count}")

for name, (count, hits, misses, old, old_wrong) in sorted(sets.items()):
    print(f"  {name}: right {hits / max(1, count):.3f} of {count}, wrong {misses / max(1, count):.3f}; without memory {old / max(1, count):.3f}, {old_wrong / max(1, count):.3f}")

if args.out:
    model = learn(np.ones(len(rows), dtype=bool))

    def node(tree, at, out):
        mine = len(out)
        out.append(None)
        if "leaf" in tree:
            out[mine] = [round(tree["leaf"], 5)]
        else:
            children = {child["nodeid"]: child for child in tree["children"]}
            feature = int(tree["split"][1:]) if tree["split"].startswith("f") and tree["split"][1:].isdigit() else names.index(tree["split"])
            left = node(children[tree["yes"]], at, out)
            right_child = node(children[tree["no"]], at, out)
            out[mine] = [feature, float(np.float32(tree["split_condition"])), left, right_child]
        return mine

    trees = []
    for text in model.get_dump(dump_format="json"):
        out = []
        node(json.loads(text), 0, out)
        trees.append(out)
    config = json.loads(model.save_config())["learner"]["learner_model_param"]["base_score"]
    base = float(config.strip("[]"))
    json.dump({"features": names, "base": round(float(np.log(base / (1 - base))), 5), "trees": trees}, open(args.out, "w"), separators=(",", ":"))
    print(f"wrote {args.out}")
