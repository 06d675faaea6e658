import fc from "fast-check";
import { expect, test } from "vitest";
import type { PageHead } from "#extraction/in-reader/works.ts";
import type { StoredPart } from "#extraction/packets/tables.ts";
import { doubtfulPages, weighAnswers } from "./weigh-answers.ts";

const chance = fc.double({ min: 0, max: 1, noNaN: true });
const template = fc.constantFrom("tpl_a", "tpl_b", null);
/** Parts of a stack, and what a model may say of any page. */
const stacks = fc.array(fc.record({ length: fc.integer({ min: 1, max: 4 }), cut: chance, template: chance, templateId: template }), {
  minLength: 1,
  maxLength: 6,
});

function partsOf(shapes: { length: number; cut: number; template: number; templateId: string | null }[]): StoredPart[] {
  let next = 1;
  return shapes.map(({ length, ...part }) => ({ ...part, pages: Array.from({ length }, () => next++), reasons: [], taskId: null }));
}

const headsOf = (parts: readonly StoredPart[], attachments: readonly boolean[]): PageHead[] => {
  let file = 0;
  return parts.flatMap(({ pages }, i) => {
    if (attachments[i]) file += 1;
    return pages.map((page) => ({ page, part: String(file), head: ["A"], foot: [] }));
  });
};

test("whatever a model says, each page stays in exactly one part, in order, and attachments stay apart", () => {
  const answers = fc.array(fc.record({ page: fc.integer({ min: 0, max: 30 }), begins: fc.boolean(), template }), { maxLength: 30 });
  fc.assert(
    fc.property(stacks, answers, fc.array(fc.boolean()), chance, (shapes, said, attachments, least) => {
      const parts = partsOf(shapes);
      const heads = headsOf(parts, attachments);
      const weighed = weighAnswers(parts, said, heads, least);
      expect(weighed.flatMap(({ pages }) => pages)).toEqual(parts.flatMap(({ pages }) => pages));
      for (const { pages, cut, template: of } of weighed) {
        expect(new Set(heads.filter(({ page }) => pages.includes(page)).map(({ part }) => part)).size).toBe(1);
        for (const each of [cut, of]) expect(each).toSatisfy((value: number) => value >= 0 && value <= 1);
      }
    }),
  );
});

test("parts that are sure, and all where the model says nothing, are as they were", () => {
  fc.assert(
    fc.property(stacks, chance, (shapes, least) => {
      const parts = partsOf(shapes);
      expect(weighAnswers(parts, [], headsOf(parts, []), least)).toEqual(parts);
      const all = parts.flatMap(({ pages }) => pages.map((page) => ({ page, begins: true, template: null })));
      expect(weighAnswers(parts, all, headsOf(parts, []), 0)).toEqual(parts);
      expect(doubtfulPages(parts, headsOf(parts, []), 0)).toEqual([]);
    }),
  );
});
