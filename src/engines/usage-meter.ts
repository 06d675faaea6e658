/** Usage of one piece of work over all its attempts. */
import type { TaskRecord } from "#contract/task.ts";
import type { EngineUsage } from "./engine.ts";

/** Adds up the usage of engines, including failed ones, to that of earlier attempts. */
export class UsageMeter {
  readonly #before: TaskRecord["usage"];
  readonly #engines: (() => EngineUsage)[] = [];
  pages = 0;

  constructor(before: TaskRecord["usage"] | null) {
    this.#before = before ?? { pages: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 };
  }

  watch(usage: () => EngineUsage): void {
    this.#engines.push(usage);
  }

  total(): TaskRecord["usage"] {
    const total = { ...this.#before, pages: Math.max(this.#before.pages, this.pages) };
    for (const usage of this.#engines) {
      const { input_tokens, output_tokens, cost_usd } = usage();
      total.input_tokens += input_tokens;
      total.output_tokens += output_tokens;
      total.cost_usd = total.cost_usd === null || cost_usd === null ? null : total.cost_usd + cost_usd;
    }
    return total;
  }
}
