"""The network of network.py: reads the words of a window with their places, and for each field says where its value starts and ends."""
import torch
from torch import nn
from torch.nn import functional as F

from network_data import GRAMS, MEANINGS, TEXT, TYPES

VECTOR = 64
RARITY = VECTOR + GRAMS + MEANINGS
PARTS = [slice(0, VECTOR), slice(VECTOR, VECTOR + GRAMS), slice(VECTOR + GRAMS, RARITY)]
CHANNELS = 2 * len(PARTS)
GAPS = 13


def relation(boxes, cell):
    """For each pair of words where the second is, seen from the first: 13 steps down x 13 across, twice: in another or the same cell."""
    left, top, right, bottom = boxes.unbind(-1)
    middle = (top + bottom) / 2
    down = middle[:, None, :] - middle[:, :, None]
    steps = lambda gap, most: torch.clamp(torch.floor(torch.log2(1 + gap) * 1.6), max=most)
    row = torch.where(down.abs() < 0.5, torch.zeros_like(down), torch.sign(down) * (1 + steps((down.abs() - 0.5).clamp(min=0), 5)))
    before = left[:, :, None] - right[:, None, :]
    after = left[:, None, :] - right[:, :, None]
    at_left, at_right = (((side[:, None, :] - side[:, :, None]).abs() < 0.4).to(boxes.dtype) for side in (left, right))
    aligned = at_right * (1 - at_left) - at_left
    across = torch.where(before > -0.1, -2 - steps(before.clamp(min=0), 4), torch.where(after > -0.1, 2 + steps(after.clamp(min=0), 4), aligned))
    same = (cell[:, None, :] == cell[:, :, None]).long()
    return ((row + 6) * GAPS + across + 6).long() + GAPS * GAPS * same


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.ask, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x, y, bias):
        """`bias`: batch, heads, words of x, words of y. Gives the new x and the shares of attention."""
        apart = lambda z: z.reshape(z.shape[0], z.shape[1], self.heads, -1).transpose(1, 2)
        q, k, v = apart(self.ask(x)), apart(self.key(y)), apart(self.value(y))
        share = (q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5 + bias).softmax(-1)
        return self.out((share @ v).transpose(1, 2).reshape(x.shape)), share


def feed(width):
    return nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 2 * width), nn.GELU(), nn.Dropout(0.1), nn.Linear(2 * width, width))


class Reader(nn.Module):
    """A layer over words, or over fields that look at the words."""

    def __init__(self, width, heads, looks):
        super().__init__()
        self.own, self.norm, self.feed = Attention(width, heads), nn.LayerNorm(width), feed(width)
        self.look, self.look_norm = (Attention(width, heads), nn.LayerNorm(width)) if looks else (None, None)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, bias, words=None, look_bias=None):
        y = self.norm(x)
        more, share = self.own(y, y, bias)
        x = x + self.drop(more)
        if self.look is not None:
            x = x + self.drop(self.look(self.look_norm(x), words, look_bias)[0])
        return x + self.feed(x), share


