/** What is done to a plan as a whole: name, status, settings, end. */
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getPlan, removePlan as hidePlan } from "~/db/repositories/plans.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { accept } from "~/domain/decision";
import { mergeChanges, planningChanges } from "~/domain/changes";
import {
  canStartDispatch,
  changePlanEnds,
  setPlanCompleted,
  startDispatch,
  TIMED_SETTINGS,
  unfinishedInUse,
} from "~/domain/plan/plan-rules";
import { removeAllVisits } from "~/domain/route/route-transitions";
import { routeEndsOf } from "~/domain/place";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { pick } from "~/lib/pick";
import { publishChange } from "~/realtime/publisher.server";
import { changedPlanSettings } from "../changed-settings";
import type { SettingsSeen } from "../changed-settings";
import { PLAN_FIELDS } from "../plan-settings";
import type { PlanSettingsInput } from "../schemas";
import { changePlan } from "~/planner/change-plan.server";
import { noVisits, visitsOfPlan } from "~/planner/load-visits.server";
import { nowText } from "~/services/now.server";
import type { ChangedPlan, EditOptions } from "~/planner/change-plan.server";

export const renamePlan = (
  session: CompanySession,
  input: { planId: number; title: string },
  options: EditOptions,
): Promise<ChangedPlan> =>
  changePlan(
    session,
    {
      kind: "plan.rename",
      action: "plan.update",
      planId: input.planId,
      subject: { plan: true, fields: true },
      load: noVisits,
      decide: ({ plan }) =>
        accept(
          plan.title === input.title
            ? planningChanges()
            : planningChanges({ plan: { id: plan.id, set: { title: input.title } } }),
        ),
    },
    options,
  );

export const completePlan = (
  session: CompanySession,
  input: { planId: number; completed: boolean },
  options: EditOptions,
): Promise<ChangedPlan> =>
  changePlan(
    session,
    {
      kind: "plan.complete",
      action: "plan.update",
      planId: input.planId,
      subject: { plan: true },
      load: noVisits,
      decide: ({ plan }) => setPlanCompleted(plan, input.completed),
    },
    options,
  );

/** @throws AppError 409 'plan.dispatching' when it was started before */
export const dispatchPlan = (
  session: CompanySession,
  input: { planId: number },
  options: EditOptions,
): Promise<ChangedPlan> =>
  changePlan(
    session,
    {
      kind: "plan.dispatch",
      action: "plan.dispatch",
      planId: input.planId,
      subject: { plan: true },
      load: noVisits,
      decide: ({ plan }) => {
        const allowed = canStartDispatch(plan);
        return allowed.ok ? startDispatch(plan) : allowed;
      },
    },
    options,
  );

/**
 * Options of the calculation, and what holds for all vehicles of the plan. A new start or end reaches the routes before
 * the road. Hours, speed, what is avoided and the time for further visits at one place change the times of every route
 * that is still to be driven, at once. What isn't given stays as it is now, whoever changed it meanwhile.
 * @param input with what the form showed (`seen`)
 * @throws AppError 404, 409 'plan.changed', 422 for hours that run backwards
 */
export const updatePlanSettings = (
  session: CompanySession,
  { planId, seen = {}, ...input }: PlanSettingsInput & { planId: number; seen?: SettingsSeen["seen"] },
  options: EditOptions,
): Promise<ChangedPlan> =>
  changePlan(
    session,
    {
      kind: "plan.settings",
      action: "plan.update",
      planId,
      subject: { plan: true, fields: true },
      load: visitsOfPlan(session.company.id),
      decide: ({ plan, routes, visits }) => {
        const changed = changedPlanSettings(plan, input, { seen, units: session.units });
        if (!changed.ok) return changed;
        const set = pick(changed.settings, [...PLAN_FIELDS, "vehicleSettings"]);
        const own = planningChanges({ plan: { id: plan.id, set } });
        const moved = changePlanEnds(plan, routeEndsOf(changed.settings), routes);
        if (!moved.ok) return moved;
        const timed = TIMED_SETTINGS.some((field) => JSON.stringify(plan[field]) !== JSON.stringify(set[field]));
        const later = unfinishedInUse({ routes, visits }).filter(
          (route) => timed || moved.changes.routes.some((patch) => patch.id === route.id),
        );
        return accept(
          mergeChanges([
            own,
            { ...moved.changes, recalculate: later.map((route) => ({ routeId: route.id, mode: "position" })) },
          ]),
        );
      },
    },
    options,
  );

/** All routes before the road end at their warehouse from now on; their times follow at once. */
export const returnToWarehouse = (
  session: CompanySession,
  input: { planId: number },
  options: EditOptions,
): Promise<ChangedPlan> =>
  changePlan(
    session,
    {
      kind: "plan.settings",
      action: "plan.update",
      planId: input.planId,
      subject: { plan: true, fields: true },
      load: visitsOfPlan(session.company.id),
      decide: ({ plan, routes }) =>
        changePlanEnds(
          plan,
          { endLocationType: "W", endLocationLat: null, endLocationLng: null, endLocationAddress: null },
          routes,
        ),
    },
    options,
  );

/** Removes all visits of a plan; locked routes keep theirs. @returns how many visits went, and how many stay */
export async function removeAllVisitsOfPlan(
  session: CompanySession,
  input: { planId: number },
  options: EditOptions,
): Promise<ChangedPlan & RemovedVisits> {
  const done = await changePlan(
    session,
    {
      kind: "visits.remove",
      action: "visit.remove",
      planId: input.planId,
      subject: {},
      load: visitsOfPlan(session.company.id),
      decide: ({ routes, visits }) => removeAllVisits(routes, visits),
    },
    options,
  );
  return { ...done, ...removedOf(done) };
}

export interface RemovedVisits {
  removed: number;
  kept: number;
}

export function removedOf({ state, changes }: Pick<ChangedPlan, "state" | "changes">): RemovedVisits {
  const gone = new Set(changes.removeVisitIds);
  const all = state.visits.filter(isLocationVisit);
  const removed = all.filter((visit) => gone.has(visit.id)).length;
  return { removed, kept: all.length - removed };
}

/** Hides a plan with its routes and visits. @returns its title. @throws AppError 404 */
export async function removePlan(
  session: CompanySession,
  input: { planId: number },
  options: EditOptions,
): Promise<{ title: string }> {
  const companyId = session.company.id;
  authorize(session, "plan.remove", { companyId });
  return withTransaction(db(), async (trx) => {
    const plan = await getPlan(trx, companyId, input.planId);
    await hidePlan(trx, companyId, plan.id, nowText());
    afterCommit(trx, () =>
      publishChange(
        companyId,
        { model: "RoutingPlan", action: "destroy", ids: [plan.id], planId: plan.id },
        options.tab,
      ),
    );
    return { title: plan.title };
  });
}
