/** What the specification's calls answer where little is sent: defaults, and calls that no other test asks alone. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies, updateUser } from "~/db/repositories/users.server";
import { epochSec } from "~/domain/time/utc-text";
import { setServices } from "~/services/container.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { createApiKey } from "../../factories/api-keys";
import type { TestKey } from "../../factories/api-keys";
import { NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { SPECIFICATION_ROWS } from "../../specification/index";
import { createDesk, forgetWorld, setWorld } from "../planning/desk";
import type { Desk } from "../planning/desk";
import { askApi, get, post } from "./api-world";

type Item = Record<string, unknown> & { id: number };

describe.each(databases())("calls of the specification on %s", (kind) => {
  const database = useTestDatabase(kind);
  let desk: Desk;
  let key: TestKey;
  let folder: string;
  const stored = async (resource: string, values: object, by: Pick<TestKey, "headers"> = key): Promise<Item> => {
    const { status, body } = await post(by, `${resource}/store`, values);
    expect([resource, status, body.message]).toEqual([resource, 200, undefined]);
    return body.data as Item;
  };
  async function signedIn(userId: number): Promise<Pick<TestKey, "headers">> {
    const user = await getUserAcrossCompanies(database().db, userId);
    return { headers: { Cookie: (await openSession(user, new Headers())).split(";")[0]! } };
  }

  beforeEach(async () => {
    setWorld(database().db);
    folder = mkdtempSync(path.join(tmpdir(), "specification-calls-"));
    const storage = localDiskStorage(folder);
    setServices(testServices({ clock: { nowMs: () => epochSec(NOW) * 1000 }, routing: testRouting(), storage }));
    desk = await createDesk(database().db);
    key = await createApiKey(desk.db, desk.companyId);
  });
  afterEach(() => {
    forgetWorld();
    rmSync(folder, { recursive: true });
  });

  describe("what is left out has the specification's default", () => {
    // @spec PC-3.03 PC-3.05 PC-3.06 PC-3.07 PC-4.001
    it("of a vehicle", async () => {
      const bare = { title: "Van", status: 1, type: "auto", speed_factor: 1, driver_id: 0, park_location_lat: 0 };
      expect(await stored("vehicle", { title: "Van" })).toMatchObject({
        ...bare,
        work_hour_start: "08:00",
        work_hour_end: "18:00",
      });
    });
    // @spec PC-3.16 PC-3.17
    it("of a warehouse", async () => {
      const place = { lat: 47.1, lng: 9.5 };
      expect(await stored("warehouse", { title: "North", ...place })).toMatchObject({ ...place, status: 1 });
      // The column has the specification's place, where nobody's warehouse is: a call has to say where.
      const nowhere = await post(key, "warehouse/store", { title: "Nowhere" });
      expect([nowhere.status, nowhere.body.data]).toEqual([422, { lat: "Please enter a valid address of warehouse" }]);
      const columns = await desk.db("warehouses").columnInfo();
      expect(
        [columns.lat, columns.lng].map((column) => Number(String(column!.defaultValue).replaceAll("'", ""))),
      ).toEqual([50.426195, 30.538123]);
    });
    // @spec PC-3.20 PC-3.21 PC-3.25
    it("of a visit", async () => {
      expect(await stored("routing-visit", { name: "Bakery", plan_id: desk.planId })).toMatchObject({
        name: "Bakery",
        type: "D",
        status: 1,
        start_time: "08:00",
        end_time: "20:00",
        service_time: 5,
        source: 3,
      });
      const anyTime = { name: "Open", plan_id: desk.planId, start_time: "", end_time: "" };
      expect(await stored("routing-visit", anyTime)).toMatchObject({ start_time: "", end_time: "" });
      expect(await stored("routing-visit", { ...anyTime, start_time: "09:00" })).toMatchObject({
        start_time: "09:00",
        end_time: "",
      });
    });
    // @spec PC-3.34 PC-3.35 PC-3.45 PC-3.46 PC-3.47 PC-9.03 PC-4.002
    it("of a plan and a route", async () => {
      const plan = await stored("routing-plan", {
        title: "Tuesday",
        warehouse_id: desk.warehouseId,
        service_date: "2026-11-24",
      });
      expect(plan).toMatchObject({
        status: 1,
        avoid_tolls: 1,
        avoid_highways: 0,
        squash_duration: 1,
        start_location_type: "W",
        end_location_type: "N",
        settings: null,
        solution: null,
      });
      const vehicle = await stored("vehicle", { title: "Fourth" });
      const route = await stored("routing-route", { plan_id: plan.id, vehicle_id: vehicle.id });
      expect(route).toMatchObject({
        status: 1,
        is_locked: 0,
        start_location_type: "W",
        end_location_type: "N",
        query_id: 0,
      });
    });
    // @spec AA-3.12 AA-3.13 AA-3.14 AA-3.15 AA-3.20 AA-3.21 AA-3.22 PC-9.03
    it("of a member and a company", async () => {
      const owner = await signedIn(desk.ownerId);
      expect(await stored("company-members", { name: "Ann" }, owner)).toMatchObject({
        status: 1,
        user_id: 0,
        related_company_id: 0,
        invitation_type: 0,
      });
      expect(await stored("company", { title: "Second" }, owner)).toMatchObject({
        status: 1,
        user_id: desk.ownerId,
        default_visit_balance_coefficient: 0,
        default_squash_duration: 1,
        default_visit_duration: 5,
        default_vehicle_start_hour: "08:00",
        default_vehicle_end_hour: "18:00",
        default_has_breaks: 0,
        delivery_confirmation: 0,
        pickup_confirmation: 0,
      });
    });
  });

  // @spec AA-7.27 PC-7.33 PC-3.53
  it("lists take the company, and ids to append", async () => {
    const { companyId } = desk;
    for (const name of ["routing-plan", "routing-route", "warehouse", "vehicle", "company-members", "routing-visit"]) {
      const { status, body } = await get(key, `${name}/list`, { company_id: companyId });
      expect([name, status, (body.data as Item[]).length > 0]).toEqual([name, 200, true]);
      expect([name, (await get(key, `${name}/list`, { company_id: 99_999_999 })).status]).toEqual([name, 404]);
    }
    const dates = { created_at: NOW, updated_at: NOW };
    const ids: number[] = [];
    for (let nth = 0; nth < 3; nth += 1)
      ids.push((await desk.db("routing_queries").insert({ company_id: companyId, status: "done", ...dates }))[0]!);
    const some = await get(key, "routing-query/list", { ids: `${ids[0]},${ids[2]}` });
    expect((some.body.data as Item[]).map(({ id, routific }) => [id, routific])).toEqual([
      [ids[0], null],
      [ids[2], null],
    ]);
  });

  // @spec AA-3.26
  it("a company's billing record has the fields of the specification", async () => {
    const { text } = SPECIFICATION_ROWS.find(({ id }) => id === "AA-3.26")!;
    const fields = text.replace(/^.* has |\.$/g, "").split(", ");
    expect(fields).toContain("custom_cost_per_visit");
    expect(Object.keys(await desk.db("company_billings").columnInfo())).toEqual(expect.arrayContaining(fields));
  });

  // @spec PC-7.28
  it("the list of routes gives the hash of a public link", async () => {
    const { body } = await get(key, "routing-route/list", { route_id: desk.first, get_hash: true });
    expect(body.data).toMatchObject({ hash: expect.stringMatching(/^[\w-]{24}$/) });
  });

  // @spec PC-7.39 PC-7.40
  it("a picture is attached to a visit", async () => {
    const form = new FormData();
    form.set("image", new File([readFileSync("tests/fixtures/pictures/door.jpg")], "door.jpg"));
    for (const [name, value] of Object.entries({ type: "photo", path: "anywhere", visit_id: String(desk.a) }))
      form.set(name, value);
    const { status, body } = await askApi(key, "routing-visit-attachment/upload-image", { multipart: form });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ item: { visit_id: desk.a, type: "photo" } });
    const { item } = body.data as { item: Item };
    const shown = await get(key, `routing-visit-attachment/view-image`, { id: item.id });
    expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
  });

  // @spec AA-7.35 AA-7.36
  it("super admins ask for figures of the platform, and sudo admins for the generator", async () => {
    const admin = await signedIn(desk.ownerId);
    expect((await get(admin, "statistic/cards")).status).toBe(403);
    await updateUser(desk.db, desk.ownerId, { platform_role: "sudo" }, NOW);
    const cards = await get(admin, "statistic/cards");
    expect([cards.status, Object.keys(cards.body.data as object)]).toEqual([
      200,
      expect.arrayContaining(["companies", "users", "visits"]),
    ]);
    expect((await get(admin, "code/generator")).status).toBe(200);
  });
});
