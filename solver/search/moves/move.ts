/** A small change that the annealing tries many times a round, beside ruin and recreate. */
export interface Move {
  readonly name: string;
  /** Whether it can do anything on this instance. */
  readonly usable: boolean;
  /** What the change that was evaluated last adds to the plan's cost. */
  readonly delta: number;
  /** How often it is tried in a round, by the mean number of stops per used route. */
  timesPerRound(stopsPerRoute: number): number;
  /** Tries one change; keeps it when the plan's cost rises by less than `allowance`. True when it is kept. */
  run(allowance: number): boolean;
}
