import { describe, expect, test } from "vitest";
import { parseSchema } from "#contract/schema/parse-schema.ts";
import { fieldListOf } from "./fields.ts";
import { merge } from "./merge.ts";
import type { Reply } from "./reply.ts";

const { schema } = parseSchema({
  fields: [
    { name: "total", type: "number" },
    { name: "tags", type: "string[]" },
    { name: "rows", type: "table", fields: [{ name: "code" }, { name: "amount", type: "number" }] },
  ],
});
if (!schema) throw new Error("no schema");
const fields = fieldListOf(schema);
const at = (path: string, raw: string, page = 1, line = 1) => ({ path, raw, page, line });
const reply = (findings: Reply["findings"], rows: Reply["tables"][number]["rows"] = []): Reply => ({
  findings,
  tables: [{ path: "/rows", columns: ["code", "amount"], rows }],
});

describe("replies of several windows", () => {
  test("the answer that most windows give is taken, in a tie the first; the others are reported", () => {
    const most = merge([reply([at("/total", "5")]), reply([at("/total", "7")]), reply([at("/total", " 7 ")])], fields);
    expect(most.findings.map(({ raw }) => raw)).toEqual(["7"]);
    expect(most.conflicts).toEqual([{ path: "/total", others: ["5"] }]);
    const first = merge([reply([at("/total", "5")]), reply([at("/total", "7")])], fields);
    expect(first.findings.map(({ raw }) => raw)).toEqual(["5"]);
  });

  test("items of lists are renumbered, each once, in the order of the document", () => {
    const one = reply([at("/tags/0", "b", 1, 9), at("/tags/1", "c", 2, 3)]);
    const two = reply([at("/tags/0", "c", 2, 3), at("/tags/1", "a", 1, 2)]);
    expect(merge([one, two], fields).findings.map(({ path, raw }) => [path, raw])).toEqual([
      ["/tags/0", "a"],
      ["/tags/1", "b"],
      ["/tags/2", "c"],
    ]);
  });

  test("a row on the same line is one row; rows are in the order of the document", () => {
    const row = (page: number, line: number, code: string) => ({ page, line, cells: [code, "1"] });
    const { rows } = merge([reply([], [row(1, 5, "A"), row(2, 1, "C")]), reply([], [row(2, 1, "C again"), row(1, 8, "B")])], fields);
    expect(rows.get("/rows")?.map(({ cells }) => cells.get("code"))).toEqual(["A", "B", "C"]);
  });

  test("paths in the notations that models use are understood; columns and tables of no schema are left out", () => {
    const { findings } = merge([reply([at("total", "5"), at("tags[0]", "a")])], fields);
    expect(findings.map(({ path }) => path)).toEqual(["/total", "/tags/0"]);
    const odd: Reply = { findings: [], tables: [{ path: "/other", columns: ["code"], rows: [{ page: 1, line: 1, cells: ["x"] }] }] };
    expect([...merge([odd], fields).rows]).toEqual([]);
    const column: Reply = {
      findings: [],
      tables: [{ path: "rows", columns: ["/code", "colour"], rows: [{ page: 1, line: 1, cells: ["x", "red"] }] }],
    };
    expect([...(merge([column], fields).rows.get("/rows")?.[0]?.cells ?? [])]).toEqual([["code", "x"]]);
  });
});
