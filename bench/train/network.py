"""Measures a small network that points at values, for the comparison in docs/decisions/0019-a-learned-ranking.md.

    node bench/train/words.ts DATA CACHE DEV DATA written,absent
    node bench/train/words.ts GENERATED CACHE PAGES DATA written,absent
    /usr/bin/python3 bench/train/network.py DEV PAGES [PAGES ...] --work DIR [--join DEV_FEATURES PAGES_FEATURES] [--onnx FILE]

DEV and PAGES are the OUT of words.ts, GENERATED of bench/pages/generate.ts --part train. The network learns from generated pages first, all
but the last PAGES where there are several, then, for each fold of sets, from the sets outside the fold and some of those pages. Prints how
right it is on the sets that it did not learn from, and keeps the networks in DIR; networks that are there are not learned again. --join
writes features (OUT of collect.ts, asked in the same ways) with the network's chance as one more, for trees.py: those of the sets and of the
last PAGES. --onnx writes the network for network-time.ts. Needs Debian's python3-torch and python3-numpy, and half an hour on one thread.
"""
import argparse
import collections
import json
import random
import time
from pathlib import Path

import numpy as np
import torch

from network_data import DESCRIPTION_WORDS, NAME_WORDS, TEXT, Texts, load
from network_model import Network
from network_report import report

FOLDS = [
    ["tax_returns", "adbuy_fcc", "orders_orderx"],
    ["certificates_material", "invoices_invoice2data", "receipts_sroie"],
    ["application_forms", "receipts_invoices_eu", "ids_specimen"],
    ["bank_statements", "contracts_nda", "forms_tax"],
    ["invoices_en16931", "mixed_docs", "scan_variants"],
]
# Words in a batch, of the generated pages and then of the sets: small ones, as few documents make few steps.
FIRST_WORDS, THEN_WORDS = 2400, 1000
WINDOWS_MAX = 3

parser = argparse.ArgumentParser()
parser.add_argument("dev")
parser.add_argument("pages", nargs="+")
parser.add_argument("--work", required=True)
parser.add_argument("--join", nargs="*", default=[])
parser.add_argument("--onnx")
parser.add_argument("--int8", action="store_true", help="judge networks whose weights are rounded to signed bytes")
parser.add_argument("--first", type=int, default=8, help="rounds over the generated pages")
parser.add_argument("--then", type=int, default=5, help="rounds over the development sets")
parser.add_argument("--minutes", type=float, default=60, help="most time for the first rounds, and for each fold a third of it")


def batches(documents, learning, words=FIRST_WORDS):
    """Lists of (document, window) of alike lengths. In learning a document gives few windows, those with answers first."""
    items = []
    for document in documents:
        windows = document["windows"]
        if learning and len(windows) > WINDOWS_MAX:
            answers = lambda window: any(c in document["fields"][f]["right"] for f, c, _, _ in window["spans"])
            windows = sorted(random.sample(windows, len(windows)), key=answers, reverse=True)[:WINDOWS_MAX]
        items += [(document, window) for window in windows]
    items.sort(key=lambda item: len(item[1]["rows"]) + (random.random() * 40 if learning else 0))
    found, batch = [], []
    for item in items:
        if batch and (len(batch) + 1) * len(item[1]["rows"]) > words:
            found.append(batch)
            batch = []
        batch.append(item)
    found += [batch] if batch else []
    if learning:
        random.shuffle(found)
    return found


def inputs_of(batch, table, learning):
    """The tensors that Network.forward takes. In learning some fields are asked for by their name or their description alone."""
    words, fields = max(len(window["rows"]) for _, window in batch), max(len(document["fields"]) for document, _ in batch)
    pad = lambda rows, most: np.concatenate([rows, np.zeros((most - len(rows), *rows.shape[1:]), rows.dtype)])
    of_words = lambda key: np.stack([pad(window[key], words) for _, window in batch])
    of_fields = lambda key: np.stack([pad(np.array([field[key] for field in document["fields"]]), fields) for document, _ in batch])
    there = lambda counts, most: torch.from_numpy((np.arange(most) < np.array(counts)[:, None]).astype(np.float32))
    name, description = of_fields("name_rows"), of_fields("description_rows")
    if learning:
        chance, described = np.random.random(name.shape[:2]), description.any(-1)
        description[chance < 0.2] = 0
        name[(chance > 0.9) & described] = 0
    text, name, description = (torch.from_numpy(table[rows]).float() for rows in (of_words("rows"), name, description))
    boxes, share, cell, kind = (torch.from_numpy(each) for each in (of_words("boxes"), of_words("share"), of_words("cell"), of_fields("kind")))
    on = there([len(window["rows"]) for _, window in batch], words)
    asked = there([len(document["fields"]) for document, _ in batch], fields)
    return text, boxes, share, cell, on, name, description, kind, asked


