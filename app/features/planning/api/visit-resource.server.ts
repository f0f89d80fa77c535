import { z, ZodError } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { allOrNothing, db } from "~/db/database.server";
import { visitCountsByPlan } from "~/db/repositories/visit-counts.server";
import { getByIds } from "~/db/repositories/scoped.server";
import { getVisit } from "~/db/repositories/visits.server";
import type { RoutingVisitRow } from "~/db/tables";
import { VisitStatus } from "~/domain/visit/visit-status";
import type { CallOptions } from "~/http/api/api-call";
import { idList } from "~/http/api/family-list.server";
import {
  degrees,
  incoming,
  incomingId,
  jsonText,
  moment,
  number,
  oneOf,
  ownId,
  reference,
  text,
  whole,
} from "~/http/api/fields";
import { resource } from "~/http/api/resource";
import type { ActionValues, Resource } from "~/http/api/resource";
import { AppError } from "~/lib/errors";
import type { Act } from "~/http/actions/act.server";

const own = (write: string) => ({ write });

/** What a status asks for: the report, or off the route. */
async function setStatus(
  act: Act,
  session: CompanySession,
  visitId: number,
  values: ActionValues,
  options: CallOptions,
) {
  const { status, confirmationType, signatureName, failReasonId, failNote } = values;
  const report = { visitId, confirmed: true };
  const given = (more: ActionValues) =>
    Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined && value !== null));
  switch (status) {
    case VisitStatus.Delivered:
      return act(session, "visit.done", { ...report, ...given({ confirmationType, signatureName }) }, options);
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

const OF_STATUS = ["status", "confirmationType", "signatureName", "failReasonId", "failNote"];
const OF_PLACE = ["routeId", "position"];
const pick = (values: ActionValues, names: readonly string[], isIn: boolean): ActionValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name) === isIn));

