import { createElement } from "react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession, sessionFromCookie } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { planFromRow } from "~/db/codecs.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { DefaultsForm } from "~/features/company/components/settings-forms";
import { loadSettingsPage } from "~/features/company/queries/settings-page.server";
import * as actions from "~/features/page-actions.server";
import { driverField } from "~/features/planning/driver-field";
import { DriversDialog } from "~/features/planning/plan-page/dialogs/drivers-dialog";
import { RouteDialogs } from "~/features/planning/plan-page/dialogs/plan-dialogs";
import { PlanSettingsDialog } from "~/features/planning/plan-page/dialogs/plan-settings-dialog";
import { RouteSettingsDialog } from "~/features/planning/plan-page/dialogs/route-settings-dialog";
import { planSettingsView } from "~/features/planning/plan-settings";
import { loadRoutePage } from "~/features/planning/route-page/route-page.server";
import { loadVisitDetails } from "~/features/planning/visit-panel/visit-details.server";
import { VisitForm } from "~/features/planning/visit-panel/visit-form";
import { VehicleDialogs } from "~/features/resources/components/vehicle-dialogs";
import { WarehouseDialogs } from "~/features/resources/components/warehouse-dialogs";
import { loadVehiclesPage } from "~/features/resources/queries/vehicles-page.server";
import { loadWarehousesPage } from "~/features/resources/queries/warehouses-page.server";
import type { ActionRefusal } from "~/lib/action-result";
import { createMember, createRoute } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { postForm } from "../../helpers/forms";
import { shownForm } from "../../helpers/page-forms";
import type { ShownForm } from "../../helpers/page-forms";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";

interface PlainForm {
  intent: string;
  path: string;
  params?: Record<string, string>;
  page(session: CompanySession, result: ActionRefusal | null, request: Request): Promise<ReactElement>;
  action(args: { request: Request; params: Record<string, string> }): Promise<unknown>;
  /** what a colleague stores before the form is posted first, and before it is posted again */
  theirs: readonly [ShownForm, ShownForm];
  mine: ShownForm;
  /** what the form is refused for, and what it is corrected to */
  wrong: ShownForm;
  right: ShownForm;
  /** what is wrong is nothing that the form's lists offer */
  isNoChoice?: true;
  /** a form that says which version of the plan it shows is refused once more, with who did what */
  hasVersion?: true;
  stored(): Promise<Record<string, unknown>>;
  expected: Record<string, unknown>;
}

const dialog = (path: string, name: string, more: string) => `${path}?dialog=${name}&${more}`;

