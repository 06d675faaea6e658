/** How the time of a function grows with the length of a text: runs of one kind of character, and of half as many. */

import type { TextTaker } from "./text-takers.ts";

const SIGNS = [...".,:;-()[]<>/@_\"'`´«»!?#$%&*+=\\^{|}~–•·…"];
const PAIRS =
  "a_,1_,A_,漢_,-a,(a,<a,<!,</,<!--,[a,a.,@a.,a/,a:,1.,1-,1/,1:,+1,(1,a1,aA,Aa_,Aa-,Ab!_,-_,._,!_,(),[],<>,a',$1_,1%_,&amp;,a)_,1)_,a&_,a!,1!".split(
    ",",
  );
const pairs = PAIRS.map((pair) => pair.replaceAll("_", " ").replaceAll("!", ","));
const BREAKS = [" ", "\t", "\n", "\f", "\u00a0", "\u3000", "a\n", "1\n", "Aa\n", "a\t", "1\t", "\n ", "\n\n", "a: 1\n", "a  1  1\n"];
const LETTERS = ["1", "a", "A", "é", "я", "漢", "あ", "ا", "अ", "\u0301", "\u200b", "😀"];

/** One of each class: white space, digits, letters, signs, and pairs of them. */
export const RUNS: readonly string[] = [...BREAKS, ...LETTERS, ...SIGNS, ...pairs];

/** Nothing that takes less needs a look. */
const FLOOR_MS = 30;
/** Of a text of half the length: linear work takes twice as much, work by the square four times. */
const GROWTH_MAX = 3;
/** A suspicion is looked at so often, as the machine has other work: the best of each counts, and a text of twice the length as well. What has a bound takes one step, and no second. */
const LOOKS = 5;
type Growth = { unit: string; characters: number; halfMs: number; wholeMs: number; doubleMs: number };
type Take = (text: string) => unknown;

/** Between other characters: a pattern may look for the end of a run. */
const textOf = (unit: string, characters: number) => `x${unit.repeat(Math.ceil(characters / unit.length))}~x`;

/** Null where a text up to `charactersMax` long never takes more than three times as long as its half. */
async function growthOf(take: Take, unit: string, charactersMax: number): Promise<Growth | null> {
  for (const characters of [charactersMax / 16, charactersMax]) {
    const wholeMs = await timeOf(take, textOf(unit, characters));
    if (wholeMs <= FLOOR_MS || wholeMs <= GROWTH_MAX * (await timeOf(take, textOf(unit, characters / 2)))) continue;
    const again = await bestOf(take, unit, characters);
    if (again.wholeMs > FLOOR_MS && again.wholeMs > GROWTH_MAX * again.halfMs && again.doubleMs > GROWTH_MAX * again.wholeMs) return again;
  }
  return null;
}

async function bestOf(take: Take, unit: string, characters: number): Promise<Growth> {
  const best = [0.5, 1, 2].map((times) => ({ text: textOf(unit, characters * times), ms: Number.POSITIVE_INFINITY }));
  for (let look = 0; look < LOOKS; look++) for (const each of best) each.ms = Math.min(each.ms, await timeOf(take, each.text));
  const [halfMs = 0, wholeMs = 0, doubleMs = 0] = best.map(({ ms }) => ms);
  return { unit, characters, halfMs, wholeMs, doubleMs };
}

/** Milliseconds of this thread's own computing. Whatever is thrown is an answer. */
async function timeOf(take: Take, text: string): Promise<number> {
  const { user, system } = process.threadCpuUsage();
  try {
    await take(text);
  } catch {
    // Refusing a text is one way of taking it.
  }
  const now = process.threadCpuUsage();
  return (now.user + now.system - user - system) / 1000;
}

function describeGrowth(name: string, { unit, characters, halfMs, wholeMs, doubleMs }: Growth): string {
  const [half, whole, double] = [halfMs, wholeMs, doubleMs].map(Math.round);
  return `${name}: ${JSON.stringify(unit)} × ${characters} takes ${whole} ms, half of it ${half} ms, twice of it ${double} ms`;
}

/** What of the takers needs more than its length for one of the runs; nothing where that is none. */
export async function grown(takers: readonly TextTaker[], runs: readonly string[], charactersMax: number): Promise<string[]> {
  const told: string[] = [];
  for (const { name, take } of takers) {
    for (const run of runs) {
      const growth = await growthOf(take, run, charactersMax);
      if (growth) told.push(describeGrowth(name, growth));
      // One is enough to know the function.
      if (growth) break;
    }
  }
  return told;
}
