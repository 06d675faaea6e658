import { describe, expect, test } from "vitest";
import type { Field } from "#contract/schema/field.ts";
import type { FieldValue } from "./normalise/reading.ts";
import { openPatterns } from "./patterns.ts";
import { validate as validated } from "./validate.ts";

const field = (more: Partial<Field>): Field => ({ name: "x", type: "string", ...more });
const validate = (of: Field, value: FieldValue) => validated(of, value, openPatterns(1_000));
const codes = (verdict: ReturnType<typeof validate>) => verdict.doubts.map((doubt) => doubt.code);

describe("checking a value", () => {
  test("a pattern that matches, and one that does not", () => {
    expect(validate(field({ pattern: "^R-\\d+$" }), "R-12")).toMatchObject({ allowed: true, passed: true });
    expect(validate(field({ pattern: "^R-\\d+$" }), "12")).toMatchObject({ allowed: false, passed: false });
  });

  test("a pattern built to hang is answered at once", () => {
    const from = process.threadCpuUsage();
    validate(field({ pattern: "^(a+)+$" }), `${"a".repeat(5000)}!`);
    expect(process.threadCpuUsage(from).user).toBeLessThan(3_000_000);
  });

  test("a pattern that cannot be applied is reported and left out", () => {
    expect(codes(validate(field({ pattern: "(?=a)b" }), "x"))).toEqual(["pattern_unsupported"]);
    expect(validate(field({ pattern: "(" }), "x").allowed).toBe(true);
  });

  test("bounds hold for numbers and for amounts of money", () => {
    const bounded = field({ type: "number", minimum: 1, maximum: 5 });
    expect(validate(bounded, 5).allowed).toBe(true);
    expect(codes(validate(bounded, 6))).toEqual(["out_of_bounds"]);
    expect(validate({ ...bounded, type: "currency" }, { amount: 0.5, currency: null }).allowed).toBe(false);
  });

  test("allowed values of a type that is not enum", () => {
    expect(validate(field({ enum: ["A", "B"] }), "A").allowed).toBe(true);
    expect(codes(validate(field({ enum: ["A", "B"] }), "C"))).toEqual(["not_allowed"]);
  });

  test("the checksum of an IBAN", () => {
    expect(validate(field({ name: "iban" }), "DE89 3704 0044 0532 0130 00").passed).toBe(true);
    expect(codes(validate(field({ name: "iban" }), "DE88 3704 0044 0532 0130 00"))).toEqual(["checksum_failed"]);
  });
});