describe.each(databases())("forms without scripts on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let session: CompanySession;
  let cookie: string;
  let max: number;
  /** drives nothing */
  let office: number;

  beforeEach(async () => {
    setWorld(db());
    desk = await createDesk(db());
    max = await createMember(db(), desk.companyId, { name: "Max", is_courier: 1 });
    office = await createMember(db(), desk.companyId, { name: "Office", is_courier: 0 });
    cookie = (await openSession(await getUserAcrossCompanies(db(), desk.ownerId), new Headers())).split(";")[0]!;
    session = (await sessionFromCookie(cookie)) as CompanySession;
  });
  afterEach(forgetWorld);

  const row = (table: string, id: number): Promise<Record<string, unknown>> => db()(table).where({ id }).first();
  const settingsRow = async (table: string, id: number) => {
    const found = await row(table, id);
    return { ...found, vehicle_settings: JSON.parse(String(found.vehicle_settings)) as unknown };
  };
  const planPage = () => ({
    path: `planning/plan/${desk.planId}`,
    params: { planId: String(desk.planId) },
    action: actions.planAction,
  });
  const onPlan = (name: string, more = "") => ({ ...planPage(), path: dialog(planPage().path, name, more) });

  const forms: Readonly<Record<string, () => PlainForm>> = {
    "a visit": () => ({
      ...planPage(),
      intent: "visit.update_fields",
      page: async (one, result) => {
        const { map } = await loadRoutePage(one, desk.first);
        return createElement(VisitForm, { details: await loadVisitDetails(one, desk.a), map, tab: "", result });
      },
      theirs: [{ deliveryNote: "Ring\ntwice", packageLoad: "12" }, { lat: "47.2" }],
      mine: { name: "Mine", endTime: "19:00" },
      wrong: { serviceTime: "soon" },
      right: { serviceTime: "7" },
      stored: () => row("routing_visits", desk.a),
      expected: {
        delivery_note: "Ring\ntwice",
        package_load: 12,
        lat: 47.2,
        name: "Mine",
        end_time: "19:00",
        service_time: 7,
      },
    }),
    "a plan's settings": () => ({
      ...onPlan("plan-settings"),
      intent: "plan.settings",
      page: async (one, result) => {
        const { map } = await loadRoutePage(one, desk.first);
        const settings = planSettingsView(planFromRow(await desk.plan()));
        return createElement(PlanSettingsDialog, { settings, map, tab: "", result });
      },
      theirs: [
        { solvingTime: "20", avoidHighways: "1", workHourStart: "06:00" },
        { aim: "vehicles", startLocationType: "P" },
      ],
      mine: { exploration: "3", speedPercent: "80" },
      wrong: { visitBalanceCoefficient: "many" },
      right: { visitBalanceCoefficient: "0.5" },
      stored: () => settingsRow("routing_plans", desk.planId),
      expected: {
        solving_time: 20,
        avoid_highways: 1,
        aim: "vehicles",
        start_location_type: "P",
        exploration: 3,
        visit_balance_coefficient: 0.5,
        vehicle_settings: { work_hour_start: "06:00", speed_factor: 0.8 },
      },
    }),
    "a route's settings": () => ({
      ...onPlan("route-settings", `route=${desk.first}`),
      intent: "route.settings",
      page: async (one, result) => {
        const { routes, map } = await loadRoutePage(one, desk.first);
        return createElement(RouteSettingsDialog, { routes, map, tab: "", result });
      },
      theirs: [{ maxDistance: "90", breakDuration: "15" }, { endLocationType: "W" }],
      mine: { workHourEnd: "19:00" },
      wrong: { speedPercent: "fast" },
      right: { speedPercent: "120" },
      stored: () => settingsRow("routing_routes", desk.first),
      expected: {
        end_location_type: "W",
        vehicle_settings: { work_hour_end: "19:00", speed_factor: 1.2, break_duration: 15, max_distance: 90 },
      },
    }),
    "vehicle and driver of a route": () => ({
      ...onPlan("change-route", `route=${desk.first}`),
      intent: "route.change",
      page: async (one, result) => {
        const { plan, routes, choices } = await loadRoutePage(one, desk.first);
        return createElement(RouteDialogs, { plan, routes, choices, version: plan.version, tab: "", result });
      },
      theirs: [{ vehicleId: "" }, {}],
      mine: {},
      wrong: { driverId: String(office) },
      isNoChoice: true,
      right: { driverId: String(max) },
      hasVersion: true,
      stored: () => row("routing_routes", desk.first),
      expected: { vehicle_id: null, driver_id: max },
    }),
    "the drivers of a plan": () => ({
      ...onPlan("drivers"),
      intent: "drivers.set",
      page: async (one, result) => {
        const { plan, routes, choices } = await loadRoutePage(one, desk.first);
        const { drivers, elsewhere } = choices;
        return createElement(DriversDialog, {
          ...{ plan, routes, drivers, elsewhere, version: plan.version, tab: "", result },
        });
      },
      theirs: [{ [driverField(desk.first)]: String(max) }, { [driverField(desk.second)]: "" }],
      mine: {},
      wrong: { [driverField(desk.empty)]: String(office) },
      isNoChoice: true,
      right: { [driverField(desk.empty)]: String(max) },
      stored: async () => {
        const rows = await db()("routing_routes").where({ plan_id: desk.planId }).orderBy("position");
        return { drivers: rows.map(({ driver_id: driver }) => driver) };
      },
      expected: { drivers: [max, null, max] },
    }),
    "a warehouse": () => ({
      path: dialog("company/resources/warehouses", "edit-warehouse", `id=${desk.warehouseId}`),
      intent: "warehouse.update",
      page: async (one, result, request) =>
        createElement(WarehouseDialogs, { ...(await loadWarehousesPage(one, request)), result }),
      action: actions.warehousesAction,
      theirs: [{ address: "Lane 4", time_zone: "Europe/Berlin" }, { status: "0" }],
      mine: { external_id: "W-1" },
      wrong: { title: "" },
      right: { title: "Mine" },
      stored: () => row("warehouses", desk.warehouseId),
      expected: { external_id: "W-1", status: 0, title: "Mine", address: "Lane 4", time_zone: "Europe/Berlin" },
    }),
    "a vehicle": () => ({
      path: dialog("company/resources/vehicles", "edit-vehicle", `id=${desk.vehicleId}`),
      intent: "vehicle.update",
      page: async (one, result, request) =>
        createElement(VehicleDialogs, { ...(await loadVehiclesPage(one, request)), result }),
      action: actions.vehiclesAction,
      theirs: [{ max_load: "900", break_start: "12:00" }, { status: "0" }],
      mine: { plate: "FL 9" },
      wrong: { overtime: "long" },
      right: { overtime: "30" },
      stored: () => row("vehicles", desk.vehicleId),
      expected: { max_load: 900, break_start: "12:00", status: 0, plate: "FL 9", overtime: 30 },
    }),
    "what new records of a company start with": () => ({
      path: "company/settings",
      intent: "defaults.save",
      page: async (one, result, request) =>
        createElement(DefaultsForm, { ...(await loadSettingsPage(one, request)).settings!, tab: "", result }),
      action: actions.settingsAction,
      theirs: [{ default_aim: "vehicles" }, { default_has_breaks: "1" }],
      mine: { default_vehicle_end_hour: "19:00" },
      wrong: { default_visit_duration: "long" },
      right: { default_visit_duration: "9" },
      stored: () => row("companies", desk.companyId),
      expected: {
        default_aim: "vehicles",
        default_has_breaks: 1,
        default_vehicle_end_hour: "19:00",
        default_visit_duration: 9,
      },
    }),
  };

  const open = async (form: PlainForm, result: ActionRefusal | null = null): Promise<ShownForm> => {
    const page = await form.page(session, result, new Request(`http://localhost/platform/${form.path}`));
    return shownForm(page, form.path, form.intent);
  };
  /** @returns why it is refused, null when it is stored */
  const post = async (form: PlainForm, fields: ShownForm): Promise<ActionRefusal | null> => {
    const who = { cookie, companyId: desk.companyId };
    const { action, path, params = {} } = form;
    const response = await postForm((request) => action({ request, params }), path, who, fields, { plain: true });
    return response.status === 303 ? null : ((await response.json()) as ActionRefusal);
  };
  const theyStore = async (form: PlainForm, fields: ShownForm) =>
    expect(await post(form, { ...(await open(form)), ...fields })).toBeNull();
  const forget = ({ version: _version, ...fields }: ShownForm): ShownForm => fields;

  it.each(Object.keys(forms))("of %s leave a colleague's change that came after their page", async (name) => {
    const form = forms[name]!();
    const shown = await open(form);
    for (const fields of form.theirs) await theyStore(form, fields);
    const refusal = await post(form, { ...shown, ...form.mine, ...form.right });
    // What a colleague did to the same route is told once; the page that comes back stores the same.
    expect(refusal?.stale).toEqual(form.hasVersion && { version: expect.any(String) as string });
    if (refusal !== null) expect(await post(form, await open(form, refusal))).toBeNull();
    expect(await form.stored()).toMatchObject(form.expected);
  });

  it.each(Object.keys(forms))("of %s leave it too when they were refused and corrected", async (name) => {
    const form = forms[name]!();
    const shown = await open(form);
    await theyStore(form, form.theirs[0]);
    // Its version doesn't matter for what is wrong with the form.
    const sent = { ...forget(shown), ...form.mine, ...form.wrong };
    const refusal = await post(form, sent);
    expect(Object.keys(refusal?.fieldErrors ?? {})).toEqual(Object.keys(form.wrong));
    await theyStore(form, form.theirs[1]);
    const again = await open(form, refusal);
    expect(again).toMatchObject({ ...form.mine, ...(form.isNoChoice ? {} : form.wrong), shown: shown.shown });
    expect(await post(form, { ...forget(again), ...form.right })).toBeNull();
    expect(await form.stored()).toMatchObject(form.expected);
  });

  it.each([
    ["a visit", { name: "Theirs" }, { name: "Mine" }, "“Name” was changed to “Theirs” in the meantime."],
    ["a visit", { deliveryNote: "" }, { deliveryNote: "Ring" }, "“Note for the driver” was cleared in the meantime."],
    ["a plan's settings", { aim: "cost" }, { aim: "vehicles" }, /^“Calculations aim at” was changed to “Least cost”/],
    [
      "a route's settings",
      { speedPercent: "80" },
      { speedPercent: "120" },
      "“Speed” was changed to “80%” in the meantime.",
    ],
    [
      "a route's settings",
      { endLocationType: "P" },
      { endLocationType: "W" },
      "“End” was changed to “parking” in the meantime.",
    ],
  ])("of %s are refused where both changed the same field, here to %o; saving again stores it", async (...one) => {
    const [name, theirs, mine, message] = one;
    const form = forms[name]!();
    await db()("routing_plans").where({ id: desk.planId }).update({ aim: "time" });
    await db()("routing_visits").where({ id: desk.a }).update({ delivery_note: "At the back" });
    const shown = await open(form);
    await theyStore(form, theirs);
    const [field] = Object.keys(mine);
    const wrong = await post(form, { ...shown, ...mine, ...form.wrong });
    expect(wrong?.stale).toBeUndefined();
    const corrected = { ...(await open(form, wrong)), ...form.right };
    const refusal = await post(form, corrected);
    expect(refusal?.fieldErrors).toEqual({ [field!]: expect.stringMatching(message) as string });
    const again = await open(form, refusal);
    expect(again).toMatchObject({ ...mine, ...form.right });
    expect(await post(form, again)).toBeNull();
    expect(await open(form)).toMatchObject({ ...mine, ...form.right });
  });

  it("of a plan's drivers leave a colleague's choice on the last of many routes, once refused too", async () => {
    const form = forms["the drivers of a plan"]!();
    let last = 0;
    for (let nth = 0; nth < 150; nth++) last = await createRoute(db(), desk.companyId, desk.planId, {});
    const shown = await open(form);
    expect(shown).toHaveProperty(driverField(last), "");
    await theyStore(form, { [driverField(last)]: String(max) });
    const refusal = await post(form, { ...forget(shown), ...form.wrong });
    expect(Object.keys(refusal?.fieldErrors ?? {})).toEqual(Object.keys(form.wrong));
    const again = await open(form, refusal);
    expect(await post(form, { ...forget(again), ...form.right })).toBeNull();
    expect(await row("routing_routes", last)).toMatchObject({ driver_id: max });
    expect(await row("routing_routes", desk.empty)).toMatchObject({ driver_id: max });
  });
});
