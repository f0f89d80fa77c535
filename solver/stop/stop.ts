/** Thrown out of a preparation that has no plan to return yet. */
export class StopRaised extends Error {
  override readonly name = "StopRaised";
}

/** Whether the flag says that everything is to end. */
export const isRaised = (flag: Int32Array | undefined): boolean => flag !== undefined && Atomics.load(flag, 0) !== 0;

/** When the search ends and how much of its budget is used; checked once per round. */
export class Stop {
  /** 0..1, for the temperature. */
  share = 0;
  private untilClock = 0;
  private over = false;
  private readonly startedMs: number;

  constructor(
    private readonly now: () => number,
    private readonly timeLimitMs: number,
    private readonly iterationLimit: number,
    private readonly flag: Int32Array | undefined,
    startedMs?: number,
  ) {
    this.startedMs = startedMs ?? now();
  }

  elapsedMs(): number {
    return this.now() - this.startedMs;
  }

  /** True when the flag is raised: every phase then ends at once with what it has. */
  raised(): boolean {
    return isRaised(this.flag);
  }

  /** For long preparations: throws StopRaised when the flag is raised. */
  readonly checkpoint = (): void => {
    if (this.raised()) throw new StopRaised();
  };

  /** True when the search is to return. Looks at the clock every few rounds only. */
  reached(iterations: number): boolean {
    if (this.over || iterations >= this.iterationLimit || this.raised()) return true;
    if (--this.untilClock > 0) return false;
    return this.look(iterations);
  }

  /** The same with a look at the clock, which brings `share` up to date. */
  look(iterations: number): boolean {
    this.untilClock = 16;
    const byTime = this.timeLimitMs === Infinity ? 0 : this.elapsedMs() / this.timeLimitMs;
    // with an iteration limit the clock must not steer the search, only end it
    this.share = this.iterationLimit === Infinity ? byTime : iterations / this.iterationLimit;
    this.over = byTime >= 1;
    return this.over;
  }
}
