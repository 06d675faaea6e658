/** Lets a child free what it can without another start, which costs a second of CPU or two. */
import { CHILD_CAPS } from "./caps.ts";
import type { ReaderChild } from "./reader-child.ts";
import { type ChildUsage, childUsageOf } from "./usage.ts";
import { NOTHING_USED } from "./watch.ts";

/** What the child uses after it has freed the memory of its networks. It is dead when it did not. Never rejects. */
export async function restedUsage(child: ReaderChild): Promise<ChildUsage> {
  const tooLong = setTimeout(() => child.kill(), CHILD_CAPS.restSeconds * 1000);
  try {
    await child.request({ kind: "rest" }, Buffer.alloc(0), { onPage: () => {}, onStage: () => {}, onQuestion: async () => null });
    return (await childUsageOf(child.pid)) ?? NOTHING_USED;
  } catch {
    child.kill();
    return NOTHING_USED;
  } finally {
    clearTimeout(tooLong);
  }
}
