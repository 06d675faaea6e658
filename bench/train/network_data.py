"""Documents of `words.ts` as arrays for network.py: windows of words with places, fields as words, candidates as spans of words."""
import json
import re
import unicodedata
import zlib
from pathlib import Path

import numpy as np

WINDOW = 512
STRIDE = 384
GRAMS = 192
MEANINGS = 96
NAME_WORDS = 8
DESCRIPTION_WORDS = 20
TYPES = "string number integer currency percentage date datetime time boolean enum multi_enum email phone url address".split()
VECTORS = Path(__file__).resolve().parents[2] / "src" / "language" / "vectors"

known = {word: i for i, word in enumerate((VECTORS / "english.txt").read_text().split())}
glove = np.fromfile(VECTORS / "english.bin", dtype=np.int8).reshape(len(known), -1).astype(np.float32)
glove /= np.linalg.norm(glove, axis=1, keepdims=True)
SHAPES = [re.compile(pattern) for pattern in (
    r"\d", r"^\d+$", r"^\D?[\d.,' ]*\d[.,]\d\d\D?$", r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}", r"^[A-Z]", r"^[A-Z\W\d]*[A-Z][A-Z\W\d]*$", r"[:：]$", r"[$€£¥]",
    r"%", r"@|www|\.com", r"^\W+$", r"^(?:19|20)\d\d\W?$", r"^(?=.*\d)(?=.*[A-Za-z])", r"[.,;]$", r"^[(\[]")]
TEXT = glove.shape[1] + GRAMS + MEANINGS + 1 + len(SHAPES)


def fold(text):
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if not unicodedata.combining(c)).lower()


def direction(meaning):
    """A direction of its own for each group of the thesaurus."""
    found = np.random.default_rng(zlib.crc32(meaning.encode())).standard_normal(MEANINGS)
    return found / np.linalg.norm(found)


class Texts:
    """A row for each distinct word: its vector, hashed trigrams, meanings, rarity and shape. Row 0 is no word."""

    def __init__(self):
        self.row_of = {("", ""): 0}
        self.rows = [np.zeros(TEXT, dtype=np.float16)]

    def row(self, text, meanings):
        key = (text, meanings)
        if key not in self.row_of:
            self.row_of[key] = len(self.rows)
            self.rows.append(self.describe(text, meanings))
        return self.row_of[key]

    @staticmethod
    def describe(text, meanings):
        bare = fold(text)
        parts = re.findall(r"[^\W\d_]+", bare)
        found = [known[part] for part in parts if part in known]
        vector = glove[found].mean(axis=0) if found else np.zeros(glove.shape[1])
        grams = np.zeros(GRAMS)
        stem = f" {re.sub('[0-9]', '0', bare.strip('.,:;()[]#*-'))} "
        for i in range(max(1, len(stem) - 2)):
            code = zlib.crc32(stem[i : i + 3].encode())
            grams[code % GRAMS] += 1 if code & 0x10000 else -1
        rarity = max((np.log(1 + i) for i in found), default=np.log(1 + len(known))) / np.log(1 + len(known))
        shape = [1.0 if each.search(text) else 0.0 for each in SHAPES]
        meant = sum((direction(meaning) for meaning in meanings.split()), np.zeros(MEANINGS))
        unit = lambda each: each / max(1e-6, np.linalg.norm(each))
        return np.concatenate([unit(vector), unit(grams), unit(meant), [rarity], shape]).astype(np.float16)

    def table(self):
        return np.stack(self.rows)


def windows_of(page, texts):
    """The page in windows: for each word its row, its box in heights of a usual line, its box in shares of the page, and its cell."""
    words = page["words"]
    boxes = np.array([word[1:5] for word in words], dtype=np.float32).reshape(-1, 4)
    height = max(1.0, float(np.median(boxes[:, 3] - boxes[:, 1]))) if len(words) else 1.0
    share = boxes / np.array([page["width"], page["height"]] * 2, dtype=np.float32)
    cell = np.array([word[5] for word in words], dtype=np.int64)
    rows = np.array([texts.row(word[0], word[6]) for word in words], dtype=np.int64)
    whole = {"rows": rows, "boxes": boxes / height, "share": share, "cell": cell}
    starts = range(0, max(1, len(words) - (WINDOW - STRIDE)), STRIDE)
    return [{"from": at, "spans": [], **{key: each[at : at + WINDOW] for key, each in whole.items()}} for at in starts]


def field_of(field, texts):
    rows = lambda words, most: ([texts.row(*word) for word in words] + [0] * most)[:most]
    kind = TYPES.index(field["type"]) + 1 if field["type"] in TYPES else 0
    return {**field, "name_rows": rows(field["name"], NAME_WORDS), "description_rows": rows(field["description"], DESCRIPTION_WORDS), "kind": kind}


def load(file, texts):
    """The documents of a file, each with `windows`, whose `spans` are [field, candidate, first word, last word] within the window."""
    documents = []
    for line in open(file):
        document = json.loads(line)
        document["fields"] = [field_of(field, texts) for field in document["fields"]]
        pages = [windows_of(page, texts) for page in document.pop("pages")]
        for f, field in enumerate(document["fields"]):
            for c, (page, first, last) in enumerate(field["places"]):
                k = min(len(pages[page]) - 1, max(0, (first - (WINDOW - STRIDE) // 2) // STRIDE))
                window = pages[page][k]
                end = min(last - window["from"], len(window["rows"]) - 1)
                window["spans"].append([f, c, first - window["from"], end])
        document["windows"] = [window for windows in pages for window in windows if window["spans"]]
        documents.append(document)
    return documents
