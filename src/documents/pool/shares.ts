/** Busy time of children by lane: a lane with too much of it gives way to the others (a leaky bucket). */

/** Busy seconds that leak per second: a lane may keep one child busy for this share of the time without giving way. */
const FORGIVEN_PER_SECOND = 0.3;
/** A few requests of any kind, or one with a picture. */
const BUSY_SECONDS_MAX = 1.5;

export class Shares {
  private readonly busy = new Map<string, { seconds: number; at: number }>();

  /** `now` in ms, monotonic. */
  add(lane: string, seconds: number, now = performance.now()): void {
    this.busy.set(lane, { seconds: this.left(lane, now) + seconds, at: now });
    for (const [each] of this.busy) if (this.left(each, now) === 0) this.busy.delete(each);
  }

  givesWay(lane: string, now = performance.now()): boolean {
    return this.left(lane, now) > BUSY_SECONDS_MAX;
  }

  private left(lane: string, now: number): number {
    const known = this.busy.get(lane);
    return known ? Math.max(0, known.seconds - ((now - known.at) / 1000) * FORGIVEN_PER_SECOND) : 0;
  }
}
