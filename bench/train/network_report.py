"""How right chances of candidates are on sets that were left out, of the network and of the trees in the same way.

    /usr/bin/python3 bench/train/network_report.py DEV.jsonl CHANCES.npy [--sets A,B] [--summed]

DEV.jsonl is of collect.ts; CHANCES.npy is what trees.py --save wrote, or network.py in its folder, then with --summed.
"""
import argparse
import collections
import json

import numpy as np

LEAST = 0.4
SURE = 0.9


def share(part, whole):
    return f"{100 * part / whole:.1f}" if whole else "-"


def answer_of(field):
    """The answer's probability and whether it is right. With `summed` all places of a text are one answer: the network shares its chance out among them."""
    chance = np.array(field["chance"])
    if len(chance) == 0:
        return 0.0, False
    if field["summed"]:
        total = collections.Counter()
        for raw, each in zip(field["raws"], chance):
            total[raw] += each
        raw = max(total, key=total.get)
        best = max((i for i, other in enumerate(field["raws"]) if other == raw), key=lambda i: chance[i])
        return min(1.0, total[raw]), best in field["right"]
    return float(chance.max()), int(chance.argmax()) in field["right"]


def line(name, fields):
    answers = [(*answer_of(field), field["present"]) for field in fields]
    present = sum(field["present"] for field in fields)
    given = [each for each in answers if each[0] >= LEAST]
    right, filled = sum(good for _, good, _ in given), sum(not there for _, _, there in given)
    sure = [good for chance, good, _ in given if chance >= SURE]
    pairs = np.array([(chance, good) for chance, good, _ in given]).reshape(-1, 2)
    bins = np.minimum(9, (pairs[:, 0] * 10).astype(int))
    ece = sum(abs(pairs[bins == b, 0].mean() - pairs[bins == b, 1].mean()) * (bins == b).mean() for b in set(bins))
    found = sum(bool(field["right"]) for field in fields)
    columns = [share(found, present), share(right, present), share(right, len(given) - filled)]
    print(f"{name:24s} {present:5d} {columns[0]:>6s} {columns[1]:>6s} {columns[2]:>9s} {len(fields) - present:6d} {filled:6d}", end=" ")
    print(f"{share(sum(sure), len(sure)):>7s} of {len(sure):4d} {ece:6.3f}")
    return right / max(1, present)


def report(fields):
    print(f"left out                values  found  right precision absent filled  at {SURE} and more  calibration error")
    for way in ("written", "absent"):
        sets = collections.defaultdict(list)
        for field in fields:
            if field["way"] == way:
                sets[field["set"]].append(field)
        means = [line(name, own) for name, own in sorted(sets.items())] if way == "written" else []
        line(way, [field for own in sets.values() for field in own])
        if means:
            print(f"mean of sets {100 * np.mean(means):.1f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fields")
    parser.add_argument("chances")
    parser.add_argument("--sets")
    parser.add_argument("--summed", action="store_true")
    args = parser.parse_args()
    fields, chances, at = [json.loads(each) for each in open(args.fields)], np.load(args.chances), 0
    for field in fields:
        field["chance"], field["summed"] = chances[at : at + field["count"]], args.summed
        at += field["count"]
    report([field for field in fields if args.sets is None or field["set"] in args.sets.split(",")])


if __name__ == "__main__":
    main()
