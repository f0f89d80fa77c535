/**
 * The choices of the create-plan dialog, and what follows from the chosen warehouse; the command uses the same
 * functions.
 */
import type { BaseMap } from "~/domain/base-map";
import { count } from "~/domain/format-number";
import { belongsTo } from "~/domain/warehouse/warehouse";

export interface NewPlanOptions {
  title: string;
  warehouses: { id: number; title: string; today: string }[];
  /** the one chosen at first; null: "Add new" */
  warehouseId: number | null;
  /** today where no warehouse decides */
  today: string;
  /** active vehicles in their order */
  vehicles: { id: number; label: string; title: string; warehouseId: number | null }[];
  /** whose vehicles have a route to drive on a day already, plan by plan; only where vehicles can be chosen */
  booked: { date: string; plan: string; vehicleIds: number[] }[];
  /** visits without a plan, by warehouse; those without a warehouse belong to all */
  waiting: { warehouseId: number | null; count: number }[];
  map: BaseMap;
}

/** The choice "Add new" among the warehouses. */
export const NEW_WAREHOUSE = "new";

/** Above this number the dialog doesn't list vehicles, and the plan takes all of them. */
export const MAX_VEHICLES_TO_CHOOSE = 300;

export const waitingCount = (options: Pick<NewPlanOptions, "waiting">, warehouseId: number | null): number =>
  options.waiting.filter((group) => belongsTo(warehouseId, group)).reduce((sum, group) => sum + group.count, 0);

/** 'Has a route in “Small day” on this day'; null where the vehicle has none yet. @param date 'YYYY-MM-DD' */
export function bookedInWords(
  { booked }: Pick<NewPlanOptions, "booked">,
  vehicleId: number,
  date: string,
): string | null {
  const plans = booked.filter((one) => one.date === date && one.vehicleIds.includes(vehicleId));
  return plans.length === 0 ? null : `Has a route in ${plans.map(({ plan }) => `“${plan}”`).join(", ")} on this day`;
}

/** What the toast says: 'Plan 3 was created with 150 visits and 8 routes'. */
export const createdMessage = (title: string, created: { visits: number; routes: number }): string =>
  `${title} was created with ${count(created.visits, "visit")} and ${count(created.routes, "route")}`;
