/** What speaks for a document being of a template's kind, in view of the other templates. */
import { memo } from "#contract/memo.ts";
import { child } from "#contract/pointer.ts";
import type { Schema } from "#contract/schema/field.ts";
import { fold, nameTokens, tokensOf } from "#language/fold.ts";
import { rarity } from "#language/vectors.ts";
import { type KindScore, kindsNamed, sayerOf, withoutKinds } from "#packets/kinds/kinds.ts";
import type { PageFacts } from "#packets/pages/page-facts.ts";
import { has, likeLabel, type Text, textOf, type Words } from "./class-text.ts";

/** A kind of document: the name that people gave it, what they wrote of it, and what is read from it. */
export type Class = { id: string; name: string; description: string; schema: Schema };

/** `likeness` to a layout that is remembered of the class, 0..1. */
export type Seen = { likeness: number };

const OWN = [
  /** The name in full in a title, and in the first lines. */
  "nameInTitle",
  "nameInHead",
  "nameInFoot",
  /** Its words, by weight, in titles, in the first lines, on the pages. */
  "nameTitle",
  /** Figures of the name, such as the number of a form, on the pages; -1 where it has none. */
  "nameFigures",
  "nameFiguresHead",
  /** The first lines name a form by another number. */
  "ownForm",
  "nameHead",
  "nameWords",
  "nameNear",
  "saidTitle",
  "saidHead",
  "saidWords",
  "saidNear",
  /** Names of fields among the labels, and their words on the pages. */
  "fieldLabels",
  "fieldWords",
  /** Fields whose name is most like a label of the pages, by weight; and how many there are. */
  "labelled",
  "labelledCount",
  /** The common kind that the template's name, or else what is said of it, means: how much the pages look like it, and how plainly they say so. */
  "kindKnown",
  "kindWords",
  "kindLead",
  "kindShare",
  "kindHeadings",
  "kindHeadingsLead",
  "kindNamed",
  "kindNamedLead",
  "kindTraits",
  /** Words of the name beside that of the kind, "car" of "Car insurance policy", on the pages and at the head; -1 where there are none. */
  "beside",
  "besideHead",
] as const;
/** Of each also how far it is from the best of the other classes. */
export const CLASS_FEATURES = [...OWN, ...OWN.map((name) => `${name}Lead`), "fields", "classes", "titles", "pages"];

const PAGES_MAX = 3;
const LIKE = 0.5;
const NEAR_MIN = 0.45;

/** A row of features for each class. `pages`: the written pages of the document. */
export function classFeatures(pages: readonly PageFacts[], classes: readonly Class[]): Float32Array[] {
  const text = textOf(pages.slice(0, PAGES_MAX));
  const { told, weigh } = toldAll(classes);
  const own = told.map((each) => ownFeatures(text, each, weigh));
  return own.map((row, i) => {
    const lead = row.map((value, k) => value - own.reduce((best, other, j) => (j === i ? best : Math.max(best, other[k] ?? 0)), 0));
    return Float32Array.of(...row, ...lead, Math.log1p(told[i]?.fields.length ?? 0), classes.length, text.titles.length, pages.length);
  });
}

/** Names of the class's fields that labels of the pages say, in the schema's order. */
export function labelsNamed(pages: readonly PageFacts[], of: Class): string[] {
  const { labels } = textOf(pages.slice(0, PAGES_MAX));
  return toldOf(of)
    .fields.filter(({ words }) => labels.some((label) => likeLabel(words, label) >= LIKE))
    .map(({ path }) => path.slice(1));
}

const toldAll = memo((classes: readonly Class[]) => {
  const told = classes.map(toldOf);
  return { told, weigh: weightsOf(told) };
}, new WeakMap());

type FieldTold = { path: string; words: readonly string[] };
type Told = {
  /** Whether a text says the name. */
  isSaidBy: (text: string) => boolean;
  nameWords: readonly string[];
  saidWords: readonly string[];
  besideWords: readonly string[];
  fields: readonly FieldTold[];
  kinds: readonly string[];
};

function toldOf({ name, description, schema }: Class): Told {
  const fields: FieldTold[] = [];
  const collect = (list: Schema["fields"], pointer: string) => {
    for (const field of list) {
      const path = child(pointer, field.name);
      if (field.type === "object") collect(field.fields ?? [], path);
      else fields.push({ path, words: nameTokens(field.name) });
    }
  };
  collect(schema.fields, "");
  const named = kindsNamed(name);
  const kinds = named.length > 0 ? named : kindsNamed(`${description} ${schema.document_description ?? ""}`);
  return {
    kinds: kinds.map(({ id }) => id),
    besideWords: named.length > 0 ? nameTokens(withoutKinds(name, kinds)) : [],
    isSaidBy: sayerOf(fold(name)),
    nameWords: nameTokens(name),
    saidWords: tokensOf(`${description} ${schema.document_description ?? ""}`),
    fields,
  };
}

