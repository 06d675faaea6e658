import { describe, expect, test } from "vitest";
import type { Schema } from "#contract/schema/field.ts";
import type { Finding } from "#engines/engine.ts";
import { typedDocument } from "#engines/typed-document.ts";
import { buildResult } from "./build-result.ts";

const document = typedDocument("Invoice 00042\nTotal 1190.00\nNet 1000.00\nBolt  5.00\nNut  5.00");
const schema: Schema = {
  fields: [
    { name: "total", type: "number" },
    {
      name: "items",
      type: "table",
      fields: [
        { name: "text", type: "string" },
        { name: "price", type: "number" },
      ],
    },
  ],
};
/** `margin`: as the local engine gives it. */
const found = (path: string, raw: string, margin?: number): Finding => ({
  path,
  raw,
  page: 1,
  ...(margin === undefined ? {} : { margin }),
});
const model = [found("/total", "1190.00"), found("/items/0/text", "Bolt"), found("/items/1/text", "Nut")];

describe("a model's values beside those of the local engine", () => {
  const alone = buildResult(document, schema, model);

  test("are surer when it reads the same, also in rows that it numbers otherwise", () => {
    const local = [found("/total", "1190.00", 1), found("/items/0/text", "Nut", 1)];
    const { fields, warnings } = buildResult(document, schema, model, local);
    for (const pointer of ["/total", "/items/1/text"]) {
      expect(fields[pointer]?.confidence).toBeGreaterThan(alone.fields[pointer]?.confidence ?? 1);
      expect(fields[pointer]?.confidence_factors).toContainEqual({ factor: "other_engine", effect: expect.any(Number) });
    }
    expect(fields["/items/0/text"]).toEqual(alone.fields["/items/0/text"]);
    expect(warnings).toEqual(alone.warnings);
  });

  test("are less sure, with a warning, when it surely reads another value", () => {
    const { data, fields, warnings } = buildResult(document, schema, model, [found("/total", "1000.00", 1)]);
    expect(data.total).toBe(1190);
    expect(fields["/total"]?.confidence).toBeLessThan(alone.fields["/total"]?.confidence ?? 0);
    expect(warnings).toMatchObject([{ code: "engines_differ", path: "/total", candidates: [1000] }]);
  });

  test("stay as they are when it is unsure of another value, or has none", () => {
    expect(buildResult(document, schema, model, [found("/total", "1000.00", 0.2)])).toEqual(alone);
    expect(buildResult(document, schema, model, [])).toEqual(alone);
  });
});
