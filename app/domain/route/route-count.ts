/** How many routes of a plan have visits: the same words wherever routes are counted. */
import { count, formatNumber } from "../format-number";

/** '3 routes', or, where some have no visits, '2 of 3 routes' */
export const routesInUse = (used: number, all: number): string =>
  used === all ? count(all, "route") : `${formatNumber(used)} of ${count(all, "route")}`;
