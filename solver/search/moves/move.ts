/** A small change that the annealing tries many times a round, beside ruin and recreate. */
export interface Move {
  readonly name: string;
  /** Whether it can do anything on this instance. */
  readonly usable: boolean;
  /** What the change that was looked at last adds to the plan's cost. */
  readonly delta: number;
  /** Tries one change; keeps it when the plan's cost rises by less than `allowance`. True when it is kept. */
  run(allowance: number): boolean;
}
