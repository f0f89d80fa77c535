import type { Db } from "~/db/client.server";
import type { PlanningChanges, Patch } from "~/domain/changes";
import type { Confirmation, Refusal } from "~/domain/decision";
import type { About, ChangedVehicle } from "~/domain/plan/plan-log";
import type { PlanSlice } from "~/domain/plan/plan-slice";
import type { RouteLeg } from "~/domain/route/retime-changes";
import type { Route } from "~/domain/route/route";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import type { UtcText } from "~/domain/time/utc-text";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import { notFound } from "~/lib/errors";
import type { Pieces } from "~/lib/pieces";
import type { ChangeEvent } from "~/realtime/events";
import type { EditSubject } from "./stale-edit.server";

/** What every change is decided on: the locked plan with all its routes. */
export type PlanBase = Omit<PlanSlice, "visits">;

/** @throws AppError 404 for a route that is not the plan's */
export function routeIn({ routes }: Pick<PlanBase, "routes">, routeId: number): Route {
  const route = routes.find((one) => one.id === routeId);
  if (!route) throw notFound("Route");
  return route;
}

/** What a change loads beside that: the visits that it needs, and whatever else. */
export interface Loaded {
  /** whole routes, start, end and break included, wherever times may change */
  visits: Visit[];
}

/**
 * A decision about a plan: the planning changes, and what is stored or told with them.
 * @typeParam Said what an accepted one tells whoever made the change, beside the changes
 */
export type PlanDecision<Said extends object = object> = { ok: false; error: Refusal } | (AcceptedChange & Said);

export interface AcceptedChange {
  ok: true;
  changes: PlanningChanges;
  /** asked first, unless the sender has confirmed already; nothing is saved */
  confirm?: Confirmation;
  /** changed along with the plan; `setVehicle` says what follows for other plans */
  vehicle?: Patch<Vehicle> | undefined;
  /** which of the subject's visits it was done to; left out: all of them */
  visitIds?: readonly number[];
  /** the same of its routes */
  routeIds?: readonly number[];
  /** what the list of changes says it was about; otherwise that follows from the subject */
  about?: About | undefined;
}

/**
 * One change of a plan: what it has to know and what it decides. Both run again in every attempt, on a plan that is
 * locked, so they must do nothing but read.
 */
export interface PlanChange<State extends Loaded = Loaded, Said extends object = object> {
  /** stable name for the plan's log (domain/plan/change-kinds): 'route.approve' */
  kind: string;
  planId: number;
  subject: EditSubject;
  load(trx: Db, base: PlanBase): Promise<State>;
  decide(state: PlanBase & State): PlanDecision<Said> | Pieces<PlanDecision<Said>>;
  /** stored in the same transaction, also where nothing in the plan changes */
  alongside?: ((trx: Db, saved: SavedPlan & { now: UtcText; state: PlanBase & State }) => Promise<unknown>) | undefined;
  /** vehicles whose own change led to this one; they are in the log also where nothing in the plan follows from them */
  vehicles?: readonly ChangedVehicle[];
  /** undoes or redoes an earlier change: in the log, but nothing that undo takes back itself */
  isUndoing?: boolean;
  /** the calculation whose result this is */
  queryId?: number;
  /** the change that is undone together with this one */
  followsId?: number | undefined;
  /** how new legs are measured; left out: at once, with estimates where that takes too long */
  measure?(legs: readonly RouteLeg[]): Promise<MeasuredLeg[]>;
  /** what others are told after the commit; left out: that the plan changed */
  events?(saved: SavedPlan, state: PlanBase & State): readonly ChangeEvent[];
}

export interface SavedPlan {
  planId: number;
  /** of the plan, after the change */
  version: number;
  /** with new times, totals and statuses */
  changes: PlanningChanges;
  /** ids of `changes.createVisits`, in their order */
  createdVisitIds: readonly number[];
  /** ids of `changes.createRoutes`, in their order */
  createdRouteIds: readonly number[];
  /** in the plan's log; null: nothing was changed */
  changeId: number | null;
}
