/**
 * The entries of a work section with the titles and employers that are likeliest: values of the rules are kept, cut differently, added or
 * given up, and jobs that the rules took for text become entries.
 */
import type { Word } from "#documents/document.ts";
import { isProse } from "#resumes/entries/prose.ts";
import type { ReadEntry } from "#resumes/entries/read-entry.ts";
import type { BodyStyle } from "#resumes/outline/body-style.ts";
import { statementOf } from "#resumes/outline/statements.ts";
import type { Period, Statement } from "#resumes/outline.ts";
import { cut, type Piece, pieceOf } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { type Choice, type Chosen, choose, type Part } from "./choose.ts";
import { isSame, ruledOf } from "./ruled.ts";

type Made = { entries: ReadEntry[]; statements: Statement[] };

/** What the jobs of a section are found in. `taken`: words of the periods that jobs have. */
type Around = { rows: readonly Row[]; rowOf: ReadonlyMap<Word, number>; taken: Set<Word> };

export function withChoice({ entries, statements }: Made, rows: readonly Row[], body: BodyStyle): Made {
  const choice = choose(rows, entries, body);
  const { starts, rowOf } = ruledOf(rows, entries);
  const used = new Set<Chosen>();
  const read = new Map(entries.map((entry) => [entry, agreed(entry, choice, used)]));
  const around: Around = { rows, rowOf, taken: new Set(entries.flatMap(({ periodAt }) => periodAt?.words ?? [])) };
  const rest = choice.chosen.filter((each) => !used.has(each));
  const first = starts[0]?.from ?? rows.length;
  const before = splitAt(
    statements,
    jobsOf(
      rest.filter(({ row }) => row < first),
      around,
    ),
    around,
  );
  const later = new Map<ReadEntry, ReadEntry[]>();
  for (const [n, { entry, from }] of starts.entries()) {
    const to = starts[n + 1]?.from ?? rows.length;
    const own = rest.filter(({ row }) => row >= from && row < to);
    const filled = filledFrom(read.get(entry) ?? entry, own, from);
    const split = splitAt(filled.entry.body, jobsOf(filled.rest, around), around);
    read.set(entry, { ...filled.entry, body: split.body });
    later.set(entry, split.jobs);
  }
  const all = entries.flatMap((entry) => [read.get(entry) ?? entry, ...(later.get(entry) ?? [])]);
  return { entries: [...before.jobs, ...all], statements: before.body };
}

/** The entry with its own parts as chosen: the same, in other words of the same place, or doubtful. */
function agreed(entry: ReadEntry, { of, known }: Choice, used: Set<Chosen>): ReadEntry {
  // A job told in a sentence has its words in the sentence too: the trees do not judge these.
  const told = new Set(entry.body.flatMap(({ words }) => words));
  const partOf = (part: Part): { value: Statement | null; doubtful: boolean } => {
    const value = entry[part];
    const doubtful = entry.doubtful?.[part] ?? false;
    if (!value) return { value, doubtful };
    const own = value.words.flatMap((word) => of.get(word) ?? []).find((each) => each.part === part && !used.has(each));
    if (own) {
      used.add(own);
      return { value: isSame(value, own.piece) ? value : statementOf(own.piece), doubtful: false };
    }
    const judged = value.words.some((word) => told.has(word)) ? undefined : known[part].get(value.words[0]);
    return { value, doubtful: doubtful || (judged !== undefined && isSame(value, judged)) };
  };
  const [title, organisation] = [partOf("title"), partOf("organisation")];
  return {
    ...entry,
    title: title.value,
    organisation: organisation.value,
    doubtful: { title: title.doubtful, organisation: organisation.doubtful },
  };
}

/** Rows from the first one of an entry in which its missing parts are looked for. */
const HEAD_ROWS = 5;

