import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { insertConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { insertEndpoint } from "~/db/repositories/webhook-endpoints.server";
import * as actions from "~/features/page-actions.server";
import { WaitingVisitDialogs } from "~/features/planning/visits-list/visits-page";
import { loadVisitsPage } from "~/features/planning/visits-list/visits-page.server";
import { VehicleDialogs } from "~/features/resources/components/vehicle-dialogs";
import { WarehouseDialogs } from "~/features/resources/components/warehouse-dialogs";
import { loadVehiclesPage } from "~/features/resources/queries/vehicles-page.server";
import { loadWarehousesPage } from "~/features/resources/queries/warehouses-page.server";
import { FIELDS_SAVED } from "~/features/resources/vehicle-form-values";
import { MemberDialogs } from "~/features/team/components/member-dialogs";
import { loadTeamPage } from "~/features/team/queries/members-page.server";
import { WebhookDialogs } from "~/features/webhooks/components/webhook-dialogs";
import { loadWebhooksPage } from "~/features/webhooks/queries/webhooks-page.server";
import { createVisit, NOW } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { dialog, twoPeople } from "./two-people";
import type { Page } from "./two-people";

const teamPage: Page = async (session, request) => {
  const { item, rights, phoneExample } = await loadTeamPage(session, request);
  return createElement(MemberDialogs, { item, rights, phoneExample, result: null });
};
const warehousesPage: Page = async (session, request) =>
  createElement(WarehouseDialogs, { ...(await loadWarehousesPage(session, request)), result: null });
const vehiclesPage: Page = async (session, request) =>
  createElement(VehicleDialogs, { ...(await loadVehiclesPage(session, request)), result: null });
const webhooksPage: Page = async (session, request) => {
  const page = await loadWebhooksPage(session, request);
  const chosen = page.endpoints.find(({ id }) => id === page.chosenId) ?? null;
  return createElement(WebhookDialogs, { page, result: null, chosen });
};
const visitsPage: Page = async (session, request) =>
  createElement(WaitingVisitDialogs, { ...(await loadVisitsPage(session, request)), result: null });

describe.each(databases())("forms that two people have open on %s", (kind) => {
  const { db, company, open, send, both, refused, tellsOfTheSame, row } = twoPeople(kind);

  it("keep both in a member, and tell of the same field; a right is given once, whoever gives it", async () => {
    const { driverId: id } = company();
    const form = {
      path: dialog("company/team", "edit-member", id),
      intent: "member.update",
      page: teamPage,
      action: actions.teamAction,
    };
    await both(form, { is_dispatcher: "1", phone: "+423 2345671" }, { surname: "Beck", is_admin: "1" });
    expect(await row("company_members", id)).toMatchObject({
      phone: "+423 2345671",
      surname: "Beck",
      is_dispatcher: 1,
      is_admin: 1,
    });
    await tellsOfTheSame(
      form,
      { phone: "+423 2345672" },
      { phone: "+423 2345673", is_admin: "0" },
      "“Phone” was changed to “+423 2345672”",
    );
    await tellsOfTheSame(form, { surname: "" }, { surname: "Boll" }, "“Surname” was cleared");
    await both(form, { name: "Ann", is_admin: "1" }, { name: "Ann", is_admin: "1" });
    const after = { phone: "+423 2345673", surname: "Boll", name: "Ann", is_admin: 1, is_dispatcher: 1 };
    expect(await row("company_members", id)).toMatchObject(after);
  });

  it("keep both in a warehouse; its address and its place go together", async () => {
    const { warehouseId: id } = company();
    await db()("warehouses")
      .where({ id })
      .update({ address: "Street 1", time_zone: "Europe/Vaduz", country_code: "LI" });
    const form = {
      path: dialog("company/resources/warehouses", "edit-warehouse", id),
      intent: "warehouse.update",
      page: warehousesPage,
      action: actions.warehousesAction,
    };
    const vienna = { address: "Ring 1", lat: "48.2082", lng: "16.3738" };
    await both(form, { ...vienna, external_id: "W-1" }, { title: "South", status: "0" });
    const moved = { address: "Ring 1", lat: 48.2082, lng: 16.3738, time_zone: "Europe/Vienna", country_code: "AT" };
    expect(await row("warehouses", id)).toMatchObject({ ...moved, external_id: "W-1", title: "South", status: 0 });
    await both(form, { title: "West", time_zone: "Europe/Berlin" }, { external_id: "W-2" });
    const named = { title: "West", time_zone: "Europe/Berlin", external_id: "W-2" };
    expect(await row("warehouses", id)).toMatchObject({ ...moved, ...named });
    const place = await refused(form, { ...vienna, lat: "48.3" }, { address: "Ring 2" });
    expect(place).toEqual({ lat: "“Latitude” was changed to “48.3” in the meantime." });
    expect(await row("warehouses", id)).toMatchObject({ address: "Ring 1", lat: 48.3 });
    await tellsOfTheSame(form, { external_id: "W-3" }, { external_id: "W-4" }, "“External id” was changed to “W-3”");
    await tellsOfTheSame(form, { country_code: "DE" }, { country_code: "CH" }, "“Country” was changed to “Germany”");
    await both(form, { status: "1" }, { status: "1", external_id: "" });
    expect(await row("warehouses", id)).toMatchObject({ country_code: "CH", status: 1, external_id: null });
  });

  it("keep both in a vehicle, with its new warehouse", async () => {
    const { vehicleId: id } = company();
    const form = {
      path: dialog("company/resources/vehicles", "edit-vehicle", id),
      intent: "vehicle.update",
      page: vehiclesPage,
      action: actions.vehiclesAction,
    };
    const first = { max_load: "900", status: "0", speed: "120", cost_per_hour: "30", break_start: "12:00" };
    await both(form, first, { plate: "FL 9", work_hour_end: "16:00" });
    const kept = {
      max_load: 900,
      status: 0,
      speed_factor: 1.2,
      cost_per_hour: 30,
      break_start: "12:00",
      plate: "FL 9",
    };
    expect(await row("vehicles", id)).toMatchObject({ ...kept, work_hour_end: "16:00" });
    const described = { new_warehouse_title: "Yard", new_warehouse_lat: "47.2", new_warehouse_lng: "9.6" };
    await both(form, { park_location_lat: "47.1", park_location_lng: "9.5" }, described);
    const vehicle = await row("vehicles", id);
    expect(vehicle).toMatchObject({ ...kept, park_location_lat: 47.1 });
    expect(await row("warehouses", Number(vehicle.warehouse_id))).toMatchObject({ title: "Yard" });
    const saved = {
      ...(await open(form)),
      ...described,
      new_warehouse_title: "Shed",
      speed: "110",
      [FIELDS_SAVED]: "1",
    };
    expect(await send(form, { ...(await open(form)), speed: "130" })).toMatchObject({ ok: true });
    expect(await send(form, saved)).toMatchObject({ ok: true });
    const after = await row("vehicles", id);
    expect(after.speed_factor).toBe(1.3);
    expect(await row("warehouses", Number(after.warehouse_id))).toMatchObject({ title: "Shed" });
    expect(await refused(form, { work_hour_start: "10:00" }, { work_hour_end: "09:00" })).toEqual({
      work_hour_end: "End time must be greater than start time",
    });
    await tellsOfTheSame(form, { max_load: "700" }, { max_load: "650" }, "“Load” was changed to “700 kg”");
    await tellsOfTheSame(form, { speed: "90" }, { speed: "80" }, "“Speed” was changed to “90%”");
    await tellsOfTheSame(form, { warehouse_id: "" }, { ...described }, "“Service Warehouse” was cleared");
    await tellsOfTheSame(form, { break_start: "" }, { break_start: "11:00" }, "“Breaks start” was cleared");
    await both(form, { title: "Same" }, { title: "Same", fixed_cost: "5" });
    await both(form, { driver_id: "" }, { driver_id: "", status: "1" });
    const { driverId } = company();
    await both(form, { driver_id: String(driverId) }, { driver_id: "", plate: "FL 10" });
    expect(await row("vehicles", id)).toMatchObject({ max_load: 650, speed_factor: 0.8, break_start: "11:00" });
  });

  it("keep both in a webhook, which is told something", async () => {
    const endpoint = {
      url: "https://a.example/",
      note: "",
      events: "visit.done,visit.failed",
      secret: "x",
      secret_by: null,
    };
    const id = await insertEndpoint(db(), company().companyId, endpoint, NOW);
    const form = {
      path: dialog("company/api/webhooks", "edit-webhook", id),
      intent: "webhook.update",
      page: webhooksPage,
      action: actions.webhooksAction,
    };
    await both(form, { note: "Shop", "event_plan.created": "1" }, { "event_visit.failed": "0" });
    expect(await row("webhook_endpoints", id)).toMatchObject({ note: "Shop", events: "plan.created,visit.done" });
    expect(await refused(form, { "event_plan.created": "0" }, { "event_visit.done": "0" })).toEqual({
      events: "Choose at least one event",
    });
    expect(await row("webhook_endpoints", id)).toMatchObject({ events: "visit.done" });
    await tellsOfTheSame(
      form,
      { note: "Till" },
      { note: "Desk", url: "https://b.example/" },
      "“Description” was changed to “Till”",
    );
    await tellsOfTheSame(
      form,
      { url: "https://c.example/" },
      { url: "https://d.example/" },
      "“URL” was changed to “https://c.example/”",
    );
    await both(form, { note: "" }, { note: "", "event_visit.failed": "1" });
    const after = { url: "https://d.example/", note: "", events: "visit.done,visit.failed" };
    expect(await row("webhook_endpoints", id)).toMatchObject(after);
  });

  it("keep both in a visit that waits for a plan, and what the form doesn't show", async () => {
    const templateId = await insertConfirmationTemplate(db(), company().companyId, { title: "Door" }, NOW);
    const id = await createVisit(db(), company().companyId, { name: "Bakery", confirmation_template_id: templateId });
    const form = {
      path: dialog("company/visits", "edit-visit", id),
      intent: "waiting_visit.update",
      page: visitsPage,
      action: actions.visitsListAction,
    };
    const place = { address: "Lane 4", lat: "47.15", lng: "9.51" };
    await both(form, place, { deliveryNote: "Ring twice", serviceTime: "8" });
    expect(await row("routing_visits", id)).toMatchObject({
      address: "Lane 4",
      lat: 47.15,
      delivery_note: "Ring twice",
      service_time: 8,
      confirmation_template_id: templateId,
    });
    const load = [{ packageLoad: "20" }, { packageLoad: "30", recipientName: "Bo" }] as const;
    await tellsOfTheSame(form, ...load, "“Load” was changed to “20 kg”");
    expect(await row("routing_visits", id)).toMatchObject({ package_load: 30, recipient_name: "Bo" });
  });
});
