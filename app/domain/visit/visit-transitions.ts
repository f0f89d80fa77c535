/**
 * What happens to a visit: placed, done, failed, on route again, moved, reset, removed (specification, states and
 * transitions). `visits` are always those of the visit's route, this one included.
 */
import { ALLOWED, accept, confirmation, refuse } from "../decision";
import { planningChanges } from "../changes";
import { overdueSec } from "./visit-display";
import { FAIL_NOTE_LENGTH, FAIL_REASONS, OTHER_REASON } from "./fail-reasons";
import { isLocationVisit, isNext, isPast, moveAfterCurrent } from "./visit-order";
import { canChangeRoute, canReceiveVisits, canRemoveVisit, canReport, canSetOnRoute } from "./visit-permissions";
import { fieldsOfPlace, NO_PLACE } from "./reported-place";
import { completionReset, fullReset, unscheduledReset } from "./visit-reset";
import { VisitStatus, plannedStatus } from "./visit-status";
import { VisitType } from "./visit-type";
import type { Decision } from "../decision";
import type { Patch, PlanningChanges } from "../changes";
import type { Plan } from "../plan/plan";
import type { Route } from "../route/route";
import type { RouteGate } from "./visit-permissions";
import { DONE_NOTE_LENGTH } from "./confirmation";
import type { ConfirmationTag } from "./confirmation";
import type { ReportedPlace } from "./reported-place";
import type { VisitFields } from "./visit-reset";
import type { Visit } from "./visit";
import type { UtcText } from "../time/utc-text";

export type RouteOfVisit = Pick<Route, "id" | "status" | "isLocked" | "statisticOverdueTime" | "statisticOutOfTurn">;

export const OUT_OF_TURN_DONE = "This visit is not the next in the route. Are you sure you want to mark it as done?";
export const OUT_OF_TURN_FAILED =
  "This visit is not the next in the route. Are you sure you want to mark it as failed?";
export const FAIL_VISIT = "Are you sure you want to mark this visit as failed?";

/** The status that a visit has once it stands on a route. */
export function placedStatus(status: VisitStatus, route: Pick<Route, "status">): VisitStatus {
  if (status !== VisitStatus.Unscheduled) return status;
  return plannedStatus(route);
}

/** Puts a visit on a route, or moves it there: the old route is recalculated by position, the new one fully. */
export function moveVisitToRoute(
  visit: Visit,
  from: (RouteGate & Pick<Route, "id">) | null,
  to: RouteGate & Pick<Route, "id">,
  position: number,
): Decision<PlanningChanges> {
  // Within its route a break may be moved as any stop.
  const stays = from !== null && from.id === to.id && visit.type === VisitType.Break && !isPast(visit);
  const leaving = stays ? ALLOWED : canChangeRoute(visit, from);
  if (!leaving.ok) return leaving;
  const receiving = canReceiveVisits(to);
  if (!receiving.ok) return receiving;
  const set: VisitFields = { routeId: to.id, status: placedStatus(visit.status, to), position };
  const recalculate: PlanningChanges["recalculate"] = [{ routeId: to.id, mode: "full" }];
  if (from !== null && from.id !== to.id) recalculate.unshift({ routeId: from.id, mode: "position" });
  return accept(planningChanges({ visits: [{ id: visit.id, set }], recalculate }));
}

/** Takes a visit off its route, back to the unscheduled ones of the plan. */
export function unscheduleVisit(
  visit: Visit,
  route: (RouteGate & Pick<Route, "id">) | null,
): Decision<PlanningChanges> {
  const allowed = canChangeRoute(visit, route);
  if (!allowed.ok) return allowed;
  return accept(
    planningChanges({
      visits: [{ id: visit.id, set: unscheduledReset() }],
      recalculate: route === null ? [] : [{ routeId: route.id, mode: "position" }],
    }),
  );
}

/** Moves an out-of-turn visit to just after the current vehicle visit, and sets its other fields. */
function movedBehindCurrent(visit: Visit, visits: readonly Visit[], set: VisitFields): Patch<Visit>[] {
  const moves = moveAfterCurrent(visit.id, visits);
  const own = moves.find((move) => move.id === visit.id);
  const others = moves
    .filter((move) => move.id !== visit.id)
    .map((move) => ({ id: move.id, set: { position: move.position } }));
  return [{ id: visit.id, set: own === undefined ? set : { ...set, position: own.position } }, ...others];
}

/** Of a report made at `now`: an older one that is accepted after all was not the last. */
const reported = ({ reportedAt }: Pick<Visit, "reportedAt">, now: UtcText): VisitFields => ({
  reportedAt: reportedAt !== null && reportedAt > now ? reportedAt : now,
});

