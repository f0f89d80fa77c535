/** Share of plans that should need no repair. */
const WANTED = 0.2;
const TOLERANCE = 0.05;
const HIGHER = 1.2;
const LOWER = 0.85;
/** Prices go up to this multiple of the first one. */
const HIGHEST = 100;

interface Adapted {
  readonly first: number;
  readonly lowest: number;
  /** Whole numbers only. */
  readonly isWhole: boolean;
  /** Plans after which it adapts. */
  readonly watched: number;
}

/** Price of what plans may not have, which adapts to how many have it. */
export class Price {
  value: number;
  private plans = 0;
  private held = 0;

  constructor(private readonly how: Adapted) {
    this.value = how.first;
  }

  watch(holds: boolean): void {
    const { first, lowest, isWhole, watched } = this.how;
    if (holds) this.held++;
    if (++this.plans < watched) return;
    const share = this.held / this.plans;
    const higher = HIGHER * this.value;
    const lower = LOWER * this.value;
    if (share < WANTED - TOLERANCE) this.value = Math.min(HIGHEST * first, isWhole ? Math.ceil(higher) : higher);
    else if (share > WANTED + TOLERANCE) this.value = Math.max(lowest, isWhole ? Math.floor(lower) : lower);
    this.plans = this.held = 0;
  }
}
