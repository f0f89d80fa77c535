/**
 * What the dispatcher does to one route, or to all routes of a plan. Start and finish are the driver's commands too.
 */
import { vehicleName } from "~/domain/vehicle/vehicle";
import { isNotCompleted, isNotLocked } from "~/domain/route/route-gate";
import type { CompanySession } from "~/auth/session.server";
import { visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { findMember } from "~/db/repositories/members.server";
import { getRoute } from "~/db/repositories/routes.server";
import { findVehicle, getVehicle, vehiclesEver } from "~/db/repositories/vehicles.server";
import { listVisitsOfRoute, listVisitsOfRoutes } from "~/db/repositories/visits.server";
import type { Action } from "~/domain/access/permissions";
import { accept, ALLOWED, refuse } from "~/domain/decision";
import type { Decision, Permission } from "~/domain/decision";
import { mergeChanges, planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { NO_VEHICLE } from "~/domain/constants";
import { canApprove, canEmpty, canReset } from "~/domain/route/route-permissions";
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
import type { PlanSlice } from "~/domain/plan/plan-slice";
import type { Approved } from "../said";
import { removedOf } from "./plan-commands.server";
import type { RemovedVisits } from "./plan-commands.server";

export interface RouteInput {
  routeId: number;
}

type DecideRoute = (
  route: Route,
  visits: Visit[],
  state: PlanSlice,
  trx: Db,
) => Decision<PlanningChanges> | Promise<Decision<PlanningChanges>>;

/** One route with all its visits, decided and saved. @throws AppError 404 when the company has no such route */
export async function changeRouteState(
  session: CompanySession,
  input: RouteInput,
  what: { kind: string; action: Action; fields?: boolean },
  options: EditOptions,
  decide: DecideRoute,
): Promise<ChangedPlan> {
  const companyId = session.company.id;
  const { plan_id: planId } = await getRoute(db(), companyId, input.routeId);
  let within: Db = db();
  return changePlan(
    session,
    {
      kind: what.kind,
      action: what.action,
      planId,
      subject: { routeIds: [input.routeId], fields: what.fields },
      visits: async (trx) => {
        within = trx;
        return (await listVisitsOfRoute(trx, companyId, input.routeId)).map(visitFromRow);
      },
      decide: (state) => {
        const route = state.routes.find((one) => one.id === input.routeId);
        if (!route) throw notFound("Route");
        return decide(route, state.visits, state, within);
      },
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
  let approved: Route[] = [];
  const changed = await changeRouteState(
    session,
    input,
    { kind: "route.approve", action: "route.approve" },
    options,
    (route, visits) => {
      approved = [route];
      const allowed = canApprove(route, visits);
      return allowed.ok ? decideApprove(route, visits) : allowed;
    },
  );
  return { ...changed, ...(await approvedOf(session, approved, 0)) };
}

/** Approves every route that has visits; routes that are locked already stay as they are. */
export async function approvePlan(
  session: CompanySession,
  input: { planId: number },
  options: EditOptions,
): Promise<ChangedPlan & Approved> {
  let approved: Route[] = [];
  let locked: Route[] = [];
  const changed = await changePlan(
    session,
    {
      kind: "route.approve",
      action: "route.approve",
      planId: input.planId,
      subject: {},
      visits: async (trx, { routes }) =>
        (
          await listVisitsOfRoutes(
            trx,
            session.company.id,
            routes.map((route) => route.id),
          )
        ).map(visitFromRow),
      decide: ({ routes, visits }) => {
        const used = routes.filter((route) =>
          visits.some((visit) => visit.routeId === route.id && isLocationVisit(visit)),
        );
        if (used.length === 0)
          return refuse("plan.no_routes", "No route has visits yet. Calculate the plan first.", 409);
        approved = used.filter((route) => isNotLocked(route).ok);
        locked = used.filter((route) => !isNotLocked(route).ok);
        if (approved.length === 0) return refuse("route.locked", "All routes are approved and locked already.", 409);
        const parts: PlanningChanges[] = [];
        for (const route of approved) {
          const decision = decideApprove(
            route,
            visits.filter((visit) => visit.routeId === route.id),
          );
          if (!decision.ok) return decision;
          parts.push(decision.changes);
        }
        return accept(mergeChanges(parts));
      },
    },
    options,
  );
  return { ...changed, ...(await approvedOf(session, approved, locked.length)) };
}

async function approvedOf(session: CompanySession, routes: readonly Route[], locked: number): Promise<Approved> {
  const missing = routes.filter((route) => route.driverId === null);
  const vehicles = await vehiclesEver(
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
  changeRouteState(session, input, { kind: "route.lock", action: "route.lock" }, options, (route) =>
    toggleRouteLock(route),
  );

export const resetRoute = (session: CompanySession, input: RouteInput, options: EditOptions): Promise<ChangedPlan> =>
  changeRouteState(session, input, { kind: "route.reset", action: "route.reset" }, options, (route, visits) => {
    const allowed = canReset(route, visits);
    return allowed.ok ? decideReset(route, visits) : allowed;
  });

export const setRouteEmpty = (session: CompanySession, input: RouteInput, options: EditOptions): Promise<ChangedPlan> =>
  changeRouteState(session, input, { kind: "route.empty", action: "route.reset" }, options, (route, visits) => {
    const allowed = canEmpty(route);
    return allowed.ok ? accept(decideEmpty(route, visits)) : allowed;
  });

/** @returns also what the route was called */
export async function removeRoute(
  session: CompanySession,
  input: RouteInput,
  options: EditOptions,
): Promise<ChangedPlan & { title: string }> {
  let title = NO_VEHICLE;
  const changed = await changeRouteState(
    session,
    input,
    { kind: "route.remove", action: "route.remove" },
    options,
    async (route, visits, _state, trx) => {
      const vehicle =
        route.vehicleId === null ? undefined : await findVehicle(trx, session.company.id, route.vehicleId);
      title = vehicle ? vehicleName(vehicle) : NO_VEHICLE;
      return decideRemove(route, visits, title);
    },
  );
  return { ...changed, title };
}

/** @returns how many visits went */
export async function removeVisitsOfRoute(
  session: CompanySession,
  input: RouteInput,
  options: EditOptions,
): Promise<ChangedPlan & RemovedVisits> {
  let all: readonly Visit[] = [];
  const done = await changeRouteState(
    session,
    input,
    { kind: "visits.remove", action: "visit.remove" },
    options,
    (route, visits) => {
      all = visits;
      return removeAllVisits([route], visits);
    },
  );
  return { ...done, ...removedOf(all, done) };
}

export interface ChangeRouteInput extends RouteInput {
  /** undefined: as it is */
  vehicleId?: number | null | undefined;
  driverId?: number | null | undefined;
}

/** @param field of the form. @throws AppError 404 for nobody of the company */
export async function mayDrive(
  trx: Db,
  companyId: number,
  driverId: number | null,
  field: string,
): Promise<Permission> {
  const member = driverId === null ? null : await findMember(trx, companyId, driverId);
  if (member === undefined) throw notFound("Member");
  return member !== null && member.is_courier !== 1
    ? refuse("route.not_driver", "Only drivers can be chosen.", 422, { [field]: "Only drivers can be chosen." })
    : ALLOWED;
}

/**
 * Another vehicle or driver. A route without a driver takes over the new vehicle's; with another vehicle the route has
 * new times at once.
 */
export const changeRoute = (
  session: CompanySession,
  input: ChangeRouteInput,
  options: EditOptions,
): Promise<ChangedPlan> =>
  changeRouteState(
    session,
    input,
    { kind: "route.change", action: "route.update", fields: true },
    options,
    async (route, visits, _slice, trx) => {
      const running = isNotCompleted(route);
      if (!running.ok) return running;
      const set: Partial<Route> = {};
      if (input.driverId !== undefined) {
        const allowed = await mayDrive(trx, session.company.id, input.driverId, "driverId");
        if (!allowed.ok) return allowed;
        set.driverId = input.driverId;
      }
      if (input.vehicleId !== undefined && input.vehicleId !== route.vehicleId) {
        const unlocked = isNotLocked(route);
        if (!unlocked.ok) return unlocked;
        set.vehicleId = input.vehicleId;
        const driver = input.driverId === undefined ? route.driverId : input.driverId;
        if (input.vehicleId !== null && driver === null)
          set.driverId = (await getVehicle(trx, session.company.id, input.vehicleId)).driver_id;
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
    },
  );
