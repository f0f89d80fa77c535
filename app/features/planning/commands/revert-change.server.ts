/** What undo and redo share: one logged change of a plan goes back, where nobody has changed the same since. */
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson, routeFromRow, vehicleFromRow, visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { findPlanChange, listPlanChanges, sidesBefore } from "~/db/repositories/plan-changes.server";
import type { PlanChangeEntry, PlanChangeAfter } from "~/db/repositories/plan-changes.server";
import { routesWithRemoved } from "~/db/repositories/routes.server";
import { findVehicle } from "~/db/repositories/vehicles.server";
import { listVisitsOfPlan } from "~/db/repositories/plan-visits.server";
import { visitsWithRemoved } from "~/db/repositories/visits.server";
import { refuse } from "~/domain/decision";
import { isReport, isUndoOrRedo, MEASURE_KIND, setsPlanStatus } from "~/domain/plan/change-kinds";
import type { UtcText } from "~/domain/time/utc-text";
import type { Route } from "~/domain/route/route";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import { shownName } from "~/domain/visit/visit-display";
import { notFound } from "~/lib/errors";
import { changePlan } from "~/planner/change-plan.server";
import type { ChangedPlan, EditOptions } from "~/planner/change-plan.server";
import { decidedRoutes, decidedVisits, isAbout, isLogged, joinLogs } from "~/domain/plan/plan-log";
import type { About, LoggedRecord, LoggedSide, LoggedSides } from "~/domain/plan/plan-log";
import type { PlanSlice } from "~/domain/plan/plan-slice";
import { retimeAfterVehicle } from "~/planner/retime-after.server";
import type { Loaded, PlanDecision } from "~/planner/plan-change";
import { describeChange } from "~/planner/stale-edit.server";
import { undoChange } from "~/domain/plan/undo-change";
import { concerning, isOfStops } from "~/domain/plan/without-measured";
import type { UndoRules, UndoResult } from "~/domain/plan/undo-change";

/** A change of the log with its parsed words. */
type ReadChange = Omit<PlanChangeEntry, "about"> & { about: unknown };

interface ReversalRequest {
  /** of the change that this makes itself */
  kind: string;
  find(trx: Db): Promise<PlanChangeEntry | undefined>;
  /** the user named it: that it is gone is another answer than that there is none */
  isNamed: boolean;
  nothing: ReturnType<typeof refuse>;
  /** 'Not undone' */
  refused: string;
  whyNot(change: ReadChange): string | null;
  about(change: ReadChange): About | undefined;
  /** in the same transaction; `changes`: the one that went back, and the one that it followed */
  saved(trx: Db, now: UtcText, ownId: number, changes: readonly ReadChange[]): Promise<void>;
}

interface ChangeToRevert {
  change: ReadChange;
  /** the suggestion that the change followed and that still stands: both go back as one */
  first: ReadChange | null;
  /** null: an entry without what it wrote */
  logged: LoggedSides | null;
}

interface StateToRevert extends Loaded {
  found: ChangeToRevert | undefined;
  later: LaterChange[];
  /** measured legs and what was taken back since, newest first */
  undecided: LoggedSides[];
  /** visits that the change removed, as they were */
  removed: Visit[];
  removedRoutes: Route[];
  /** the vehicle that was changed along with the plan, as it is now */
  vehicle: Vehicle | undefined;
}

/** @throws AppError 403, 404, 409 */
export async function revertChange(
  session: CompanySession,
  { planId, tab }: Pick<EditOptions, "tab"> & { planId: number },
  what: ReversalRequest,
): Promise<{ done: ChangedPlan; change: ReadChange; first: ReadChange | null }> {
  const companyId = session.company.id;
  const done = await changePlan<StateToRevert>(
    session,
    {
      kind: what.kind,
      action: "plan.update",
      planId,
      subject: {},
      isUndoing: true,
      load: (trx, { plan }) => loadStateToRevert(trx, companyId, plan.id, what),
      decide: (state) => {
        const decision = decideReversal(state, what);
        if (decision.ok && decision.vehicle) authorize(session, "vehicle.update", { companyId });
        return decision;
      },
      alongside: async (trx, { now, changeId, state: { found } }) => {
        if (found === undefined || changeId === null) return;
        await what.saved(trx, now, changeId, [found.change, ...(found.first === null ? [] : [found.first])]);
      },
    },
    { tab },
  );
  if (done.vehicle !== null) await retimeAfterVehicle(session, done.vehicle.row, tab, planId);
  const { change, first } = done.state.found!;
  return { done, change, first };
}

