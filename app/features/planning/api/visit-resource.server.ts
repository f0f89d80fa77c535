import { z } from "zod";
import { db } from "~/db/database.server";
import { visitCountsByPlan } from "~/db/repositories/visit-counts.server";
import { getByIds } from "~/db/repositories/scoped.server";
import { getVisit } from "~/db/repositories/visits.server";
import type { RoutingVisitRow } from "~/db/tables";
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
import type { Resource } from "~/http/api/resource";
import type { Act } from "~/http/actions/act.server";
import { ofOne } from "~/http/api/wire-faults";
import { LinkAnswer, linkFields, linkInstead } from "./link-hash.server";
import { changeVisit, changeVisits, removeVisits, storeVisits } from "./visit-writes.server";

const own = (write: string) => ({ write });

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
      reported_lat: degrees("reported_lat"),
      reported_lng: degrees("reported_lng"),
      reported_accuracy: number("reported_accuracy"),
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
      recipient_email: text("recipient_email", own("recipientEmail")),
      recipient_note: text("recipient_note", own("recipientNote")),
      delivery_note: text("delivery_note", own("deliveryNote")),
      confirmation_template_id: reference("confirmation_template_id", own("confirmationTemplateId")),
      confirmation_type: text("confirmation_type", { ...own("confirmationType"), needs: "visit.report" }),
      signature_name: text("signature_name", { ...own("signatureName"), needs: "visit.report" }),
      done_note: text("done_note", { ...own("doneNote"), needs: "visit.report" }),
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
      input: { plan_ids: idList(500, "Plan ids").optional(), ...linkFields("visit_id") },
      answer: z.union([CountsAnswer, LinkAnswer]),
      async run(session, { plan_ids: planIds, ...input }) {
        const { company } = session;
        if (planIds === undefined) return linkInstead(session, "visit", input);
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
      run: async (session, values, options) => (await ofOne(() => storeVisits(act, session, [values], options)))[0]!,
      runMany: (session, values, options) => storeVisits(act, session, values, options),
    },
    update: {
      permission: "visit.update",
      run: changeVisit(act, true),
      runFields: changeVisit(act, false),
      runFieldsMany: changeVisits(act),
    },
    destroy: {
      permission: "visit.remove",
      run: async (session, visitId, options) => {
        const { plan_id: planId } = await getVisit(db(), session.company.id, visitId);
        return planId === null
          ? act(session, "waiting_visit.remove", { visitId }, options)
          : act(session, "visit.remove", { visitId, choice: "delete" }, options);
      },
      runMany: removeVisits(act),
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
    done_note: none,
    fail_reason_id: none,
  };
}
