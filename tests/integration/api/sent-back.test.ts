/** Programs work with whole items: what `item` tells can be sent to `update` as it is, and changes nothing. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { insertConfirmationTemplate } from "~/db/repositories/confirmation-templates.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { epochSec } from "~/domain/time/utc-text";
import { setServices } from "~/services/container.server";
import { createRoute, createVisit, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { get, post } from "./api-world";
import type { ApiAnswer } from "./api-world";

type Item = Record<string, unknown>;

describe.each(databases())("an item that is sent back on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let desk: Desk;
  let admin: { headers: Record<string, string> };

  beforeEach(async () => {
    setWorld(db());
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 }, routing: testRouting() }));
    desk = await createDesk(db());
    const user = await getUserAcrossCompanies(db(), desk.ownerId);
    admin = { headers: { Cookie: (await openSession(user, new Headers())).split(";")[0]! } };
  });
  afterEach(forgetWorld);

  const item = async (resource: string, id: number): Promise<Item> =>
    (await get(admin, `${resource}/item`, { id })).body.data as Item;
  /** What differs between the item before and after, but for when it was saved. */
  async function sendBack(resource: string, id: number, part: Item = {}): Promise<[ApiAnswer, Item]> {
    const before = await item(resource, id);
    const answer = await post(admin, `${resource}/update`, { ...before, ...part });
    const after = await item(resource, id);
    const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    return [answer, Object.fromEntries(changed.map((name) => [name, after[name]]))];
  }
  const untouched = async (resource: string, id: number) => {
    const [{ status, body }, { updated_at: _saved, ...changed }] = await sendBack(resource, id);
    expect([resource, status, body.message, changed]).toEqual([resource, 200, undefined, {}]);
  };

  // @spec PC-7.12
  it.each([1, 2, 3, 4, 5].flatMap((status) => ([0, 1] as const).map((is_locked) => ({ status, is_locked }))))(
    "changes no route with %o, whose driver can be changed that way while it is open to it",
    async (state) => {
      const vehicle = { vehicle_id: desk.vehicleId, driver_id: desk.driverId, warehouse_id: desk.warehouseId };
      const id = await createRoute(db(), desk.companyId, desk.planId, { ...state, ...vehicle, position: 9 });
      await untouched("routing-route", id);
      const changes = await db()("plan_changes").where({ plan_id: desk.planId });
      expect(changes).toEqual([]);
      const alone = await post(admin, "routing-route/update-field", { id, name: "driver_id", value: 0 });
      await db()("routing_routes").where({ id }).update({ driver_id: desk.driverId });
      const [whole] = await sendBack("routing-route", id, { driver_id: 0 });
      expect([whole.status, whole.body.message]).toEqual([alone.status, alone.body.message]);
    },
  );

  it("changes no route that is named with its settings and places", async () => {
    await db()("routing_routes")
      .where({ id: desk.first })
      .update({
        is_locked: 1,
        start_location_type: "C",
        start_location_lat: 47.1,
        start_location_lng: 9.5,
        start_location_address: "Yard",
        vehicle_settings: JSON.stringify({ work_hour_start: "07:00", speed_factor: 0.8, has_breaks: 0 }),
      });
    await untouched("routing-route", desk.first);
  });

  it("changes no plan, vehicle, warehouse, template or member", async () => {
    await untouched("routing-plan", desk.planId);
    expect(await db()("plan_changes").where({ plan_id: desk.planId })).toEqual([]);
    await untouched("vehicle", desk.vehicleId);
    await untouched("warehouse", desk.warehouseId);
    const settings = '{"to_door":{"enabled":1,"photo":2,"signature":0}}';
    const values = { title: "Door", delivery_confirmation: 1 as const, confirmation_settings: settings };
    await untouched(
      "company-confirmation-template",
      await insertConfirmationTemplate(db(), desk.companyId, values, NOW),
    );
    await untouched("company-members", desk.driverId);
  });

  // @spec PC-7.12
  it("changes no visit of any type, in update and in the bulk of update-field", async () => {
    const pause = await createVisit(db(), desk.companyId, {
      name: "launch",
      type: "B",
      status: 2,
      plan_id: desk.planId,
      route_id: desk.first,
      position: 2.5,
      service_time: 30,
      lat: null,
      lng: null,
    });
    const waiting = await createVisit(db(), desk.companyId, { name: "Waits", lat: null, lng: null });
    const pickup = await createVisit(db(), desk.companyId, { name: "Fetch", type: "P", plan_id: desk.planId });
    const ids = [desk.start, desk.a, desk.end, desk.loose, pause, waiting, pickup];
    for (const id of ids) await untouched("routing-visit", id);
    const types = Object.fromEntries(
      await Promise.all(ids.map(async (id) => [id, { type: (await item("routing-visit", id)).type }])),
    ) as Item;
    expect((await post(admin, "routing-visit/update-field", { bulk: types })).status).toBe(200);
    expect(await db()("plan_changes").where({ plan_id: desk.planId })).toEqual([]);
  });

  it("refuses to change a start, an end or a break in a whole item as in a single field", async () => {
    for (const part of [{ name: "Yard" }, { type: "D" }]) {
      const [whole, changed] = await sendBack("routing-visit", desk.start, part);
      const [[name, value]] = Object.entries(part) as [[string, string]];
      const alone = await post(admin, "routing-visit/update-field", { id: desk.start, name, value });
      expect([whole.status, changed]).toEqual([alone.status, {}]);
      expect([whole.body.message, whole.status === 200]).toEqual([alone.body.message, false]);
    }
    const [typed] = await sendBack("routing-visit", desk.a, { type: "S" });
    expect([typed.status, typed.body.message]).toEqual([422, "Type is not correct"]);
  });

  // @spec PC-7.12
  it("changes no company, and what can't be changed of it is refused by name", async () => {
    // None is written as an empty one.
    await db()("companies").where({ id: desk.companyId }).update({ confirmation_settings: "{}" });
    await untouched("company", desk.companyId);
    const item = (await get(admin, "company/item")).body.data as Item;
    const changed = (await post(admin, "company/update", item)).body.data as Item;
    expect((await post(admin, "company/update", changed)).status).toBe(200);
    for (const [name, value] of Object.entries({ user_id: 999, status: 0, image: "x.png", api_key: "mine" })) {
      const { status, body } = await post(admin, "company/update", { ...item, [name]: value });
      expect([status, body.message]).toEqual([400, `${name} can't be changed`]);
    }
  });
});
