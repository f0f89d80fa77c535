import type { KindRoute } from "./genetic-problem";
import type { Prices } from "./linked-routes";
import type { LocalOptimum } from "./local-search";

/** How plans come about that are improved then. */
export interface Breeding {
  /** A plan made by chance. */
  first(prices: Prices): KindRoute[];
  /** A plan that has something of both; their routes stand in order around the depot. */
  child(a: LocalOptimum, b: LocalOptimum, prices: Prices): KindRoute[];
}
