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
const at = (path: string, raw: string, page = 1, line = 1) => ({ path, raw, page, line, value: null });
const said = (raw: string) => ({ raw, value: null });
const row = (page: number, line: number, ...cells: string[]) => ({ page, line, cells: cells.map(said) });
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
    const one = reply([at("/tags/0", "a", 1, 2), at("/tags/1", "c", 2, 3)]);
    const two = reply([at("/tags/0", "b", 1, 9), at("/tags/1", "c", 2, 3)]);
    expect(merge([one, two], fields).findings.map(({ path, raw }) => [path, raw])).toEqual([
      ["/tags/0", "a"],
      ["/tags/1", "b"],
      ["/tags/2", "c"],
    ]);
  });

  test("a row that several replies give is one row; rows are in the order of the document", () => {
    const { rows } = merge(
      [reply([], [row(1, 5, "A", "1"), row(2, 1, "C", "1")]), reply([], [row(2, 1, "C again", "1"), row(1, 8, "B", "1")])],
      fields,
    );
    expect(rows.get("/rows")?.map(({ cells }) => cells.get("code")?.raw)).toEqual(["A", "B", "C"]);
  });

  test("rows that one reply gives on one line are different rows, also when they are equal", () => {
    const twice = [row(1, 5, "A", "1"), row(1, 5, "A", "1"), row(1, 5, "B", "2")];
    const { rows } = merge([reply([], twice), reply([], twice.slice(1))], fields);
    expect(rows.get("/rows")?.map(({ cells }) => cells.get("code")?.raw)).toEqual(["A", "A", "B"]);
  });

  test("paths in the notations that models use are understood; columns and tables of no schema are left out and told", () => {
    const { findings } = merge([reply([at("total", "5"), at("tags[0]", "a")])], fields);
    expect(findings.map(({ path }) => path)).toEqual(["/total", "/tags/0"]);
    const odd: Reply = { findings: [], tables: [{ path: "/other", columns: ["code"], rows: [row(1, 1, "x")] }] };
    expect([...merge([odd], fields).rows]).toEqual([]);
    expect(merge([odd], fields).unknown).toEqual(["/other"]);
    const column: Reply = {
      findings: [],
      tables: [{ path: "rows", columns: ["/code", "colour"], rows: [row(1, 1, "x", "red")] }],
    };
    expect(merge([column], fields).unknown).toEqual(["/rows/colour"]);
    expect([...(merge([column], fields).rows.get("/rows")?.[0]?.cells ?? [])]).toEqual([["code", said("x")]]);
  });
});
