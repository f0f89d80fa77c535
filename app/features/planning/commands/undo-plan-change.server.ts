import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson, vehicleFromRow, visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { findPlanChange, lastUndoable, listPlanChanges, markUndone } from "~/db/repositories/plan-changes.server";
import type { PlanChange, PlanChangeAfter } from "~/db/repositories/plan-changes.server";
import { updateQuery } from "~/db/repositories/queries.server";
import { findVehicle } from "~/db/repositories/vehicles.server";
import { listVisitsOfPlan, visitsEver } from "~/db/repositories/visits.server";
import { accept, refuse } from "~/domain/decision";
import { changeWords, isReport, whyNotUndo } from "~/domain/plan/change-kinds";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import { shownName } from "~/domain/visit/visit-display";
import { AppError, notFound } from "~/lib/errors";
import { changePlan } from "~/planner/change-plan.server";
import type { ChangedPlan, EditOptions } from "~/planner/change-plan.server";
import { decidedVisits, isAbout, isLogged } from "~/planner/plan-log";
import type { About, LoggedRecord, LoggedSide } from "~/planner/plan-log";
import type { PlanSlice } from "~/planner/plan-slice";
import { retimeAfterVehicle } from "~/planner/retime-after.server";
import { setVehicle } from "~/planner/set-vehicle.server";
import type { SetVehicle } from "~/planner/set-vehicle.server";
import { whoDidWhat } from "~/planner/stale-edit.server";
import { undoChange } from "../undo-change";
import type { Since, Undoing } from "../undo-change";

export interface UndoInput extends Pick<EditOptions, "tab"> {
  planId: number;
  /** a change of the list, anybody's; left out: the user's own newest */
  changeId?: number | undefined;
}

const NOTHING = refuse("undo.nothing", "There is nothing of yours to undo.", 409);

/**
 * Takes one change of the plan back, with the times of its routes: the user's own newest, or the one that he names.
 * Everything else that was changed stays: where somebody has changed the same thing since, nothing happens.
 * A vehicle that a suggestion changed is set back with it, and its routes in other plans get their times.
 * @returns with the words for what was undone: 'moved the visit'
 * @throws AppError 404 for a change that is not in the plan's log; 409 'undo.nothing', 'undo.not_possible', and
 * 'undo.changed' with a sentence that names what changed since, and by whom
 */
export async function undoPlanChange(session: CompanySession, { planId, changeId, tab }: UndoInput): Promise<ChangedPlan & { undone: string }> {
  const companyId = session.company.id;
  let change: PlanChange | undefined;
  let later: Later[] = [];
  let removed: Visit[] = [];
  let vehicle: Vehicle | undefined;
  let undoing: Undoing | undefined;
  let setBack: SetVehicle | undefined;
  const done = await changePlan(session, {
    kind: "plan.undo",
    action: "plan.update",
    planId,
    subject: {},
    visits: async (trx, { plan }) => {
      change = changeId === undefined ? await lastUndoable(trx, companyId, plan.id, session.user.id) : await findPlanChange(trx, companyId, plan.id, changeId);
      if (change === undefined) {
        if (changeId !== undefined) throw notFound("Change");
        return [];
      }
      later = await changesSince(trx, companyId, change);
      vehicle = await vehicleOf(trx, companyId, change);
      const visits = await visitsOf(trx, companyId, plan.id, change);
      removed = visits.removed;
      // While they are removed they stand on no route; taking them back puts them there anew.
      return [...visits.standing, ...removed.map((visit) => ({ ...visit, routeId: null }))];
    },
    decide: (slice) => {
      if (change === undefined || !isLogged(change.before) || !isLogged(change.after)) return NOTHING;
      const why = whyNotUndo({ kind: change.kind, userId: change.user_id, undone: change.undone_at !== null }, session.user.id);
      if (why !== null) return refuse("undo.not_possible", why, 409);
      undoing = undoChange(change.before, change.after, { ...slice, removed, vehicle }, { touchedSince: touchedBy(later), strict: isReport(change.kind) });
      if (undoing.vehicle !== null) authorize(session, "vehicle.update", { companyId });
      const { plan, vehicle: otherVehicle, routeIds, visitIds, lockedRouteIds } = undoing.conflicts;
      if (plan || otherVehicle || routeIds.length > 0 || visitIds.length > 0 || lockedRouteIds.length > 0) return refuse("undo.changed", `Not undone: ${whatChanged(undoing.conflicts, later, slice, change.after)}`, 409);
      return accept(undoing.changes);
    },
    isUndoing: true,
    about: () => aboutUndone(change),
    saved: async (trx, now) => {
      if (change === undefined) return;
      if (undoing?.vehicle) setBack = await setVehicle(trx, session, undoing.vehicle, now, tab);
      await markUndone(trx, companyId, change.id, now);
      if (change.query_id !== null) await updateQuery(trx, companyId, change.query_id, { status: "discarded" }, now);
    },
  }, { tab });
  if (change === undefined) throw new AppError("undo.nothing", NOTHING.error.message, { status: 409 });
  if (setBack !== undefined) await retimeAfterVehicle(session, setBack.row, tab, planId);
  return { ...done, undone: changeWords(change.kind) };
}

