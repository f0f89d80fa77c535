/** Writes of the API's visits, by the actions that screens use. */
import { ZodError } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { allOrNothing, db } from "~/db/database.server";
import { lockWithPlan } from "~/db/repositories/plans.server";
import { getVisits } from "~/db/repositories/visits.server";
import type { RoutingVisitRow } from "~/db/tables";
import { VisitStatus } from "~/domain/visit/visit-status";
import { isLocationType } from "~/domain/visit/visit-type";
import type { Act } from "~/http/actions/act.server";
import type { CallOptions } from "~/http/api/api-call.server";
import { inWireNames } from "~/http/api/wire-faults";
import type { ActionValues } from "~/http/api/resource";
import { AppError } from "~/lib/errors";
import { grouped } from "~/lib/grouped";
import { EMPTY_VISIT } from "../visit-schemas";

/** What a status asks for: the report, or off the route. */
async function setStatus(
  act: Act,
  session: CompanySession,
  visitId: number,
  values: ActionValues,
  options: CallOptions,
) {
  const { status, confirmationType, signatureName, doneNote, failReasonId, failNote } = values;
  const report = { visitId, confirmed: true };
  const given = (more: ActionValues) =>
    Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined && value !== null));
  switch (status) {
    case VisitStatus.Delivered: {
      const says = given({ confirmationType, signatureName, doneNote });
      return act(session, "visit.done", { ...report, ...says }, options);
    }
    case VisitStatus.Failed:
      return act(session, "visit.failed", { ...report, ...given({ failReasonId, failNote }) }, options);
    case VisitStatus.OnRoute:
      return act(session, "visit.on_route", report, options);
    case VisitStatus.Unscheduled:
      return act(session, "visit.unassign", { visitId }, options);
    default:
      throw new AppError("visit.status", "Status can be set to 1 (off its route), 3 (on route), 4 (done), 5 (failed)", {
        status: 422,
        field: "status",
      });
  }
}

const OF_STATUS = ["status", "confirmationType", "signatureName", "doneNote", "failReasonId", "failNote"];
const OF_PLACE = ["routeId", "position"];
const only = (values: ActionValues, names: readonly string[]): ActionValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
const without = (values: ActionValues, names: readonly string[]): ActionValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** Starts, ends and breaks have a type that nobody can choose; told back as it is, it is no change. */
function withoutOwnType(
  { type }: Pick<RoutingVisitRow, "type">,
  { type: sent, ...values }: ActionValues,
): ActionValues {
  return sent === undefined || (sent === type && !isLocationType(type)) ? values : { type: sent, ...values };
}

/** The fields, then the place on a route, then the report. */
export const changeVisit =
  (act: Act, isWhole: boolean) =>
  (session: CompanySession, visitId: number, values: ActionValues, options: CallOptions): Promise<void> =>
    allOrNothing(async () => {
      // Whether it waits for a plan says which action it is.
      const before = await lockWithPlan(db(), "routing_visits", session.company.id, visitId);
      const fields = withoutOwnType(before, without(values, [...OF_STATUS, ...OF_PLACE]));
      if (Object.keys(fields).length > 0) {
        // What is left out of a start, an end or a break can't become empty: it stays.
        const isAll = isWhole && isLocationType(before.type);
        if (before.plan_id !== null)
          await act(session, isAll ? "visit.update" : "visit.update_fields", { visitId, ...fields }, options);
        else
          await act(session, "waiting_visit.update", { ...(isWhole ? EMPTY_VISIT : {}), visitId, ...fields }, options);
      }
      const { routeId = before.route_id, position } = values;
      const isMoved = routeId !== before.route_id || (position !== undefined && position !== before.position);
      if (isMoved)
        await act(
          session,
          "visit.move",
          { visitId, toRouteId: routeId, ...(position === undefined || routeId === null ? {} : { position }) },
          options,
        );
      const reports = values.status !== undefined && values.status !== before.status;
      if (!reports) refuseProofAlone(values, before);
      else await setStatus(act, session, visitId, only(values, OF_STATUS), options);
    });