def spans_of(batch):
    """One span for each place: window, field, first and last word, whether it is right, its candidates."""
    found = {}
    for b, (document, window) in enumerate(batch):
        for f, c, first, last in window["spans"]:
            found.setdefault((b, f, first, last), []).append(c)
    return [(*key, any(c in batch[key[0]][0]["fields"][key[1]]["right"] for c in all), all) for key, all in found.items()]


def loss_of(outputs, batch):
    """How unlikely the right spans are among all candidates and "not here", and right starts and ends among all words."""
    starts, ends, none = outputs
    b, f, first, last, right = (torch.tensor(column) for column in list(zip(*spans_of(batch)))[:5])
    weight = torch.zeros_like(none)
    for i, (document, _) in enumerate(batch):
        for k, field in enumerate(document["fields"]):
            weight[i, k] = document["weight"] * (0.5 if field["way"] == "absent" else 1)
    group, size = b * none.shape[1] + f, none.numel()
    score = starts[b, f, first] + ends[b, f, last]
    most = none.detach().flatten().scatter_reduce(0, group, score.detach(), "amax")
    sums = lambda mask: torch.zeros(size).index_add(0, group[mask], (score - most[group]).exp()[mask])
    nothing, good = (none.flatten() - most).exp(), sums(right)
    total = nothing + sums(torch.ones_like(right))
    has = torch.zeros(size).index_add(0, group[right], torch.ones(int(right.sum()))) > 0
    chosen = torch.where(has, good, nothing)
    loss = (total.clamp(min=1e-20).log() - chosen.clamp(min=1e-20).log()) * weight.flatten()
    for logits, at in ((starts, first), (ends, last)):
        shares = torch.cat([logits, none[..., None]], -1).log_softmax(-1)
        target = torch.zeros_like(shares)
        target[b[right], f[right], at[right]] = 1
        target[..., -1] = (~has).reshape(none.shape).float()
        loss = loss - 0.15 * ((shares.exp() * target).sum(-1).clamp(min=1e-9).log() * weight).flatten()
    return loss.sum() / weight.sum()


def learn(network, rounds, documents_of, table, rate, words, minutes):
    """`documents_of(round)`: what is learned from in a round. The rate of learning rises briefly, then falls to nothing."""
    started, optimizer = time.time(), torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.02)
    network.train()
    for k in range(rounds):
        losses, todo = [], batches(documents_of(k), True, words)
        for i, batch in enumerate(todo):
            done = max((k + i / len(todo)) / rounds, (time.time() - started) / 60 / minutes)
            if done >= 1:
                return
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1, (k * len(todo) + i + 1) / 60) * (1 - done)
            optimizer.zero_grad()
            loss = loss_of(network(*inputs_of(batch, table, True)), batch)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            losses.append(loss.item())
        print(f"  round {k + 1}: loss {np.mean(losses):.3f}, {time.time() - started:.0f} s", flush=True)


@torch.no_grad()
def judge(network, documents, table):
    """Sets `chance` of each field: the probability of each of its candidates, over all windows of the document."""
    network.eval()
    for document in documents:
        for field in document["fields"]:
            field["chance"] = np.zeros(len(field["places"]))
    for batch in batches(documents, False):
        starts, ends, none = (each.numpy() for each in network(*inputs_of(batch, table, False)))
        for b, f, first, last, _, candidates in spans_of(batch):
            odds = np.exp(min(30, starts[b, f, first] + ends[b, f, last] - none[b, f]))
            # Candidates of the same words are one answer, which the first of them gives.
            batch[b][0]["fields"][f]["chance"][candidates[0]] = odds
    for document in documents:
        for field in document["fields"]:
            field["chance"] /= 1 + field["chance"].sum()


