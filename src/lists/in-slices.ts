/** Long work in slices, between which the event loop does what else there is. */
import { setImmediate } from "node:timers/promises";

/** Some milliseconds of work. */
const SLICE = 2_000;

export async function inSlices(count: number, work: (index: number) => void): Promise<void> {
  for (let index = 0; index < count; index++) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    work(index);
  }
}