/** Each plan's of these records; null: they wait for one. */
async function byPlanOf(
  session: CompanySession,
  ids: readonly number[],
): Promise<Map<number | null, readonly RoutingVisitRow[]>> {
  return grouped(await getVisits(db(), session.company.id, ids), ({ plan_id: planId }) => planId);
}

/** Each plan's visits in one change of the plan; a report is made as it is alone, and then all others are too. */
export const changeVisits =
  (act: Act) =>
  async (session: CompanySession, changes: ReadonlyMap<number, ActionValues>, options: CallOptions): Promise<void> => {
    const reports = [...changes.values()].some((values) => OF_STATUS.some((name) => values[name] !== undefined));
    for (const [planId, rows] of await byPlanOf(session, [...changes.keys()])) {
      const ids = rows.map(({ id }) => id);
      if (planId === null || reports) {
        for (const id of ids)
          await changeVisit(act, false)(session, id, changes.get(id)!, options).catch((error: unknown) => {
            throw inWireNames(error, {}, [id]);
          });
        continue;
      }
      const visits = rows.map((row) => {
        const { routeId: toRouteId, ...values } = withoutOwnType(row, changes.get(row.id)!);
        return { visitId: row.id, ...values, ...(toRouteId === undefined ? {} : { toRouteId }) };
      });
      await act(session, "visits.edit", { planId, visits }, options).catch((error: unknown) => {
        throw ofItem(error, ids);
      });
    }
  };

export const removeVisits =
  (act: Act) =>
  async (session: CompanySession, ids: readonly number[], options: CallOptions): Promise<void> => {
    for (const [planId, rows] of await byPlanOf(session, ids)) {
      const visitIds = rows.map(({ id }) => id);
      if (planId !== null) await act(session, "visits.remove", { visitIds, choice: "delete" }, options);
      else for (const visitId of visitIds) await act(session, "waiting_visit.remove", { visitId }, options);
    }
  };

/** How it was handed over, and why it failed, are parts of the report: alone they would say nothing. */
function refuseProofAlone(values: ActionValues, before: RoutingVisitRow): void {
  const stored: ActionValues = {
    confirmationType: before.confirmation_type ?? "",
    signatureName: before.signature_name,
    doneNote: before.done_note,
    failReasonId: before.fail_reason_id,
    failNote: before.fail_note,
  };
  const alone = Object.keys(stored).find((name) => values[name] !== undefined && values[name] !== stored[name]);
  if (alone !== undefined)
    throw new AppError("visit.proof_alone", "Send it together with the status that it belongs to", {
      status: 422,
      field: alone,
    });
}

/** Visits of one bulk may be of several plans; each plan gets its own in one change. */
export async function storeVisits(
  act: Act,
  session: CompanySession,
  values: readonly ActionValues[],
  options: CallOptions,
): Promise<number[]> {
  const byPlan = grouped(values.keys(), (index) => values[index]!.planId ?? null);
  const ids: number[] = [];
  for (const [planId, indexes] of byPlan) {
    const visits = indexes.map((index) => without(values[index]!, ["planId"]));
    const added = (await act(session, "visits.add", { planId, visits }, options).catch((error: unknown) => {
      throw ofItem(error, indexes);
    })) as { visitIds: number[] };
    for (const [order, index] of indexes.entries()) ids[index] = added.visitIds[order]!;
  }
  return ids;
}

/** 'visits.2.name' of the action is the name of the third item of its plan. @param items as the payload names them */
function ofItem(error: unknown, items: readonly number[]): unknown {
  const at = (path: readonly PropertyKey[]): PropertyKey[] =>
    path[0] === "visits" && path.length > 1 ? [items[Number(path[1])] ?? 0, ...path.slice(2)] : [...path];
  if (error instanceof ZodError) return new ZodError(error.issues.map((issue) => ({ ...issue, path: at(issue.path) })));
  if (!(error instanceof AppError) || error.field === undefined) return error;
  return new AppError(error.code, error.message, {
    status: error.status,
    field: at(error.field.split(".")).join("."),
    cause: error,
  });
}
