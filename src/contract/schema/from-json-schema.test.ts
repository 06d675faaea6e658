/** H01, H03: a few lines of references can expand to any number of fields. */
import { expect, test } from "vitest";
import { parseSchema } from "./parse-schema.ts";

/** Of computing time; a few hundred on an idle machine, and far more than this where the work grows with what references expand to. */
const MS_MAX = 3_000;

function cpuOf(work: () => void): number {
  const { user, system } = process.threadCpuUsage();
  work();
  const now = process.threadCpuUsage();
  return (now.user + now.system - user - system) / 1000;
}

const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const object = (properties: Record<string, unknown>) => ({ type: "object", properties });
const many = (count: number, value: unknown) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, value]));
const chain = (count: number, link: (next: string) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`d${i}`, link(`d${i + 1}`)]));

test.each([
  [
    "two references in each of 24 levels",
    { $defs: chain(24, (next) => object({ a: ref(next), b: ref(next) })), ...object({ x: ref("d0") }) },
    "too_deep",
  ],
  [
    "three levels of 60, 300 and 300",
    { $defs: { w: object(many(300, ref("v"))), v: object(many(300, { type: "string" })) }, ...object(many(60, ref("w"))) },
    "too_long",
  ],
  ["references 3,000 long", { $defs: chain(3_000, ref), ...object({ x: ref("d0") }) }, "invalid_ref"],
  ["objects 1,600 deep", { $defs: chain(1_600, (next) => object({ a: ref(next) })), ...object({ x: ref("d0") }) }, "too_deep"],
  ["6,000 fields by their names", { fields: many(6_000, "nonsense") }, "unknown_type"],
  ["a type of 110,000 letters", { fields: [{ name: "a", type: "x".repeat(110_000) }] }, "unknown_type"],
])("%s: refused at once, and told why", (_what, schema, type) => {
  let errors: { type: string; msg: string }[] = [];
  expect(cpuOf(() => ({ errors } = parseSchema(schema)))).toBeLessThan(MS_MAX);
  expect(errors.map((error) => error.type)).toContain(type);
});

test("what is allowed is read as before: seven levels, lists around them, and references that meet again", () => {
  const level = (depth: number): unknown => (depth === 0 ? { type: "string" } : object({ a: { type: "array", items: level(depth - 1) } }));
  const { errors } = parseSchema({
    $defs: { party: object({ name: { type: "string" } }) },
    ...object({ seller: ref("party"), buyer: ref("party"), rows: level(5) }),
  });
  expect(errors).toEqual([]);
});
