import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Reply, readCutReply, readReply } from "./reply.ts";

const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== "");
const said = fc.record({ raw: fc.option(words), value: fc.option(words) });
const finding = fc.record({
  path: words.map((name) => `/${name}`),
  raw: words,
  page: fc.integer({ min: 1, max: 200 }),
  line: fc.integer({ min: 1, max: 99 }),
  value: fc.option(words),
});
const row = fc.record({
  page: fc.integer({ min: 1, max: 200 }),
  line: fc.integer({ min: 1, max: 99 }),
  cells: fc.array(said, { maxLength: 4 }),
});
const replies = fc.record({
  findings: fc.array(finding, { maxLength: 5 }),
  tables: fc.array(fc.record({ path: words, columns: fc.array(words, { maxLength: 4 }), rows: fc.array(row, { maxLength: 6 }) }), {
    maxLength: 3,
  }),
});

describe("a reply", () => {
  test("of the requested form is read as it is, also inside a fence of Markdown", () => {
    fc.assert(
      fc.property(replies, (reply) => {
        expect(readReply(JSON.stringify(reply))).toEqual(reply);
        expect(readReply(`\`\`\`json\n${JSON.stringify(reply)}\n\`\`\``)).toEqual(reply);
      }),
    );
  });

  test("without lines, values and empty lists is read; numbers become text", () => {
    expect(readReply('{"findings":[{"path":"/a","raw":"x","page":"2"}]}')).toEqual({
      findings: [{ path: "/a", raw: "x", page: 2, line: undefined, value: null }],
      tables: [],
    });
    expect(readReply('{"tables":[{"path":"/t","columns":["a"],"rows":[{"page":1,"cells":[5]}]}]}')).toMatchObject({
      tables: [{ rows: [{ cells: [{ raw: "5", value: null }] }] }],
    });
    const cells = ["as printed", null, { raw: "Fries", value: 1 }, { value: true }];
    expect(readReply(JSON.stringify({ tables: [{ path: "/t", columns: [], rows: [{ page: 1, cells }] }] }))).toMatchObject({
      tables: [
        {
          rows: [
            {
              cells: [
                { raw: "as printed", value: null },
                { raw: null, value: null },
                { raw: "Fries", value: "1" },
                { raw: null, value: "true" },
              ],
            },
          ],
        },
      ],
    });
  });

  test("of another form says what is wrong, never what it said", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom("findings", "tables"), (value, key) => {
        const read = readReply(JSON.stringify({ [key]: [value], secret: "canary" }));
        if ("wrong" in read) expect(read.wrong).not.toContain("canary");
      }),
    );
    expect(readReply("Sure, canary")).toEqual({ wrong: "the reply was not valid JSON" });
    expect(readReply(" ")).toEqual({ wrong: "the reply was empty" });
  });
});

describe("a truncated reply", () => {
  const flat = ({ findings, tables }: Reply) => [
    ...findings.map((each) => JSON.stringify(each)),
    ...tables.flatMap(({ path, columns, rows }) => rows.map((each) => JSON.stringify([path, columns, each]))),
  ];

  test("gives only whole findings and rows, those from its beginning", () => {
    fc.assert(
      fc.property(replies, fc.double({ min: 0, max: 1, noNaN: true }), (reply, share) => {
        const text = JSON.stringify(reply);
        const read = readCutReply(text.slice(0, Math.floor(text.length * share)));
        const all = flat(readReply(text) as Reply);
        expect(flat(read)).toEqual(all.filter((each) => flat(read).includes(each)).slice(0, flat(read).length));
      }),
    );
  });

  test("keeps what was whole before the cut, also behind a fence, with braces and quotes in its words", () => {
    const whole = { path: "/a", raw: 'x "}]', page: 1, line: 1, value: "\\" };
    const text = `\`\`\`json\n${JSON.stringify({ findings: [whole, whole] }).slice(0, -12)}`;
    expect(readCutReply(text)).toEqual({ findings: [whole], tables: [] });
  });

  test.each(["[", '{"a":', '"a" ', "a\n", "1 ", "\\", '\\"'])("H03: of %j without end is not a reply", (part) => {
    for (const start of ["", "{", '{"findings":[', '{"findings":["'])
      expect(readCutReply(start + part.repeat(500_000))).toEqual({ findings: [], tables: [] });
    expect(readReply(part.repeat(500_000))).toHaveProperty("wrong");
  });
});