@torch.no_grad()
def round_to_bytes(network):
    """Rounds the weights as a file of signed bytes keeps them: each row of a matrix has a scale of its own."""
    for weight in network.parameters():
        if weight.dim() == 2:
            scale = weight.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
            weight.copy_((weight / scale).round() * scale)


def join(base, documents):
    """Writes BASE+network: the features of collect.ts with the network's chance, which rows of the same place share."""
    chance_of = {(d["id"], f["way"], f["field"]): f for d in documents for f in d["fields"]}
    names = json.load(open(base + ".names.json"))
    table, more = np.fromfile(base + ".f32", dtype=np.float32).reshape(-1, len(names)), []
    for line in open(base + ".jsonl"):
        row = json.loads(line)
        field = chance_of[row["id"], row["way"], row["field"]]
        assert field["raws"] == row["raws"]
        first = {}
        for place, chance in zip(field["places"], field["chance"]):
            first.setdefault(tuple(place), chance)
        more += [first[tuple(place)] for place in field["places"]]
    np.concatenate([table, np.array(more, dtype=np.float32)[:, None]], 1).tofile(base + "+network.f32")
    Path(base + "+network.jsonl").write_text(Path(base + ".jsonl").read_text())
    Path(base + "+network.names.json").write_text(json.dumps([*names, "network"]))


def export(network, file):
    """The network as ONNX, for one window of any number of words and fields."""
    of_words = (torch.rand(1, 40, TEXT), torch.rand(1, 40, 4), torch.rand(1, 40, 4), torch.arange(40)[None], torch.ones(1, 40))
    of_fields = (torch.rand(1, 7, NAME_WORDS, TEXT), torch.rand(1, 7, DESCRIPTION_WORDS, TEXT), torch.ones(1, 7).long(), torch.ones(1, 7))
    names = "text boxes share cell on name description kind asked".split()
    axes = {name: {1: "words"} for name in names[:5]} | {name: {1: "fields"} for name in names[5:]}
    network.eval()
    outputs = ["starts", "ends", "none"]
    torch.onnx.export(network, of_words + of_fields, file, input_names=names, output_names=outputs, dynamic_axes=axes, opset_version=14)


def main():
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(28), random.seed(28), np.random.seed(28)
    work = Path(args.work)
    work.mkdir(parents=True, exist_ok=True)
    texts = Texts()
    documents = load(args.dev + ".words.jsonl", texts)
    pages = [load(base + ".words.jsonl", texts) for base in args.pages]
    table = texts.table()
    fields_in = collections.Counter()
    for document in documents:
        fields_in[document["unit"]] += len(document["fields"])
    for document in documents:
        # A set counts by the root of its size, as in trees.py.
        document["weight"] = (fields_in[document["unit"]] / np.mean(list(fields_in.values()))) ** -0.5
    # The last of PAGES is kept for trees.py, so that the network's chances on it are not those of pages it learned from.
    learned = [document for each in (pages[:-1] or pages) for document in each]
    for document in [document for each in pages for document in each]:
        document["weight"] = 1.0
    network = Network()
    print(f"{sum(p.numel() for p in network.parameters())} parameters, {len(texts.rows)} words, {len(learned)} generated documents")
    first = work / "first.pt"
    if not first.exists():
        learn(network, args.first, lambda _: learned, table, 1e-3, FIRST_WORDS, args.minutes)
        torch.save(network.state_dict(), first)
    for k, fold in enumerate(FOLDS):
        kept = work / f"fold-{k}.pt"
        network.load_state_dict(torch.load(kept if kept.exists() else first))
        if not kept.exists():
            seen = [document for document in documents if document["unit"] not in fold]
            learn(network, args.then, lambda _: seen + random.sample(learned, min(len(learned), 400)), table, 6e-4, THEN_WORDS, args.minutes / 3)
            torch.save(network.state_dict(), kept)
        if args.int8:
            round_to_bytes(network)
        judge(network, [document for document in documents if document["unit"] in fold], table)
    if args.onnx:
        export(network, args.onnx)
    judge(network, pages[-1], table)
    np.save(work / "chances.npy", np.concatenate([field["chance"] for d in documents for field in d["fields"]]))
    report([{**field, "set": d["set"], "summed": True} for d in documents for field in d["fields"]])
    for base, joined in zip(args.join, (documents, pages[-1])):
        join(base, joined)


if __name__ == "__main__":
    main()
