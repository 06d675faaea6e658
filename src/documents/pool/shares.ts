/** Who keeps children busy: a lane that does so for long gives way to the others. */

/** Of busy time that is forgiven in a second: a lane may keep a child busy for this share of the time without giving way. */
const FORGIVEN_PER_SECOND = 0.3;
/** A few calls of any kind, or one of a picture. */
const BUSY_SECONDS_MAX = 1.5;

export class Shares {
  private readonly busy = new Map<string, { seconds: number; at: number }>();

  /** `now` in ms, on a clock that only grows. */
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
