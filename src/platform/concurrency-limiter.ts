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
type Waiting = Asked & { order: number; resolve: (permit: Disposable | null) => void };
/** Waiters that ask for the same in one lane, oldest first: only the first of them has to be looked at. */
type Group = Set<Waiting>;
const groupOf = ({ limits, cost, lane }: Asked): string => JSON.stringify([lane, cost, limits]);

export class ConcurrencyLimiter {
  readonly #waitingMax: number;
  readonly #taken = new Map<string, number>();
  readonly #groups = new Map<string, Group>();
  #waiting = 0;
  /** Of the latest waiter: waiters are numbered from 1 on. */
  #last = 0;
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
    if (this.#waiting >= this.#waitingMax) return null;
    const { promise, resolve, reject } = Promise.withResolvers<Disposable | null>();
    const entry = { ...asked, order: ++this.#last, resolve };
    this.#add(entry);
    const leave = () => this.#remove(entry) && reject(signal.reason);
    const timer = waitMs === undefined ? undefined : setTimeout(() => this.#remove(entry) && resolve(null), waitMs);
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    }
  }

  #add(entry: Waiting): void {
    const key = groupOf(entry);
    this.#groups.set(key, (this.#groups.get(key) ?? new Set()).add(entry));
    this.#waiting += 1;
  }

  /** False when it does not wait any more. */
  #remove(entry: Waiting): boolean {
    const key = groupOf(entry);
    const group = this.#groups.get(key);
    if (!group?.delete(entry)) return false;
    if (group.size === 0) this.#groups.delete(key);
    this.#waiting -= 1;
    return true;
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
      this.#remove(next);
      next.resolve(this.#enter(next));
    }
    if (this.#waiting === 0) this.#served.clear();
  }

  /** Of the waiters that fit, the first of the lane that was served least recently. */
  #next(): Waiting | null {
    let chosen: Waiting | null = null;
    for (const group of this.#groups.values()) {
      const [first] = group;
      if (first && this.#isFree(first) && (chosen === null || this.#isBefore(first, chosen))) chosen = first;
    }
    return chosen;
  }

  #isBefore(a: Waiting, b: Waiting): boolean {
    const served = (this.#served.get(a.lane) ?? 0) - (this.#served.get(b.lane) ?? 0);
    return served === 0 ? a.order < b.order : served < 0;
  }
}