async function loadStateToRevert(
  trx: Db,
  companyId: number,
  planId: number,
  what: ReversalRequest,
): Promise<StateToRevert> {
  const found = await findChange(trx, companyId, planId, what);
  if (found === undefined || found.logged === null)
    return { visits: [], found, later: [], undecided: [], removed: [], removedRoutes: [], vehicle: undefined };
  const { standing, removed } = await visitsOf(trx, companyId, planId, found.logged);
  // While they are removed they stand on no route; taking them back puts them there anew.
  const visits = [...standing, ...removed.map((visit) => ({ ...visit, routeId: null }))];
  return {
    visits,
    found,
    ...(await laterChanges(trx, companyId, found, concerning(found.logged, visits))),
    removed,
    removedRoutes: await removedRoutesOf(trx, companyId, found.logged),
    vehicle: await vehicleOf(trx, companyId, found.logged),
  };
}

function decideReversal(state: PlanSlice & StateToRevert, what: ReversalRequest): PlanDecision {
  const { found, later } = state;
  if (found === undefined || found.logged === null) return what.nothing;
  const why = what.whyNot(found.change);
  if (why !== null) return refuse("undo.not_possible", why, 409);
  const { before, after } = found.logged;
  const kind = originalKind(found.change);
  const undoing = undoChange(before, after, state, {
    touchedSince: touchedRecords(later),
    isOfPlanStatus: setsPlanStatus(kind),
    isLatest: later.every(({ change }) => change.undone_at !== null || isUndoOrRedo(change.kind)),
    undecided: state.undecided,
    strict: isReport(kind),
  });
  const { plan, vehicle: otherVehicle, routeIds, visitIds, lockedRouteIds } = undoing.conflicts;
  if (plan || otherVehicle || routeIds.length > 0 || visitIds.length > 0 || lockedRouteIds.length > 0)
    return refuse("undo.changed", `${what.refused}: ${conflictSentence(undoing.conflicts, later, state, after)}`, 409);
  return {
    ok: true,
    changes: undoing.changes,
    vehicle: undoing.vehicle ?? undefined,
    about: what.about(found.change),
  };
}

async function findChange(
  trx: Db,
  companyId: number,
  planId: number,
  what: ReversalRequest,
): Promise<ChangeToRevert | undefined> {
  const change = await what.find(trx);
  if (change === undefined) {
    if (what.isNamed) throw notFound("Change");
    return undefined;
  }
  const known =
    change.follows_id === null ? undefined : await findPlanChange(trx, companyId, planId, change.follows_id);
  const first = known !== undefined && known.undone_at === null ? known : null;
  return { change: parsedChange(change), first: first && parsedChange(first), logged: loggedSides(change, first) };
}

const parsedChange = (change: PlanChangeEntry): ReadChange => ({
  ...change,
  about: parseJson<unknown>(change.about, null),
});

const sidesOf = ({ before, after }: PlanChangeEntry): LoggedSides | null =>
  isLogged(before) && isLogged(after) ? { before, after } : null;

function loggedSides(change: PlanChangeEntry, first: PlanChangeEntry | null): LoggedSides | null {
  const [own, earlier] = [sidesOf(change), first === null ? null : sidesOf(first)];
  return own !== null && earlier !== null ? joinLogs(earlier, own) : own;
}

/** An undo is as strict as what it undid. */
const originalKind = ({ kind, about }: ReadChange): string => (isAbout(about) ? (about.undone ?? kind) : kind);

/** The vehicle that was changed along with the plan, as it is now. */
async function vehicleOf(trx: Db, companyId: number, { after }: LoggedSides): Promise<Vehicle | undefined> {
  const row = after.vehicle ? await findVehicle(trx, companyId, after.vehicle.id) : undefined;
  return row && vehicleFromRow(row);
}

async function removedRoutesOf(trx: Db, companyId: number, { after }: LoggedSides): Promise<Route[]> {
  const ids = after.routes.flatMap(({ id, removed }) => (removed === true ? [id] : []));
  return (await routesWithRemoved(trx, companyId, ids)).map(routeFromRow);
}

/** A change after the one that is to be undone, newest first, in words. */
interface LaterChange {
  change: PlanChangeAfter;
  words: string;
}

