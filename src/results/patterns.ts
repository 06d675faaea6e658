/**
 * Applies the patterns of fields, which are a caller's, for a bounded time. They run on RE2, which bounds how a match grows with its text but not
 * how long it takes: a pattern of 600 characters takes minutes on 10,000.
 */
import { RE2JS } from "re2js";
import { type Bounded, withinCpu } from "#contract/bounded-cpu.ts";
import { memo } from "#contract/memo.ts";

/** `unsupported`: no RE2 syntax, or too long. `stopped`: it takes too long, and is not applied any more. */
export type Applied = "holds" | "fails" | "unsupported" | "stopped";
export type Patterns = { apply(pattern: string, text: string): Applied };

const PATTERN_CHARACTERS_MAX = 1_000;
const TEXT_CHARACTERS_MAX = 10_000;

/** Of CPU, for preparing a pattern, and for applying it once. */
const ONCE_CPU_MS = 100;
/** A match of so many steps takes some 20 ms at most. Its time is counted but not watched, which would take longer than most matches. */
const QUICK_STEPS_MAX = 500_000;
/** Of preparing a pattern, which writes out its repetitions: `.{0,999}` as two thousand states. */
const STEPS_PER_CHARACTER = 10_000;

/** Of CPU, for the values of a document. Patterns take some microseconds on a value. */
export const DOCUMENT_CPU_MS = 5_000;

/** `cpuMs`: of CPU, for all patterns on all texts together. Once it is used up all of them are stopped. */
export function openPatterns(cpuMs: number): Patterns {
  let leftMs = cpuMs;
  const run: Run = (steps, work) => {
    if (leftMs <= 0) return { tooLong: true };
    const startedAt = process.threadCpuUsage();
    const result = steps <= QUICK_STEPS_MAX ? { value: work() } : withinCpu(Math.ceil(Math.min(leftMs, ONCE_CPU_MS)), work);
    const { user, system } = process.threadCpuUsage(startedAt);
    leftMs -= (user + system) / 1_000;
    return result;
  };
  const opened = memo((pattern: string) => openPattern(pattern, run));
  return { apply: (pattern, text) => opened(pattern)(text) };
}

/** `steps`: that the work takes at most. */
type Run = <T>(steps: number, work: () => T) => Bounded<T>;

function openPattern(pattern: string, run: Run): (text: string) => Applied {
  if (pattern.length > PATTERN_CHARACTERS_MAX) return () => "unsupported";
  const prepared = run(STEPS_PER_CHARACTER * pattern.length, () => compiled(pattern));
  if ("tooLong" in prepared) return () => "stopped";
  const { value: re2 } = prepared;
  if (re2 === null) return () => "unsupported";
  const states = re2.programSize();
  let isStopped = false;
  return (text) => {
    if (text.length > TEXT_CHARACTERS_MAX) return "fails";
    const found: Bounded<boolean> = isStopped ? { tooLong: true } : run(states * text.length, () => re2.matcher(text).find());
    if ("value" in found) return found.value ? "holds" : "fails";
    isStopped = true;
    return "stopped";
  };
}

function compiled(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return null;
  }
}