export interface DoneReport {
  now: UtcText;
  /** How the goods were confirmed, where the company requires it. */
  confirmationType?: ConfirmationTag | null;
  signatureName?: string;
  doneNote?: string;
  /** null or left out: the phone did not say */
  place?: ReportedPlace | null;
}

/** What a report says that the visit says nothing of: somebody else has reported it before, with less. */
function missingOf(
  visit: Visit,
  said: Pick<Partial<Visit>, "confirmationType" | "signatureName" | "doneNote">,
): VisitFields {
  const isMissing = ([field, value]: [string, unknown]) => value && !visit[field as keyof typeof said];
  return Object.fromEntries(Object.entries(said).filter(isMissing));
}

/**
 * Marks a visit done. Done already: what it says nothing of is filled in. Failed: it becomes delivered, at the time of
 * this report; nothing is counted or moved. Out of turn: after a question it is counted and moves behind the current
 * vehicle visit. In turn: adds the lateness to the route's overdue time.
 */
export function markVisitDone(
  visit: Visit,
  route: RouteOfVisit | null,
  visits: readonly Visit[],
  report: DoneReport,
): Decision<PlanningChanges> {
  const allowed = canReport(visit);
  if (!allowed.ok) return allowed;
  if (route === null) return refuse("visit.no_route", "The visit is not on a route.", 409);
  const proof: VisitFields = {};
  if (report.confirmationType !== undefined) proof.confirmationType = report.confirmationType;
  if (report.signatureName !== undefined) proof.signatureName = report.signatureName;
  if (report.doneNote !== undefined) proof.doneNote = report.doneNote.slice(0, DONE_NOTE_LENGTH);
  if (visit.status === VisitStatus.Delivered) {
    const set = missingOf(visit, proof);
    return accept(planningChanges({ visits: Object.keys(set).length === 0 ? [] : [{ id: visit.id, set }] }));
  }
  if (visit.status === VisitStatus.Failed) {
    const set: VisitFields = {
      ...proof,
      ...reported(visit, report.now),
      // What was said of the failed attempt is not true of the delivery.
      failReasonId: null,
      failNote: "",
      ...NO_PLACE,
      ...fieldsOfPlace(report.place),
      status: VisitStatus.Delivered,
      completedAt: report.now,
    };
    return accept(planningChanges({ visits: [{ id: visit.id, set }] }));
  }

  const set: VisitFields = {
    ...proof,
    ...reported(visit, report.now),
    ...fieldsOfPlace(report.place),
    status: VisitStatus.Delivered,
    completedAt: report.now,
  };
  const recalculate: PlanningChanges["recalculate"] = [{ routeId: route.id, mode: "position" }];
  if (visit.type !== VisitType.Start && !isNext(visit, visits)) {
    return accept(
      planningChanges({
        routes: [{ id: route.id, set: { statisticOutOfTurn: route.statisticOutOfTurn + 1 } }],
        visits: movedBehindCurrent(visit, visits, { ...set, isOutOfTurn: true }),
        recalculate,
      }),
      confirmation("visit.out_of_turn", OUT_OF_TURN_DONE),
    );
  }
  const late = overdueSec(visit, report.now);
  return accept(
    planningChanges({
      routes: late > 0 ? [{ id: route.id, set: { statisticOverdueTime: route.statisticOverdueTime + late } }] : [],
      visits: [{ id: visit.id, set }],
      recalculate,
    }),
  );
}

export interface FailedReport {
  now: UtcText;
  /** Chosen by the driver; needed when the company has fail reasons. */
  failReasonId?: number | null;
  /** Goes with the reason Other alone. */
  failNote?: string | undefined;
  /** null or left out: the phone did not say */
  place?: ReportedPlace | null;
  /** Ids that the company enables; empty when it has none. */
  companyFailReasons: readonly number[];
  /** A dispatcher accepts it as it was reported, whatever the company offers by now. */
  isDecided?: boolean | undefined;
}

/** The reason as it is stored; none where the company has none. */
function reasonOf({ failReasonId, failNote, companyFailReasons, isDecided }: FailedReport): Decision<VisitFields> {
  const chosen = failReasonId ?? null;
  if (isDecided ? !FAIL_REASONS.some(({ id }) => id === chosen) : companyFailReasons.length === 0) return accept({});
  if (chosen === null) {
    return refuse("visit.fail_reason_required", "Please choose a reason", 422, {
      failReasonId: "Please choose a reason",
    });
  }
  if (!isDecided && !companyFailReasons.includes(chosen)) {
    return refuse("visit.fail_reason_unknown", `Reason ${chosen} is not offered by the company`, 422, {
      failReasonId: `Reason ${chosen} is not offered by the company`,
    });
  }
  const note = chosen === OTHER_REASON ? (failNote ?? "").slice(0, FAIL_NOTE_LENGTH) : "";
  return accept<VisitFields>({ failReasonId: chosen, failNote: note });
}