/** How much a word says: rare in language, and of few classes. */
type Weigh = (word: string) => number;

function weightsOf(told: readonly Told[]): Weigh {
  const counts = new Map<string, number>();
  for (const { nameWords, saidWords, fields } of told)
    for (const word of new Set([...nameWords, ...saidWords, ...fields.flatMap(({ words }) => words)]))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => rarity(word) ** 2 * Math.log((told.length + 1) / (counts.get(word) ?? 1));
}

function ownFeatures(text: Text, told: Told, weigh: Weigh): number[] {
  const { isSaidBy, nameWords, saidWords, besideWords, fields, kinds } = told;
  const weightOf = ({ words }: FieldTold) => words.reduce((sum, word) => sum + weigh(word), 0.05);
  const all = fields.reduce((sum, field) => sum + weightOf(field), 0) || 1;
  const likes = fields.map(({ words }) => text.labels.reduce((best, label) => Math.max(best, likeLabel(words, label)), 0));
  return [
    Number(text.titles.some((title) => isSaidBy(` ${title} `))),
    Number(isSaidBy(text.heads)),
    Number(isSaidBy(text.foots)),
    share(nameWords, text.title, weigh),
    figuresOf(nameWords, text.words),
    figuresOf(nameWords, text.head),
    ownForm(nameWords, text.forms),
    share(nameWords, text.head, weigh),
    share(nameWords, text.words, weigh),
    nearest(nameWords, text.title, weigh),
    share(saidWords, text.title, weigh),
    share(saidWords, text.head, weigh),
    share(saidWords, text.words, weigh),
    nearest(saidWords, text.head, weigh),
    mean(likes),
    share(
      fields.flatMap(({ words }) => words),
      text.words,
      weigh,
    ),
    fields.reduce((sum, field, i) => sum + (likes[i] ?? 0) * weightOf(field), 0) / all,
    Math.log1p(likes.filter((like) => like >= LIKE).length),
    ...kindFeatures(kinds, text.kinds),
    besideWords.length > 0 ? nearest(besideWords, text.words, weigh) : -1,
    besideWords.length > 0 ? nearest(besideWords, text.head, weigh) : -1,
  ];
}

function kindFeatures(own: readonly string[], scores: ReadonlyMap<string, KindScore>): number[] {
  if (own.length === 0) return [0, -1, -1, -1, -1, -1, -1, -1, -1];
  const best = (of: (score: KindScore) => number, isOwn: boolean) => {
    let most = 0;
    for (const [id, score] of scores) if (own.includes(id) === isOwn) most = Math.max(most, of(score));
    return most;
  };
  const words = best((score) => score.words, true);
  const named = best((score) => score.named, true);
  const headings = best((score) => score.headings, true);
  const other = best((score) => score.words, false);
  const traits = own.reduce((most, id) => Math.max(most, scores.get(id)?.traits ?? -1), -1);
  const share = words / Math.max(0.1, words + other);
  const ofHeadings = [headings, headings - best((score) => score.headings, false)];
  return [1, words, words - other, share, ...ofHeadings, named, named - best((score) => score.named, false), traits];
}

function figuresOf(words: readonly string[], { all }: Words): number {
  const figures = words.filter((word) => /\d/.test(word));
  return figures.length === 0 ? -1 : figures.filter((word) => all.has(word)).length / figures.length;
}

/** 1 where the page names the form of the name, -1 where it only names others, 0 where it names none or the name has no figures. */
function ownForm(words: readonly string[], named: ReadonlySet<string>): number {
  const own = words.filter((word) => /\d/.test(word)).join(" ");
  if (own === "" || named.size === 0) return 0;
  return [...named].some((number) => number.includes(own)) ? 1 : -1;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The weight of the words that the text has, or has in other words, of all. */
function share(words: readonly string[], text: Words, weigh: Weigh): number {
  let [have, all] = [0, 0];
  for (const word of words) {
    const weight = weigh(word);
    all += weight;
    if (has(text, word)) have += weight;
  }
  return all > 0 ? have / all : 0;
}

/** How near the words' meanings come to those of the text. */
function nearest(words: readonly string[], text: Words, weigh: Weigh): number {
  let [sum, all] = [0, 0];
  for (const word of words) {
    const weight = weigh(word);
    const best = text.nearest(word);
    all += weight;
    if (best > NEAR_MIN) sum += weight * best;
  }
  return all > 0 ? sum / all : 0;
}
