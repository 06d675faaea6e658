/** Which words a check box belongs to: beside it, at the head of its column, and the question before its row. */
import { memo } from "#contract/memo.ts";
import type { Page, Word } from "#documents/document.ts";
import { uprightPage } from "#documents/layout/turned.ts";
import { endsSentence } from "#language/sentences.ts";
import { yesOrNo } from "#language/yes-no.ts";
import { type Around, headOf, paragraphTo, questionAbove } from "./above.ts";
import { allMarks, type KnownMark } from "./all-marks.ts";
import { type Chunk, isChunk, isWorded, type Row, rowsOf, WORD_GAP } from "./rows.ts";

/**
 * `label`: the words of the box itself, beside it or at the head of its column; empty when there are none. `question`: what its row is
 * about. `group`: the same object for boxes of one question.
 */
export type MarkPlace = { mark: KnownMark; label: readonly Word[]; question: readonly Word[]; group: object };

/** Labels are at most this far from their boxes, in heights of a word. */
const LABEL_GAP_MAX = 4;
/** Words farther away than this are no label where the column has a head "Yes" or "No". */
const BESIDE_GAP_MAX = 1.3;

/** Words beside each other and boxes between them are equally far apart: the left is nearer where its gaps are so many times those of the right. */
const NEARER = 0.8;

/** Places on the upright page (`uprightPage`), whose words they hold. Cached per page object. */
export const markPlaces = memo(collect, new WeakMap<Page, readonly MarkPlace[]>());

function collect(page: Page): readonly MarkPlace[] {
  const upright = uprightPage(page);
  const marks = allMarks(upright);
  if (marks.length === 0) return [];
  const signs = new Set(marks.flatMap((mark) => mark.signs));
  const segments = upright.lines.flatMap((line) => line.segments);
  const words = new Map(segments.flatMap((segment) => segment.words.filter((word) => !signs.has(word)).map((word) => [word, segment])));
  const around: Around = { words, asked: new Map() };
  return rowsOf(marks, [...words.keys()]).flatMap((row) => placesIn(row, around));
}

function placesIn(row: Row, around: Around): MarkPlace[] {
  const { labels, isLeft } = nearerLabels(row);
  const taken = new Set([...labels.values()].map(({ chunk }) => chunk));
  /** "Permitted: Yes ☐ No ☒": the question of the other answer before the box. */
  const questionBefore = (own: Chunk, before: KnownMark | undefined) => {
    const [said, other] = [own, before && labels.get(before)?.chunk].map((chunk) => yesOrNo(chunk?.words.at(-1)?.text ?? ""));
    return before && own.words.length === 1 && said !== null && other === !said ? around.asked.get(before) : undefined;
  };
  return row.marks.map((mark, i) => {
    const before = row.items.slice(0, row.items.indexOf(mark)).findLast((item) => isChunk(item) && isWorded(item) && !taken.has(item));
    const head = headOf(mark, row, around);
    const own = labels.get(mark);
    const isHeaded =
      head.length > 0 && (own === undefined || (yesOrNo(head[0]?.text ?? "") !== null && own.gap > BESIDE_GAP_MAX * row.height));
    const { label, question } = own && !isHeaded ? partedLabel(own.chunk, isLeft, row.height) : { label: head, question: [] };
    // A label that is none, as the column has a head, is what the row is about.
    const beside = before && isChunk(before) ? before.words : isHeaded && own && isLeft ? own.chunk.words : question;
    const isEnd = isLeft && own !== undefined && !isHeaded && question.length === 0;
    const inRow = isEnd ? (questionBefore(own.chunk, row.marks[i - 1]) ?? paragraphTo(own.chunk.words, around.words, row.height)) : beside;
    const asks = inRow.length > 0 ? inRow : questionAbove(mark, row, around);
    around.asked.set(mark, asks);
    return { mark, label, question: asks, group: asks[0] ?? row };
  });
}

/**
 * Labels are on one side of all boxes of a row: on that where more of them say yes or no, on the right where the words before a box ask for
 * something, "Performance: ☐ good ☒ fair", and else on that where more boxes have one, or on the left where they are nearer.
 */
function nearerLabels(row: Row): { labels: Labels; isLeft: boolean } {
  const [right, left] = [labelsOf(row, 1), labelsOf(row, -1)];
  const isFewer = left.size + 1 < right.size || left.size === 0;
  const isMore = right.size + 1 < left.size || right.size === 0;
  const [said, saidLeft] = [answersOf(right, 0), answersOf(left, -1)];
  const asking = [...left.values()].filter(({ chunk }) => /[:?]$/.test(chunk.words.at(-1)?.text ?? "")).length;
  const isAsked = saidLeft === 0 && asking > 0 && (right.size >= left.size || asking < left.size);
  const isLikelier = left.size === right.size ? meanGap(left) < NEARER * meanGap(right) : left.size > right.size;
  const isNearer = said === saidLeft ? !isAsked && isLikelier : saidLeft > said;
  const isLeft = !isFewer && (isMore || isNearer);
  return { labels: isLeft ? left : right, isLeft };
}

/** How many labels say yes or no, by the word next to their box. */
const answersOf = (labels: Labels, next: 0 | -1): number =>
  [...labels.values()].filter(({ chunk }) => yesOrNo(chunk.words.at(next)?.text ?? "") !== null).length;

type Labels = Map<KnownMark, { chunk: Chunk; gap: number }>;

/** The words next to each box on one side. */
function labelsOf({ items, marks, height }: Row, side: 1 | -1): Labels {
  const labels: Labels = new Map();
  for (const mark of marks) {
    const chunk = items[items.indexOf(mark) + side];
    if (!isChunk(chunk)) continue;
    const gap = side === 1 ? chunk.box.left - mark.box.right : mark.box.left - chunk.box.right;
    // A figure is the label of one of several boxes right before it.
    const gapMax = isWorded(chunk) ? LABEL_GAP_MAX : side === 1 && marks.length > 1 ? BESIDE_GAP_MAX : 0;
    if (gap <= gapMax * height) labels.set(mark, { chunk, gap });
  }
  return labels;
}

const meanGap = (labels: Labels): number => [...labels.values()].reduce((sum, { gap }) => sum + gap, 0) / Math.max(1, labels.size);

/** "Was it reported? Yes ☐" and "☐ No  Subject to other terms": one word is the label, the others are not, nor are a further sentence and the next label. */
function partedLabel({ words }: Chunk, isLeft: boolean, height: number): Pick<MarkPlace, "label" | "question"> {
  const [first, second] = words;
  const last = words.at(-1);
  if (isLeft && last && words.length > 1 && yesOrNo(last.text) !== null) return { label: [last], question: words.slice(0, -1) };
  const isApart = first && second && second.box.left - first.box.right > WORD_GAP * height;
  if (isApart && yesOrNo(first.text) !== null) return { label: [first], question: [] };
  const labelled = words.findIndex((word, i) => i > 0 && word.text.endsWith(":"));
  const apart = words.findIndex((word, i) => i > 0 && i <= labelled && word.box.left - (words[i - 1]?.box.right ?? 0) > WORD_GAP * height);
  if (!isLeft && apart > 0) return { label: words.slice(0, apart), question: [] };
  const isSaid = first !== undefined && /[.;]$/.test(first.text) && yesOrNo(first.text) !== null;
  const end = isLeft ? -1 : isSaid ? 0 : words.findIndex((_, i) => endsSentence(words, i));
  return { label: end < 0 ? words : words.slice(0, end + 1), question: [] };
}
