import { adjacentStrings } from "./adjacent-strings";
import { newRoute } from "./new-route";
import type { RuinOperator } from "./operator";
import { splitRoute } from "./split-route";
import { swapVehicles } from "./swap-vehicles";
import { wholeRoutes } from "./whole-routes";

/** Every ruin operator; a new one is a file beside this and a line here. The first takes the rounds that are left. */
export const OPERATORS: readonly RuinOperator[] = [adjacentStrings, splitRoute, wholeRoutes, newRoute, swapVehicles];
