import type { CompanySession } from "~/auth/session.server";
import { vehicleFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listOpenRoutesWith } from "~/db/repositories/routes.server";
import type { OpenRoute } from "~/db/repositories/routes.server";
import { getVehicles } from "~/db/repositories/vehicles.server";
import { getWarehouse } from "~/db/repositories/warehouses.server";
import type { VehicleRow, WarehouseRow } from "~/db/tables";
import { planningChanges } from "~/domain/changes";
import { accept } from "~/domain/decision";
import { earliestToday } from "~/domain/time/time-zone";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { AppError } from "~/lib/errors";
import { logFault } from "~/lib/request-context.server";
import { nowSec, nowSecOf } from "~/services/now.server";
import { authorOf } from "./author.server";
import type { Author } from "./author.server";
import { changePlanFor } from "./change-plan.server";
import { visitsOfRoutes } from "./load-visits.server";
import type { ChangedVehicle } from "~/domain/plan/plan-log";
import { grouped } from "~/lib/grouped";
import { changedVehicle } from "./set-vehicle.server";

/** What legs and departures depend on. */
const LEG_FIELDS = [
  "type",
  "width",
  "height",
  "weight",
  "speed_factor",
  "work_hour_start",
  "park_location_lat",
  "park_location_lng",
] as const satisfies readonly (keyof VehicleRow)[];
/** What only the rules of a route depend on. */
const RULE_FIELDS = [
  "work_hour_end",
  "overtime",
  "max_distance",
  "capacity",
  "max_load",
  "max_quantity",
  "break_start",
  "break_end",
  "break_duration",
  "cost_per_km",
  "cost_per_hour",
  "fixed_cost",
] as const satisfies readonly (keyof VehicleRow)[];

/**
 * After a vehicle was changed: the routes that it is still to drive get their times and violations at once.
 * @param loggedIn the plan whose log tells of the change already
 */
export const retimeAfterVehicle = (
  session: CompanySession,
  before: VehicleRow,
  tab?: string,
  loggedIn?: number,
): Promise<void> => retimeAll(authorOf(session), { kind: "vehicle.update", before: [before], loggedIn }, tab);

/** The same after several were changed at once: one change of each plan in which they are still to be driven. */
export const retimeAfterVehicles = (
  session: CompanySession,
  before: readonly VehicleRow[],
  tab?: string,
): Promise<void> => retimeVehiclesFor(authorOf(session), before, tab);

/** The same for whoever asked for it earlier. */
export const retimeVehiclesFor = (author: Author, before: readonly VehicleRow[], tab?: string): Promise<void> =>
  retimeAll(author, { kind: before.length === 1 ? "vehicle.update" : "vehicles.update", before }, tab);

/** A vehicle that is driven otherwise than before. */
interface VehicleEffect {
  changed: ChangedVehicle;
  /** its legs too, and not its limits alone */
  remeasure: boolean;
}

async function retimeAll(
  author: Author,
  { kind, before, loggedIn }: { kind: string; before: readonly VehicleRow[]; loggedIn?: number | undefined },
  tab: string | undefined,
): Promise<void> {
  const now = new Map(
    (
      await getVehicles(
        db(),
        author.companyId,
        before.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const driven = new Map<number, VehicleEffect>();
  for (const old of before) {
    const row = now.get(old.id)!;
    const differs = (field: keyof VehicleRow) => (old[field] ?? null) !== (row[field] ?? null);
    const remeasure = LEG_FIELDS.some(differs);
    if (remeasure || RULE_FIELDS.some(differs))
      driven.set(old.id, { changed: changedVehicle(vehicleFromRow(old), vehicleFromRow(row)), remeasure });
  }
  if (driven.size === 0) return;
  for (const [planId, routes] of await openRoutes(author, { vehicleIds: [...driven.keys()] })) {
    const own = new Set(routes.map((route) => route.vehicle_id));
    const vehicles =
      planId === loggedIn ? [] : [...driven].flatMap(([id, { changed }]) => (own.has(id) ? [changed] : []));
    await retimePlan(
      author,
      {
        kind,
        vehicles,
        planId,
        routes: routes.map((route) => ({ id: route.id, remeasure: driven.get(route.vehicle_id!)!.remeasure })),
      },
      tab,
    );
  }
}

/** After a warehouse was moved: the routes that start or end there get new times for their legs at once. */
export async function retimeAfterWarehouse(session: CompanySession, before: WarehouseRow, tab?: string): Promise<void> {
  const now = await getWarehouse(db(), session.company.id, before.id);
  const moved = before.lat !== now.lat || before.lng !== now.lng || before.time_zone !== now.time_zone;
  if (!moved) return;
  for (const [planId, routes] of await openRoutes(authorOf(session), { warehouseId: before.id })) {
    await retimePlan(
      authorOf(session),
      { kind: "warehouse.update", vehicles: [], planId, routes: routes.map(({ id }) => ({ id, remeasure: true })) },
      tab,
    );
  }
}

/** By plan. */
async function openRoutes(
  { companyId, clock = null }: Author,
  what: Parameters<typeof listOpenRoutesWith>[2],
): Promise<Map<number, OpenRoute[]>> {
  // A clock that runs ahead must not leave out the routes that others drive today.
  const from = earliestToday(Math.min(nowSec(), nowSecOf({ clock })));
  return grouped(await listOpenRoutesWith(db(), companyId, what, from), (route) => route.plan_id);
}

/** What was changed elsewhere, for the plan's log, and the routes that follow it. */
interface RetimeRequest {
  kind: string;
  vehicles: readonly ChangedVehicle[];
  planId: number;
  /** `remeasure`: all legs and the departure, too */
  routes: readonly { id: number; remeasure: boolean }[];
}

/** What was saved is saved: a plan that can't be retimed now gets its times from its next change or calculation. */
async function retimePlan(
  author: Author,
  { kind, vehicles, planId, routes }: RetimeRequest,
  tab: string | undefined,
): Promise<void> {
  const routeIds = routes.map(({ id }) => id);
  await changePlanFor(
    author,
    {
      kind,
      planId,
      subject: { routeIds },
      vehicles,
      load: visitsOfRoutes(author.companyId, routeIds),
      decide: ({ visits }) => {
        const used = routes.filter(({ id }) => visits.some((visit) => visit.routeId === id && isLocationVisit(visit)));
        return accept(
          planningChanges({
            recalculate: used.map(({ id, remeasure }) => ({
              routeId: id,
              mode: "position",
              ...(remeasure ? { remeasure: true } : {}),
            })),
          }),
        );
      },
    },
    { tab },
  ).catch((error: unknown) => {
    const told = `Plan ${planId}: its routes keep their times after ${kind}.`;
    // A plan that refuses is no fault; a database that is too busy, or a bug, is one that whoever runs this must see.
    if (error instanceof AppError && error.status < 500) console.warn(told, error);
    else logFault(new Error(told, { cause: error }));
  });
}