class Network(nn.Module):
    def __init__(self, width=128, heads=4, layers=3, looks=2):
        super().__init__()
        self.heads, self.layers = heads, layers
        self.text = nn.Linear(TEXT, width)
        self.place = nn.Linear(4 * 8 + 3, width)
        self.near = nn.Embedding(2 * GAPS * GAPS, heads * layers)
        self.words = nn.ModuleList(Reader(width, heads, False) for _ in range(layers))
        self.weigh = nn.Linear(width, 1)
        self.kind = nn.Embedding(len(TYPES) + 1, width)
        self.field = nn.Linear(2 * width, width)
        self.fields = nn.ModuleList(Reader(width, heads, True) for _ in range(looks))
        self.hint = nn.Linear(CHANNELS, heads * looks)
        self.end_words, self.end_fields = nn.LayerNorm(width), nn.LayerNorm(width)
        self.of_hints, self.of_word, self.of_field = nn.Linear(CHANNELS * (1 + 2 * heads), 64), nn.Linear(width, 64), nn.Linear(width, 64)
        self.score, self.point, self.none = nn.Linear(64, 2), nn.Linear(width, 2 * width), nn.Linear(width, 1)
        nn.init.zeros_(self.near.weight)

    def pooled(self, text, on):
        """The mean of a field's words, by learned weights."""
        x = F.gelu(self.text(text))
        share = (self.weigh(x).squeeze(-1) - 1e4 * (1 - on)).softmax(-1) * on
        return (share[..., None] * x).sum(-2)

    @staticmethod
    def likeness(asked, on, text):
        """How like each word of the window is to the likest word asked for, by vector, letters and thesaurus, weighed by how rare that is."""
        rare = (asked[..., RARITY] * on)[..., None]
        b, f, n, _ = asked.shape
        found = []
        for part in PARTS:
            like = asked[..., part].reshape(b, f * n, -1) @ text[..., part].transpose(1, 2)
            found.append((like.clamp(min=0).reshape(b, f, n, -1) ** 2 * rare).amax(2))
        return found

    def forward(self, text, boxes, share, cell, on, name, description, kind, asked):
        """`on`, `asked`: 1 for words and fields that are there. Gives logits of start and end (batch, fields, words) and of "not here"."""
        waves = torch.cat([fn(share * 3.14159 * step) for step in (1.0, 3.0, 9.0, 27.0) for fn in (torch.sin, torch.cos)], -1)
        size = torch.stack([boxes[..., 3] - boxes[..., 1], (boxes[..., 2] - boxes[..., 0]) / 10, share[..., 1]], -1)
        x = F.gelu(self.text(text)) + self.place(torch.cat([waves, size], -1))
        bias = self.near(relation(boxes, cell)).permute(0, 3, 1, 2) - 1e4 * (1 - on[:, None, None, :])
        shares = []
        for layer, own_bias in zip(self.words, bias.chunk(self.layers, 1)):
            x, attention = layer(x, own_bias)
            shares.append(attention)
        x = self.end_words(x)
        name_on, description_on = ((each.abs().sum(-1) > 0).to(text.dtype) for each in (name, description))
        hints = torch.stack(self.likeness(name, name_on, text) + self.likeness(description, description_on, text), -1)
        q = self.field(torch.cat([self.pooled(name, name_on), self.pooled(description, description_on)], -1)) + self.kind(kind)
        look = self.hint(hints).permute(0, 3, 1, 2) * 3 - 1e4 * (1 - on[:, None, None, :])
        others = (-1e4 * (1 - asked))[:, None, None, :]
        for layer, look_bias in zip(self.fields, look.chunk(len(self.fields), 1)):
            q, _ = layer(q, others, x, look_bias)
        q = self.end_fields(q)
        return self.pointers(x, q, hints, shares[-2:], on)

    def pointers(self, x, q, hints, shares, on):
        """What a field's words are like is carried along the attention between words, so that a value knows its label's likeness."""
        b, f, n, c = hints.shape
        flat = hints.permute(0, 2, 1, 3).reshape(b, 1, n, f * c)
        carried = [(share @ flat).reshape(b, self.heads, n, f, c).permute(0, 3, 2, 1, 4).reshape(b, f, n, self.heads * c) for share in shares]
        seen = torch.cat([hints, *carried], -1)
        hidden = F.gelu(self.of_hints(seen) + self.of_word(x)[:, None] + self.of_field(q)[:, :, None])
        starts, ends = self.point(q).chunk(2, -1)
        both = self.score(hidden) + torch.stack([starts @ x.transpose(1, 2), ends @ x.transpose(1, 2)], -1) * x.shape[-1] ** -0.5
        both = both - 1e4 * (1 - on[:, None, :, None])
        return both[..., 0], both[..., 1], self.none(q).squeeze(-1)
