"""What rankings give of sets that they did not learn from: `fields` are lines of `collect.ts`, `chance` the probabilities of their candidates."""
import collections

import numpy as np


def report(fields, chance, least, way):
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
        if len(own) == 0 or own.max() < least:
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


def thresholds(fields, chance):
    """Prints what each threshold gives of the development sets and of the written parts, left out: mean of the sets, precision with absent fields, absent fields filled."""
    for least in (0.55, 0.58, 0.6, 0.62, 0.65, 0.67, 0.7):
        told = []
        for is_written in (False, True):
            tally = collections.defaultdict(lambda: np.zeros(5))
            for field in fields:
                if field["way"] != "written" or field["set"].startswith("written_") != is_written:
                    continue
                own = chance[field["at"] : field["at"] + field["count"]]
                found = tally[field["set"]]
                found[0 if field["present"] else 1] += 1
                if len(own) > 0 and own.max() >= least:
                    found[2 if int(own.argmax()) in field["right"] else 3 if field["present"] else 4] += 1
            if not tally:
                continue
            c = sum(tally.values())
            mean = np.mean([each[2] / max(1, each[0]) for each in tally.values()])
            told.append(f"{100 * mean:.1f} {100 * c[2] / max(1, c[2:].sum()):.1f} {c[4]:.0f} of {c[1]:.0f}")
        print(f"from {least}: " + "; ".join(told))
