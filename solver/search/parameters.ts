/** What the search is tuned by; measured on the families of the benchmark, see `bench/measured.md`. */
export const PARAMETERS = {
  /** Mean number of tasks that a round takes out. */
  meanRemoved: 10,
  /** Longest string taken out of one route. */
  longestString: 10,
  /** Share of strings that keep a piece in their middle, and the chance that the piece stays one task long. */
  splitShare: 0.5,
  splitStop: 0.99,
  /** Share of places that an insertion overlooks. */
  blink: 0.01,
  /** Temperatures in mean costs of a leg between two stops of the first plan. */
  firstTemperature: 1,
  lastTemperature: 0.05,
  /**
   * First temperature of a second and later cooling, of a plan with routes of two others, and of a search from a given
   * plan.
   */
  againTemperature: 0.5,
  childTemperature: 0.6,
  warmTemperature: 0.1,
  /** Share of rounds that split a route. */
  splitShareOfRounds: 0.05,
  /** Shares of rounds that exchange two vehicles of a mixed fleet, without and with times. */
  swapShare: 0.4,
  swapShareWithTimes: 0.05,
  /** Stretches turned (2-opt) tried per round. */
  reversals: 15,
  /** Exchanges of route tails tried per round. */
  tailExchanges: 10,
  /**
   * Exchanges of short pieces of two routes tried per round: this number divided by the square of the stops per route,
   * and at most the second.
   */
  stringExchanges: 1000,
  mostStringExchanges: 25,
  /** Share of the time for the attempt to do with one vehicle less. */
  fewerRoutesShare: 0.05,
  insertionNeighbours: 40,
  ruinNeighbours: 100,
  /** Share of the largest vehicle from which on a task is bulky, and the neighbours beside which it is tried. */
  bulkyShare: 1 / 3,
  bulkyNeighbours: 200,
};
