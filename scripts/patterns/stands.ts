/**
 * Checks whether an attack found by fuzzing is slow in V8: recheck counts steps of its own engine, where bounded repetitions look worse
 * than they are.
 */
import vm from "node:vm";
import type { AttackPattern } from "recheck";

/**
 * Quadratic expressions take V8 seconds on an attack of this length; linear ones take tens of milliseconds, even with some hundred steps
 * per character.
 */
const CHARACTERS = 100_000;
const MS_MAX = 400;
/** On a busy machine a linear expression may exceed the time once; a slow one exceeds it every time. */
const TRIES = 3;

/** Searches all matches, as `replace` and `matchAll` do: an expression may be slow only after the first match. */
export function attackStands(pattern: { source: string; flags: string }, attack: AttackPattern): boolean {
  return Array.from({ length: TRIES }).every(() => isLate(pattern, attack));
}

function isLate({ source, flags }: { source: string; flags: string }, attack: AttackPattern): boolean {
  const context = vm.createContext({ source, flags: flags.includes("g") ? flags : `${flags}g`, text: textOf(attack) });
  try {
    vm.runInContext("text.replace(new RegExp(source, flags), '')", context, { timeout: MS_MAX });
    return false;
  } catch (error) {
    // The error comes from the context's realm, so `instanceof Error` is false.
    if (typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return true;
    throw error;
  }
}

/** recheck sizes an attack for the degree that it assumes; this one is as long as real texts can be. */
function textOf({ pumps, suffix }: AttackPattern): string {
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.ceil(CHARACTERS / Math.max(1, pumped));
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join("") + suffix;
}
