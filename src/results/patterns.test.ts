import { expect, test } from "vitest";
import { openPatterns } from "./patterns.ts";

/** Follows thousands of states at each letter. */
const SLOW = `${"(a{0,1000}b?)c?".repeat(40)}[cd]$`;
const LONG = "a".repeat(10_000);

/** In milliseconds. */
function cpuOf(work: () => void): number {
  const startedAt = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(startedAt);
  return (user + system) / 1_000;
}

test("a pattern that takes minutes is stopped, and the others are applied", () => {
  const patterns = openPatterns(5_000);
  const taken = cpuOf(() => {
    for (let i = 0; i < 100; i++) expect(patterns.apply(SLOW, LONG)).toBe("stopped");
  });
  expect(taken).toBeLessThan(1_500);
  expect(patterns.apply("^R-[0-9]+$", "R-12")).toBe("holds");
  expect(patterns.apply("^R-[0-9]+$", "12")).toBe("fails");
});

test("hundreds of patterns that take long take no longer together than they may", () => {
  const patterns = openPatterns(500);
  const taken = cpuOf(() => {
    for (let i = 0; i < 300; i++) expect(patterns.apply(`${i}|${"(a{0,1000}b?)c?".repeat(6)}[cd]$`, LONG)).toBe("stopped");
  });
  expect(taken).toBeLessThan(2_000);
});

test("a pattern on the values of a long table is applied to all of them", () => {
  const patterns = openPatterns(5_000);
  const rows = Array.from({ length: 20_000 }, (_, i) => `DE${String(i).padStart(20, "0")}`);
  expect(rows.filter((iban) => patterns.apply("^[A-Z]{2}\\d{2}[A-Z0-9 ]{10,40}$", iban) === "holds")).toHaveLength(rows.length);
});

test("a pattern with large counts is applied to texts of usual lengths", () => {
  const patterns = openPatterns(5_000);
  expect(patterns.apply("^[\\p{L} ,.]{1,1000}$", "Ünal Öztürk, ".repeat(40).trim())).toBe("holds");
  expect(patterns.apply("^.{0,999}$", "a".repeat(999))).toBe("holds");
});
