/** What the dispatcher does to several visits at once; each is one change of the plan, in one transaction. */
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getVisits } from "~/db/repositories/visits.server";
import type { Action } from "~/domain/access/permissions";
import { mergeChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { accept } from "~/domain/decision";
import type { Decision, Refusal } from "~/domain/decision";
import { count, formatNumber } from "~/domain/format-number";
import type { Visit } from "~/domain/visit/visit";
import { shownName } from "~/domain/visit/visit-display";
import { LEFT_PLAN, onItsRoute } from "~/domain/visit/visit-on-route";
import { removeVisit as decideRemove } from "~/domain/visit/visit-transitions";
import { AppError } from "~/lib/errors";
import { moveVisitsTo } from "~/domain/visit/move-visits";
import type { Filled, VisitInput } from "../visit-schemas";
import { formChanges } from "../visit-field-changes";
import { changePlan } from "~/planner/change-plan.server";
import type { ChangedPlan, EditOptions, PlanCommand } from "~/planner/change-plan.server";
import { visitsWithTheirRoutes } from "~/planner/load-visits.server";
import type { Loaded, PlanDecision } from "~/planner/plan-change";
import type { PlanSlice } from "~/domain/plan/plan-slice";

interface SelectionChange<Said extends object = object> {
  kind: string;
  action: Action;
  visitIds: readonly number[];
  /** further routes whose visits are needed */
  routeIds?: readonly number[];
  /** `decide` leaves out what left the plan; otherwise one such visit refuses the whole change */
  withGone?: boolean;
  decide: (state: PlanSlice, chosen: Visit[]) => PlanDecision<Said>;
}

/** @throws AppError 404 when one is not the company's, 409 when they are not all of one plan */
export async function selectionCommand<Said extends object = object>(
  session: CompanySession,
  { kind, action, routeIds, withGone = false, decide, ...given }: SelectionChange<Said>,
): Promise<PlanCommand<Loaded, Said>> {
  const companyId = session.company.id;
  const visitIds = [...new Set(given.visitIds)];
  const planIds = new Set((await getVisits(db(), companyId, visitIds)).map((row) => row.plan_id));
  const planId = planIds.size === 1 ? [...planIds][0] : null;
  if (planId === null || planId === undefined)
    throw new AppError(
      "visit.no_plan",
      visitIds.length === 1 ? "The visit is in no plan." : "The visits are not all in one plan.",
      { status: 409 },
    );
  return {
    kind,
    action,
    planId,
    subject: { visitIds },
    load: async (trx) => ({ visits: await visitsWithTheirRoutes(trx, companyId, visitIds, routeIds) }),
    decide: (state) => {
      const byId = new Map(state.visits.map((visit) => [visit.id, visit]));
      const chosen = visitIds.map((id) => byId.get(id)!);
      const gone = withGone ? undefined : chosen.find((visit) => visit.planId !== state.plan.id);
      return gone === undefined ? decide(state, chosen) : { ok: false, error: ofOne(gone, LEFT_PLAN.error, chosen) };
    },
  };
}

/** Of several, the visit is named. */
const ofOne = (visit: Visit, error: Refusal, all: readonly Visit[]): Refusal =>
  all.length === 1 ? error : { ...error, message: `${shownName(visit)}: ${error.message}` };

export interface MoveVisitsInput {
  /** in the order in which they are to stand */
  visitIds: readonly number[];
  /** null: off their routes */
  toRouteId: number | null;
  /** 1 is the first stop, counted without the moved ones; undefined: the end of the route */
  position?: number | undefined;
}

/** The command behind moving and its preview. */
export const moveCommand = (
  session: CompanySession,
  { visitIds, toRouteId, position }: MoveVisitsInput,
): Promise<PlanCommand> =>
  selectionCommand(session, {
    kind: visitIds.length === 1 ? "visit.move" : "visits.move",
    action: "visit.move",
    visitIds,
    routeIds: toRouteId === null ? [] : [toRouteId],
    decide: (state) => moveVisitsTo(state, visitIds, { toRouteId, position }),
  });

const change = async (
  session: CompanySession,
  command: Promise<PlanCommand>,
  options: EditOptions,
): Promise<ChangedPlan> => changePlan(session, await command, options);

/** To another place of their route, to another route, or off their routes. */
export const moveVisits = (
  session: CompanySession,
  input: MoveVisitsInput,
  options: EditOptions,
): Promise<ChangedPlan> => change(session, moveCommand(session, input), options);

export type SharedFields = Partial<Filled<VisitInput>>;

export const changeKind = (fields: SharedFields): string =>
  Object.keys(fields).every((field) => field === "startTime" || field === "endTime")
    ? "visits.window"
    : "visits.update";

/** Whether these values may be given to the visit, and what follows. */
export const changeOf = (visit: Visit, state: PlanSlice, fields: SharedFields): Decision<PlanningChanges> =>
  formChanges(onItsRoute(state, visit), fields);

/** Whether the visit may be deleted, or ('detach') taken out of its plan, and what follows. */
export const removalOf = (visit: Visit, state: PlanSlice, choice: "delete" | "detach"): Decision<PlanningChanges> =>
  decideRemove(visit, state.routes.find((one) => one.id === visit.routeId) ?? null, state.plan, choice);

/** The same values for all of them; a field that is not given stays as each visit has it. */
export const changeVisits = (
  session: CompanySession,
  input: { visitIds: readonly number[]; fields: SharedFields },
  options: EditOptions,
): Promise<ChangedPlan> =>
  change(
    session,
    selectionCommand(session, {
      kind: changeKind(input.fields),
      action: "visit.update",
      visitIds: input.visitIds,
      decide: (state, chosen) => eachVisit(chosen, (visit) => changeOf(visit, state, input.fields)),
    }),
    options,
  );

/** One window for all. '' for an open side. */
export const changeVisitsWindow = (
  session: CompanySession,
  { visitIds, startTime, endTime }: { visitIds: readonly number[]; startTime: string; endTime: string },
  options: EditOptions,
): Promise<ChangedPlan> => changeVisits(session, { visitIds, fields: { startTime, endTime } }, options);

/** Deletes visits, or ('detach') only takes them out of the plan. */
export const removeVisits = (
  session: CompanySession,
  input: { visitIds: readonly number[]; choice: "delete" | "detach" },
  options: EditOptions,
): Promise<ChangedPlan> =>
  change(
    session,
    selectionCommand(session, {
      kind: "visits.remove",
      action: "visit.remove",
      visitIds: input.visitIds,
      decide: (state, chosen) => eachVisit(chosen, (visit) => removalOf(visit, state, input.choice)),
    }),
    options,
  );

/** All or none: the first visit that refuses is named, and how many do for the same reason. */
function eachVisit(
  visits: readonly Visit[],
  decide: (visit: Visit) => Decision<PlanningChanges>,
): Decision<PlanningChanges> {
  const parts: PlanningChanges[] = [];
  let first: { visit: Visit; error: Refusal } | undefined;
  let refused = 0;
  for (const visit of visits) {
    const decision = decide(visit);
    if (decision.ok) parts.push(decision.changes);
    else {
      first ??= { visit, error: decision.error };
      if (decision.error.message === first.error.message) refused += 1;
    }
  }
  if (first === undefined) return accept(mergeChanges(parts));
  const error = ofOne(first.visit, first.error, visits);
  if (visits.length === 1) return { ok: false, error };
  const share = `${formatNumber(refused)} of ${count(visits.length, "visit")} ${refused === 1 ? "is" : "are"} refused`;
  return { ok: false, error: { ...error, message: `${error.message} ${share} for this reason.` } };
}
