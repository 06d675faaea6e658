import fc from "fast-check";
import { expect, test } from "vitest";
import type { Document } from "./document.ts";
import { type PagesOf, readOn, withLeft } from "./read-on.ts";
import { scannedPage } from "./testing/scanned-page.ts";

const PAGES = 12;
const begun = (failed: number[], left: number[], pages: number[]): Document => ({
  mimeType: "application/pdf",
  pageCount: PAGES,
  truncated: false,
  ...withLeft(failed, left),
  pages: pages.map(scannedPage),
});
const ALL = Array.from({ length: PAGES }, (_, i) => i + 1);

test("in however many requests a scan is read, and by however many children: each page is given once, and only damaged ones are reported as failed", async () => {
  const turns = fc.array(fc.record({ reads: fc.integer({ min: 1, max: 5 }), children: fc.integer({ min: 1, max: 4 }) }), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(turns, fc.uniqueArray(fc.integer({ min: 1, max: PAGES })), async (all, damaged) => {
      let turn = 0;
      const now = () => all[turn % all.length] ?? { reads: 1, children: 1 };
      const document = await readOn(begun([], ALL, []), {
        cores: async () => {
          turn += 1;
          return now().children;
        },
        async read(asked): Promise<PagesOf> {
          const seen = asked.slice(0, now().reads);
          const good = seen.filter((number) => !damaged.includes(number));
          const failed = seen.filter((number) => damaged.includes(number));
          return { pages: good.map(scannedPage), truncated: false, ...withLeft(failed, asked.slice(now().reads)) };
        },
      });
      expect(document.pages.map(({ number }) => number)).toEqual(ALL.filter((number) => !damaged.includes(number)));
      expect([document.pagesFailed, document.pagesLeft]).toEqual([ALL.filter((number) => damaged.includes(number)), undefined]);
    }),
  );
});

test("further children join by and by, as others may see the same cores idle", async () => {
  const rounds: number[] = [];
  const asked: number[] = [];
  await readOn(begun([], ALL, []), {
    async cores() {
      rounds.push(asked.length);
      return 8;
    },
    async read(pages) {
      asked.push(pages.length);
      return { pages: pages.slice(0, 1).map(scannedPage), truncated: false, ...withLeft([], pages.slice(1)) };
    },
  });
  expect(rounds).toEqual([0, 2, 6]);
});

test("pages that are never read end as failed ones, and not without end", async () => {
  let requests = 0;
  const read = async (asked: number[]): Promise<PagesOf> => {
    requests += 1;
    return { pages: [], truncated: false, ...withLeft([], asked) };
  };
  const document = await readOn(begun([2], [3, 4], [1]), { read, cores: async () => 2 });
  expect([document.pages.map(({ number }) => number), document.pagesFailed]).toEqual([[1], [2, 3, 4]]);
  expect(requests).toBeLessThan(100);
});

test("what each request warns of is said once", async () => {
  const signed = { code: "signature_not_checked", message: "Not checked." } as const;
  const read = async (asked: number[]): Promise<PagesOf> => ({
    pages: asked.map(scannedPage),
    truncated: false,
    pagesFailed: [],
    warnings: [signed, { code: "attachments_unread", message: "Attachments that could not be read: a.bin." }],
  });
  const document = await readOn({ ...begun([], [3, 4], [1]), warnings: [signed] }, { read, cores: async () => 2 });
  expect(document.warnings?.map(({ code }) => code)).toEqual(["signature_not_checked", "attachments_unread"]);
});
