/** Thrown out of a preparation: the answer is what there is already. */
export class StopRaised extends Error {
  override readonly name = "StopRaised";
}

/** Whether the flag says that everything is to end. */
export const isRaised = (flag: Int32Array | undefined): boolean => flag !== undefined && Atomics.load(flag, 0) !== 0;

const MOST_UNSEEN = 16;
const LONGEST_UNSEEN_MS = 5;

/** When the search ends and how much of its budget is used; checked once per round. */
export class Stop {
  /** 0..1, for the temperature. */
  share = 0;
  private untilClock = 0;
  /** Calls between two looks at the clock. Where they are counted, the share must not depend on the clock. */
  private every: number;
  private lookedMs = 0;
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
    this.every = iterationLimit === Infinity ? 1 : MOST_UNSEEN;
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

  /** The same once there is a plan to answer with: also throws when the time is over. */
  readonly checkpointInTime = (): void => {
    if (this.raised() || this.elapsedMs() >= this.timeLimitMs) throw new StopRaised();
  };

  /** True when the search is to return. Looks at the clock every few rounds only. */
  reached(iterations: number): boolean {
    if (this.over || iterations >= this.iterationLimit || this.raised()) return true;
    if (--this.untilClock > 0) return false;
    return this.look(iterations);
  }

  /** The same with a look at the clock, which brings `share` up to date. */
  look(iterations: number): boolean {
    const elapsedMs = this.elapsedMs();
    const byTime = this.timeLimitMs === Infinity ? 0 : elapsedMs / this.timeLimitMs;
    if (this.iterationLimit === Infinity) this.every = this.pace(elapsedMs - this.lookedMs);
    this.lookedMs = elapsedMs;
    this.untilClock = this.every;
    // with an iteration limit the clock must not steer the search, only end it
    this.share = this.iterationLimit === Infinity ? byTime : iterations / this.iterationLimit;
    this.over = byTime >= 1;
    return this.over;
  }

  /**
   * How many calls may pass unseen, after `every` of them took so long: rounds of a few stops, or of many breaks. After
   * quick ones they are no more than twice as many, because slow ones may follow.
   */
  private pace(tookMs: number): number {
    const inTime = Math.floor((this.every * LONGEST_UNSEEN_MS) / Math.max(tookMs, 1e-3));
    return Math.max(1, Math.min(MOST_UNSEEN, 2 * this.every, inTime));
  }
}
