import { refusalError } from "~/domain/decision";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { vehicleFromRow, visitFromRow, visitToRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listConfirmationTemplates } from "~/db/repositories/confirmation-templates.server";
import { listDrivers } from "~/db/repositories/members.server";
import { getPlan, insertPlan } from "~/db/repositories/plans.server";
import { insertRoute, listRoutesOfPlan } from "~/db/repositories/routes.server";
import { vehiclesWithRemoved } from "~/db/repositories/vehicles.server";
import { listVisitsOfPlan } from "~/db/repositories/plan-visits.server";
import { insertVisits } from "~/db/repositories/visits.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { RoutingPlanRow, RoutingRouteRow, VehicleRow } from "~/db/tables";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { canPlanOn } from "~/domain/plan/plan-rules";
import { RecordStatus } from "~/domain/record-status";
import { todayIn } from "~/domain/time/time-zone";
import { vehicleName } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { TRY_LATER } from "~/lib/action-result";
import { AppError } from "~/lib/errors";
import { pick } from "~/lib/pick";
import { logFault } from "~/lib/request-context.server";
import type { EditOptions } from "~/planner/change-plan.server";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowSecOf, nowText } from "~/services/now.server";
import { VISIT_FIELD_NAMES } from "../visit-fields";
import type { CreatedPlan } from "./create-plan.server";
import { keepRoutes } from "./keep-routes.server";

const ENDS = [
  "start_location_type",
  "start_location_lat",
  "start_location_lng",
  "start_location_address",
  "end_location_type",
  "end_location_lat",
  "end_location_lng",
  "end_location_address",
] as const;
const OF_PLAN = [
  ...ENDS,
  "warehouse_id",
  "squash_duration",
  "avoid_tolls",
  "avoid_highways",
  "solving_time",
  "exploration",
  "visit_balance_coefficient",
  "aim",
  "vehicle_settings",
] as const satisfies readonly (keyof RoutingPlanRow)[];
const OF_ROUTE = [
  ...ENDS,
  "vehicle_id",
  "driver_id",
  "warehouse_id",
  "position",
  "vehicle_settings",
] as const satisfies readonly (keyof RoutingRouteRow)[];
/** What the recipient wants; what was planned and reported belongs to the old day. */
const OF_VISIT = [
  ...VISIT_FIELD_NAMES,
  "warehouseId",
  "externalId",
  "externalWarehouseId",
] as const satisfies readonly (keyof Visit)[];

interface DuplicatePlanInput {
  planId: number;
  title: string;
  serviceDate: string;
  /** the visits come to the same routes in the same order; left out, they are unscheduled */
  keepRoutes?: boolean | undefined;
}

interface DuplicatedPlan extends CreatedPlan {
  /** visits that came to a route */
  planned: number;
  /** why the routes that were to be kept are not, as a sentence; null: they are, or weren't asked for */
  notKept: string | null;
  /** vehicles that have no route in the copy, because they are inactive */
  inactive: string[];
}

/**
 * The same plan for another day: its settings, a route for each active vehicle that is still there, and its visits,
 * unscheduled or in the same order on the same routes. A driver who drives no more is left out, and so is a
 * confirmation template that was removed. The plan that it is made of stays as it is.
 * @throws AppError 403, 404, 422 for a date in the past of the warehouse's calendar, and for an inactive warehouse
 */
