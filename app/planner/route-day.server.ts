import type { Db } from "~/db/client.server";
import type { Plan } from "~/domain/plan/plan";
import { dayEndsOf, serviceDateEnds } from "~/domain/route/route-day";
import type { Route } from "~/domain/route/route";
import { loadFleet } from "./load-fleet.server";

/**
 * Whether the day has passed on which the route would be driven, by the warehouse's clock. Before the service date is
 * over, nothing is asked of the database.
 * @param route null: only the date counts
 * @param now epoch seconds
 */
export async function isDayOver(
  db: Db,
  companyId: number,
  plan: Pick<Plan, "serviceDate" | "vehicleSettings" | "warehouseId">,
  route: Route | null,
  { timeZone, now }: { timeZone: string; now: number },
): Promise<boolean> {
  if (now < serviceDateEnds(plan.serviceDate, timeZone)) return false;
  if (route === null) return true;
  const { company, vehiclesWithRemoved } = await loadFleet(db, companyId, plan, [route]);
  return now >= dayEndsOf({ company, plan, timeZone }, vehiclesWithRemoved)(route);
}
