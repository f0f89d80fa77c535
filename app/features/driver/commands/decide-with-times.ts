import { pricesOf } from "~/domain/calculation/cost";
import { mergeChanges, planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import type { Confirmation, Decision } from "~/domain/decision";
import { isSameLeg, legsToMeasure } from "~/domain/route/drive-order";
import type { LegToMeasure } from "~/domain/route/drive-order";
import { driverByDefault } from "~/domain/route/route-transitions";
import { retimeRoute } from "~/domain/route/retime";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import { routeRules } from "~/domain/route/route-rules";
import type { UtcText } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { AppError } from "~/lib/errors";
import type { RouteState } from "../route-state.server";

export interface Decided {
  /** to be asked before anything is changed; null: none */
  question: Confirmation | null;
  /** with the new times, as far as the legs are known */
  changes: PlanningChanges;
  /** legs that are not measured yet: with some missing, the times are not right */
  missing: LegToMeasure[];
}

/**
 * The decision with what follows from it: where it asks for a recalculation by position, the rest of the route gets
 * new times.
 * @throws AppError for a refusal
 */
export function decideWithTimes(
  state: RouteState,
  decision: Decision<PlanningChanges>,
  legs: readonly MeasuredLeg[],
  now: UtcText,
): Decided {
  if (!decision.ok) {
    const { code, message, status, fields } = decision.error;
    throw new AppError(code, message, {
      ...(status === undefined ? {} : { status }),
      ...(fields ? { field: Object.keys(fields)[0], details: fields } : {}),
    });
  }
  const { changes, confirm } = decision;
  const question = confirm ?? null;
  if (!changes.recalculate.some((one) => one.routeId === state.route.id)) return { question, changes, missing: [] };

  const visits: Visit[] = state.visits.map((visit) => ({
    ...visit,
    ...changes.visits.find((patch) => patch.id === visit.id)?.set,
  }));
  const needed = legsToMeasure(state.visits, visits);
  const known = legs.filter((leg) => needed.some((one) => isSameLeg(leg, one)));
  const route = { ...state.route, ...changes.routes.find((patch) => patch.id === state.route.id)?.set };
  const timed = retimeRoute({
    route,
    visits,
    legs: known,
    serviceDate: state.plan.serviceDate,
    timeZone: state.timeZone,
    now,
    squashDuration: state.plan.squashDuration,
    prices: pricesOf(state.plan.aim, state.vehicle),
    rules:
      state.vehicle === null ? undefined : routeRules(route, state.vehicle, state.company, state.plan, state.timeZone),
  });
  return {
    question,
    changes: mergeChanges([
      { ...changes, recalculate: [] },
      planningChanges(timed),
      driverByDefault(route, state.vehicle),
    ]),
    missing: needed.filter((one) => !known.some((leg) => isSameLeg(leg, one))),
  };
}
