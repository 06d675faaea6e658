/** Values in running text, whose sentences name them in no set order: those of a field's form whose sentences say most of it. */
import { memo } from "#contract/memo.ts";
import { boxAround } from "#documents/layout/assemble.ts";
import type { Leaf } from "#engines/local/leaves.ts";
import { numberInWord } from "#engines/values/number-words.ts";
import { languagesOf } from "#language/languages-of.ts";
import type { Cell } from "#structure/sheet.ts";
import type { Asker } from "./asker.ts";
import type { Page, Paired } from "./paired-pages.ts";
import { answersIn } from "./prose-answers.ts";
import { quickScore } from "./sights.ts";
import type { Shape, Span } from "./span.ts";
import { quotedIn } from "./within.ts";

const SHAPES: Partial<Record<Leaf["kind"], readonly Shape[]>> = {
  date: ["date"],
  time: ["time"],
  amount: ["amount"],
  number: ["number"],
  percent: ["percent"],
  id: ["id"],
  name: ["name"],
  text: ["name", "duration"],
  mark: [],
};
const QUOTED: ReadonlySet<Leaf["kind"]> = new Set(["name", "text"]);
const SPANS_MAX = 14;
/** The score of a span whose texts say nothing of the field. */
const NOTHING = 0.11;
/** Clauses that answer a question say more of it, and few of them do. */
const [ANSWER_MIN, ANSWERS_MAX] = [0.22, 5];
/** Names that stand in sentences without a word of the field. */
const UNNAMED_MAX = 6;

export function proseSpans(asker: Asker, { pages }: Paired): readonly Span[] {
  const { kind, field } = asker.leaf;
  const shapes = SHAPES[kind];
  if (!shapes || field.enum !== undefined || field.type === "signature") return [];
  const scored = pages.flatMap((page) =>
    [...spansOn(page)(kind), ...(field.type === "integer" ? inWordsOn(page) : [])].map((span) => ({
      span,
      quick: quickScore(asker, span, page.sight(span)),
    })),
  );
  const [least, most] = kind === "mark" ? [ANSWER_MIN, ANSWERS_MAX] : [NOTHING, SPANS_MAX];
  const likely = scored.filter(({ quick }) => quick > least).sort((a, b) => b.quick - a.quick);
  const unnamed = asker.asksName ? scored.filter(({ quick }) => quick <= NOTHING).slice(0, UNNAMED_MAX) : [];
  return [...likely.slice(0, most), ...unnamed].map(({ span }) => span);
}

/** The same ones for all fields of a kind. */
const spansOn = memo(
  (page: Page) =>
    memo((kind: Leaf["kind"]): readonly Span[] => {
      const { prose } = page.places;
      if (kind === "mark") return prose.lines().flatMap((line) => answersIn(line, prose));
      const shaped = (SHAPES[kind] ?? []).flatMap((shape) => prose.lines().flatMap(page.spans(shape)));
      return QUOTED.has(kind) ? [...shaped, ...prose.lines().flatMap(quotedIn)] : shaped;
    }),
  new WeakMap(),
);

const BEHIND = /(?<![.,;:)])[.,;:)]+$/u;

/** Whole numbers in words: "nine directors". */
const inWordsOn = memo(({ places: { prose } }: Page): readonly Span[] => {
  const languages = languagesOf(
    prose
      .lines()
      .map(({ text }) => text)
      .join("\n"),
  );
  return prose
    .lines()
    .flatMap((cell) => cell.words.flatMap(({ text }, at) => (numberInWord(text, languages) === null ? [] : [wordAt(cell, at)])));
}, new WeakMap());

function wordAt(cell: Cell, at: number): Span {
  const words = cell.words.slice(at, at + 1);
  const raw = (words[0]?.text ?? "").replace(BEHIND, "");
  return { cell, from: at, to: at + 1, raw, box: boxAround(words), fit: 1, shape: "number", lines: 1 };
}
