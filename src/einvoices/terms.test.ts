import { describe, expect, test } from "vitest";
import { meaningsOfName } from "#engines/einvoice/words.ts";
import type { TermKind } from "./term.ts";
import { DOCUMENT_GROUPS, LINE_GROUP, SINGLE_TERMS } from "./terms.ts";

const KINDS: Record<TermKind, true> = {
  id: true,
  code: true,
  text: true,
  name: true,
  date: true,
  amount: true,
  percent: true,
  quantity: true,
  boolean: true,
  address: true,
  email: true,
  phone: true,
};
const GROUPS = [LINE_GROUP, ...(LINE_GROUP.groups ?? []), ...DOCUMENT_GROUPS];
const TERMS = [...SINGLE_TERMS, ...GROUPS.flatMap(({ terms }) => terms)];

describe("the table of business terms", () => {
  test("has each single term once", () => {
    const ids = SINGLE_TERMS.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  test("has known kinds, paths without abbreviations, and a place in some format for each", () => {
    for (const { id, kind, cii, ubl, it } of TERMS) {
      expect(KINDS[kind], id).toBe(true);
      const paths = [cii, ubl, it].filter((path) => path !== undefined);
      expect(paths.length, id).toBeGreaterThan(0);
      for (const path of paths) expect(path.replaceAll(/=\$(?:tax_)?currency/g, ""), id).not.toContain("$");
    }
  });

  test("asks by words that names lead to", () => {
    const unknown = [...TERMS, ...GROUPS].flatMap(({ asks }) => asks).flatMap((ask) => (ask === "" ? [] : ask.split(" ")));
    const leading = (word: string) => word.includes("_") || /^\d$/.test(word) || meaningsOfName(word).length > 0;
    expect([...new Set(unknown.filter((word) => !leading(word)))]).toEqual([]);
  });
});