/** The fields, then the place on a route, then the report. */
const change =
  (act: Act, isWhole: boolean) =>
  (session: CompanySession, visitId: number, values: ActionValues, options: CallOptions): Promise<void> =>
    allOrNothing(async () => {
      const before = await getVisit(db(), session.company.id, visitId);
      const fields = pick(values, [...OF_STATUS, ...OF_PLACE], false);
      if (Object.keys(fields).length > 0) {
        if (before.plan_id !== null)
          await act(session, isWhole ? "visit.update" : "visit.update_fields", { visitId, ...fields }, options);
        else
          await act(
            session,
            "waiting_visit.update",
            { ...(isWhole ? {} : stored(before)), visitId, ...fields },
            options,
          );
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
      else await setStatus(act, session, visitId, pick(values, OF_STATUS, true), options);
    });

/** How it was handed over, and why it failed, are parts of the report: alone they would say nothing. */
function refuseProofAlone(values: ActionValues, before: RoutingVisitRow): void {
  const stored: ActionValues = {
    confirmationType: before.confirmation_type ?? "",
    signatureName: before.signature_name,
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

/** A waiting visit's fields as its action takes them. */
const stored = (row: RoutingVisitRow): ActionValues => ({
  name: row.name,
  address: row.address,
  postcode: row.postcode,
  type: row.type,
  lat: row.lat,
  lng: row.lng,
  startTime: row.start_time ?? "",
  endTime: row.end_time ?? "",
  serviceTime: row.service_time,
  packageCapacity: row.package_capacity,
  packageLoad: row.package_load,
  recipientName: row.recipient_name,
  recipientPhone: row.recipient_phone,
  recipientNote: row.recipient_note ?? "",
  deliveryNote: row.delivery_note ?? "",
  confirmationTemplateId: row.confirmation_template_id,
});

/** Visits of one bulk may be of several plans; each plan gets its own in one change. */
async function storeVisits(
  act: Act,
  session: CompanySession,
  values: readonly ActionValues[],
  options: CallOptions,
): Promise<number[]> {
  const byPlan = new Map<unknown, number[]>();
  for (const [index, { planId = null }] of values.entries()) byPlan.set(planId, [...(byPlan.get(planId) ?? []), index]);
  const ids: number[] = [];
  for (const [planId, indexes] of byPlan) {
    const visits = indexes.map((index) => pick(values[index]!, ["planId"], false));
    const added = (await act(session, "visits.add", { planId, visits }, options).catch((error: unknown) => {
      throw ofItem(error, indexes);
    })) as { visitIds: number[] };
    for (const [order, index] of indexes.entries()) ids[index] = added.visitIds[order]!;
  }
  return ids;
}

/** 'visits.2.name' of the action is the name of the third item of its plan. */
function ofItem(error: unknown, indexes: readonly number[]): unknown {
  const at = (path: readonly PropertyKey[]): PropertyKey[] =>
    path[0] === "visits" && path.length > 1 ? [indexes[Number(path[1])] ?? 0, ...path.slice(2)] : [...path];
  if (error instanceof ZodError)
    return new ZodError(error.issues.map((issue) => ({ ...issue, path: at(issue.path) }) as z.core.$ZodIssue));
  if (!(error instanceof AppError) || error.field === undefined) return error;
  return new AppError(error.code, error.message, {
    status: error.status,
    field: at(error.field.split(".")).join("."),
    cause: error,
  });
}

const CountsAnswer = z.record(
  z.string(),
  z.object({ all: z.int(), unscheduled: z.int(), unscheduled_in_routes: z.int() }),
);

export const visitResource = (act: Act): Resource =>
  resource<RoutingVisitRow>({
    name: "routing-visit",
    label: "Visit",
    table: "routing_visits",
    permission: "visit.list",
    search: ["name", "address", "external_id", "recipient_name"],
    example: {
      plan_id: 1,
      name: "Bakery",
      lat: 47.15,
      lng: 9.52,
      start_time: "08:00",
      end_time: "10:00",
      external_id: "A-17",
    },
    fields: {
      id: ownId(),
      name: text("name", { write: "name", filter: true, sort: true }),
      address: text("address", own("address")),
      postcode: text("postcode", { write: "postcode", filter: true }),
      type: oneOf("type", ["D", "P", "B", "S", "E"], { write: "type", filter: true }),
      status: whole("status", { write: "status", filter: true, sort: true, needs: "visit.report" }),
      position: number("position", { write: "position", sort: true, needs: "visit.move" }),
      label_position: number("label_position"),
      route_id: reference("route_id", { write: "routeId", filter: true, needs: "visit.move" }),
      plan_id: reference("plan_id", { filter: true }),
      warehouse_id: reference("warehouse_id", { filter: true }),
      company_id: reference("company_id"),
      arrival_time: moment("arrival_time"),
      completed_at: moment("completed_at"),
      start_time: text("start_time", own("startTime")),
      end_time: text("end_time", own("endTime")),
      service_time: number("service_time", own("serviceTime")),
      package_capacity: number("package_capacity", own("packageCapacity")),
      package_load: number("package_load", own("packageLoad")),
      lat: degrees("lat", own("lat")),
      lng: degrees("lng", own("lng")),
      distance: number("distance"),
      travel_duration: number("travel_duration"),
      waiting_time: number("waiting_time"),
      recipient_name: text("recipient_name", own("recipientName")),
      recipient_phone: text("recipient_phone", own("recipientPhone")),
      recipient_note: text("recipient_note", own("recipientNote")),
      delivery_note: text("delivery_note", own("deliveryNote")),
      confirmation_template_id: reference("confirmation_template_id", own("confirmationTemplateId")),
      confirmation_type: text("confirmation_type", { ...own("confirmationType"), needs: "visit.report" }),
      signature_name: text("signature_name", { ...own("signatureName"), needs: "visit.report" }),
      fail_reason_id: reference("fail_reason_id", { ...own("failReasonId"), needs: "visit.report" }),
      source: whole("source", { filter: true }),
      source_id: text("source_id", { filter: true }),
      external_id: text("external_id", { filter: true }),
      external_warehouse_id: text("external_warehouse_id"),
      polyline: jsonText("polyline"),
      created_at: moment("created_at", { sort: true }),
      updated_at: moment("updated_at", { sort: true }),
    },
    listInstead: {
      input: { plan_ids: idList(500).optional() },
      answer: CountsAnswer,
      async run({ company }, { plan_ids: planIds }) {
        if (planIds === undefined) return undefined;
        await getByIds(db(), "routing_plans", company.id, planIds as number[]);
        const counts = await visitCountsByPlan(db(), company.id, planIds as number[]);
        return Object.fromEntries(
          (planIds as number[]).map((id) => {
            const found = counts.get(id);
            const { all = 0, unscheduled = 0, unscheduled_in_routes = 0 } = found ?? {};
            return [id, { all, unscheduled, unscheduled_in_routes }];
          }),
        );
      },
    },
    store: {
      permission: "visit.create",
      also: {
        /** 0: it waits for a plan */
        plan_id: incomingId("planId"),
        /** of one that waits */
        warehouse_id: incomingId("warehouseId"),
        external_id: incoming(z.string(), "externalId"),
        source_id: incoming(z.string(), "sourceId"),
        ...readOnlyAtFirst(),
      },
      run: async (session, values, options) => (await storeVisits(act, session, [values], options))[0]!,
      runMany: (session, values, options) => storeVisits(act, session, values, options),
    },
    update: { permission: "visit.update", run: change(act, true), runFields: change(act, false) },
    destroy: {
      permission: "visit.remove",
      run: async (session, visitId, options) => {
        const { plan_id: planId } = await getVisit(db(), session.company.id, visitId);
        return planId === null
          ? act(session, "waiting_visit.remove", { visitId }, options)
          : act(session, "visit.remove", { visitId, choice: "delete" }, options);
      },
    },
  });

/** A new visit stands on no route, and nothing was reported of it. */
function readOnlyAtFirst() {
  const none = { ...incoming(z.unknown(), ""), write: null };
  return {
    status: none,
    position: none,
    route_id: none,
    confirmation_type: none,
    signature_name: none,
    fail_reason_id: none,
  };
}
