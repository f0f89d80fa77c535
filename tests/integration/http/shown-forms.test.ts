import { createElement, Fragment } from "react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession, sessionFromCookie } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { insertConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { insertEndpoint } from "~/db/repositories/webhook-endpoints.server";
import { RecipientPagesForm } from "~/features/company/components/recipient-pages-form";
import * as settings from "~/features/company/components/settings-forms";
import { TemplateDialogs } from "~/features/company/components/template-dialogs";
import { loadSettingsPage } from "~/features/company/queries/settings-page.server";
import { SwitchesForm } from "~/features/messages/components/switches-form";
import { TextPanel } from "~/features/messages/components/text-form";
import { loadMessagesPage } from "~/features/messages/queries/messages-page.server";
import * as actions from "~/features/page-actions.server";
import { WaitingVisitDialogs } from "~/features/planning/visits-list/visits-page";
import { loadVisitsPage } from "~/features/planning/visits-list/visits-page.server";
import { VehicleDialogs } from "~/features/resources/components/vehicle-dialogs";
import { WarehouseDialogs } from "~/features/resources/components/warehouse-dialogs";
import { loadVehiclesPage } from "~/features/resources/queries/vehicles-page.server";
import { loadWarehousesPage } from "~/features/resources/queries/warehouses-page.server";
import { FIELDS_SAVED } from "~/features/resources/vehicle-form-values";
import { WebhookDialogs } from "~/features/webhooks/components/webhook-dialogs";
import { loadWebhooksPage } from "~/features/webhooks/queries/webhooks-page.server";
import type { ActionRefusal, ActionResult } from "~/lib/action-result";
import { SHOWN_FIELD, unchangedNames } from "~/lib/shown-values";
import { createCompany, createVisit, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { postForm } from "../../helpers/forms";
import { shownForm } from "../../helpers/page-forms";
import type { ShownForm } from "../../helpers/page-forms";
import { forgetWorld, setWorld } from "../planning/desk";

type Page = (session: CompanySession, request: Request) => Promise<ReactElement>;
type PageAction = (args: { request: Request; params: Record<string, string> }) => Promise<unknown>;

const NEW = { result: null, tab: "" };
const settingsPage: Page = async (session, request) => {
  const { settings: data, item } = await loadSettingsPage(session, request);
  return createElement(
    Fragment,
    null,
    createElement(settings.DefaultsForm, { ...data!, ...NEW }),
    createElement(settings.FailReasonsForm, { ...data!, ...NEW }),
    createElement(settings.ConfirmationForm, { ...data!, ...NEW }),
    createElement(settings.PositionsForm, { ...data!, ...NEW }),
    createElement(settings.ProofsKeptForm, { ...data!, ...NEW }),
    createElement(RecipientPagesForm, { ...data!, ...NEW }),
    createElement(TemplateDialogs, { item, ...NEW }),
  );
};
const messagesPage: Page = async (session, request) => {
  const page = await loadMessagesPage(session, request);
  const shown = { page, ...NEW };
  return createElement(Fragment, null, createElement(SwitchesForm, shown), createElement(TextPanel, shown));
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

interface Case {
  intent: string;
  path: string;
  page: Page;
  action: PageAction;
}
const SETTINGS = { path: "company/settings", page: settingsPage, action: actions.settingsAction };
const MESSAGES = { path: "company/messages", page: messagesPage, action: actions.messagesAction };
const dialog = (path: string, name: string, id: number) => `${path}?dialog=${name}&id=${id}`;

describe.each(databases())("forms that two people have open on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let session: CompanySession;
  let cookie: string;

  beforeEach(async () => {
    setWorld(db());
    company = await createCompany(db());
    cookie = (await openSession(await getUserAcrossCompanies(db(), company.ownerId), new Headers())).split(";")[0]!;
    session = (await sessionFromCookie(cookie)) as CompanySession;
  });
  afterEach(forgetWorld);

  const open = async ({ page, path, intent }: Case): Promise<ShownForm> => {
    const form = await shownForm(await page(session, new Request(`http://localhost/platform/${path}`)), path, intent);
    const posted = new FormData();
    for (const [name, value] of Object.entries(form)) posted.set(name, value);
    const said = Object.assign({}, ...(JSON.parse(form[SHOWN_FIELD]!) as ShownForm[])) as ShownForm;
    // Each field shows what the form says that it shows.
    const shown = Object.keys(said).filter((name) => posted.has(name));
    expect([...unchangedNames(posted)].sort()).toEqual(shown.sort());
    return form;
  };
  const send = async ({ action, path }: Case, form: ShownForm): Promise<ActionResult<unknown>> => {
    const forms = { cookie, companyId: company.companyId };
    const response = await postForm((request) => action({ request, params: {} }), path, forms, form);
    return response.status === 303 ? { ok: true } : ((await response.json()) as ActionResult<unknown>);
  };
  /** Both open the form; one changes some of its fields and saves, then the other one does. */
  const saveBoth = async (form: Case, first: ShownForm, second: ShownForm): Promise<ActionResult<unknown>> => {
    const shown = [await open(form), await open(form)] as const;
    for (const name of Object.keys({ ...first, ...second })) expect(Object.keys(shown[0])).toContain(name);
    expect(await send(form, { ...shown[0], ...first })).toMatchObject({ ok: true });
    return send(form, { ...shown[1], ...second });
  };
  const both = async (form: Case, first: ShownForm, second: ShownForm): Promise<void> =>
    expect(await saveBoth(form, first, second)).toMatchObject({ ok: true });
  const refused = async (form: Case, first: ShownForm, second: ShownForm) => {
    const answer = await saveBoth(form, first, second);
    return answer.ok ? null : answer.fieldErrors;
  };
  /** Refused once where both changed the same field, and taken when it is sent again. */
  const tellsOfTheSame = async (form: Case, first: ShownForm, second: ShownForm, told: string | null) => {
    const answer = await saveBoth(form, first, second);
    if (told === null) return expect(answer).toMatchObject({ ok: true });
    if (answer.ok) throw new Error("The second one is stored");
    expect(answer.message).toBe(`${told} in the meantime.`);
    const again = await open(form);
    const said = JSON.parse(again[SHOWN_FIELD]!) as ShownForm[];
    // As the form comes back: it shows what was typed, and says what it was told.
    expect(said.flatMap(Object.entries)).toEqual(expect.arrayContaining(Object.entries(nowOf(answer))));
    expect(await send(form, { ...again, ...second })).toMatchObject({ ok: true });
  };
  const nowOf = (answer: ActionRefusal): Readonly<Record<string, string>> => answer.stale ?? {};
  const row = (table: string, id: number): Promise<Record<string, unknown>> => db()(table).where({ id }).first();
  const settingsRow = () => row("companies", company.companyId);
  const setCompany = (values: object) => db()("companies").where({ id: company.companyId }).update(values);
  const json = (text: unknown): unknown => JSON.parse(String(text));

  it("keep both in what new records start with, and hours that run backwards are refused as a whole", async () => {
    const form = { ...SETTINGS, intent: "defaults.save" };
    await both(form, { default_visit_duration: "9" }, { default_aim: "vehicles", default_has_breaks: "1" });
    expect(await settingsRow()).toMatchObject({
      default_visit_duration: 9,
      default_aim: "vehicles",
      default_has_breaks: 1,
    });
    const hours = [{ default_vehicle_start_hour: "10:00" }, { default_vehicle_end_hour: "09:00" }] as const;
    expect(await refused(form, ...hours)).toEqual({
      default_vehicle_end_hour: "End time must be greater than start time",
    });
    expect(await settingsRow()).toMatchObject({
      default_vehicle_start_hour: "10:00",
      default_vehicle_end_hour: "18:00",
    });
  });

  it("keep both in the last of them where they changed the same field", async () => {
    const form = { ...SETTINGS, intent: "defaults.save" };
    await both(form, { default_visit_duration: "9" }, { default_visit_duration: "8" });
    expect(await settingsRow()).toMatchObject({ default_visit_duration: 8 });
  });

  it("keep both in single fail reasons", async () => {
    await setCompany({ fail_reasons_settings: "[3,7]" });
    await both({ ...SETTINGS, intent: "fail_reasons.save" }, { reason_2: "1", reason_3: "0" }, { reason_6: "1" });
    expect((await settingsRow()).fail_reasons_settings).toBe("[2,6,7]");
  });

  it("keep both in single ways of handing over, and one that is switched on keeps a way", async () => {
    const form = { ...SETTINGS, intent: "confirmation.save" };
    const stored = {
      to_door: { enabled: 1, photo: 1, signature: 0 },
      to_mailbox: { enabled: 1, photo: 0, signature: 0 },
    };
    await setCompany({ delivery_confirmation: 1, confirmation_settings: JSON.stringify(stored) });
    await both(form, { photo_to_door: "2" }, { signature_to_door: "1", tag_to_other: "1" });
    expect(json((await settingsRow()).confirmation_settings)).toEqual({
      to_door: { enabled: 1, photo: 2, signature: 1 },
      to_mailbox: stored.to_mailbox,
      to_other: stored.to_mailbox,
    });
    const ways = [{ tag_to_door: "0", tag_to_other: "0" }, { tag_to_mailbox: "0" }] as const;
    expect(await refused(form, ...ways)).toEqual({ delivery_confirmation: "Choose at least one way of delivery" });
    expect(Object.keys(json((await settingsRow()).confirmation_settings) as object)).toEqual(["to_mailbox"]);
  });

  it("keep both in a template", async () => {
    const stored = JSON.stringify({ to_door: { enabled: 1, photo: 1, signature: 0 } });
    const template = { title: "Parcels", delivery_confirmation: 1, confirmation_settings: stored } as const;
    const id = await insertConfirmationTemplate(db(), company.companyId, template, NOW);
    const form = { ...SETTINGS, path: dialog(SETTINGS.path, "edit-template", id), intent: "template.update" };
    await both(form, { photo_to_door: "2", tag_from_locker: "1" }, { title: "Boxes", pickup_confirmation: "1" });
    const { confirmation_settings: ways, ...rest } = await row("confirmation_templates", id);
    expect(rest).toMatchObject({ title: "Boxes", delivery_confirmation: 1, pickup_confirmation: 1 });
    expect(json(ways)).toMatchObject({ to_door: { photo: 2, signature: 0 }, from_locker: { enabled: 1 } });
  });

  it("keep both in what recipients see", async () => {
    await both({ ...SETTINGS, intent: "recipient_pages.save" }, { photo: "0" }, { signature: "1" });
    expect(json((await settingsRow()).recipient_settings)).toMatchObject({
      photo: false,
      signature: true,
      rating: true,
    });
  });

  it.each([
    ["positions.keep", "positions_kept_days"],
    ["proofs.keep", "proofs_kept_days"],
  ])("store nothing for %s where nobody changes a thing", async (intent, column) => {
    await both({ ...SETTINGS, intent }, { [column]: "77" }, {});
    expect((await settingsRow())[column]).toBe(77);
  });

  it("keep both in the switches of messages; quiet hours go together", async () => {
    const form = { ...MESSAGES, intent: "messages.save" };
    await both(form, { next_sms: "1", quiet_start: "21:00", quiet_end: "07:00" }, { failed_mail: "1", sender: "Ann" });
    expect(await settingsRow()).toMatchObject({
      message_channels: JSON.stringify({ next: ["sms"], failed: ["mail"] }),
      message_quiet_start: "21:00",
      message_quiet_end: "07:00",
      message_sender: "Ann",
    });
    await both(form, { quiet_start: "", quiet_end: "" }, { quiet_end: "06:00" });
    expect(await settingsRow()).toMatchObject({ message_quiet_start: "21:00", message_quiet_end: "06:00" });
  });

  it("keep both in the words of a message", async () => {
    const form = { ...MESSAGES, path: `${MESSAGES.path}?language=de&kind=next`, intent: "message_text.save" };
    await both(form, { subject: "Gleich da" }, { sms: "Bis gleich {stop}" });
    const [text] = await db()("message_texts").where({ company_id: company.companyId });
    expect(text).toMatchObject({ subject: "Gleich da", sms: "Bis gleich {stop}" });
  });

  it("keep both in a warehouse; its address and its place go together", async () => {
    const { warehouseId: id } = company;
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
    expect(place).toEqual({ lat: "Latitude was changed to “48.3” in the meantime." });
    expect(await row("warehouses", id)).toMatchObject({ address: "Ring 1", lat: 48.3 });
    await tellsOfTheSame(form, { external_id: "W-3" }, { external_id: "W-4" }, "External id was changed to “W-3”");
    await tellsOfTheSame(form, { country_code: "DE" }, { country_code: "CH" }, "Country was changed to “Germany”");
    await tellsOfTheSame(form, { status: "1" }, { status: "1", external_id: "" }, null);
    expect(await row("warehouses", id)).toMatchObject({ country_code: "CH", status: 1, external_id: null });
  });

  it("keep both in a vehicle, with its new warehouse", async () => {
    const { vehicleId: id } = company;
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
    await tellsOfTheSame(form, { max_load: "700" }, { max_load: "650" }, "Load was changed to “700 kg”");
    await tellsOfTheSame(form, { speed: "90" }, { speed: "80" }, "Speed was changed to “90%”");
    await tellsOfTheSame(form, { warehouse_id: "" }, { ...described }, "Service Warehouse was cleared");
    await tellsOfTheSame(form, { break_start: "" }, { break_start: "11:00" }, "Breaks start was cleared");
    await tellsOfTheSame(form, { title: "Same" }, { title: "Same", fixed_cost: "5" }, null);
    await tellsOfTheSame(form, { driver_id: "" }, { driver_id: "", status: "1" }, null);
    const { driverId } = company;
    await tellsOfTheSame(form, { driver_id: String(driverId) }, { driver_id: "", plate: "FL 10" }, null);
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
    const id = await insertEndpoint(db(), company.companyId, endpoint, NOW);
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
  });

  it("keep both in a visit that waits for a plan, and what the form doesn't show", async () => {
    const templateId = await insertConfirmationTemplate(db(), company.companyId, { title: "Door" }, NOW);
    const id = await createVisit(db(), company.companyId, { name: "Bakery", confirmation_template_id: templateId });
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
    await tellsOfTheSame(form, ...load, "Load was changed to “20 kg”");
    expect(await row("routing_visits", id)).toMatchObject({ package_load: 30, recipient_name: "Bo" });
  });
});
