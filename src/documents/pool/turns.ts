/** A fixed number of places. Who waits for one waits in a lane; lanes take turns, so that a full lane delays another by one turn only. */

type Waiting = { lane: string; enter: () => void };

export class Turns {
  private free: number;
  private readonly waiting: Waiting[] = [];
  /** Per lane the number of its last turn; forgotten when nobody waits. */
  private readonly lastTurn = new Map<string, number>();
  private turns = 0;
  private readonly perLane: number;
  private readonly held = new Map<string, number>();

  /** A lane holds `perLane` places at most, so that another finds one free. */
  constructor(places: number, perLane = places) {
    this.free = places;
    this.perLane = perLane;
  }

  /** Resolves with what gives the place back, to be called once. Rejects with the signal's reason when aborted before. */
  take(lane: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.free > 0 && this.mayEnter(lane)) return Promise.resolve(this.enter(lane));
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      const entry = {
        lane,
        enter: () => {
          signal.removeEventListener("abort", leave);
          resolve(this.enter(lane));
        },
      };
      this.waiting.push(entry);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  private mayEnter(lane: string): boolean {
    return (this.held.get(lane) ?? 0) < this.perLane;
  }

  /** Takes a place; what gives it back. */
  private enter(lane: string): () => void {
    this.free -= 1;
    this.held.set(lane, (this.held.get(lane) ?? 0) + 1);
    this.lastTurn.set(lane, ++this.turns);
    return () => this.giveBack(lane);
  }

  private giveBack(lane: string): void {
    this.free += 1;
    const left = (this.held.get(lane) ?? 1) - 1;
    if (left > 0) this.held.set(lane, left);
    else this.held.delete(lane);
    if (this.waiting.length === 0) this.lastTurn.clear();
    const next = this.longestWaiting();
    if (next === null) return;
    this.waiting.splice(this.waiting.indexOf(next), 1);
    next.enter();
  }

  /** The first of the lane whose last turn is the longest ago, of those that may have one more place. */
  private longestWaiting(): Waiting | null {
    let chosen: Waiting | null = null;
    for (const each of this.waiting)
      if (this.mayEnter(each.lane) && (chosen === null || this.turnOf(each) < this.turnOf(chosen))) chosen = each;
    return chosen;
  }

  private turnOf({ lane }: Waiting): number {
    return this.lastTurn.get(lane) ?? 0;
  }
}
