/** A fixed number of places. Who waits for one waits in a lane; lanes take turns, so that a full lane delays another by one turn only. */

type Waiting = { lane: string; enter: () => void };

export class Turns {
  private free: number;
  private readonly waiting: Waiting[] = [];
  /** Per lane the number of its last turn; forgotten when nobody waits. */
  private readonly lastTurn = new Map<string, number>();
  private turns = 0;

  constructor(places: number) {
    this.free = places;
  }

  /** Resolves with what gives the place back, to be called once. Rejects with the signal's reason when aborted before. */
  take(lane: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.free > 0) {
      this.free -= 1;
      this.lastTurn.set(lane, ++this.turns);
      return Promise.resolve(() => this.giveBack());
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      const entry = {
        lane,
        enter: () => {
          signal.removeEventListener("abort", leave);
          resolve(() => this.giveBack());
        },
      };
      this.waiting.push(entry);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  private giveBack(): void {
    const next = this.longestWaiting();
    if (next === null) {
      this.free += 1;
      this.lastTurn.clear();
      return;
    }
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.lastTurn.set(next.lane, ++this.turns);
    next.enter();
  }

  /** The first of the lane whose last turn is the longest ago. */
  private longestWaiting(): Waiting | null {
    let chosen: Waiting | null = null;
    for (const each of this.waiting) if (chosen === null || this.turnOf(each) < this.turnOf(chosen)) chosen = each;
    return chosen;
  }

  private turnOf({ lane }: Waiting): number {
    return this.lastTurn.get(lane) ?? 0;
  }
}
