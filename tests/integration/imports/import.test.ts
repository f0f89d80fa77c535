import { beforeAll, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { importAtOnce } from "~/features/imports/commands/import-at-once.server";
import { routesTable, unservedTable, visitsTable } from "~/features/exports/plan-tables";
import { exportedPlan } from "~/features/exports/queries/exported-plan.server";
import { csvLines } from "~/services/export/csv";
import { workbookBytes } from "~/services/export/workbook";
import { createPlan, createRoute, createVehicle, createVisits, createWarehouse } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { stored, workbookOf } from "../../helpers/workbooks";
import type { UploadWorld } from "../../helpers/workbooks";
import { useImports, VISIT_HEADERS, visitRow } from "./import-world";

/** Columns of exported visits that say how the plan serves them. */
const OF_THE_PLAN = [
  "Route",
  "Vehicle",
  "Driver",
  "Stop no.",
  "Status",
  "ETA",
  "Begin of service",
  "End of service",
  "ATA",
  "Fail reason",
  "Distance km",
  "Driving min",
  "Waiting min",
  "Warnings",
  "Time zone",
];

describe.each(databases())("import on %s", (kind) => {
  const imports = useImports(kind);
  const { database, sheetOf, visitsOf, none } = imports;
  let world: UploadWorld;
  let company: TestCompany;
  let session: CompanySession;

  beforeAll(() => {
    world = imports.world();
    company = imports.company();
    session = imports.session();
  });

  // @spec PC-1.13 PC-3.21
  it("stores visits with the company's defaults, where they wait for a plan", async () => {
    await database().db("companies").where({ id: company.companyId }).update({ default_visit_duration: 7 });
    const book = workbookOf({
      Visits: [
        VISIT_HEADERS,
        visitRow("First", {
          Type: "Pickup",
          "Start time": "9:30",
          "End time": "11:00",
          "Service time": 12,
          "Package load": "3,5",
        }),
        visitRow("Second"),
      ],
    });
    const id = await importAtOnce(session, await stored(world, "own.xlsx", book), {
      planId: null,
      warehouseId: company.warehouseId,
    });
    const [first, second] = await visitsOf(id);
    expect(first).toMatchObject({
      name: "First",
      type: "P",
      start_time: "09:30",
      end_time: "11:00",
      service_time: 12,
      package_load: 3.5,
      lat: 47.14,
      lng: 9.52,
      source: 2,
      plan_id: null,
      route_id: null,
      status: 1,
      position: 1000,
      warehouse_id: company.warehouseId,
    });
    expect(second).toMatchObject({
      name: "Second",
      type: "D",
      start_time: "08:00",
      end_time: "20:00",
      service_time: 7,
    });
    const { row, summary } = await sheetOf(id);
    expect(row).toMatchObject({
      title: "own.xlsx",
      state: "applied",
      rows_total: 2,
      rows_applied: 2,
      user_id: company.ownerId,
      plan_id: null,
    });
    expect(summary).toMatchObject({ visits: 2, vehiclesCreated: 0, withoutPlace: 0, problems: 0 });
    await database().db("companies").where({ id: company.companyId }).update({ default_visit_duration: 5 });
  });

  // @spec PC-1.14
  it("adds vehicles and routes to a plan once, and updates what the file has columns for", async () => {
    const planId = await createPlan(database().db, company.companyId, {
      warehouse_id: company.warehouseId,
      start_location_type: "P",
      end_location_type: "W",
    });
    const known = await createVehicle(database().db, company.companyId, {
      title: "Big one",
      plate: "FL 900",
      capacity: 9,
      max_load: 900,
      driver_id: company.driverId,
    });
    const book = workbookOf({
      Fleet: [
        ["Plate", "Max load", "Type"],
        ["fl900", 450, "Truck"],
        ["FL 901", 100, "Car"],
      ],
    });
    const id = await importAtOnce(session, await stored(world, "fleet.xlsx", book), { planId, warehouseId: null });
    expect(await database().db("vehicles").where({ id: known }).first()).toMatchObject({
      title: "Big one",
      plate: "FL 900",
      max_load: 450,
      type: "truck",
      capacity: 9,
    });
    const added = await database().db("vehicles").where({ company_id: company.companyId, plate: "FL 901" }).first();
    expect(added).toMatchObject({
      title: "FL 901",
      max_load: 100,
      warehouse_id: company.warehouseId,
      work_hour_start: "08:00",
      work_hour_end: "18:00",
    });
    const routes = await database().db("routing_routes").where({ plan_id: planId }).orderBy("position");
    expect(routes.map((route) => route.vehicle_id).sort()).toEqual([known, added?.id].sort());
    expect(routes[0]).toMatchObject({
      start_location_type: "P",
      end_location_type: "W",
      warehouse_id: company.warehouseId,
      status: 1,
    });
    expect(routes.find((route) => route.vehicle_id === known)?.driver_id).toBe(company.driverId);
    expect((await sheetOf(id)).summary).toMatchObject({ vehiclesCreated: 1, vehiclesUpdated: 1, routes: 2 });

    const version = (await database().db("routing_plans").where({ id: planId }).first())?.version ?? 0;
    const again = await importAtOnce(session, await stored(world, "fleet.xlsx", book), {
      planId,
      warehouseId: null,
    });
    expect((await sheetOf(again)).summary).toMatchObject({ vehiclesCreated: 0, unchanged: 2, routes: 0 });
    expect(await database().db("routing_routes").where({ plan_id: planId })).toHaveLength(2);
    // Only the vehicles were updated: the plan is as it was.
    expect((await database().db("routing_plans").where({ id: planId }).first())?.version).toBe(version);
  });

  it("never turns the hours of a known vehicle round, and says so in its row", async () => {
    const stored08to18 = { work_hour_start: "08:00", work_hour_end: "18:00" };
    const id = await createVehicle(database().db, company.companyId, { plate: "FL 8877", ...stored08to18 });
    const book = workbookOf({
      Fleet: [
        ["Plate", "Work hour start", "Max load"],
        ["FL 8877", "19:00", 450],
      ],
    });
    const sheet = await importAtOnce(session, await stored(world, "late.xlsx", book), {
      planId: null,
      warehouseId: company.warehouseId,
    });
    expect(await database().db("vehicles").where({ id }).first()).toMatchObject({ ...stored08to18, max_load: 450 });
    const row = await database().db("routing_sheet_rows").where({ sheet_id: sheet }).first();
    expect(row?.notes).toContain(
      "Start time must be less than end time (19:00–18:00). The vehicle's hours stay as they are.",
    );
  });

  it("moves vehicles to the chosen warehouse, new and known ones; without a choice they stay", async () => {
    const other = await createWarehouse(database().db, company.companyId, { title: "Second" });
    const known = await createVehicle(database().db, company.companyId, {
      plate: "FL 801",
      warehouse_id: company.warehouseId,
    });
    const rows = (plates: string[]) => workbookOf({ Fleet: [["Plate"], ...plates.map((plate) => [plate])] });
    const warehouseOf = async (plate: string) =>
      (await database().db("vehicles").where({ company_id: company.companyId, plate }).first())?.warehouse_id;
    const id = await importAtOnce(session, await stored(world, "fleet.xlsx", rows(["FL 801", "FL 802"])), {
      planId: null,
      warehouseId: other,
    });
    expect((await sheetOf(id)).summary).toMatchObject({ vehiclesCreated: 1, vehiclesUpdated: 1 });
    expect([await warehouseOf("FL 801"), await warehouseOf("FL 802")]).toEqual([other, other]);
    await importAtOnce(session, await stored(world, "fleet.xlsx", rows(["FL 801"])), none);
    expect(await warehouseOf("FL 801")).toBe(other);
    const planId = await createPlan(database().db, company.companyId, { warehouse_id: company.warehouseId });
    await importAtOnce(session, await stored(world, "fleet.xlsx", rows(["FL 801"])), { planId, warehouseId: null });
    expect(await warehouseOf("FL 801"), "the plan says where it starts, not where its vehicles belong").toBe(other);
    expect(known).toBeGreaterThan(0);
  });

  it("reads times that say their distance from UTC by the clock of the plan's warehouse", async () => {
    const { db } = database();
    const day = { warehouse_id: company.warehouseId, service_date: "2027-07-30" };
    const planId = await createPlan(db, company.companyId, day);
    const book = workbookOf({
      Visits: [
        VISIT_HEADERS,
        visitRow("By UTC", { "Start time": "2027-07-30T08:00:00Z", "End time": "2027-07-30T10:00:00Z" }),
        visitRow("Of the next day", { "Start time": "2027-07-31 08:00", "End time": "2027-07-30 10:00" }),
      ],
    });
    const id = await importAtOnce(session, await stored(world, "times.xlsx", book), { planId, warehouseId: null });
    const visits = await db("routing_visits").where({ plan_id: planId }).orderBy("id");
    expect(visits.map(({ name, start_time, end_time }) => [name, start_time, end_time])).toEqual([
      ["By UTC", "10:00", "12:00"],
      ["Of the next day", "08:00", "10:00"],
    ]);
    const notes = await db("routing_sheet_rows").where({ sheet_id: id }).orderBy("row").pluck("notes");
    expect(
      notes.map((text) => (JSON.parse(text ?? "[]") as { message: string }[]).map(({ message }) => message)),
    ).toEqual([
      [],
      ["Row 3: Start time '2027-07-31 08:00' is of Sat 31 Jul 2027, and the plan of Fri 30 Jul 2027. 08:00 is used."],
    ]);
  });

  it("imports an exported plan with every column, no visit twice, and its vehicles as they are", async () => {
    const { db } = database();
    const all = {
      address: "Main street 1",
      postcode: "9490",
      type: "P" as const,
      start_time: "07:15",
      end_time: "19:45",
      service_time: 12.5,
      package_load: 3.25,
      package_capacity: 0.125,
      recipient_name: "Ünal",
      recipient_phone: "+423 232 11 22",
      recipient_note: "x".repeat(1_500),
      delivery_note: "Left at the door\nbehind the plant",
      lat: 47.123456,
      lng: 9.512345,
      external_warehouse_id: "W-9",
    };
    await createVisits(db, company.companyId, [
      {
        ...all,
        name: "On a route",
        plan_id: company.planId,
        route_id: company.routeId,
        status: 2,
        position: 5,
        external_id: "E-1",
      },
      { ...all, name: "Unserved", plan_id: company.planId, external_id: "E-2" },
    ]);
    await db("vehicles").where({ id: company.vehicleId }).update({ plate: "FL EXPORT", max_load: 900 });
    const exported = async (planId: number) => exportedPlan(session, planId);
    const first = await exported(company.planId);
    const book = workbookBytes([routesTable(first), visitsTable(first), unservedTable(first)]);
    const planId = await createPlan(db, company.companyId, { warehouse_id: company.warehouseId });
    const id = await importAtOnce(session, await stored(world, "plan.xlsx", book), { planId, warehouseId: null });

    const { summary, problems, page } = await sheetOf(id);
    expect(problems).toEqual([]);
    expect(page.sheets.map(({ name, entity }) => [name, entity])).toEqual([
      ["Routes", null],
      ["Visits", "visit"],
      ["Unscheduled", null],
    ]);
    expect(summary).toMatchObject({ vehiclesCreated: 0, vehiclesUpdated: 0 });
    expect(await db("vehicles").where({ id: company.vehicleId }).first()).toMatchObject({ max_load: 900 });

    // What the plan says of a visit is not the visit's own.
    const ofThePlan = page.sheets[1]!.ignored;
    expect(ofThePlan.sort()).toEqual([...OF_THE_PLAN].sort());
    const [before, after] = [visitsTable(first), visitsTable(await exported(planId))];
    const named = (table: typeof before, name: string) =>
      table.rows.find((row) => row[table.columns.findIndex(({ header }) => header === "Name")] === name)!;
    before.columns.forEach(({ header }, column) => {
      if (ofThePlan.includes(header)) return;
      for (const name of ["On a route", "Unserved"]) {
        expect(named(before, name)[column], `${header} of ${name} is set`).not.toBeNull();
        expect(named(after, name)[column], `${header} of ${name}`).toEqual(named(before, name)[column]);
      }
    });
    expect(after.rows).toHaveLength(before.rows.length);
  });

  it("knows exported visits without ids again in their plan, changes what was changed, and adds none", async () => {
    const { db } = database();
    const planId = await createPlan(db, company.companyId, { warehouse_id: company.warehouseId });
    const at = { plan_id: planId, address: "Main street 1", lat: 47.1, lng: 9.5 };
    await createVisits(db, company.companyId, [
      // Two orders of one customer.
      { ...at, name: "Ash", package_load: 5 },
      { ...at, name: "Ash", package_load: 7, start_time: "13:00" },
      { ...at, name: "Beech", address: "", lat: 47.2 },
      { ...at, name: "=1+1", address: "Second street" },
    ]);
    const stops = () => db("routing_visits").where({ plan_id: planId }).orderBy("id");
    const before = await stops();
    const table = visitsTable(await exportedPlan(session, planId));
    const run = async (rows: typeof table.rows) => {
      const file = await stored(world, "plan.xlsx", workbookBytes([{ ...table, rows }]));
      return sheetOf(await importAtOnce(session, file, { planId, warehouseId: null }));
    };
    const again = await run([...table.rows].reverse());
    expect(again.summary).toMatchObject({ visits: 0, visitsUpdated: 0, unchanged: 4, problems: 0 });
    const text = await stored(world, "plan.csv", Buffer.from([...csvLines(table)].join("")));
    const asText = await sheetOf(await importAtOnce(session, text, { planId, warehouseId: null }));
    expect(asText.summary).toMatchObject({ visits: 0, visitsUpdated: 0, unchanged: 4, problems: 0 });
    expect(await stops()).toEqual(before);

    const load = table.columns.findIndex(({ header }) => header === "Package load kg");
    const changed = await run(table.rows.map((row) => row.map((cell, at) => (at === load && cell === 7 ? 9 : cell))));
    expect(changed.summary).toMatchObject({ visits: 0, visitsUpdated: 1, unchanged: 3 });
    expect((await stops()).map((visit) => visit.package_load)).toEqual([5, 9, 0, 0]);
  });

  /** A visit that a file knows by its id, on an approved route or on none. */
  async function knownVisit(isOnRoute: boolean) {
    const { db } = database();
    const planId = await createPlan(db, company.companyId, { warehouse_id: company.warehouseId });
    const routeId = await createRoute(db, company.companyId, planId, { status: 3 });
    const place = { address: "Main street 1", lat: 47.1, lng: 9.5, external_id: `order-${planId}` };
    const on = isOnRoute ? { route_id: routeId, status: 3, position: 1 } : {};
    await createVisits(db, company.companyId, [{ plan_id: planId, name: "Ash", ...place, ...on }]);
    const run = async (columns: Record<string, string>) => {
      const row = { "External id": place.external_id, Name: "Ash", ...columns };
      const file = await stored(world, "again.xlsx", workbookOf({ Visits: [Object.keys(row), Object.values(row)] }));
      return sheetOf(await importAtOnce(session, file, { planId, warehouseId: null }));
    };
    return { planId, run, visit: async () => (await db("routing_visits").where({ plan_id: planId }).first())! };
  }

  it("leaves the place of a stop whose address the file changes, and says that it is the old one", async () => {
    const { run, visit } = await knownVisit(true);
    const { summary, problems } = await run({ Address: "Second street 2" });
    expect(summary).toMatchObject({ visits: 0, visitsUpdated: 1 });
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining("the place on the map is still the old one"),
    ]);
    expect(await visit()).toMatchObject({ address: "Second street 2", lat: 47.1, lng: 9.5 });
  });

  it("looks up the place of a visit on no route whose address the file changes", async () => {
    const { run, visit } = await knownVisit(false);
    await run({ Address: "Second street 2" });
    expect(await visit()).toMatchObject({ address: "Second street 2", lat: null, lng: null });
  });

  it("leaves a route's times where the file changes nothing but a note", async () => {
    const { db } = database();
    const { run, visit } = await knownVisit(true);
    const { route_id } = await visit();
    // What can't be so is put right by whoever counts the route anew.
    await db("routing_routes").where({ id: route_id! }).update({ duration: 1 });
    const route = () => db("routing_routes").where({ id: route_id! }).first();
    await run({ "Recipient note": "Ring twice" });
    expect([(await visit()).recipient_note, (await route())!.duration]).toEqual(["Ring twice", 1]);
  });

  it("says which visits a plan has already where a file adds them once more", async () => {
    const { db } = database();
    const title = "Monday";
    const planId = await createPlan(db, company.companyId, { warehouse_id: company.warehouseId, title });
    const routeId = await createRoute(db, company.companyId, planId);
    await createVisits(db, company.companyId, [
      { plan_id: planId, route_id: routeId, label_position: 3, name: "Ash", address: "Main street 1" },
      { plan_id: planId, name: "Beech", address: "Main street 2" },
    ]);
    const rows = [
      ["Name", "Address"],
      ["Ash", "Main  street 1"],
      ["Beech", "Main street 2"],
      ["Beech", "Elsewhere"],
    ];
    const file = () => stored(world, "more.xlsx", workbookOf({ Visits: rows }));
    const inPlan = await sheetOf(await importAtOnce(session, await file(), { planId, warehouseId: null }));
    expect(inPlan.summary).toMatchObject({ visits: 3, problems: 2 });
    expect(inPlan.problems.map(({ message }) => message)).toEqual([
      "Row 2: 'Ash' is in this plan already, as stop 3. The row adds it once more.",
      "Row 3: 'Beech' is in this plan already. The row adds it once more.",
    ]);
    // Customers order more than once: without a plan only a file that came before says so.
    const waiting = await sheetOf(await importAtOnce(session, await file(), none));
    expect(waiting.problems[0]?.message).toBe(
      "Row 2: 'Ash' is in plan 'Monday' already, as stop 3. The row adds it once more.",
    );
    const other = await stored(world, "other.xlsx", workbookOf({ Visits: [...rows, ["Cedar", "Main street 3"]] }));
    expect((await sheetOf(await importAtOnce(session, other, none))).problems).toEqual([]);
  });

  it("reads the older .xls, and rows that begin below empty ones keep their numbers", async () => {
    const book = workbookOf(
      { Visits: [[], [], ["Name", "Latitude", "Longitude"], ["A", 47.1, 9.5], [], [null, 47.2, 9.5]] },
      "biff8",
    );
    const id = await importAtOnce(session, await stored(world, "old.xls", book), none);
    const { row, problems } = await sheetOf(id);
    expect([row.rows_total, row.rows_applied]).toEqual([2, 1]);
    expect(problems).toMatchObject([
      { row: 6, column: "A", field: "Name", dropped: true, message: "Row 6: Name is empty. The row was left out." },
    ]);
  });

  it("lists the earlier row of a plate that stands twice in the file", async () => {
    const id = await importAtOnce(
      session,
      await stored(
        world,
        "twice.xlsx",
        workbookOf({
          Vehicles: [
            ["Plate", "Capacity"],
            ["FL 77", 1],
            ["FL77", 2],
          ],
        }),
      ),
      none,
    );
    expect(
      await database().db("vehicles").where({ company_id: company.companyId, plate: "FL77" }).first(),
    ).toMatchObject({ capacity: 2 });
    expect((await sheetOf(id)).problems).toMatchObject([{ row: 2, dropped: true, value: "FL 77" }]);
    expect((await sheetOf(id)).row).toMatchObject({ rows_total: 2, rows_applied: 1 });
  });

  it("puts visits at the warehouse that the file names, and lists names that nobody knows", async () => {
    await database().db("warehouses").where({ id: company.warehouseId }).update({ external_id: "W-7" });
    const book = workbookOf({
      Visits: [
        ["Name", "External warehouse id"],
        ["Known", "W-7"],
        ["Unknown", "W-8"],
      ],
    });
    const id = await importAtOnce(session, await stored(world, "depots.xlsx", book), none);
    expect((await visitsOf(id)).map((visit) => visit.warehouse_id)).toEqual([company.warehouseId, null]);
    const { problems, summary } = await sheetOf(id);
    expect(problems).toMatchObject([{ row: 3, value: "W-8", dropped: false }]);
    expect(summary.withoutPlace).toBe(2);
  });
});