export async function duplicatePlan(
  session: CompanySession,
  { planId, title, serviceDate, keepRoutes: keeps = false }: DuplicatePlanInput,
  options: Pick<EditOptions, "tab"> = {},
): Promise<DuplicatedPlan> {
  const companyId = session.company.id;
  authorize(session, "plan.create", { companyId });
  const { inactive, ...copy } = await withTransaction(db(), async (trx) => {
    const now = nowText();
    const plan = await getPlan(trx, companyId, planId);
    const warehouse = plan.warehouse_id === null ? undefined : await findWarehouse(trx, companyId, plan.warehouse_id);
    if (warehouse !== undefined && warehouse.status !== RecordStatus.Active)
      throw new AppError("warehouse.inactive", `${warehouse.title} is inactive. Make it active first.`, {
        status: 422,
      });
    const allowed = canPlanOn(serviceDate, todayIn(zoneOfWarehouse(warehouse), nowSecOf(session)));
    if (!allowed.ok) throw refusalError(allowed.error);
    const copyId = await insertPlan(trx, companyId, { ...pick(plan, OF_PLAN), title, service_date: serviceDate }, now);
    const routes = await listRoutesOfPlan(trx, companyId, planId);
    const used = await vehiclesWithRemoved(
      trx,
      companyId,
      routes.flatMap((route) => route.vehicle_id ?? []),
    );
    const vehicles = new Map(used.map((vehicle) => [vehicle.id, vehicle]));
    const drivers = new Set((await listDrivers(trx, companyId)).map((member) => member.id));
    const driverOf = (id: number | null | undefined) => (id && drivers.has(id) ? id : null);
    const isGone = ({ deleted_at, status }: VehicleRow) => deleted_at !== null || status === RecordStatus.Inactive;
    const kept = routes.filter((route) => route.vehicle_id === null || !isGone(vehicles.get(route.vehicle_id)!));
    const routeIds = new Map<number, number>();
    for (const route of kept) {
      const vehicle = route.vehicle_id === null ? undefined : vehicles.get(route.vehicle_id);
      // Nobody stays nobody: a dispatcher may have decided so.
      const driver_id = route.driver_id === null ? null : (driverOf(route.driver_id) ?? driverOf(vehicle?.driver_id));
      const made = { ...pick(route, OF_ROUTE), driver_id, plan_id: copyId };
      routeIds.set(route.id, await insertRoute(trx, companyId, made, now));
    }
    const templates = new Set((await listConfirmationTemplates(trx, companyId)).map(({ id }) => id));
    const templateOf = (id: number | null) => (id !== null && templates.has(id) ? id : null);
    const visits = (await listVisitsOfPlan(trx, companyId, planId)).filter(isLocationVisit).sort((a, b) => a.id - b.id);
    const copied = await insertVisits(
      trx,
      companyId,
      visits.map((visit) => ({
        ...visitToRow(pick(visitFromRow(visit), OF_VISIT)),
        name: visit.name,
        confirmation_template_id: templateOf(visit.confirmation_template_id),
        plan_id: copyId,
      })),
      now,
    );
    const visitIds = new Map(visits.map(({ id }, index) => [id, copied[index]!]));
    afterCommit(trx, () =>
      publishChange(companyId, { model: "RoutingPlan", action: "create", ids: [copyId], planId: copyId }, options.tab),
    );
    const resting = used.filter((vehicle) => vehicle.deleted_at === null && vehicle.status === RecordStatus.Inactive);
    const inactive = resting.map((row) => vehicleName(vehicleFromRow(row)));
    return { planId: copyId, routeIds, visitIds, visits: visits.map(visitFromRow), inactive };
  });
  const { planId: copyId, visits, routeIds } = copy;
  // The copy is there. Its page shows what is still unscheduled, and so does the answer.
  const kept = keeps ? await keepRoutes(session, copy, options.tab).then(isKept, isNotKept(copyId)) : isKept(0);
  return { planId: copyId, visits: visits.length, routes: routeIds.size, ...kept, inactive };
}

type Kept = Pick<DuplicatedPlan, "planned" | "notKept">;

const isKept = (planned: number): Kept => ({ planned, notKept: null });

/** What is refused is told; a fault is logged as well. */
const isNotKept =
  (planId: number) =>
  (cause: unknown): Kept => {
    if (!(cause instanceof AppError) || cause.status >= 500)
      logFault(new Error(`Plan ${planId}: the routes of the duplicated plan are not kept.`, { cause }));
    return { planned: 0, notKept: cause instanceof AppError ? cause.message : `${TRY_LATER}.` };
  };