/** The entry with a missing or doubtful part from the chosen ones near its head, and the chosen ones that are left. */
function filledFrom(entry: ReadEntry, chosen: readonly Chosen[], from: number): { entry: ReadEntry; rest: Chosen[] } {
  const rest = [...chosen];
  let filled = entry;
  for (const part of ["title", "organisation"] as const) {
    if (filled[part] && !filled.doubtful?.[part]) continue;
    const at = rest.findIndex((each) => each.part === part && each.row < from + HEAD_ROWS);
    // What follows another title is the employer of that one, and the other way round.
    if (rest.slice(0, Math.max(0, at)).some((each) => each.part !== part)) continue;
    const [own] = at < 0 ? [] : rest.splice(at, 1);
    if (!own) continue;
    const given = filled[part];
    filled = {
      ...filled,
      [part]: statementOf(own.piece),
      doubtful: { title: filled.doubtful?.title ?? false, organisation: filled.doubtful?.organisation ?? false, [part]: false },
      body: [...(given ? [given] : []), ...filled.body].filter((statement) => !isSame(statement, own.piece)),
    };
  }
  return { entry: filled, rest };
}

type Job = { entry: ReadEntry; row: number };

/** Rows between a title and the employer of one job. */
const PAIR_ROWS = 2;
/** Rows between a job's name and its period. */
const PERIOD_ROWS = 2;

/** From this chance on a title or an employer alone in a bullet or in running text, without a period, is a job. */
const LEAST_IN_TEXT = 0.6;
const isText = (row: Row | undefined): boolean => row !== undefined && (row.bullet || isProse(row));

/** Chosen parts that follow one another become jobs: each has at most one title and one employer. */
function jobsOf(chosen: readonly Chosen[], { rows, taken }: Around): Job[] {
  const groups: Chosen[][] = [];
  for (const each of chosen) {
    const open = groups.at(-1);
    const last = open?.at(-1);
    if (open && last && each.row - last.row <= PAIR_ROWS && open.every(({ part }) => part !== each.part)) open.push(each);
    else groups.push([each]);
  }
  return groups.flatMap((group) => {
    const part = (name: Part) => group.find((each) => each.part === name)?.piece ?? null;
    const [title, organisation] = [part("title"), part("organisation")];
    const row = group[0]?.row ?? 0;
    const dated = periodNear(rows, row, group.at(-1)?.row ?? row, taken);
    if (!dated && !(title && organisation) && group.some((each) => each.chance < LEAST_IN_TEXT && isText(rows[each.row]))) return [];
    for (const word of dated?.at.words ?? []) taken.add(word);
    const named = { title: title && statementOf(title), organisation: organisation && statementOf(organisation), place: null };
    return { row, entry: { ...named, period: dated?.period ?? null, periodAt: dated?.at ?? null, body: [] } };
  });
}

function periodNear(rows: readonly Row[], from: number, to: number, taken: ReadonlySet<Word>): { period: Period; at: Piece } | null {
  const near = Array.from({ length: to - from + 1 + 2 * PERIOD_ROWS }, (_, n) => from - PERIOD_ROWS + n);
  const apart = (i: number) => (i < from ? from - i : Math.max(0, i - to));
  for (const i of near.sort((a, b) => apart(a) - apart(b))) {
    const row = rows[i];
    const found = row && findPeriod(row.piece.text);
    const at = found && !found.single ? cut(row.piece, found.from, found.to) : null;
    if (found && at?.words.every((word) => !taken.has(word))) return { period: found.period, at };
  }
  return null;
}

/** Gives each job the words from its row to the next job's; what is before the first stays. */
function splitAt(body: readonly Statement[], jobs: readonly Job[], { rowOf }: Around): { body: Statement[]; jobs: ReadEntry[] } {
  if (jobs.length === 0) return { body: [...body], jobs: [] };
  const entries = jobs.map(({ entry }) => ({ ...entry, body: [] as Statement[] }));
  const stays: Statement[] = [];
  for (const statement of body) {
    const parts = Map.groupBy(statement.words, (word) => jobs.findLastIndex(({ row }) => row <= (rowOf.get(word) ?? -1)));
    for (const [n, words] of parts) {
      const part = parts.size === 1 ? statement : statementOf(pieceOf(words, statement.page), statement.bullet && n === firstOf(parts));
      const owner = entries[n];
      if (!owner) stays.push(part);
      else if (!isPartOf(part, owner)) owner.body.push(part);
    }
  }
  return { body: stays, jobs: entries };
}

const firstOf = (parts: ReadonlyMap<number, unknown>): number | undefined => parts.keys().next().value;

/** Whether the statement says no more than the head of the entry. */
function isPartOf({ words }: Statement, { title, organisation, periodAt }: ReadEntry): boolean {
  const head = new Set([title, organisation, periodAt ?? null].flatMap((part) => part?.words ?? []));
  return words.every((word) => head.has(word));
}
