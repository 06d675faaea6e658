/** What a model's answers say of doubtful parts: evidence beside that of the pages, which it may outweigh. */
import { largest } from "#documents/long-lists.ts";
import type { PageHead } from "#extraction/in-reader/works.ts";
import type { StoredPart } from "#extraction/packets/tables.ts";

/** `template`: null where it is of none, or that cannot be told. */
export type PageAnswer = { page: number; begins: boolean; template: string | null };

/** How often an answer is taken to be right where the pages are doubtful: a choice, not a measurement. */
const RIGHT = 0.9;
const AGREES = "A model that was asked says so too.";
const OTHER_CUT = "A model that was asked says that documents begin and end here.";
const OTHER_TEMPLATE = "A model that was asked says that it is of this template.";
const NO_TEMPLATE = "A model that was asked says that it is of none of the templates.";
const DIFFERS = "A model that was asked says otherwise, which does not outweigh what the pages say.";

const likelier = (chance: number): number => (RIGHT * chance) / (RIGHT * chance + (1 - RIGHT) * (1 - chance));
const unlikelier = (chance: number): number => 1 - likelier(1 - chance);

const isDoubtful = (chance: number | null, least: number): boolean => chance !== null && chance < least;
const sureOf = ({ cut, template }: StoredPart): number => (cut ?? 1) * (template ?? 1);

/** Pages to be shown: of the doubtful parts, with the last page before each and the first one after it. */
export function doubtfulPages(parts: readonly StoredPart[], heads: readonly PageHead[], least: number): PageHead[] {
  const shown = new Set<number>();
  for (const [i, part] of parts.entries()) {
    if (sureOf(part) >= least) continue;
    const first = parts[i + 1]?.pages[0];
    for (const page of [...(parts[i - 1]?.pages.slice(-1) ?? []), ...part.pages, ...(first === undefined ? [] : [first])]) shown.add(page);
  }
  return heads.filter(({ page }) => shown.has(page));
}

/** `least`: parts less sure are doubtful. Attachments stay apart, and pages without words with the page before. */
export function weighAnswers(
  parts: readonly StoredPart[],
  answers: readonly PageAnswer[],
  heads: readonly PageHead[],
  least: number,
): StoredPart[] {
  const byPage = new Map(answers.map((answer) => [answer.page, answer]));
  const begins = new Set(parts.flatMap(({ pages }) => pages.slice(0, 1)));
  const fixed = new Set(heads.filter(({ part }, i) => i === 0 || part !== heads[i - 1]?.part).map(({ page }) => page));
  const cuts = new Map<StoredPart, number>();
  for (const [i, part] of parts.entries()) {
    if (part.cut === null || sureOf(part) >= least) continue;
    const edges = [...part.pages, ...(parts[i + 1]?.pages.slice(0, 1) ?? [])].slice(i === 0 ? 1 : 0);
    const told = edges.flatMap((page) => (fixed.has(page) ? [] : (byPage.get(page) ?? [])));
    const others = told.filter((answer) => answer.begins !== (answer.page === part.pages[0] || !part.pages.includes(answer.page)));
    if (told.length === 0) continue;
    cuts.set(part, others.length === 0 ? likelier(part.cut) : unlikelier(part.cut));
    if (others.length === 0 || unlikelier(part.cut) >= 0.5) continue;
    for (const { page, begins: does } of others) {
      if (does) begins.add(page);
      else begins.delete(page);
    }
  }
  return rearranged(parts, begins).map(({ part, before }) => {
    const [was] = before;
    const answer = part.pages.map((page) => byPage.get(page)).find((each) => each !== undefined);
    if (was && before.length === 1 && was.pages.length === part.pages.length) return weighed(was, cuts.get(was), answer, least);
    const cut = Math.min(RIGHT, 1 - largest(before.flatMap((each) => cuts.get(each) ?? [])));
    return {
      ...part,
      templateId: answer?.template ?? null,
      cut,
      template: RIGHT,
      reasons: [OTHER_CUT, answer?.template ? OTHER_TEMPLATE : NO_TEMPLATE],
    };
  });
}

/** Parts that begin with these pages, and those that each has pages of. */
function rearranged(parts: readonly StoredPart[], begins: ReadonlySet<number>): { part: StoredPart; before: StoredPart[] }[] {
  const all: { part: StoredPart; before: StoredPart[] }[] = [];
  for (const was of parts) {
    for (const page of was.pages) {
      const last = all.at(-1);
      if (!last || begins.has(page)) all.push({ part: { ...was, pages: [page] }, before: [was] });
      else {
        last.part.pages.push(page);
        if (!last.before.includes(was)) last.before.push(was);
      }
    }
  }
  return all;
}

/** The same pages: where they are cut, and of which template they are. */
function weighed(part: StoredPart, cut: number | undefined, answer: PageAnswer | undefined, least: number): StoredPart {
  const { template, templateId } = part;
  const reasons = [...part.reasons, ...(cut === undefined || part.cut === null ? [] : [cut > part.cut ? AGREES : DIFFERS])];
  const sure = { ...part, cut: cut ?? part.cut, reasons: [...new Set(reasons)] };
  if (!answer || template === null || !isDoubtful(sureOf(part), least)) return sure;
  if (answer.template === templateId) return { ...sure, template: likelier(template), reasons: [...new Set([...reasons, AGREES])] };
  const left = unlikelier(template);
  if (left >= 0.5) return { ...sure, template: left, reasons: [...new Set([...reasons, DIFFERS])] };
  const told = answer.template === null ? NO_TEMPLATE : OTHER_TEMPLATE;
  return { ...sure, templateId: answer.template, template: 1 - left, reasons: [...new Set([...reasons, told])] };
}
