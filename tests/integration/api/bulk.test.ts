import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import { databaseLimiter } from "~/db/limiter.server";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { epochSec } from "~/domain/time/utc-text";
import { fieldsOf } from "~/domain/validation/field-reader";
import { API } from "~/features/api.server";
import { setServices } from "~/services/container.server";
import { limits, limitsWith, setLimits } from "~/services/limits/limits.server";
import type { RoadEngine } from "~/services/routing/engine";
import type { Routing } from "~/services/routing/routing.server";
import type { SolverPool } from "~/services/solver/solver-pool.server";
import type { FileStorage } from "~/services/storage/storage";
import { createApiKey } from "../../factories/api-keys";
import { createMember, createUser, createVehicle, NOW } from "../../factories/company";
import { uploadedSheet } from "../../factories/sheets";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { createDesk, forgetWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { get, post } from "./api-world";

interface Case {
  /** what is sent for records of this desk */
  payload(desk: Desk): object | Promise<object>;
  /** a super admin's */
  forPlatform?: true;
  /** legs change, so that the roads are asked */
  asksRoads?: true;
}

const CUSTOM = { start_location_type: "C", start_location_lng: 9.6, start_location_lat: 47.2 };
const WAREHOUSE = { title: "Depot", address: "Vaduz", lat: 47.2, lng: 9.6, country_code: "LI" };
const pair = async (make: (nth: number) => Promise<number>): Promise<number[]> => [await make(1), await make(2)];
const bulkOf = (ids: readonly number[], values: object) => ({
  bulk: Object.fromEntries(ids.map((id) => [id, values])),
});

/** Every call of the family that changes several records as one. */
const CASES: Record<string, Case> = {
  "users/update-field": { payload: ({ ownerId }) => bulkOf([ownerId], { surname: "Beck", phone: "+423 232 12 34" }) },
  "users/destroy": {
    payload: async ({ db }) => ({ ids: await pair(() => createUser(db)) }),
    forPlatform: true,
  },
  "company/store": { payload: () => ({ bulk: [{ title: "One" }, { title: "Two" }] }) },
  "company/update-field": {
    payload: ({ companyId }) => bulkOf([companyId], { title: "Bread", default_has_breaks: 1 }),
  },
  "company-members/store": {
    payload: ({ companyId }) => ({
      bulk: [1, 2, 3].map((nth) => ({ name: `New ${nth}`, email: `bulk-${companyId}-${nth}@test.example` })),
    }),
  },
  "company-members/update-field": { payload: ({ driverId }) => bulkOf([driverId], { phone: "+423 123 45 67" }) },
  "company-members/destroy": {
    payload: async ({ db, companyId }) => ({ ids: await pair(() => createMember(db, companyId, {})) }),
  },
  "vehicle/store": { payload: () => ({ bulk: [{ title: "One" }, { title: "Two" }] }) },
  "vehicle/update-field": {
    payload: async (desk) => bulkOf(await vehiclesOf(desk), { type: "truck", width: 2.5, work_hour_start: "08:30" }),
    asksRoads: true,
  },
  "vehicle/destroy": {
    payload: async ({ db, companyId }) => ({ ids: await pair(() => createVehicle(db, companyId, {})) }),
  },
  "warehouse/store": { payload: () => ({ bulk: [WAREHOUSE, WAREHOUSE] }) },
  "warehouse/update-field": {
    payload: ({ warehouseId }) => bulkOf([warehouseId], { lat: 47.2, lng: 9.6 }),
    asksRoads: true,
  },
  "warehouse/destroy": { payload: async (desk) => ({ ids: await stored("warehouse", [WAREHOUSE, WAREHOUSE], desk) }) },
  "routing-plan/store": { payload: (desk) => ({ bulk: [planOf(desk), { ...planOf(desk), ...CUSTOM }] }) },
  "routing-plan/update-field": { payload: ({ planId }) => bulkOf([planId], CUSTOM), asksRoads: true },
  "routing-plan/destroy": { payload: async (desk) => ({ ids: await stored("routing-plan", [planOf(desk)], desk) }) },
  "routing-route/store": {
    payload: async ({ db, companyId, planId }) => ({
      bulk: (await pair(() => createVehicle(db, companyId, {}))).map((id) => ({ plan_id: planId, vehicle_id: id })),
    }),
  },
  "routing-route/update-field": {
    payload: ({ first, second }) => bulkOf([first, second], CUSTOM),
    asksRoads: true,
  },
  "routing-route/destroy": { payload: ({ first, second }) => ({ ids: [first, second] }) },
  "routing-visit/store": {
    payload: ({ planId }) => ({ bulk: [1, 2].map((nth) => ({ plan_id: planId, name: `New ${nth}` })) }),
  },
  "routing-visit/update-field": {
    payload: ({ a, b, d }) => bulkOf([a, b, d], { lat: 47.19, lng: 9.55 }),
    asksRoads: true,
  },
  "routing-visit/destroy": { payload: ({ a, d }) => ({ ids: [a, d] }), asksRoads: true },
  "routing-query/store": { payload: ({ planId }) => ({ bulk: [{ plan_id: planId }] }) },
  "routing-sheet/destroy": {
    payload: async ({ db, companyId }) => ({ ids: await pair(() => uploadedSheet(db, companyId)) }),
  },
  "routing-visit-attachment/destroy": {
    payload: async ({ db, companyId, a }) => ({
      ids: await pair((nth) =>
        insertAttachment(db, companyId, { visit_id: a, path: `companies/${companyId}/${nth}.png`, type: "photo" }, NOW),
      ),
    }),
  },
  "company-confirmation-template/store": { payload: () => ({ bulk: [{ title: "Door" }, { title: "Desk" }] }) },
  "company-confirmation-template/update-field": {
    payload: async (desk) => bulkOf(await templatesOf(desk), { title: "Gate" }),
  },
  "company-confirmation-template/destroy": { payload: async (desk) => ({ ids: await templatesOf(desk) }) },
};

const planOf = ({ warehouseId }: Desk) => ({ title: "New", warehouse_id: warehouseId, service_date: "2026-11-24" });
const vehiclesOf = ({ db, companyId }: Desk): Promise<number[]> =>
  db("vehicles").where({ company_id: companyId }).pluck("id");
const templatesOf = (desk: Desk) => stored("company-confirmation-template", [{ title: "A" }, { title: "B" }], desk);

/** An administrator's cookie: keys don't change settings and members. */
async function adminOf({ db, ownerId }: Desk) {
  const opened = await openSession(await getUserAcrossCompanies(db, ownerId), new Headers());
  return { headers: { Cookie: opened.split(";")[0]! } };
}

async function stored(name: string, bulk: readonly object[], desk: Desk): Promise<number[]> {
  const { body } = await post(await adminOf(desk), `${name}/store`, { bulk });
  return (body.data as { id: number }[]).map(({ id }) => id);
}

/** Roads that answer nobody before they may. */
function heldRoads() {
  const roads = testRouting();
  let asked = () => {};
  let open = () => {};
  const isAsked = new Promise<"asked">((resolve) => (asked = () => resolve("asked")));
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  const engine = { covers: () => true } as Partial<RoadEngine> as RoadEngine;
  const routing: Routing = {
    ...roads,
    roadEngines: () => [engine],
    async legs(...given) {
      asked();
      await isOpen;
      const answer = await roads.legs(...given);
      return { ...answer, engine: "osrm", legs: answer.legs.map((leg) => ({ ...leg, isEstimate: false })) };
    },
  };
  return { routing, isAsked, open };
}

describe.each(databases())("calls for several records on %s", (kind) => {
  const database = useTestDatabase(kind);
  let roads: ReturnType<typeof heldRoads>;
  let desk: Desk;
  let admin: Awaited<ReturnType<typeof adminOf>>;

  beforeEach(async () => {
    const { db } = database();
    setDatabase(db);
    setLimits(limitsWith(databaseLimiter(db)));
    roads = heldRoads();
    setServices(
      testServices({
        clock: { nowMs: () => epochSec(NOW) * 1000 },
        routing: roads.routing,
        // why: a calculation only waits here; how much memory it may take decides whether it may.
        solver: { memoryMb: 1000 } as Partial<SolverPool> as SolverPool,
        // why: no file is looked at here; what is removed takes its own out.
        storage: { remove: () => Promise.resolve() } as Partial<FileStorage> as FileStorage,
      }),
    );
    desk = await createDesk(db);
    admin = await adminOf(desk);
  });
  afterEach(() => {
    setLimits(undefined);
    forgetWorld();
  });

  it("invite as many as may be invited in an hour, and of more nobody", async () => {
    const members = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, nth) => ({
        name: "New",
        email: `many-${desk.companyId}-${from + nth}@test.example`,
      }));
    const invited = () => desk.db("company_members").where({ company_id: desk.companyId }).whereNotNull("invited_at");
    expect((await post(admin, "company-members/store", { bulk: members(0, 150) })).status).toBe(200);
    const more = await post(admin, "company-members/store", { bulk: members(150, 201) });
    expect([more.status, Number(more.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect(await invited()).toHaveLength(150);
    expect(await desk.db("mails").where("recipient", "like", `many-${desk.companyId}-%`)).toHaveLength(150);
  });

  it("use up no invitations where they are refused, neither the company's nor those of an address", async () => {
    const members = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, nth) => ({
        name: "New",
        email: `few-${desk.companyId}-${from + nth}@test.example`,
      }));
    const often = { name: "New", email: `often-${desk.companyId}@test.example` };
    const hour = { windowSec: 3600 };
    await limits().take({ name: "invitations-from", uses: 200, ...hour }, String(desk.companyId), 190);
    await limits().take({ name: "invitations-to", uses: 5, ...hour }, often.email, 5);
    const ask = async (bulk: object[]) => {
      const { status, body } = await post(admin, "company-members/store", { bulk });
      return [status, JSON.stringify(body)];
    };
    expect(await ask(members(0, 11))).toEqual([429, expect.stringContaining("Too many invitations were sent.")]);
    expect(await ask([...members(0, 9), often])).toEqual([429, expect.stringContaining(`sent to ${often.email}.`)]);
    const tooMany = "At most 200 invitations are sent in an hour";
    expect(await ask(members(0, 201))).toEqual([422, expect.stringContaining(tooMany)]);
    expect((await ask(members(0, 10)))[0]).toBe(200);
    expect((await ask(members(10, 11)))[0]).toBe(429);
  });

  it("remove no file where one record is refused", async () => {
    const keys: string[] = [];
    setServices(
      testServices({
        clock: { nowMs: () => epochSec(NOW) * 1000 },
        // why: no file is looked at here; which ones are taken out is the question.
        storage: { remove: async (key: string) => void keys.push(key) } as Partial<FileStorage> as FileStorage,
      }),
    );
    const sheets = await pair(() => uploadedSheet(desk.db, desk.companyId));
    const [removable, running] = sheets as [number, number];
    await desk.db("routing_sheets").where({ id: removable }).update({ file_path: "sheets/a.xlsx" });
    await desk.db("routing_sheets").where({ id: running }).update({ file_path: "sheets/b.xlsx", state: "applying" });
    expect((await post(admin, "routing-sheet/destroy", { ids: sheets })).status).toBe(409);
    expect([keys, await desk.db("routing_sheets").whereIn("id", sheets).pluck("id")]).toEqual([[], sheets]);
    expect((await post(admin, "routing-sheet/destroy", { ids: [removable] })).status).toBe(200);
    expect(keys).toEqual(["sheets/a.xlsx"]);
  });

  it("are all told above", () => {
    const calls = [...API.values()].filter(({ path, input }) => {
      const fields = fieldsOf(input);
      // There is but one company that is closed.
      return "bulk" in fields || ("ids" in fields && path.endsWith("/destroy") && path !== "company/destroy");
    });
    expect(Object.keys(CASES).sort()).toEqual(calls.map(({ path }) => path).sort());
  });

  it.each(Object.keys(CASES))("%s keeps nobody else waiting, also while the roads are slow", async (path) => {
    const { payload, asksRoads, forPlatform } = CASES[path]!;
    if (forPlatform) await desk.db("users").where({ id: desk.ownerId }).update({ is_admin: 1 });
    const sent = await payload(desk);
    const other = await createApiKey(desk.db, desk.companyId);
    let isDone = false;
    const bulk = post(admin, path, sent).finally(() => (isDone = true));
    const first = await Promise.race([bulk, roads.isAsked]);
    expect(first === "asked").toBe(asksRoads === true);
    // Somebody reads, and somebody writes.
    const read = await get(other, "vehicle/list");
    const written = await post(other, "routing-plan/update-field", {
      id: desk.planId,
      name: "title",
      value: "Renamed",
    });
    expect([isDone, read.status]).toEqual([asksRoads !== true, 200]);
    if (path !== "routing-plan/destroy") expect([written.status, (await desk.plan()).title]).toEqual([200, "Renamed"]);
    roads.open();
    const { status, body } = await bulk;
    expect([status, body.message ?? ""]).toEqual([200, ""]);
  });
});
