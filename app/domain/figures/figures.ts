/** What is counted of routes: sums that add up over any routes, and the shares and means that follow from them. */
import { FAIL_REASONS } from "../visit/fail-reasons";

/** Each a whole number, so that sums are exact in any order. */
export const FIGURES = [
  /** deliveries and pickups that a route serves */
  "visits",
  "delivered",
  "failed",
  "failed_1",
  "failed_2",
  "failed_3",
  "failed_4",
  "failed_5",
  "failed_6",
  "failed_7",
  /** failed without a reason */
  "failed_none",
  /** delivered, with an end of their window and a time: whether they were on time can be told */
  "judged",
  /** of those: begun before their window ended */
  "on_time",
  "out_of_turn",
  /**
   * delivered in turn a minute or more after their planned finish, and by how many seconds together; named "behind
   * plan", because the overdue time of a route counts its late start too
   */
  "overdue",
  "overdue_sec",
  /** begun at a known time after their recipients were promised a window */
  "promised",
  /** of those: begun within it */
  "kept",
  /** metres; seconds of driving, serving and waiting; of a route that has left, as they were planned then */
  "planned_m",
  "planned_sec",
  /** of completed routes whose phones shared where they were: metres as planned, and along the positions */
  "tracked_m",
  "driven_m",
  /** of completed routes with times: seconds as planned, and from the start to the last report */
  "timed_sec",
  "driven_sec",
  /** reported visits of those */
  "timed_visits",
  /** routes of vehicles with a limit, and how full they were at most, together, of 10,000 each */
  "loaded",
  "load_share",
  /** hundredths, and visits, of routes that were planned for the least cost */
  "cost",
  "priced_visits",
] as const;
export type FigureName = (typeof FIGURES)[number];
export type Figures = Record<FigureName, number>;

export const noFigures = (): Figures => Object.fromEntries(FIGURES.map((name) => [name, 0])) as Figures;

/** The sums of all of them. */
export function addFigures(all: readonly Figures[]): Figures {
  const sum = noFigures();
  for (const one of all) for (const name of FIGURES) sum[name] += one[name];
  return sum;
}

/** The name of the count of visits that failed for a reason; null or an unknown one: without. */
export const failedFigure = (reasonId: number | null): FigureName =>
  FAIL_REASONS.some(({ id }) => id === reasonId) ? (`failed_${reasonId}` as FigureName) : "failed_none";

/** a / b; null where there is nothing to divide by */
const share = (a: number, b: number): number | null => (b === 0 ? null : a / b);

/** What follows from sums; null: there is nothing to tell it by. */
export const rates = (sums: Figures) => ({
  onTime: share(sums.on_time, sums.judged),
  kept: share(sums.kept, sums.promised),
  load: share(sums.load_share / 10_000, sums.loaded),
  visitsPerHour: share(sums.timed_visits * 3600, sums.driven_sec),
  /** hundredths */
  costPerVisit: share(sums.cost, sums.priced_visits),
});