/** Measured legs are a change of nobody's, and in nobody's way: what was decided later is told apart from them. */
async function laterChanges(
  trx: Db,
  companyId: number,
  { change: { id, plan_id: planId }, first }: ChangeToRevert,
  isConcerned: (entry: LoggedSide) => boolean,
): Promise<Pick<StateToRevert, "later" | "undecided">> {
  const since = await listPlanChanges(trx, companyId, planId, { changeId: first?.id ?? id });
  const others = since.filter((one) => one.id !== id);
  const later: LaterChange[] = [];
  for (const one of others)
    if (one.kind !== MEASURE_KIND) later.push({ change: one, words: await describeChange(trx, one) });
  // Where nothing was measured, the plan is compared as it is.
  if (others.every(({ kind }) => kind !== MEASURE_KIND)) return { later, undecided: [] };
  const logged = others.flatMap((one) => {
    const { id: otherId, after } = one;
    return isUndecided(one) && isLogged(after) && isConcerned(after) ? [{ id: otherId, after }] : [];
  });
  const stood = await sidesBefore(
    trx,
    companyId,
    planId,
    logged.map((one) => one.id),
  );
  const undecided = logged.flatMap(({ id: otherId, after }) => {
    const before = stood.get(otherId);
    return isLogged(before) ? [{ before, after }] : [];
  });
  return { later, undecided };
}

/** Measured legs, what was taken back, and the taking back itself. */
const isUndecided = ({ kind, undone_at, after }: PlanChangeAfter): boolean =>
  (kind === MEASURE_KIND && isLogged(after) && !isOfStops(after)) || undone_at !== null || isUndoOrRedo(kind);

/** Ids that changes since were about, as far as they still stand. */
function touchedRecords(later: readonly LaterChange[]): UndoRules["touchedSince"] {
  const standing = later.flatMap(({ change }) =>
    change.undone_at === null && isLogged(change.after) ? [change.after] : [],
  );
  return {
    visitIds: new Set(standing.flatMap((side) => side.visits.map((visit) => visit.id))),
    decidedVisitIds: new Set(standing.flatMap(decidedVisits)),
    placedVisitIds: new Set(standing.flatMap((side) => side.placed ?? [])),
    routeIds: new Set(standing.flatMap((side) => side.routes.map((route) => route.id))),
    decidedRouteIds: new Set(standing.flatMap(decidedRoutes)),
    lockedRouteIds: new Set(
      standing.flatMap((side) => side.routes.flatMap((route) => (route.isLocked === true ? [route.id] : []))),
    ),
  };
}

/** The plan's visits with those that the change took out of it, and those that it removed, as they were. */
async function visitsOf(
  trx: Db,
  companyId: number,
  planId: number,
  { after }: LoggedSides,
): Promise<{ standing: Visit[]; removed: Visit[] }> {
  const standing = (await listVisitsOfPlan(trx, companyId, planId)).map(visitFromRow);
  const known = new Set(standing.map((visit) => visit.id));
  const logged = after.visits.filter(({ id }) => !known.has(id));
  const elsewhere = await visitsWithRemoved(
    trx,
    companyId,
    logged.map(({ id }) => id),
  );
  const isRemoved = new Set(logged.flatMap(({ id, removed }) => (removed === true ? [id] : [])));
  return {
    standing: [...standing, ...elsewhere.filter((row) => row.deleted_at === null).map(visitFromRow)],
    removed: elsewhere.filter((row) => row.deleted_at !== null && isRemoved.has(row.id)).map(visitFromRow),
  };
}

/** 'Rita Beck moved visits since.', or which visit or route is not as the change left it. */
function conflictSentence(
  conflicts: UndoResult["conflicts"],
  later: readonly LaterChange[],
  slice: PlanSlice,
  { vehicle: left }: LoggedSide,
): string {
  const routeIds = [...conflicts.routeIds, ...conflicts.lockedRouteIds];
  const touches = ({ change: { after } }: LaterChange) =>
    isLogged(after) &&
    (decidedVisits(after).some((id) => conflicts.visitIds.includes(id)) ||
      after.routes.some((route) => routeIds.includes(route.id)) ||
      (conflicts.plan && after.plan !== null) ||
      (conflicts.vehicle && [after.vehicle, ...(after.vehicles ?? [])].some((one) => overwritesVehicle(one, left))));
  // What was undone itself is in nobody's way; where only that is left, it is still the best that can be said.
  const since = later.find((one) => one.change.undone_at === null && touches(one)) ?? later.find(touches);
  if (since) return `${since.words} since.`;
  if (conflicts.lockedRouteIds.length > 0) return "the route is locked. Unlock it first.";
  if (conflicts.vehicle) return "the vehicle was changed since.";
  const visit = slice.visits.find((one) => conflicts.visitIds.includes(one.id));
  return visit ? `${shownName(visit)} was changed since.` : "the plan was changed since.";
}

/** Whether a later change of the vehicle wrote another value where the one that goes back had left its own. */
const overwritesVehicle = (later: LoggedRecord | undefined, left: LoggedRecord | undefined): boolean =>
  later !== undefined &&
  left !== undefined &&
  later.id === left.id &&
  Object.keys(left).some((field) => field in later && later[field] !== left[field]);
