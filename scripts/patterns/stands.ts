/** Whether an attack that fuzzing found holds in V8: recheck counts steps of its own, and bounded repetitions look worse to it than they are. */
import vm from "node:vm";
import type { AttackPattern } from "recheck";

/** Quadratic patterns take V8 seconds for an attack of this length, linear ones of some hundred steps a character tens of milliseconds. */
const CHARACTERS = 100_000;
const MS_MAX = 400;
/** On a busy machine a linear pattern may be late once; a slow one is late each time. */
const TRIES = 3;

/** All matches are looked for, as `replace` and `matchAll` do: a pattern may be slow only with the next one. */
export function attackStands(pattern: { source: string; flags: string }, attack: AttackPattern): boolean {
  return Array.from({ length: TRIES }).every(() => isLate(pattern, attack));
}

function isLate({ source, flags }: { source: string; flags: string }, attack: AttackPattern): boolean {
  const context = vm.createContext({ source, flags: flags.includes("g") ? flags : `${flags}g`, text: textOf(attack) });
  try {
    vm.runInContext("text.replace(new RegExp(source, flags), '')", context, { timeout: MS_MAX });
    return false;
  } catch (error) {
    // It comes from the context's own world, so that it is no `Error` of this one.
    if (typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return true;
    throw error;
  }
}

/** recheck makes an attack as long as the degree it guesses needs; this one is as long as texts get. */
function textOf({ pumps, suffix }: AttackPattern): string {
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const times = Math.ceil(CHARACTERS / Math.max(1, pumped));
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join("") + suffix;
}
