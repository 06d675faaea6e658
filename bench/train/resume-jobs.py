"""Learns src/resumes/choice/jobs.json, which chooses titles and employers of jobs, from what `resume-jobs.ts` wrote.

    /usr/bin/python3 bench/train/resume-jobs.py IN [--half a] [--out FILE]

Prints precision, recall and F1 of the texts of titles and employers of work sections, fold by fold of the documents left out, beside those of
the rules alone. `--half` takes documents of one half only. Needs Debian's python3-xgboost and python3-numpy.
"""
import argparse
import json

import numpy as np
import xgboost as xgb

from boosted import as_lists

parser = argparse.ArgumentParser()
parser.add_argument("read", help="OUT of resume-jobs.ts")
parser.add_argument("--half")
parser.add_argument("--out")
parser.add_argument("--rounds", type=int, default=200)
parser.add_argument("--made-up", type=float, default=0.3, help="weight of a candidate of an invented résumé")
parser.add_argument("--folds", type=int, default=5)
parser.add_argument("--least", type=float, default=0.25, help="as LEAST of choose.ts")
parser.add_argument("--least-ruled", type=float, default=0.15, help="as LEAST_RULED of choose.ts")
args = parser.parse_args()

PARTS = {"title": "rule.title", "organisation": "rule.name"}
PARAMS = {
    "objective": "binary:logistic",
    "eta": 0.05,
    "max_depth": 4,
    "min_child_weight": 4,
    "subsample": 0.8,
    "colsample_bytree": 0.2,
    "lambda": 3,
    "tree_method": "hist",
    "max_bin": 24,
    "nthread": 2,
    "seed": 1,
}

names = json.load(open(args.read + ".names.json"))
rows = np.fromfile(args.read + ".f32", dtype=np.float32).reshape(-1, len(names))
documents = [json.loads(line) for line in open(args.read + ".jsonl")]
at = 0
for document in documents:
    document["rows"] = rows[at : at + len(document["candidates"])]
    at += len(document["candidates"])
# Invented résumés and those of other makers are always learned from: only of texts of other people it matters which half they are of.
documents = [document for document in documents if args.half in (None, document["half"]) or document["collection"] == "made-up"]


def learn(some, part):
    known = [document for document in some if document["truth"][part] and document["candidates"]]
    right = [each["text"] in document["truth"][part] for document in known for each in document["candidates"]]
    weight = [args.made_up if document["collection"] == "made-up" else 1.0 for document in known for _ in document["candidates"]]
    table = np.concatenate([document["rows"] for document in known])
    return xgb.train(PARAMS, xgb.DMatrix(table, np.array(right, float), weight=np.array(weight)), args.rounds)


def chosen(document):
    """As choose.ts, but for whole titles: the likeliest candidates that share no word."""
    likely = []
    for part, ruled in PARTS.items():
        for i, chance in enumerate(document["chances"][part]):
            if document["rows"][i][names.index(next(each for own, each in PARTS.items() if own != part))] == 1:
                continue
            if chance >= (args.least_ruled if document["rows"][i][names.index(ruled)] == 1 else args.least):
                likely.append((chance, part, document["candidates"][i]))
    taken, texts = set(), {part: set() for part in PARTS}
    for _, part, each in sorted(likely, key=lambda one: -one[0]):
        words = {(each["row"], each["from"] + n) for n in range(each["words"])}
        if not words & taken:
            taken |= words
            texts[part].add(each["text"])
    return texts


def report(name, some, given):
    for part in PARTS:
        known = [document for document in some if document["truth"][part]]
        truth = sum(len(document["truth"][part]) for document in known)
        got = sum(len(given(document)[part]) for document in known)
        hit = sum(len(given(document)[part] & set(document["truth"][part])) for document in known)
        print(f"{name:22s} {part:12s} precision {100 * hit / max(1, got):5.1f} recall {100 * hit / max(1, truth):5.1f} F1 {200 * hit / max(1, truth + got):5.1f} of {truth}")


fold_of = np.random.RandomState(0).permutation(len(documents)) % args.folds
for fold in range(args.folds):
    for part in PARTS:
        booster = learn([document for document, own in zip(documents, fold_of) if own != fold], part)
        for document, own in zip(documents, fold_of):
            if own == fold:
                chances = booster.predict(xgb.DMatrix(document["rows"])) if document["candidates"] else []
                document.setdefault("chances", {})[part] = chances
for document in documents:
    document["chosen"] = chosen(document)
for collection in sorted({document["collection"] for document in documents}):
    own = [document for document in documents if document["collection"] == collection]
    if any(document["truth"][part] for document in own for part in PARTS):
        report(f"{collection}, rules", own, lambda document: {part: set(document["ruled"][part]) for part in PARTS})
        report(f"{collection}, left out", own, lambda document: document["chosen"])

if args.out:
    found = {}
    for part in PARTS:
        booster = learn(documents, part)
        base = float(json.loads(booster.save_config())["learner"]["learner_model_param"]["base_score"].strip("[]"))
        found[part] = {"features": names, "base": round(float(np.log(base / (1 - base))), 5), "trees": as_lists(booster, 1.0)}
    open(args.out, "w").write(json.dumps(found, separators=(",", ":")) + "\n")
