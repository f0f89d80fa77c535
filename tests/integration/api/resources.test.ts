import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { insertConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { epochSec } from "~/domain/time/utc-text";
import { API, RESOURCES } from "~/features/api.server";
import { pick } from "~/lib/pick";
import { setServices } from "~/services/container.server";
import type { SolverPool } from "~/services/solver/solver-pool.server";
import type { FileStorage } from "~/services/storage/storage";
import { createApiKey } from "../../factories/api-keys";
import type { TestKey } from "../../factories/api-keys";
import { createMember, createUser, createVehicle, NOW } from "../../factories/company";
import { checkedSheet, uploadedSheet } from "../../factories/sheets";
import { createWebhook } from "../../factories/webhooks";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { get, post } from "./api-world";

/** Settings that are empty may be told as none at first; a changed plan waits for its calculation. */
const WRITTEN_ANEW = ["status", "confirmation_settings"];

type Item = Record<string, unknown> & { id: number };

describe.each(databases())("the API's resources on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let key: TestKey;
  /** an administrator's cookie: keys don't change settings and members */
  let admin: { headers: Record<string, string> };

  beforeEach(async () => {
    setWorld(database().db);
    setServices(
      testServices({
        clock: { nowMs: () => epochSec(NOW) * 1000 },
        routing: testRouting(),
        // why: a calculation only waits here; how much memory it may take decides whether it may.
        solver: { memoryMb: 1000 } as Partial<SolverPool> as SolverPool,
        // why: no file is looked at here; a removed attachment takes its own out.
        storage: { remove: () => Promise.resolve() } as Partial<FileStorage> as FileStorage,
      }),
    );
    desk = await createDesk(database().db);
    key = await createApiKey(desk.db, desk.companyId);
    const user = await getUserAcrossCompanies(desk.db, desk.ownerId);
    admin = { headers: { Cookie: (await openSession(user, new Headers())).split(";")[0]! } };
  });
  afterEach(forgetWorld);

  /** An id of each resource. */
  async function idsOf(of: Desk): Promise<Record<string, number>> {
    const { db, companyId } = of;
    const dates = { created_at: NOW, updated_at: NOW };
    const [queryId] = await db("routing_queries").insert({
      company_id: companyId,
      status: "done",
      title: "",
      ...dates,
    });
    const picture = { visit_id: of.a, path: `companies/${companyId}/x.png`, type: "photo" as const };
    const sheetId = await checkedSheet(db, of, ["Name"], [["A"]]);
    const { webhookId, deliveryId } = await createWebhook(db, companyId);
    return {
      webhook: webhookId,
      "webhook-delivery": deliveryId,
      vehicle: of.vehicleId,
      warehouse: of.warehouseId,
      "routing-plan": of.planId,
      "routing-route": of.first,
      "routing-visit": of.a,
      "routing-query": queryId!,
      "routing-sheet": await uploadedSheet(db, companyId),
      "routing-sheet-row": (await db("routing_sheet_rows").where({ sheet_id: sheetId }).first("id"))!.id as number,
      "routing-visit-attachment": await insertAttachment(db, companyId, picture, NOW),
      "company-confirmation-template": await insertConfirmationTemplate(db, companyId, { title: "Door" }, NOW),
      "company-members": of.driverId,
    };
  }

  // @spec PC-7.08 PC-7.09 PC-1.01
  it("lists, filters, sorts and answers every resource of the company, and none of another", async () => {
    const [mine, theirs] = [await idsOf(desk), await idsOf(await createDesk(desk.db))];
    expect(Object.keys(mine).sort()).toEqual(RESOURCES.map(({ name }) => name).sort());
    for (const { name, fields } of RESOURCES) {
      // What programs are told is for administrators to say.
      const by = name.startsWith("webhook") ? admin : key;
      const { body } = await get(by, `${name}/list`, { limit: 500 });
      const ids = (body.data as Item[]).map(({ id }) => id);
      expect([name, ids.includes(mine[name]!), ids.includes(theirs[name]!)]).toEqual([name, true, false]);
      const item = await post(by, `${name}/item`, { id: mine[name] });
      expect([name, item.status, Object.keys(item.body.data as Item)]).toEqual([name, 200, Object.keys(fields)]);
      const foreign = await post(by, `${name}/item`, { id: theirs[name] });
      expect([name, foreign]).toMatchObject([
        name,
        await post(by, `${name}/item`, { id: 99_999_999 }).then(({ status, body: said }) => ({ status, body: said })),
      ]);
      expect(foreign.status).toBe(404);
      for (const [wire, one] of Object.entries(fields)) {
        const value = (item.body.data as Item)[wire];
        if (one.filters) {
          const found = await get(by, `${name}/list`, { [wire]: value, limit: 500 });
          const values = (found.body.data as Item[]).map((row) => row[wire]);
          expect([name, wire, new Set(values)]).toEqual([name, wire, new Set([value])]);
        }
        if (one.sorts) expect((await get(by, `${name}/list`, { sort: `-${wire}` })).status).toBe(200);
      }
    }
  });

  it("tells a member by the name that screens show, and keeps the fields as they are stored", async () => {
    const account = { name: "Olga", surname: "Owner" };
    await desk.db("users").where({ id: desk.ownerId }).update(account);
    const nobody = { name: "", surname: "", email: null };
    const member = (values: object) => createMember(desk.db, desk.companyId, { ...nobody, ...values });
    const related = await createDesk(desk.db);
    await desk.db("companies").where({ id: related.companyId }).update({ title: "Partner" });
    const unnamedId = await createUser(desk.db, { name: "", surname: "" });
    const { email } = (await desk.db("users").where({ id: unnamedId }).first("email"))!;
    const lone = await member({});
    const expected = new Map([
      [await member({ name: "Rita", surname: "Beck", user_id: await createUser(desk.db) }), "Rita Beck"],
      [await member({ user_id: desk.ownerId }), "Olga Owner"],
      [await member({ user_id: unnamedId }), email],
      [await member({ email: "mail@test.example" }), "mail@test.example"],
      [await member({ related_company_id: related.companyId }), "Partner"],
      [lone, `User #${lone}`],
    ]);
    const ids = [...expected.keys()];
    const { body } = await get(key, "company-members/list", { ids: ids.join(",") });
    expect(new Map((body.data as Item[]).map(({ id, title }) => [id, title]))).toEqual(expected);
    for (const id of ids) {
      const { title, ...item } = (await get(key, "company-members/item", { id })).body.data as Item;
      expect([title, item.name]).toEqual([expected.get(id), title === "Rita Beck" ? "Rita" : ""]);
    }
  });

  // @spec PC-7.12
  it("takes each record back as it told it, and refuses other values of what can't be changed", async () => {
    const mine = await idsOf(desk);
    const changing = RESOURCES.filter(({ update }) => update !== undefined);
    expect(changing.length).toBeGreaterThan(5);
    for (const { name, fields } of changing) {
      const asks = (call: string, payload: object) => post(admin, `${name}/${call}`, payload);
      const item = (await asks("item", { id: mine[name] })).body.data as Item;
      const { status, body } = await asks("update", item);
      expect([name, status]).toEqual([name, 200]);
      const told = Object.keys(fields).filter((one) => fields[one]!.write === null);
      const own = Object.keys(fields).filter((one) => !told.includes(one) && !WRITTEN_ANEW.includes(one));
      expect([name, pick(body.data as Item, own)]).toEqual([name, pick(item, own)]);
      for (const one of told.filter((field) => field !== "id" && field !== "company_id")) {
        const other = await asks("update", { ...(body.data as Item), [one]: "2001-01-01 00:00:00" });
        expect([name, other.status, other.body.data]).toEqual([name, 400, { [one]: `${one} can't be changed` }]);
      }
    }
  });

  it("refuses another company's ids in every call that takes one, and changes nothing", async () => {
    const other = await createDesk(desk.db);
    const theirs = await idsOf(other);
    const snapshot = async () =>
      Promise.all(
        ["vehicles", "warehouses", "routing_plans", "routing_routes", "routing_visits", "company_members"].map(
          (table) => desk.db(table).where({ company_id: other.companyId }).orderBy("id"),
        ),
      );
    const before = await snapshot();
    for (const { name, update, destroy } of RESOURCES) {
      const id = theirs[name]!;
      const calls = [
        ...(update
          ? [
              [`${name}/update`, { id }],
              [`${name}/update-field`, { bulk: { [id]: {} } }],
            ]
          : []),
        ...(destroy
          ? [
              [`${name}/destroy`, { id }],
              [`${name}/destroy`, { ids: [id] }],
            ]
          : []),
      ] as [string, object][];
      for (const [path, payload] of calls) {
        const { status } = await post(admin, path, payload);
        expect([path, payload, status]).toEqual([path, payload, 404]);
      }
    }
    const { planId, a, first, vehicleId, warehouseId, driverId } = other;
    const hidden: [string, object][] = [
      ["routing-visit/store", { plan_id: planId, name: "x" }],
      [
        "routing-visit/store",
        {
          bulk: [
            { plan_id: desk.planId, name: "x" },
            { plan_id: planId, name: "x" },
          ],
        },
      ],
      ["routing-visit/store", { warehouse_id: warehouseId, name: "x" }],
      ["routing-visit/update-field", { id: desk.a, name: "route_id", value: first }],
      ["routing-visit/list", { plan_ids: [desk.planId, planId] }],
      ["routing-route/store", { plan_id: planId, vehicle_id: desk.vehicleId }],
      ["routing-route/store", { plan_id: desk.planId, vehicle_id: vehicleId }],
      ["routing-route/update-field", { id: desk.first, name: "driver_id", value: driverId }],
      ["routing-plan/store", { title: "x", warehouse_id: warehouseId, service_date: "2026-12-01" }],
      ["routing-query/store", { plan_id: planId }],
      ["routing-query/store", { route_id: first }],
      ["routing-query/list", { calculate: true, id: theirs["routing-query"] }],
      ["route-matrix", { query_id: theirs["routing-query"] }],
      ["routing-route/export", { plan_id: planId }],
      ["routing-route/export", { id: first }],
      ["download", { path: `/platform/export/plan/${planId}/xlsx` }],
      ["action/visit.done", { visitId: a, confirmed: true }],
    ];
    for (const [path, payload] of hidden)
      expect([path, payload, (await post(key, path, payload)).status]).toEqual([path, payload, 404]);
    expect(await snapshot()).toEqual(before);
  });

  // @spec PC-7.10 PC-7.12 PC-7.13 PC-7.16
  // @spec PC-3.48
  it("plans: stored with settings, changed by title, settings and status, removed", async () => {
    const stored = await post(key, "routing-plan/store", {
      title: "Tuesday",
      warehouse_id: desk.warehouseId,
      service_date: "2026-11-24",
      solving_time: 7,
      vehicle_settings: '{"work_hour_start":"07:30","speed_factor":0.9}',
    });
    const plan = stored.body.data as Item;
    expect(plan).toMatchObject({ title: "Tuesday", solving_time: 7, status: 1, query_id: 0, avoid_tolls: 1 });
    expect(JSON.parse(String(plan.vehicle_settings))).toEqual({ work_hour_start: "07:30", speed_factor: 0.9 });
    const routes = await get(key, "routing-route/list", { plan_id: plan.id });
    expect((routes.body.data as Item[]).length).toBeGreaterThan(0);
    const renamed = await post(key, "routing-plan/update", { id: plan.id, title: "Wednesday", status: 5 });
    expect(renamed.body.data).toMatchObject({ title: "Wednesday", status: 5, solving_time: 7 });
    const nowhere = { title: "Nowhere", service_date: "2026-11-30" };
    for (const warehouse of [{}, { warehouse_id: 0 }]) {
      const { status, body } = await post(key, "routing-plan/store", { ...nowhere, ...warehouse });
      expect([status, body.data]).toEqual([422, { warehouse_id: "Warehouse is required" }]);
    }
    const past = await post(key, "routing-plan/store", {
      title: "x",
      warehouse_id: desk.warehouseId,
      service_date: "2020-01-01",
    });
    expect([past.status, past.body.status]).toEqual([422, "fail"]);
    expect((await post(key, "routing-plan/update-field", { id: plan.id, name: "status", value: 2 })).status).toBe(422);
    expect((await post(key, "routing-plan/destroy", { id: plan.id })).body.data).toEqual({ ids: [plan.id] });
    expect((await get(key, "routing-plan/item", { id: plan.id })).status).toBe(404);
  });

  // @spec PC-7.11 PC-7.14 PC-7.16 PC-7.31
  it("visits: stored in one change of the plan, moved, reported, removed", async () => {
    const version = async () => (await desk.plan()).version;
    const before = await version();
    const bulk = [
      {
        plan_id: desk.planId,
        name: "Bakery",
        lat: 47.15,
        lng: 9.52,
        external_id: "B-1",
        start_time: "08:00",
        end_time: "10:00",
      },
      { name: "Waits", warehouse_id: desk.warehouseId },
      { plan_id: desk.planId, name: "Dairy", service_time: 9, lat: 47.16, lng: 9.53 },
    ];
    const { body } = await post(key, "routing-visit/store", { bulk });
    const [bakery, waits, dairy] = body.data as [Item, Item, Item];
    expect(await version()).toBe(before + 1);
    expect(bakery).toMatchObject({ plan_id: desk.planId, external_id: "B-1", source: 3, status: 1, route_id: 0 });
    expect(waits).toMatchObject({ plan_id: 0, warehouse_id: desk.warehouseId });
    expect(dairy).toMatchObject({ name: "Dairy", service_time: 9 });
    const wrong = await post(key, "routing-visit/store", {
      bulk: [bulk[1], { ...bulk[0], end_time: "07:00", plan_id: desk.planId }],
    });
    expect([wrong.status, Object.keys(wrong.body.data as object)]).toEqual([422, ["bulk.1.start_time"]]);
    const phone = await post(key, "routing-visit/store", { bulk: [bulk[1], { name: "x", recipient_phone: "12" }] });
    expect([phone.status, phone.body.data]).toEqual([422, { "bulk.1.recipient_phone": "Phone is not correct" }]);
    const counts = await get(key, "routing-visit/list", { plan_ids: String(desk.planId) });
    expect(counts.body.data).toMatchObject({ [desk.planId]: { unscheduled: 3 } });
    const unread = await get(key, "routing-visit/list", { plan_ids: `[${desk.planId}]` });
    expect([unread.status, unread.body.data]).toEqual([
      422,
      { plan_ids: "Plan ids must be numbers with commas between them" },
    ]);

    const moved = await post(key, "routing-visit/update-field", { id: dairy.id, name: "route_id", value: desk.second });
    expect(moved.body.data).toMatchObject({ route_id: desk.second, status: 2 });
    const renamed = await post(key, "routing-visit/update-field", {
      bulk: { [waits.id]: { name: "Still waits" }, [bakery.id]: { name: "Oven" } },
    });
    expect((renamed.body.data as Item[]).map(({ name }) => name)).toEqual(["Oven", "Still waits"]);
    const done = await post(key, "routing-visit/update-field", { id: desk.a, name: "status", value: 4 });
    expect(done.body.data).toMatchObject({ id: desk.a, status: 4, completed_at: NOW });
    const gone = await post(key, "routing-visit/destroy", { ids: [bakery.id, waits.id] });
    expect(gone.body.data).toEqual({ ids: [bakery.id, waits.id] });
  });

  // @spec PC-3.36 PC-3.33
  it("routes: added, staffed, approved, started and reported with the scope drive alone", async () => {
    const planner = await createApiKey(desk.db, desk.companyId, { scopes: ["read", "plan"] });
    const driver = await createApiKey(desk.db, desk.companyId, { scopes: ["drive"] });
    const vehicleId = await createVehicle(desk.db, desk.companyId, { title: "Fourth" });
    const added = await post(planner, "routing-route/store", { plan_id: desk.planId, vehicle_id: vehicleId });
    expect(added.body.data).toMatchObject({ plan_id: desk.planId, vehicle_id: vehicleId, status: 1 });
    const staffed = await post(planner, "routing-route/update-field", { id: desk.first, name: "driver_id", value: 0 });
    expect(staffed.body.data).toMatchObject({ driver_id: 0 });
    const hours = await post(planner, "routing-route/update-field", {
      id: desk.first,
      name: "vehicle_settings",
      value: '{"work_hour_start":"08:15"}',
    });
    expect(JSON.parse(String((hours.body.data as Item).vehicle_settings))).toEqual({ work_hour_start: "08:15" });
    const approved = await post(planner, "routing-route/update-field", { id: desk.first, name: "status", value: 3 });
    expect(approved.body.data).toMatchObject({ status: 3, is_locked: 1 });
    expect(
      (await post(planner, "routing-route/update-field", { id: desk.first, name: "status", value: 4 })).status,
    ).toBe(403);
    const signed = { id: desk.a, name: "signature_name", value: "Ada" };
    // The right comes before the value.
    for (const value of ["Ada", 7])
      expect((await post(planner, "routing-visit/update-field", { ...signed, value })).status).toBe(403);
    const alone = await post(key, "routing-visit/update-field", signed);
    expect([alone.status, Object.keys(alone.body.data as object)]).toEqual([422, ["signature_name"]]);
    expect((await post(planner, "action/route.start", { routeId: desk.first, confirmed: true })).status).toBe(403);
    expect((await post(driver, "action/route.approve", { routeId: desk.second })).status).toBe(403);
    const started = await post(driver, "action/route.start", { routeId: desk.first, confirmed: true });
    expect([started.status, (await desk.route(desk.first)).status]).toEqual([200, 4]);
    const asked = await post(driver, "action/visit.done", { visitId: desk.b });
    expect(asked.body.data).toMatchObject({ status: "confirm" });
    await post(driver, "action/visit.done", { visitId: desk.a, confirmed: true });
    expect((await desk.visit(desk.a)).status).toBe(4);
    expect((await get(driver, "routing-route/list")).status).toBe(403);
  });

  // @spec PC-7.45 PC-3.58
  it("company, templates and members: settings for administrators, the key for them alone", async () => {
    expect((await get(key, "company/item")).status).toBe(403);
    const item = await get(admin, "company/item");
    expect(item.body.data).toMatchObject({ id: desk.companyId, api_key: null, default_visit_duration: 5 });
    const changed = await post(admin, "company/update-field", { name: "default_visit_duration", value: 7.5 });
    expect(changed.body.data).toMatchObject({ default_visit_duration: 7.5, default_vehicle_start_hour: "08:00" });
    expect((await post(admin, "company/update-field", { name: "default_visit_duration", value: "x" })).status).toBe(
      422,
    );
    expect((await post(admin, "company/update-field", { name: "api_key", value: "x" })).status).toBe(400);
    const template = await post(admin, "company-confirmation-template/store", {
      title: "Door",
      delivery_confirmation: 1,
      confirmation_settings: '{"to_door":{"enabled":1,"photo":2,"signature":0},"to_other":{"enabled":0}}',
    });
    const settings = (template.body.data as Item).confirmation_settings;
    expect(JSON.parse(String(settings))).toEqual({ to_door: { enabled: 1, photo: 2, signature: 0 } });
    const member = await post(admin, "company-members/update-field", {
      id: desk.driverId,
      name: "phone",
      value: "+423 123 45 67 89",
    });
    expect(member.body.data).toMatchObject({ phone: "+423 123 45 67 89", is_courier: 1 });
    expect(
      (await post(key, "company-members/update-field", { id: desk.driverId, name: "is_admin", value: 1 })).status,
    ).toBe(403);
    const good = { title: "Gate" };
    const { id } = template.body.data as Item;
    for (const [path, bulk, place] of [
      ["company-confirmation-template/store", [good, { ...good, confirmation_settings: "[" }], 1],
      ["company-confirmation-template/update-field", { [id]: { confirmation_settings: "[" } }, id],
    ] as const) {
      const { status, body } = await post(admin, path, { bulk });
      expect([status, Object.keys(body.data as object)]).toEqual([422, [`bulk.${place}.confirmation_settings`]]);
    }
    expect((await get(null, "country/list")).body.data).toContainEqual(expect.objectContaining({ code: "LI" }));
    expect((await get(null, "country-areas/list")).status).toBe(200);
  });

  // @spec PC-7.23 PC-7.25
  it("calculates on request, and answers tables of travel times", async () => {
    const started = await post(key, "routing-query/store", { plan_id: desk.planId });
    expect(started.body.data).toMatchObject({
      plan_id: desk.planId,
      status: "queued",
      type: 1,
      user_id: 0,
      is_running: true,
    });
    const { id } = started.body.data as Item;
    expect((await post(key, "routing-query/store", { plan_id: desk.planId })).status).toBe(409);
    const cancelled = await post(key, "routing-query/cancel", { id });
    expect([cancelled.status, cancelled.body.data]).toEqual([200, null]);
    const waited = await get(key, "routing-query/list", { calculate: "true", id });
    expect(waited.body.data).toEqual({ id, status: "cancelled", output: null });
    const places = [
      { lat: 47.14, lng: 9.52 },
      { lat: 47.17, lng: 9.51 },
    ];
    const { body } = await post(key, "route-matrix", { places });
    expect(body.data).toMatchObject({
      size: 2,
      durations: [
        [0, expect.any(Number)],
        [expect.any(Number), 0],
      ],
    });
    const input = { company_id: desk.companyId, fleet: {}, visits: { 1: places[0], 2: places[1] }, options: {} };
    expect((await post(key, "route-matrix", input)).body.data).toMatchObject({
      visits: { 1: 0, 2: 1 },
      tables: [{ durations: [[0, expect.any(Number)], expect.any(Array)] }],
    });
    expect((await post(key, "route-matrix", { ...input, company_id: 99_999_999 })).status).toBe(404);
    expect((await post(key, "route-matrix", { places: Array.from({ length: 501 }, () => places[0]) })).status).toBe(
      422,
    );
  });

  it("has a call for every action of the registry and for every member of the family", () => {
    const paths = [...API.keys()];
    expect(paths).toContain("action/visit.done");
    for (const { name, store, update, destroy } of RESOURCES) {
      const expected = [
        "list",
        "item",
        ...(store ? ["store"] : []),
        ...(update ? ["update", "update-field"] : []),
        ...(destroy ? ["destroy"] : []),
      ];
      expect(paths.filter((path) => path.startsWith(`${name}/`))).toEqual(
        expect.arrayContaining(expected.map((one) => `${name}/${one}`)),
      );
    }
  });
});
