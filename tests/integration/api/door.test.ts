import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { databaseLimiter } from "~/db/limiter.server";
import { epochSec } from "~/domain/time/utc-text";
import { COMPANY_LIMIT, SENDER_LIMIT } from "~/http/api/answer-api.server";
import { WRONG_KEYS } from "~/http/api/session-of-call.server";
import { COMPANY_HEADER } from "~/lib/page-stamp";
import { services, setServices } from "~/services/container.server";
import type { Geocoder } from "~/services/geocoding/geocoder";
import { limits, limitsWith, setLimits } from "~/services/limits/limits.server";
import { createApiKey } from "../../factories/api-keys";
import type { TestKey } from "../../factories/api-keys";
import { createCompany, createVehicle, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { askDocumented } from "../../helpers/documented";
import { recordChanges } from "../../helpers/live";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { askApi, get, post } from "./api-world";

describe.each(databases())("the API's door on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let key: TestKey;

  beforeEach(async () => {
    setWorld(database().db);
    setLimits(limitsWith(databaseLimiter(database().db)));
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 }, routing: testRouting() }));
    desk = await createDesk(database().db);
    key = await createApiKey(desk.db, desk.companyId);
  });
  afterEach(() => {
    setLimits(undefined);
    forgetWorld();
  });
  const vehicles = async () => desk.db("vehicles").where({ company_id: desk.companyId }).orderBy("id");

  it("opens with a key, and with a session's cookie", async () => {
    const user = await getUserAcrossCompanies(desk.db, desk.ownerId);
    const cookie = (await openSession(user, new Headers())).split(";")[0]!;
    for (const headers of [key.headers, { Cookie: cookie }]) {
      const { status, body } = await get({ headers }, "vehicle/item", { id: desk.vehicleId });
      expect([status, body.status, (body.data as { id: number }).id]).toEqual([200, "success", desk.vehicleId]);
    }
  });

  // @spec PC-7.04 PC-7.46 PC-4.102
  it("leaves the sender's own tab out of the news, by a field or by the socket's header", async () => {
    const user = await getUserAcrossCompanies(desk.db, desk.ownerId);
    const cookie = (await openSession(user, new Headers())).split(";")[0]!;
    const left: (string | undefined)[] = [];
    recordChanges((_event, _room, except) => left.push(except));
    let nth = 0;
    const leftOut = async (headers: Record<string, string>, fields: object = {}) => {
      left.length = 0;
      nth += 1;
      const payload = { id: desk.vehicleId, name: "title", value: `Van ${nth}`, ...fields };
      const answer = await askApi({ headers }, "vehicle/update-field", { json: payload });
      expect([answer.status, left.length]).toEqual([200, 1]);
      return left[0];
    };
    const mine = (socket: string) => `tab:${desk.ownerId}:${socket}`;
    const header = { "X-Socket-Id": "socket-1" };
    expect(await leftOut({ Cookie: cookie })).toBeUndefined();
    expect(await leftOut({ Cookie: cookie, ...header })).toBe(mine("socket-1"));
    expect(await leftOut({ Cookie: cookie, ...header }, { tab: "socket-2" })).toBe(mine("socket-2"));
    expect(await leftOut({ Cookie: cookie, ...header }, { tab_id: "socket-3" })).toBe(mine("socket-3"));
    // Nothing but a socket of one's own can be named, and a program has none.
    expect(await leftOut({ Cookie: cookie, "X-Socket-Id": `1:tab:${desk.driverUserId}` })).toBeUndefined();
    expect(await leftOut({ Cookie: cookie, "X-Socket-Id": "x".repeat(300) })).toBeUndefined();
    expect(await leftOut({ ...key.headers, ...header })).toBeUndefined();
  });

  // @spec AA-8.07
  it("answers 401 in the specification's envelope without a key, and with a wrong one", async () => {
    for (const one of [null, { headers: { Authorization: "Bearer nonsense" } }]) {
      const { status, body, headers } = await get(one, "vehicle/list");
      expect([status, body]).toEqual([401, { status: "not_authorized", data: "You are not authorized" }]);
      expect(headers.get("WWW-Authenticate")).toBe("Bearer");
    }
  });

  it("takes JSON in UTF-8 and forms, and says so to whoever sends something else", async () => {
    const sent = async (type: string, body: string | Uint8Array) => {
      const request = new Request("http://localhost/platform/api/vehicle/store", {
        method: "POST",
        headers: { ...key.headers, "Content-Type": type },
        body: Buffer.from(body),
      });
      const answer = await askDocumented(request, "vehicle/store", "127.0.0.1");
      return [answer.status, ((await answer.json()) as { message?: string }).message];
    };
    const json = JSON.stringify({ title: "Van ü", plate: "FL 1" });
    const [before, other] = [
      (await vehicles()).length,
      "Send JSON in UTF-8 (Content-Type: application/json), or a form.",
    ];
    for (const type of ["text/plain", "application/xml", "application/jsonp", "application/json; charset=utf-16"])
      expect(await sent(type, json), type).toEqual([415, other]);
    expect(await sent("application/json", Buffer.from(json, "latin1"))).toEqual([400, "What was sent is not UTF-8."]);
    expect(await vehicles()).toHaveLength(before);
    for (const type of ["application/json", 'Application/JSON; charset="UTF-8"', "application/json; profile=x"])
      expect((await sent(type, json))[0], type).toBe(200);
    const form = new URLSearchParams({ title: "Van ö", plate: "FL 2" }).toString();
    expect((await sent("application/x-www-form-urlencoded; charset=utf-8", form))[0]).toBe(200);
    expect((await vehicles()).slice(before).map(({ title }) => title)).toEqual(["Van ü", "Van ü", "Van ü", "Van ö"]);
  });

  // @spec PC-8.06 PC-7.05
  it("says which route it has not, and which method a route takes", async () => {
    const unknown = await get(key, "vehicle/fly");
    expect([unknown.status, unknown.body.data]).toEqual([404, "Has not route vehicle/fly"]);
    const wrong = await get(key, "vehicle/store");
    expect([wrong.status, wrong.headers.get("Allow")]).toEqual([405, "POST"]);
    expect((await get(key, "vehicle.list")).status).toBe(200);
  });

  // @spec PC-7.02 PC-7.03
  it("reads queries, forms and JSON alike", async () => {
    const values = { title: "Same", driver_id: desk.driverId, max_load: 12.5, status: 0 };
    const json = await askApi(key, "vehicle/store", { json: values });
    const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
    const form = await askApi(key, "vehicle/store", { form: texts });
    expect([json.status, form.status]).toEqual([200, 200]);
    const without = ({ id: _id, ...rest }: Record<string, unknown>) => rest;
    expect(without(form.body.data as Record<string, unknown>)).toEqual(
      without(json.body.data as Record<string, unknown>),
    );
    expect(json.body.data).toMatchObject({ ...values, warehouse_id: 0, break_start: "", work_hour_start: "08:00" });
  });

  it("takes 0 for none, and answers 0 for none", async () => {
    const given = await post(key, "vehicle/store", { title: "Van", driver_id: desk.driverId, warehouse_id: 0 });
    expect(given.body.data).toMatchObject({ driver_id: desk.driverId, warehouse_id: 0 });
    const { id } = given.body.data as { id: number };
    const emptied = await post(key, "vehicle/update-field", { id, name: "driver_id", value: 0 });
    expect(emptied.body.data).toMatchObject({ driver_id: 0 });
    expect((await vehicles()).at(-1)).toMatchObject({ id, driver_id: null });
  });

  it("refuses fields and filters that it doesn't know with 400, before anything is done", async () => {
    const before = await vehicles();
    for (const [path, payload, said] of [
      ["vehicle/store", { title: "Van", wings: 2 }, "wings is no field of vehicle/store"],
      ["vehicle/store", { bulk: [{ title: "Van", wings: 2 }] }, "wings is no field of vehicle/store"],
      [
        "vehicle/update-field",
        { bulk: { [desk.vehicleId]: { wings: 2 } } },
        "wings is no field of vehicle/update-field",
      ],
      ["vehicle/list", { colour: "red" }, "colour is no filter of vehicle/list"],
    ] as const) {
      const { status, body } = await post(key, path, payload);
      expect([path, status, body.status, body.message]).toEqual([path, 400, "fail", said]);
    }
    const query = await get(key, "vehicle/list", { colour: "red" });
    expect([query.status, query.body.message]).toEqual([400, "colour is no filter of vehicle/list"]);
    expect(await vehicles()).toEqual(before);
  });

  it("refuses a filter by a day that is none, instead of finding nothing", async () => {
    const given = ["12.11.2027", "2027-02-30", "2027-11-12T08:00:00Z", ""];
    for (const service_date of given) {
      const { status, body } = await post(key, "routing-plan/list", { service_date });
      expect([service_date, status, body.status]).toEqual([service_date, 422, "fail"]);
      expect(body.message).toContain("must be a day like 2026-11-23");
    }
    expect((await get(key, "routing-plan/list", { service_date: "2027-11-12" })).status).toBe(200);
  });

  // @spec PC-7.13
  it("takes the name of a field as field or as name, one of them, and only a field that there is", async () => {
    const change = (payload: object, call = "vehicle/update-field") =>
      post(key, call, { id: desk.vehicleId, ...payload });
    for (const title of [{ field: "title" }, { name: "title" }, { name: "title", field: "title" }])
      expect((await change({ ...title, value: "Van" })).body.data).toMatchObject({ title: "Van" });
    const both = await change({ name: "title", field: "plate", value: "BOTH" });
    expect([both.status, both.body.data]).toEqual([422, { field: "name and field differ" }]);
    // A visit has a field that is called name.
    for (const name of [{ field: "name" }, { name: "name" }]) {
      const { body } = await post(key, "routing-visit/update-field", { id: desk.a, ...name, value: "Amsel" });
      expect(body.data).toMatchObject({ name: "Amsel" });
    }
    for (const no of ["company_id", "wings", "__proto__"]) {
      const one = await change({ name: no, value: 2 });
      const bulk = await post(key, "vehicle/update-field", { bulk: `{"${desk.vehicleId}":{"${no}":2}}` });
      expect([one.status, one.body.message]).toEqual([400, `${no} is no field of vehicle/update-field`]);
      if (no !== "__proto__") expect([bulk.status, bulk.body.data]).toEqual([400, one.body.data]);
    }
    const stored = (await vehicles()).find(({ id }) => id === desk.vehicleId);
    expect(stored).toMatchObject({ title: "Van", company_id: desk.companyId });
  });

  it("says what is wrong by field, in the wire's names", async () => {
    const { status, body } = await post(key, "vehicle/store", { title: "", speed_factor: 9, max_load: -1 });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      status: "fail",
      message: "Title is required",
      data: { title: "Title is required", speed_factor: "Speed must be at most 150" },
    });
  });

  // @spec AA-8.11
  it("tells a value that exists already where the sender wrote it, and nothing else", async () => {
    const place = { lat: 47.1, lng: 9.5 };
    await post(key, "warehouse/store", { title: "One", external_id: "EXT-7", ...place });
    const again = await post(key, "warehouse/store", { title: "Two", external_id: "EXT-7", ...place });
    expect([again.status, again.body.data]).toEqual([500, "Value EXT-7 already exists!"]);
  });

  it("has another company's records and another company nowhere, also hidden in a bulk", async () => {
    const other = await createCompany(desk.db);
    const before = await desk.db("vehicles").orderBy("id");
    const asked = [
      ["vehicle/item", { id: other.vehicleId }, "Vehicle not found"],
      ["vehicle/update", { id: other.vehicleId, title: "Mine" }, "Vehicle not found"],
      ["vehicle/update-field", { id: other.vehicleId, name: "title", value: "Mine" }, "Vehicle not found"],
      [
        "vehicle/update-field",
        { bulk: { [desk.vehicleId]: { title: "A" }, [other.vehicleId]: { title: "A" } } },
        "Vehicle not found",
      ],
      ["vehicle/destroy", { ids: [desk.vehicleId, other.vehicleId] }, "Vehicle not found"],
      ["vehicle/store", { bulk: [{ title: "A" }, { title: "B", driver_id: other.driverId }] }, "Driver not found"],
      ["vehicle/list", { company_id: other.companyId }, "Company not found"],
    ] as const;
    for (const [path, payload, said] of asked) {
      const missing = await post(
        key,
        path,
        JSON.parse(
          JSON.stringify(payload)
            .replaceAll(String(other.vehicleId), "99999999")
            .replaceAll(`"driver_id":${other.driverId}`, '"driver_id":99999999'),
        ),
      );
      const { status, body } = await post(key, path, payload);
      expect([path, status, body.message]).toEqual([path, 404, said]);
      expect([status, body]).toEqual([missing.status, missing.body]);
    }
    expect(await desk.db("vehicles").orderBy("id")).toEqual(before);
  });

  it("stores, changes and removes several, all or none, and tells others after the commit", async () => {
    const events: unknown[] = [];
    recordChanges((event) => events.push(event));
    const bulk = JSON.stringify([{ title: "One", plate: "A 1" }, { title: "Two" }, { title: "Three" }]);
    const stored = await askApi(key, "vehicle/store", { form: { bulk } });
    const made = stored.body.data as { id: number; title: string }[];
    expect(made.map(({ title }) => title)).toEqual(["One", "Two", "Three"]);
    expect(events.length).toBeGreaterThanOrEqual(3);
    const before = await vehicles();
    events.length = 0;
    const bad = await post(key, "vehicle/store", { bulk: [{ title: "Four" }, { title: "" }] });
    expect([bad.status, bad.body.data]).toEqual([422, { "bulk.1.title": "Title is required" }]);
    const [one, two, three] = made.map(({ id }) => id) as [number, number, number];
    const half = await post(key, "vehicle/update-field", { bulk: { [one]: { max_load: 5 }, [two]: { max_load: -5 } } });
    expect([half.status, half.body.data]).toEqual([422, { [`bulk.${two}.max_load`]: "Load must not be negative" }]);
    expect(await vehicles()).toEqual(before);
    expect(events).toEqual([]);
    const changed = await post(key, "vehicle/update-field", {
      bulk: { [one]: { max_load: 5 }, [two]: { plate: "B 2" } },
    });
    expect(changed.body.data).toMatchObject([
      { id: one, max_load: 5, plate: "A 1" },
      { id: two, plate: "B 2" },
    ]);
    const inUse = await post(key, "vehicle/destroy", { ids: [three, desk.vehicleId] });
    expect(inUse.status).toBe(409);
    expect(inUse.body.message).toContain("still has routes to drive");
    expect((await vehicles()).filter((row) => row.deleted_at !== null)).toEqual([]);
    expect((await post(key, "vehicle/destroy", { ids: [one, two, three] })).body.data).toEqual({
      ids: [one, two, three],
    });
  });

  it("takes a field once, unless it is a list", async () => {
    const id = desk.vehicleId;
    for (const [path, name] of [
      ["vehicle/list?limit=1&limit=2", "limit"],
      ["vehicle/list?limit=1&limit=1", "limit"],
      ["vehicle/item?id=1&id=2", "id"],
      [`vehicle/list?company_id=${desk.companyId}&company_id=1`, "company_id"],
    ] as const) {
      const { status, body } = await askApi(key, path, { method: "GET" });
      expect([path, status, Object.keys(body.data as object)]).toEqual([path, 400, [name]]);
    }
    const several = new FormData();
    for (const title of ["One", "Two"]) several.append("title", title);
    const twice = await askApi(key, "vehicle/store", { multipart: several });
    expect([twice.status, Object.keys(twice.body.data as object)]).toEqual([400, ["title"]]);
    const { body } = await askApi(key, `vehicle/list?ids=${id}&ids=${id + 1}`, { method: "GET" });
    expect((body.data as { id: number }[]).map((one) => one.id)).toContain(id);
  });

  it("lists pages by a cursor that rows which come and go don't disturb", async () => {
    for (const title of ["b", "a", "c", "b", "d"])
      await createVehicle(desk.db, desk.companyId, { title, plate: "PAGED" });
    const filter = { plate: "PAGED", sort: "-title", limit: 2 };
    const titles: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page === 0 || cursor !== null; page += 1) {
      const { body } = await get(key, "vehicle/list", { ...filter, ...(cursor === null ? {} : { cursor }) });
      titles.push(...(body.data as { title: string }[]).map(({ title }) => title));
      cursor = body.next_cursor!;
      if (page === 0) await createVehicle(desk.db, desk.companyId, { title: "e", plate: "PAGED" });
      expect(page).toBeLessThan(5);
    }
    expect(titles).toEqual(["d", "c", "b", "b", "a"]);
    const other = await get(key, "vehicle/list", {
      sort: "title",
      cursor: (await get(key, "vehicle/list", filter)).body.next_cursor!,
    });
    expect([other.status, Object.keys(other.body.data as object)]).toEqual([422, ["cursor"]]);
    const first = (await get(key, "vehicle/list", filter)).body.next_cursor!;
    const elsewhere = [
      ["warehouse/list", { sort: "-title", cursor: first }],
      ["vehicle/list", { sort: "-title", limit: 2, cursor: first }],
      ["vehicle/list", { ...filter, status: 0, cursor: first }],
    ] as const;
    for (const [list, asked] of elsewhere)
      expect([list, asked, (await get(key, list, asked)).status]).toEqual([list, asked, 422]);
    for (const limit of [0, 501, 1.5]) expect((await get(key, "vehicle/list", { limit })).status).toBe(422);
    for (const [name, wrong] of [
      ["limit", ["1e2", "0x10", "1_0", "Infinity", "0b1", "two"]],
      ["id", ["0x1", "1e0"]],
      ["ids", ["1,0x2", "1e0"]],
      ["status", ["0x1", "1e0"]],
    ] as const)
      for (const value of wrong) {
        const { status, body } = await get(key, "vehicle/list", { [name]: value });
        expect([value, status, Object.keys(body.data as object)[0]?.split(".")[0]]).toEqual([value, 422, name]);
      }
    expect((await get(key, "vehicle/list", { limit: "1", status: "1" })).status).toBe(200);
    const tooMany = Array.from({ length: 501 }, () => ({ title: "x" }));
    expect((await post(key, "vehicle/store", { bulk: tooMany })).body.message).toBe(
      "A bulk may have 500 records at most",
    );
  });

  it("gives a key what its scopes and rights allow, and says so before it reads the payload", async () => {
    const reader = await createApiKey(desk.db, desk.companyId, { scopes: ["read"] });
    expect((await get(reader, "vehicle/list")).status).toBe(200);
    const { status, body } = await post(reader, "vehicle/store", { wings: 2 });
    expect([status, body]).toEqual([
      403,
      { status: "fail", data: "You have no access", message: "You have no access" },
    ]);
  });

  it("refuses an address that is not found, where a program would take 0, 0 for its place", async () => {
    const geocode = () => Promise.resolve({ verdict: "unknown" as const, candidates: [] });
    setServices(testServices({ clock: services().clock, geocoder: { geocode } as Partial<Geocoder> as Geocoder }));
    const { status, body } = await post(key, "map-service/get-location", { address: "qqqzzzxxx 999" });
    expect([status, body.data]).toEqual([422, { address: "Address was not found" }]);
  });

  it("answers 429 when an address tries wrong keys, and right ones from there go on", async () => {
    await desk.db("limits").delete();
    const wrong = { headers: { "X-Api-Key": "k".repeat(32) } };
    const statuses: number[] = [];
    for (let tries = 0; tries < WRONG_KEYS.uses; tries += 1) statuses.push((await get(wrong, "vehicle/list")).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    const { status, headers } = await get(wrong, "vehicle/list");
    expect([status, Number(headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect((await get(key, "vehicle/list", { limit: 1 })).status).toBe(200);
  });

  it("refuses the call of a page that was made for another company, whoever is signed in now", async () => {
    const other = await createCompany(desk.db);
    const user = await getUserAcrossCompanies(desk.db, desk.ownerId);
    const Cookie = (await openSession(user, new Headers())).split(";")[0]!;
    const from = (companyId: number) =>
      askApi({ headers: { Cookie, [COMPANY_HEADER]: String(companyId) } }, "vehicle/store", { json: { title: "Van" } });
    const before = await vehicles();
    const refused = await from(other.companyId);
    expect([refused.status, refused.body.data]).toEqual([404, "Company not found"]);
    expect(await vehicles()).toEqual(before);
    expect((await from(desk.companyId)).status).toBe(200);
  });

  it("answers 429 when all of a company ask too often together, and not to others", async () => {
    await desk.db("limits").delete();
    await limits().take(COMPANY_LIMIT, String(desk.companyId));
    await desk.db("limits").update({ points: COMPANY_LIMIT.uses });
    const colleague = await createApiKey(desk.db, desk.companyId);
    for (const one of [key, colleague]) expect((await get(one, "vehicle/list", { limit: 1 })).status).toBe(429);
    const other = await createApiKey(desk.db, (await createCompany(desk.db)).companyId);
    expect((await get(other, "vehicle/list", { limit: 1 })).status).toBe(200);
  });

  it("answers 429 with the seconds to wait when a key asks too often", async () => {
    vi.useFakeTimers({ now: 3_000_000_000, toFake: ["Date"] });
    try {
      await desk.db("limits").delete();
      expect((await get(key, "vehicle/list", { limit: 1 })).status).toBe(200);
      await desk.db("limits").update({ points: SENDER_LIMIT.uses });
      vi.setSystemTime(3_000_015_000);
      const { status, body, headers } = await get(key, "vehicle/list", { limit: 1 });
      expect([status, headers.get("Retry-After"), body.message]).toEqual([
        429,
        "45",
        "Too many requests. Please wait 45 seconds.",
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});