/**
 * Marks a visit failed. A company with fail reasons needs one; without them a danger question is asked, unless the
 * out-of-turn question is asked already. A done visit just becomes failed.
 */
export function markVisitFailed(
  visit: Visit,
  route: RouteOfVisit | null,
  visits: readonly Visit[],
  report: FailedReport,
): Decision<PlanningChanges> {
  const allowed = canReport(visit);
  if (!allowed.ok) return allowed;
  if (route === null) return refuse("visit.no_route", "The visit is not on a route.", 409);

  const decided = reasonOf(report);
  if (!decided.ok) return decided;
  const reason = decided.changes;
  const danger =
    report.companyFailReasons.length > 0 ? undefined : confirmation("visit.failed", FAIL_VISIT, { danger: true });
  if (isPast(visit)) {
    const set: VisitFields = { ...reason, ...reported(visit, report.now), status: VisitStatus.Failed };
    return accept(planningChanges({ visits: [{ id: visit.id, set }] }), danger);
  }

  const set: VisitFields = {
    ...reason,
    ...reported(visit, report.now),
    ...fieldsOfPlace(report.place),
    status: VisitStatus.Failed,
    completedAt: report.now,
  };
  const recalculate: PlanningChanges["recalculate"] = [{ routeId: route.id, mode: "position" }];
  if (!isNext(visit, visits)) {
    return accept(
      planningChanges({
        routes: [{ id: route.id, set: { statisticOutOfTurn: route.statisticOutOfTurn + 1 } }],
        visits: movedBehindCurrent(visit, visits, { ...set, isOutOfTurn: true }),
        recalculate,
      }),
      confirmation("visit.out_of_turn", OUT_OF_TURN_FAILED),
    );
  }
  return accept(planningChanges({ visits: [{ id: visit.id, set }], recalculate }), danger);
}

/** Takes back a report, while the route is on route: completion data cleared, On Route, the route recalculated. */
export function setVisitOnRoute(
  visit: Visit,
  route: Pick<Route, "id" | "status"> | null,
  now: UtcText,
): Decision<PlanningChanges> {
  const allowed = canSetOnRoute(visit, route);
  if (!allowed.ok) return allowed;
  if (route === null) return refuse("visit.no_route", "The visit is not on a route.", 409);
  return accept(
    planningChanges({
      visits: [{ id: visit.id, set: { ...completionReset(), ...reported(visit, now), status: VisitStatus.OnRoute } }],
      recalculate: [{ routeId: route.id, mode: "position" }],
    }),
  );
}

/** Approving a visit sets it On Route. */
export const approvedVisit = (): VisitFields => ({ status: VisitStatus.OnRoute });

/** A removed break is switched off for its route: otherwise the next recalculation would create it again. */
const withoutBreaks = (
  visit: Visit,
  route: Pick<Route, "id" | "vehicleSettings"> | null,
): Pick<PlanningChanges, "routes"> => ({
  routes:
    route === null || visit.type !== VisitType.Break || isPast(visit)
      ? []
      : [{ id: route.id, set: { vehicleSettings: { ...route.vehicleSettings, hasBreaks: false } } }],
});

/**
 * Removes a visit. Location visits ask first: accepted deletes, declined (`detach`) keeps the visit in the plan's
 * warehouse without plan and route. Starts, ends and breaks are deleted without a question.
 */
export function removeVisit(
  visit: Visit,
  route: (RouteGate & Pick<Route, "id" | "vehicleSettings">) | null,
  plan: Pick<Plan, "warehouseId"> | null,
  choice: "delete" | "detach" = "delete",
): Decision<PlanningChanges> {
  const allowed = canRemoveVisit(visit, route);
  if (!allowed.ok) return allowed;
  const recalculate: PlanningChanges["recalculate"] = route === null ? [] : [{ routeId: route.id, mode: "position" }];
  if (!isLocationVisit(visit))
    return accept(planningChanges({ ...withoutBreaks(visit, route), removeVisitIds: [visit.id], recalculate }));
  if (choice === "detach") {
    const set: VisitFields = { ...fullReset(), planId: null, warehouseId: plan?.warehouseId ?? visit.warehouseId };
    return accept(planningChanges({ visits: [{ id: visit.id, set }], recalculate }));
  }
  return accept(
    planningChanges({ removeVisitIds: [visit.id], recalculate }),
    confirmation("visit.remove", `Do you want to remove ${visit.name}?`, { danger: true }),
  );
}
