import { planFromRow, routeFromRow, visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { getPlan } from "~/db/repositories/plans.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { listVisitsOfPlan } from "~/db/repositories/plan-visits.server";
import type { CompanySettings } from "~/domain/company/company";
import type { Plan } from "~/domain/plan/plan";
import type { Route } from "~/domain/route/route";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import type { Warehouse } from "~/domain/warehouse/warehouse";
import { mapped } from "~/lib/pieces";
import { inTurns } from "~/lib/turns.server";
import { loadFleet } from "./load-fleet.server";

/** A plan with everything that its rules ask about. */
export interface PlanState {
  company: CompanySettings;
  plan: Plan;
  /** the plan's, the routes' and the vehicles' */
  warehouses: Warehouse[];
  vehicles: Vehicle[];
  /** in their order: the index chooses the colour */
  routes: Route[];
  /** start, end and break included */
  visits: Visit[];
  /** IANA name of the plan's warehouse: the clock of all working hours and windows */
  timeZone: string;
}

/** @throws AppError 404 when the company has no such plan */
export async function loadPlanState(db: Db, companyId: number, planId: number): Promise<PlanState> {
  const plan = planFromRow(await getPlan(db, companyId, planId));
  const routes = (await listRoutesOfPlan(db, companyId, planId)).map(routeFromRow);
  return { plan, routes, ...(await loadRestOfPlan(db, companyId, { plan, routes })) };
}

/** The same for a plan whose routes are known already. */
export async function loadRestOfPlan(
  db: Db,
  companyId: number,
  { plan, routes }: Pick<PlanState, "plan" | "routes">,
): Promise<Omit<PlanState, "plan" | "routes">> {
  const { company, vehicles, warehouses, timeZone } = await loadFleet(db, companyId, plan, routes);
  return {
    company,
    visits: await inTurns(mapped(await listVisitsOfPlan(db, companyId, plan.id), visitFromRow)),
    warehouses: [...warehouses.values()],
    vehicles: [...vehicles.values()],
    timeZone,
  };
}
