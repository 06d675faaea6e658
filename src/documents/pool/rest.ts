/** Lets a child free what it can without another start, which costs a second of CPU or two. */
import { CHILD_CAPS } from "./caps.ts";
import type { ReaderChild } from "./reader-child.ts";
import { type ChildUsage, childUsageOf } from "./usage.ts";
import { NOTHING_USED } from "./watch.ts";

/** What the child uses after it has freed no more than is needed to hold `bytesMax` at most: garbage first. Never rejects. */
export async function restedUsage(child: ReaderChild, bytesMax: number): Promise<ChildUsage> {
  const less = await usageAfter(child, "garbage");
  return less.privateBytes > bytesMax ? await usageAfter(child, "networks") : less;
}

/** Of a child that did not free it in time, which is dead then: nothing. */
async function usageAfter(child: ReaderChild, frees: "garbage" | "networks"): Promise<ChildUsage> {
  const tooLong = setTimeout(() => child.kill(), CHILD_CAPS.restSeconds * 1000);
  try {
    await child.request({ kind: "rest", frees }, Buffer.alloc(0), {
      onPage: () => {},
      onStage: () => {},
      onQuestion: async () => null,
    });
    return (await childUsageOf(child.pid)) ?? NOTHING_USED;
  } catch {
    child.kill();
    return NOTHING_USED;
  } finally {
    clearTimeout(tooLong);
  }
}
