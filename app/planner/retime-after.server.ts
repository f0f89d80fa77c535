import type { CompanySession } from "~/auth/session.server";
import { vehicleFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { clearRetimes, listLeftRetimesAcrossCompanies, lockRetimes } from "~/db/repositories/routes.server";
import type { RetimeDepth, VehicleRow, WarehouseRow } from "~/db/tables";
import { planningChanges } from "~/domain/changes";
import { accept } from "~/domain/decision";
import { RETIME_KIND } from "~/domain/plan/change-kinds";
import type { ChangedVehicle } from "~/domain/plan/plan-log";
import { earliestToday } from "~/domain/time/time-zone";
import { utcText } from "~/domain/time/utc-text";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { eachApart } from "~/lib/each-apart";
import { AppError } from "~/lib/errors";
import { grouped } from "~/lib/grouped";
import { logFault } from "~/lib/request-context.server";
import { nowSec } from "~/services/now.server";
import { authorOf } from "./author.server";
import type { Author } from "./author.server";
import { changePlanFor } from "./change-plan.server";
import { visitsOfRoutes } from "./load-visits.server";
import { hasMoved, openRoutes, vehicleEffects } from "./note-retimes.server";
import type { Loaded } from "./plan-change";
import { changedVehicle } from "./set-vehicle.server";

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

async function retimeAll(
  author: Author,
  { kind, before, loggedIn }: { kind: string; before: readonly VehicleRow[]; loggedIn?: number | undefined },
  tab: string | undefined,
): Promise<void> {
  const effects = await vehicleEffects(db(), author.companyId, before);
  if (effects.size === 0) return;
  const changed = [...effects].map(
    ([id, { old, row }]) => [id, changedVehicle(vehicleFromRow(old), vehicleFromRow(row))] as const,
  );
  for (const [planId, routes] of await byPlan(author, { vehicleIds: [...effects.keys()] })) {
    const own = new Set(routes.map((route) => route.vehicle_id));
    const vehicles = planId === loggedIn ? [] : changed.flatMap(([id, vehicle]) => (own.has(id) ? [vehicle] : []));
    await retimePlan(
      author,
      {
        kind,
        vehicles,
        planId,
        routes: routes.map((route) => ({ id: route.id, depth: effects.get(route.vehicle_id!)!.depth })),
      },
      tab,
    );
  }
}

/** After a warehouse was moved: the routes that start or end there get new times for their legs at once. */
export async function retimeAfterWarehouse(session: CompanySession, before: WarehouseRow, tab?: string): Promise<void> {
  if (!(await hasMoved(db(), session.company.id, before))) return;
  for (const [planId, routes] of await byPlan(authorOf(session), { warehouseId: before.id })) {
    await retimePlan(
      authorOf(session),
      { kind: "warehouse.update", vehicles: [], planId, routes: routes.map(({ id }) => ({ id, depth: 2 })) },
      tab,
    );
  }
}

const byPlan = async (author: Author, what: Parameters<typeof openRoutes>[2]) =>
  grouped(await openRoutes(db(), author, what), (route) => route.plan_id);

/** What was changed elsewhere, for the plan's log, and the routes that follow it. */
interface RetimeRequest {
  kind: string;
  vehicles: readonly ChangedVehicle[];
  planId: number;
  /** `depth` 0: what their marks ask for, and nothing where somebody else has done it */
  routes: readonly { id: number; depth: RetimeDepth | 0 }[];
}

/** What was saved is saved: a plan that can't be retimed now stays marked, and gets its times from `retimeLeft`. */
const retimePlan = (author: Author, request: RetimeRequest, tab: string | undefined): Promise<void> =>
  followInPlan(author, request, tab).catch((error: unknown) => {
    const told = `Plan ${request.planId}: its routes keep their times after ${request.kind}.`;
    // A plan that refuses is no fault; a database that is too busy, or a bug, is one that whoever runs this must see.
    if (error instanceof AppError && error.status < 500) console.warn(told, error);
    else logFault(new Error(told, { cause: error }));
  });

/** The marks go with the times that follow: both are stored, or neither. */
async function followInPlan(
  author: Author,
  { kind, vehicles, planId, routes }: RetimeRequest,
  tab?: string,
): Promise<void> {
  const { companyId } = author;
  const routeIds = routes.map(({ id }) => id);
  const visitsOf = visitsOfRoutes(companyId, routeIds);
  await changePlanFor<Loaded & { marks: Map<number, RetimeDepth> }>(
    author,
    {
      kind,
      planId,
      subject: { routeIds },
      vehicles,
      // Marks first: a vehicle that is changed from here on marks its routes after this has cleared them.
      load: async (trx) => ({
        marks: await lockRetimes(trx, companyId, routeIds),
        ...(await visitsOf(trx)),
      }),
      decide: ({ visits, marks }) => {
        const used = routes.filter(({ id }) => visits.some((visit) => visit.routeId === id && isLocationVisit(visit)));
        return accept(
          planningChanges({
            recalculate: used.flatMap(({ id, depth }) => {
              const asked = Math.max(depth, marks.get(id) ?? 0);
              if (asked === 0) return [];
              return [{ routeId: id, mode: "position" as const, ...(asked === 2 ? { remeasure: true } : {}) }];
            }),
          }),
        );
      },
      alongside: (trx) => clearRetimes(trx, companyId, routeIds),
    },
    { tab },
  );
}

/** Until then it is done by whoever made the change. */
const LEFT_SEC = 60;

/**
 * Gives routes that are still marked after a minute their times: whoever marked them failed, or ended. The marks are
 * the list of what is to be done, so that several servers can look at it, and none forgets it.
 * @throws the first failure, once all plans have been tried
 */
export async function retimeLeft(): Promise<void> {
  const left = await listLeftRetimesAcrossCompanies(db(), {
    from: earliestToday(nowSec()),
    until: utcText(nowSec() - LEFT_SEC),
  });
  await eachApart(left, ({ companyId, planId, routeIds }) =>
    followInPlan(
      { companyId, userId: null },
      { kind: RETIME_KIND, vehicles: [], planId, routes: routeIds.map((id) => ({ id, depth: 0 })) },
    ),
  );
}
