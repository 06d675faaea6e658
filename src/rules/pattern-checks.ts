/** Checks the patterns of rules when they are saved: their syntax, and that all of them are prepared in a short time. */
import { RE2JS } from "re2js";
import { withinCpu } from "#contract/bounded-cpu.ts";

/** Of CPU, for all patterns of a template: preparing one writes out its repetitions, `(a{1000}){1}` as a thousand steps. */
const PREPARING_CPU_MS = 250;

export type PatternChecks = { /** Messages for the author of the rules. */ problemsOf(patterns: readonly string[]): string[] };

/** Once the time is used up it is said of one expression, and further patterns are not looked at. */
export function openPatternChecks(): PatternChecks {
  let leftMs = PREPARING_CPU_MS;
  let isTold = false;
  const usedUp = (): string[] => {
    const problems = isTold ? [] : [TOO_LARGE];
    isTold = true;
    return problems;
  };
  return {
    problemsOf(patterns) {
      if (patterns.length === 0) return [];
      if (leftMs <= 0) return usedUp();
      const startedAt = process.threadCpuUsage();
      const prepared = withinCpu(Math.ceil(leftMs), () => patterns.every(isPattern));
      const { user, system } = process.threadCpuUsage(startedAt);
      leftMs -= (user + system) / 1_000;
      if ("tooLong" in prepared) {
        leftMs = 0;
        return usedUp();
      }
      return prepared.value ? [] : ["`matches`: the pattern is no RE2 syntax. Look-around and back references are not supported."];
    },
  };
}

const TOO_LARGE = "`matches`: the patterns of the rules are too large. Use fewer or smaller counts of repetitions, such as `{1000}`.";

function isPattern(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}
