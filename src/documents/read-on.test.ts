import fc from "fast-check";
import { expect, test } from "vitest";
import { TaskFailure } from "#contract/task-errors.ts";
import type { Document, Page } from "./document.ts";
import { readOn, withLeft } from "./read-on.ts";

const PAGES = 12;
const page = (number: number): Page => ({
  number,
  width: 595,
  height: 842,
  textSource: "ocr",
  quality: 1,
  lines: [],
  rulings: [],
  formFields: [],
  hidden: [],
});
const summary = (failed: number[], left: number[]): Omit<Document, "pages"> => ({
  mimeType: "application/pdf",
  pageCount: PAGES,
  truncated: false,
  ...withLeft(failed, left),
});
const numbersOf = ({ pages }: Document) => pages.map(({ number }) => number);

test("in however many turns a scan is read: each page is given once, and only damaged ones are reported as failed", async () => {
  const turns = fc.array(fc.record({ reads: fc.integer({ min: 1, max: 5 }), damaged: fc.integer({ min: 1, max: PAGES }) }), {
    minLength: 1,
    maxLength: PAGES,
  });
  await fc.assert(
    fc.asyncProperty(turns, async (all) => {
      const damaged = new Set<number>();
      const turn = async (asked: number[], { reads, damaged: one }: (typeof all)[number], onPage: (page: Page) => void) => {
        const seen = asked.slice(0, reads);
        const failed = seen.filter((number) => number === one);
        for (const number of failed) damaged.add(number);
        for (const number of seen) if (!failed.includes(number)) onPage(page(number));
        return summary(failed, asked.slice(reads));
      };
      const everything = Array.from({ length: PAGES }, (_, i) => i + 1);
      let document: Document = { ...summary([], everything), pages: [] };
      for (let i = 0; document.pagesLeft; i += 1) {
        const next = all[i % all.length] ?? { reads: 1, damaged: 0 };
        document = await readOn(document, (asked, onPage) => turn(asked, next, onPage));
      }
      expect(numbersOf(document)).toEqual(everything.filter((number) => !damaged.has(number)));
      expect(document.pagesFailed).toEqual(everything.filter((number) => damaged.has(number)));
    }),
  );
});

const begun: Document = {
  ...summary([2], [3, 4]),
  pages: [page(1)],
  warnings: [{ code: "signature_not_checked", message: "Not checked." }],
};

test("pages that are blank or damaged to the end of the scan are no failure of the document", async () => {
  const blank = await readOn(begun, async (asked, onPage) => {
    for (const number of asked) onPage(page(number));
    throw new TaskFailure("empty_document");
  });
  expect([numbersOf(blank), blank.pagesFailed, blank.pagesLeft]).toEqual([[1, 3, 4], [2], undefined]);
  const damaged = await readOn(begun, () => Promise.reject(new TaskFailure("corrupt_document")));
  expect([numbersOf(damaged), damaged.pagesFailed, damaged.pagesLeft]).toEqual([[1], [2, 3, 4], undefined]);
  await expect(readOn(begun, () => Promise.reject(new TaskFailure("deadline_exceeded")))).rejects.toMatchObject({
    code: "deadline_exceeded",
  });
});

test("what a turn warns of is said once", async () => {
  const again = await readOn(begun, async () => ({
    ...summary([], []),
    warnings: [
      { code: "signature_not_checked", message: "Not checked." },
      { code: "attachments_unread", message: "Attachments that could not be read: a.bin." },
    ],
  }));
  expect(again.warnings?.map(({ code }) => code)).toEqual(["signature_not_checked", "attachments_unread"]);
});
