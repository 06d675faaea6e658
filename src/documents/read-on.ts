/**
 * Reading a long scan in turns: a request has CPU time for some pages of OCR, and those that it leaves are read by further ones, as many at the
 * same time as cores are idle. So the caps of a request hold for whatever is sent, and a scan of 200 pages is read whole.
 */
import type { Document, Page } from "./document.ts";

/** Requests for one document at most: with 8 s of OCR each, 200 pages of 3 s. */
const REQUESTS_MAX = 75;

/** What one request read of the pages that were left. */
export type PagesOf = Pick<Document, "pages" | "pagesFailed" | "pagesLeft" | "warnings" | "truncated">;

/** `read`: pages of the document in the child of number `child`, from 0; `cores`: how many children may read at the same time now, at least 1. */
export type Turns = { read(pages: number[], child: number): Promise<PagesOf>; cores(): Promise<number> };

/** What a reading says of the pages that it does not give. `failed`: without those that are left. */
export function withLeft(failed: readonly number[], left: readonly number[]): Pick<Document, "pagesFailed" | "pagesLeft"> {
  const pagesFailed = [...failed, ...left].sort((a, b) => a - b);
  return left.length === 0 ? { pagesFailed } : { pagesFailed, pagesLeft: [...left].sort((a, b) => a - b) };
}

/** The document with the pages that it left, as far as there are requests for them. Fails like `read`. */
export async function readOn(begun: Document, { read, cores }: Turns): Promise<Document> {
  let document = begun;
  let children = 1;
  for (let requests = 1; document.pagesLeft && requests < REQUESTS_MAX; ) {
    const left = document.pagesLeft;
    // Twice as many as before at most: several processes may see the same cores idle.
    children = Math.min(left.length, REQUESTS_MAX - requests, 2 * children, left.length === 1 ? 1 : await cores());
    const dealt = dealtTo(children, left);
    document = joined(document, await Promise.all(dealt.map(read)));
    requests += children;
  }
  return document;
}

const dealtTo = (children: number, pages: readonly number[]): number[][] =>
  Array.from({ length: children }, (_, child) => pages.filter((_page, i) => i % children === child));

function joined({ pagesLeft: asked = [], ...document }: Document, all: readonly PagesOf[]): Document {
  const pages: Page[] = all.flatMap((each) => each.pages);
  const numbers = new Set(pages.map(({ number }) => number));
  const left = all.flatMap(({ pagesLeft = [] }) => pagesLeft);
  const failed = [...document.pagesFailed.filter((number) => !asked.includes(number)), ...all.flatMap(({ pagesFailed }) => pagesFailed)];
  const warnings = [...(document.warnings ?? [])];
  for (const warning of all.flatMap((each) => each.warnings ?? []))
    if (!warnings.some(({ message }) => message === warning.message)) warnings.push(warning);
  return {
    ...document,
    ...withLeft(
      failed.filter((number) => !left.includes(number)),
      left,
    ),
    ...(warnings.length > 0 ? { warnings } : {}),
    truncated: document.truncated || all.some(({ truncated }) => truncated),
    pages: [...document.pages.filter(({ number }) => !numbers.has(number)), ...pages].sort((a, b) => a.number - b.number),
  };
}
