/**
 * The entries of a work section with the titles and employers that are likeliest: values of the rules are kept, cut differently, added or
 * given up, and jobs that the rules took for text become entries.
 */
import { isProse } from "#resumes/entries/prose.ts";
import type { ReadEntry } from "#resumes/entries/read-entry.ts";
import type { BodyStyle } from "#resumes/outline/body-style.ts";
import { statementOf } from "#resumes/outline/statements.ts";
import type { Statement } from "#resumes/outline.ts";
import { cut, type Piece, pieceOf } from "#resumes/page/piece.ts";
import type { Row } from "#resumes/page/row.ts";
import { findPeriod } from "#resumes/periods/find-period.ts";
import { type Choice, type Chosen, choose, type Part } from "./choose.ts";
import { isSame, ruledOf, shares } from "./ruled.ts";

type Made = { entries: ReadEntry[]; statements: Statement[] };

export function withChoice({ entries, statements }: Made, rows: readonly Row[], body: BodyStyle): Made {
  const choice = choose(rows, entries, body);
  const { starts } = ruledOf(rows, entries);
  const used = new Set<Chosen>();
  const read = entries.map((entry) => agreed(entry, choice, used));
  const rest = choice.chosen.filter((each) => !used.has(each));
  const spans = starts.map(({ entry, from }, n) => ({ at: entries.indexOf(entry), from, to: starts[n + 1]?.from ?? rows.length }));
  const first = spans[0]?.from ?? rows.length;
  const before = splitAt({
    body: statements,
    rows,
    jobs: jobsOf(
      rest.filter(({ row }) => row < first),
      rows,
      read,
    ),
  });
  const found: ReadEntry[] = [...before.jobs];
  const more = new Map<number, ReadEntry[]>();
  for (const { at, from, to } of spans) {
    const entry = read[at];
    if (!entry) continue;
    const filled = filledFrom(
      entry,
      rest.filter(({ row }) => row >= from && row < to),
      from,
    );
    const split = splitAt({ body: filled.entry.body, rows, jobs: jobsOf(filled.rest, rows, read) });
    read[at] = { ...filled.entry, body: split.body };
    more.set(at, split.jobs);
  }
  for (const [at, entry] of read.entries()) found.push(entry, ...(more.get(at) ?? []));
  return { entries: found, statements: before.body };
}

/** The entry with its own parts as chosen: the same, in other words of the same place, or doubtful. */
function agreed(entry: ReadEntry, { chosen, known }: Choice, used: Set<Chosen>): ReadEntry {
  const partOf = (part: Part): { value: Statement | null; doubtful: boolean } => {
    const value = entry[part];
    const doubtful = entry.doubtful?.[part] ?? false;
    if (!value) return { value, doubtful };
    const own =
      chosen.find((each) => each.part === part && isSame(value, each.piece)) ??
      chosen.find((each) => each.part === part && shares(value, each.piece));
    if (own && !used.has(own)) {
      used.add(own);
      return { value: isSame(value, own.piece) ? value : statementOf(own.piece), doubtful: false };
    }
    return { value, doubtful: doubtful || (known.get(part)?.some((piece) => isSame(value, piece)) ?? false) };
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
function jobsOf(chosen: readonly Chosen[], rows: readonly Row[], entries: readonly ReadEntry[]): Job[] {
  const groups: Chosen[][] = [];
  for (const each of chosen) {
    const open = groups.at(-1);
    const last = open?.at(-1);
    if (open && last && each.row - last.row <= PAIR_ROWS && open.every(({ part }) => part !== each.part)) open.push(each);
    else groups.push([each]);
  }
  const taken = new Set(entries.flatMap(({ periodAt }) => periodAt?.words ?? []));
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

function periodNear(rows: readonly Row[], from: number, to: number, taken: ReadonlySet<Piece["words"][number]>) {
  const near = [...rows.keys()].slice(Math.max(0, from - PERIOD_ROWS), to + PERIOD_ROWS + 1);
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
function splitAt({ body, rows, jobs }: { body: readonly Statement[]; rows: readonly Row[]; jobs: readonly Job[] }): {
  body: Statement[];
  jobs: ReadEntry[];
} {
  if (jobs.length === 0) return { body: [...body], jobs: [] };
  const rowOf = new Map(rows.flatMap((row, i) => row.piece.words.map((word) => [word, i] as const)));
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
