/** Limits concurrency in this process: a semaphore with named limits that is fair between waiters. */

/** Maximum concurrent cost by name. A permit takes its cost from each named limit; none when the record is empty. */
export type Limits = Readonly<Record<string, number>>;

export type Wait = {
  /** Lanes are served in turn, so that a full lane delays another by one permit at most. Default: one lane for all. */
  lane?: string;
  /** What the permit takes from each limit, such as bytes; 1 by default. */
  cost?: number;
  /** Milliseconds after which `take` resolves to null; unlimited by default. */
  waitMs?: number;
  signal: AbortSignal;
};

type Asked = { limits: Limits; cost: number; lane: string };
type Waiting = Asked & { resolve: (permit: Disposable | null) => void };

export class ConcurrencyLimiter {
  readonly #waitingMax: number;
  readonly #taken = new Map<string, number>();
  /** Oldest first. */
  readonly #waiting = new Set<Waiting>();
  /** Per lane, the number of its last permit; cleared when nothing waits. */
  readonly #served = new Map<string, number>();
  #permits = 0;

  /** `waitingMax`: the most waiters at a time, because each holds memory. */
  constructor({ waitingMax = Number.POSITIVE_INFINITY } = {}) {
    this.#waitingMax = waitingMax;
  }

  /** Resolves to a permit, released when disposed; to null after `waitMs` or when too many wait. Rejects with the signal's reason. */
  async take(limits: Limits, { lane = "", cost = 1, waitMs, signal }: Wait): Promise<Disposable | null> {
    signal.throwIfAborted();
    const asked = { limits, cost, lane };
    if (this.#isFree(asked)) return this.#enter(asked);
    if (this.#waiting.size >= this.#waitingMax) return null;
    const { promise, resolve, reject } = Promise.withResolvers<Disposable | null>();
    const entry = { ...asked, resolve };
    this.#waiting.add(entry);
    const leave = () => this.#waiting.delete(entry) && reject(signal.reason);
    const timer = waitMs === undefined ? undefined : setTimeout(() => this.#waiting.delete(entry) && resolve(null), waitMs);
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    }
  }

  #isFree({ limits, cost }: Asked): boolean {
    return Object.entries(limits).every(([name, max]) => (this.#taken.get(name) ?? 0) + cost <= max);
  }

  #enter(asked: Asked): Disposable {
    for (const name of Object.keys(asked.limits)) this.#taken.set(name, (this.#taken.get(name) ?? 0) + asked.cost);
    this.#served.set(asked.lane, ++this.#permits);
    let given = true;
    return {
      [Symbol.dispose]: () => {
        if (given) this.#giveBack(asked);
        given = false;
      },
    };
  }

  #giveBack({ limits, cost }: Asked): void {
    for (const name of Object.keys(limits)) {
      const left = (this.#taken.get(name) ?? cost) - cost;
      if (left > 0) this.#taken.set(name, left);
      else this.#taken.delete(name);
    }
    for (let next = this.#next(); next !== null; next = this.#next()) {
      this.#waiting.delete(next);
      next.resolve(this.#enter(next));
    }
    if (this.#waiting.size === 0) this.#served.clear();
  }

  /** Of the waiters that fit, the first of the lane that was served least recently. */
  #next(): Waiting | null {
    let chosen: Waiting | null = null;
    for (const each of this.#waiting)
      if (this.#isFree(each) && (chosen === null || this.#servedAt(each) < this.#servedAt(chosen))) chosen = each;
    return chosen;
  }

  #servedAt({ lane }: Waiting): number {
    return this.#served.get(lane) ?? 0;
  }
}
