/**
 * What the dispatcher does to one route, or to all routes of a plan. Start and finish are the driver's commands too.
 */
import { isSelectableDriver } from "~/domain/team/member-rules";
import { vehicleName } from "~/domain/vehicle/vehicle";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import { isNotCompleted, isNotLocked } from "~/domain/route/route-gate";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { vehicleFromRow } from "~/db/codecs.server";
import { findMember } from "~/db/repositories/members.server";
import { getRoute } from "~/db/repositories/routes.server";
import { findVehicle, getVehicle, vehiclesWithRemoved } from "~/db/repositories/vehicles.server";
import type { Action } from "~/domain/access/permissions";
import { accept, ALLOWED, refuse } from "~/domain/decision";
import type { Decision, Permission } from "~/domain/decision";
import { mergeChanges, planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { NO_VEHICLE } from "~/domain/constants";
import { canApprove, canEmpty, canReset, canApprovePlan, isFree } from "~/domain/route/route-permissions";
import type { Route } from "~/domain/route/route";
import {
  approveRoute as decideApprove,
  removeAllVisits,
  removeRoute as decideRemove,
  resetRoute as decideReset,
  setRouteEmpty as decideEmpty,
  toggleRouteLock,
} from "~/domain/route/route-transitions";
import type { Visit } from "~/domain/visit/visit";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { notFound } from "~/lib/errors";
import { changePlan } from "~/planner/change-plan.server";
import type { ChangedPlan, EditOptions } from "~/planner/change-plan.server";
import { visitsOfRoutes } from "~/planner/load-visits.server";
import { routeIn } from "~/planner/plan-change";
import type { Loaded, PlanBase, PlanDecision } from "~/planner/plan-change";
import type { PlanSlice } from "~/domain/plan/plan-slice";
import type { Approved } from "../messages";
import { removedOf } from "./plan-commands.server";
import type { RemovedVisits } from "./plan-commands.server";

interface RouteInput {
  routeId: number;
}

interface RouteChange<State extends Loaded, Said extends object = object> {
  kind: string;
  action: Action;
  /** the user typed over values of the route */
  fields?: boolean;
  load?(trx: Db, base: PlanBase): Promise<Omit<State, keyof Loaded>>;
  decide(route: Route, visits: Visit[], state: PlanBase & State): PlanDecision<Said>;
}

/** One route with all its visits, decided and saved. @throws AppError 404 when the company has no such route */
export async function changeRouteState<State extends Loaded = Loaded, Said extends object = object>(
  session: CompanySession,
  { routeId }: RouteInput,
  { kind, action, fields, load, decide }: RouteChange<State, Said>,
  options: EditOptions,
): Promise<ChangedPlan<State, Said>> {
  const companyId = session.company.id;
  const { plan_id: planId } = await getRoute(db(), companyId, routeId);
  return changePlan<State, Said>(
    session,
    {
      kind,
      action,
      planId,
      subject: { routeIds: [routeId], fields },
      load: async (trx, base) =>
        ({ ...(await visitsOfRoutes(companyId, [routeId])(trx)), ...(await load?.(trx, base)) }) as State,
      decide: (state) => decide(routeIn(state, routeId), state.visits, state),
    },
    options,
  );
}

/** @throws AppError 409 'route.locked' for a route that is locked already: nothing would change */
export async function approveRoute(
  session: CompanySession,
  input: RouteInput,
  options: EditOptions,
): Promise<ChangedPlan & Approved> {
  const changed = await changeRouteState(
    session,
    input,
    {
      kind: "route.approve",
      action: "route.approve",
      decide: (route, visits) => {
        const allowed = canApprove(route, visits);
        return allowed.ok ? decideApprove(route, visits) : allowed;
      },
    },
    options,
  );
  return { ...changed, ...(await approvedOf(session, [routeIn(changed.state, input.routeId)], 0)) };
}

/** Approves every route that has visits; routes that are locked already stay as they are. */
export async function approvePlan(
  session: CompanySession,
  input: { planId: number },
  options: EditOptions,
): Promise<ChangedPlan & Approved> {
  const changed = await changePlan(
    session,
    {
      kind: "route.approve",
      action: "route.approve",
      planId: input.planId,
      subject: {},
      load: (trx, base) =>
        visitsOfRoutes(
          session.company.id,
          base.routes.map((route) => route.id),
        )(trx),
      decide: (state) => {
        const used = routesWithVisits(state);
        const allowed = canApprovePlan(used);
        if (!allowed.ok) return allowed;
        const waiting = used.filter((route) => isNotLocked(route).ok);
        const parts: PlanningChanges[] = [];
        for (const route of waiting) {
          const own = state.visits.filter((visit) => visit.routeId === route.id);
          const decision = decideApprove(route, own);
          if (!decision.ok) return decision;
          parts.push(decision.changes);
        }
        return accept(mergeChanges(parts));
      },
    },
    options,
  );
  const used = routesWithVisits(changed.state);
  const waiting = used.filter((route) => isNotLocked(route).ok);
  return { ...changed, ...(await approvedOf(session, waiting, used.length - waiting.length)) };
}

function routesWithVisits({ routes, visits }: PlanSlice): Route[] {
  const used = new Set(visits.filter(isLocationVisit).map((visit) => visit.routeId));
  return routes.filter((route) => used.has(route.id));
}

async function approvedOf(session: CompanySession, routes: readonly Route[], locked: number): Promise<Approved> {
  const missing = routes.filter((route) => route.driverId === null);
  const vehicles = await vehiclesWithRemoved(
    db(),
    session.company.id,
    missing.flatMap((route) => route.vehicleId ?? []),
  );
  const names = new Map(vehicles.map((vehicle) => [vehicle.id, vehicleName(vehicle)]));
  return {
    approved: routes.length,
    locked,
    withoutDriver: missing.map((route) => names.get(route.vehicleId ?? 0) ?? NO_VEHICLE),
  };
}

export const toggleLock = (session: CompanySession, input: RouteInput, options: EditOptions): Promise<ChangedPlan> =>
  changeRouteState(session, input, { kind: "route.lock", action: "route.lock", decide: toggleRouteLock }, options);

/** Nothing happens to a route that is open. */
export const unlockRoute = (session: CompanySession, input: RouteInput, options: EditOptions): Promise<ChangedPlan> =>
  changeRouteState(
    session,
    input,
    {
      kind: "route.lock",
      action: "route.lock",
      decide: (route) => (route.isLocked ? toggleRouteLock(route) : accept(planningChanges())),
    },
    options,
  );

export const resetRoute = (session: CompanySession, input: RouteInput, options: EditOptions): Promise<ChangedPlan> =>
  changeRouteState(
    session,
    input,
    {
      kind: "route.reset",
      action: "route.reset",
      decide: (route, visits) => {
        const allowed = canReset(route, visits);
        return allowed.ok ? decideReset(route, visits) : allowed;
      },
    },
    options,
  );

export const setRouteEmpty = (session: CompanySession, input: RouteInput, options: EditOptions): Promise<ChangedPlan> =>
  changeRouteState(
    session,
    input,
    {
      kind: "route.empty",
      action: "route.reset",
      decide: (route, visits) => {
        const allowed = canEmpty(route);
        return allowed.ok ? accept(decideEmpty(route, visits)) : allowed;
      },
    },
    options,
  );

/** @returns also what the route was called */
export async function removeRoute(
  session: CompanySession,
  input: RouteInput,
  options: EditOptions,
): Promise<ChangedPlan<Loaded & { title: string }> & { title: string }> {
  const changed = await changeRouteState<Loaded & { title: string }>(
    session,
    input,
    {
      kind: "route.remove",
      action: "route.remove",
      load: async (trx, base) => {
        const { vehicleId } = routeIn(base, input.routeId);
        const vehicle = vehicleId === null ? undefined : await findVehicle(trx, session.company.id, vehicleId);
        return { title: vehicle ? vehicleName(vehicle) : NO_VEHICLE };
      },
      decide: (route, visits, { title }) => decideRemove(route, visits, title),
    },
    options,
  );
  return { ...changed, title: changed.state.title };
}

/** @returns how many visits went */
export async function removeVisitsOfRoute(
  session: CompanySession,
  input: RouteInput,
  options: EditOptions,
): Promise<ChangedPlan & RemovedVisits> {
  const done = await changeRouteState(
    session,
    input,
    {
      kind: "visits.remove",
      action: "visit.remove",
      decide: (route, visits) => removeAllVisits([route], visits),
    },
    options,
  );
  return { ...done, ...removedOf(done) };
}

interface ChangeRouteInput extends RouteInput {
  /** undefined: as it is */
  vehicleId?: number | null | undefined;
  driverId?: number | null | undefined;
}

/** Whether a member can be chosen as the driver; null for nobody. @throws AppError 404 for nobody of the company */
export async function findDriver(
  trx: Db,
  companyId: number,
  memberId: number | null,
): Promise<{ drives: boolean } | null> {
  if (memberId === null) return null;
  const member = await findMember(trx, companyId, memberId);
  if (member === undefined) throw notFound("Member");
  return { drives: isSelectableDriver(member) };
}

/** @param field of the form */
export const mayDrive = (driver: { drives: boolean } | null, field: string): Permission =>
  driver?.drives === false
    ? refuse("route.not_driver", "Only drivers can be chosen.", 422, { [field]: "Only drivers can be chosen." })
    : ALLOWED;

interface ChosenForRoute extends Loaded {
  driver: { drives: boolean } | null;
  /** another one than the route has */
  vehicle: Vehicle | null;
}

/**
 * Another vehicle or driver. A route without a driver takes over the new vehicle's; with another vehicle the route has
 * new times at once.
 */
export const changeRoute = (
  session: CompanySession,
  input: ChangeRouteInput,
  options: EditOptions,
): Promise<ChangedPlan<ChosenForRoute>> =>
  changeRouteState<ChosenForRoute>(
    session,
    input,
    {
      kind: "route.change",
      action: "route.update",
      fields: true,
      load: async (trx, base) => {
        const { driverId, vehicleId = null } = input;
        const companyId = session.company.id;
        const isOther = vehicleId !== null && vehicleId !== routeIn(base, input.routeId).vehicleId;
        return {
          driver: driverId === undefined ? null : await findDriver(trx, companyId, driverId),
          vehicle: isOther ? vehicleFromRow(await getVehicle(trx, companyId, vehicleId)) : null,
        };
      },
      decide: (route, visits, state) => decideChange(route, visits, input, state),
    },
    options,
  );

function decideChange(
  route: Route,
  visits: readonly Visit[],
  input: ChangeRouteInput,
  { driver, vehicle, routes }: ChosenForRoute & Pick<PlanBase, "routes">,
): Decision<PlanningChanges> {
  const running = isNotCompleted(route);
  if (!running.ok) return running;
  const set: Partial<Route> = {};
  if (input.driverId !== undefined) {
    // Who drives it already stays, whatever became of them.
    const allowed = input.driverId === route.driverId ? ALLOWED : mayDrive(driver, "driverId");
    if (!allowed.ok) return allowed;
    set.driverId = input.driverId;
  }
  if (input.vehicleId !== undefined && input.vehicleId !== route.vehicleId) {
    const unlocked = isNotLocked(route);
    if (!unlocked.ok) return unlocked;
    const free = vehicle === null ? ALLOWED : isFree(vehicle, routes, "vehicleId");
    if (!free.ok) return free;
    set.vehicleId = input.vehicleId;
    const driverId = input.driverId === undefined ? route.driverId : input.driverId;
    if (driverId === null && vehicle !== null && vehicle.driverId !== null) set.driverId = vehicle.driverId;
  }
  const changed = Object.entries(set).some(([field, value]) => route[field as keyof Route] !== value);
  const retimed = set.vehicleId !== undefined && visits.some(isLocationVisit);
  return accept(
    changed
      ? planningChanges({
          routes: [{ id: route.id, set }],
          recalculate: retimed ? [{ routeId: route.id, mode: "position" }] : [],
        })
      : planningChanges(),
  );
}
