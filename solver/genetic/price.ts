/** Share of plans that should hold the rule that the price is for. */
const WANTED = 0.2;
const TOLERANCE = 0.05;
const HIGHER = 1.2;
const LOWER = 0.85;

interface Adapted {
  readonly first: number;
  readonly lowest: number;
  readonly highest: number;
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
    const { lowest, highest, isWhole, watched } = this.how;
    if (holds) this.held++;
    if (++this.plans < watched) return;
    const share = this.held / this.plans;
    const higher = HIGHER * this.value;
    const lower = LOWER * this.value;
    if (share < WANTED - TOLERANCE) this.value = Math.min(highest, isWhole ? Math.ceil(higher) : higher);
    else if (share > WANTED + TOLERANCE) this.value = Math.max(lowest, isWhole ? Math.floor(lower) : lower);
    this.plans = this.held = 0;
  }
}