/** The same as what is undone. */
function aboutUndone(change: PlanChange | undefined): About | undefined {
  const about = parseJson<unknown>(change?.about ?? null, null);
  return change !== undefined && isAbout(about) ? { ...about, undone: change.kind } : undefined;
}

/** The vehicle that was changed along with the plan, as it is now. */
async function vehicleOf(trx: Db, companyId: number, { after }: PlanChange): Promise<Vehicle | undefined> {
  const row = isLogged(after) && after.vehicle ? await findVehicle(trx, companyId, after.vehicle.id) : undefined;
  return row && vehicleFromRow(row);
}

/** A change after the one that is to be undone, newest first, in words. */
interface Later {
  change: PlanChangeAfter;
  words: string;
}

async function changesSince(trx: Db, companyId: number, change: PlanChange): Promise<Later[]> {
  const since = await listPlanChanges(trx, companyId, change.plan_id, { changeId: change.id });
  const later: Later[] = [];
  for (const one of since) later.push({ change: one, words: await whoDidWhat(trx, one) });
  return later;
}

/** Ids that changes since were about, as far as they still stand. */
function touchedBy(later: readonly Later[]): Since["touchedSince"] {
  const standing = later.flatMap(({ change }) => (change.undone_at === null && isLogged(change.after) ? [change.after] : []));
  return {
    visitIds: new Set(standing.flatMap((side) => side.visits.map((visit) => visit.id))),
    decidedVisitIds: new Set(standing.flatMap(decidedVisits)),
    placedVisitIds: new Set(standing.flatMap((side) => side.placed ?? [])),
    routeIds: new Set(standing.flatMap((side) => side.routes.map((route) => route.id))),
    lockedRouteIds: new Set(standing.flatMap((side) => side.routes.flatMap((route) => (route.isLocked === true ? [route.id] : [])))),
  };
}

/** The plan's visits with those that the change took out of it, and those that it removed, as they were. */
async function visitsOf(trx: Db, companyId: number, planId: number, change: PlanChange): Promise<{ standing: Visit[]; removed: Visit[] }> {
  const standing = (await listVisitsOfPlan(trx, companyId, planId)).map(visitFromRow);
  const known = new Set(standing.map((visit) => visit.id));
  const logged = isLogged(change.after) ? change.after.visits.filter(({ id }) => !known.has(id)) : [];
  const elsewhere = await visitsEver(trx, companyId, logged.map(({ id }) => id));
  const isRemoved = new Set(logged.flatMap(({ id, removed }) => (removed === true ? [id] : [])));
  return {
    standing: [...standing, ...elsewhere.filter((row) => row.deleted_at === null).map(visitFromRow)],
    removed: elsewhere.filter((row) => row.deleted_at !== null && isRemoved.has(row.id)).map(visitFromRow),
  };
}

/** 'Rita Beck moved visits since.', or which visit or route is not as the change left it. */
function whatChanged(conflicts: Undoing["conflicts"], later: readonly Later[], slice: PlanSlice, { vehicle: left }: LoggedSide): string {
  const routeIds = [...conflicts.routeIds, ...conflicts.lockedRouteIds];
  const touches = ({ change: { after } }: Later) =>
    isLogged(after) && (decidedVisits(after).some((id) => conflicts.visitIds.includes(id)) || after.routes.some((route) => routeIds.includes(route.id)) || (conflicts.plan && after.plan !== null) || (conflicts.vehicle && isOtherwise(after.vehicle, left)));
  // What was undone itself is in nobody's way; where only that is left, it is still the best that can be said.
  const since = later.find((one) => one.change.undone_at === null && touches(one)) ?? later.find(touches);
  if (since) return `${since.words} since.`;
  if (conflicts.lockedRouteIds.length > 0) return "the route is locked. Unlock it first.";
  if (conflicts.vehicle) return "the vehicle was changed since.";
  const visit = slice.visits.find((one) => conflicts.visitIds.includes(one.id));
  return visit ? `${shownName(visit)} was changed since.` : "the plan was changed since.";
}

/** Whether a later change of the vehicle wrote another value where the undone one had left its own. */
const isOtherwise = (later: LoggedRecord | undefined, left: LoggedRecord | undefined): boolean =>
  later !== undefined && left !== undefined && later.id === left.id && Object.keys(left).some((field) => field in later && later[field] !== left[field]);
