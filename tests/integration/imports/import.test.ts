import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import type { RoutingSheetRow } from "~/db/tables";
import type { ImportProblem } from "~/domain/import/parse-rows";
import { importWorkbook } from "~/features/imports/commands/import-workbook.server";
import { routesTable, unservedTable, visitsTable } from "~/features/exports/plan-tables";
import { exportedPlan } from "~/features/exports/queries/exported-plan.server";
import type { SheetSummary } from "~/features/imports/sheet-summary";
import type { AppError } from "~/lib/errors";
import { workbookBytes } from "~/services/export/workbook";
import { loadSheetPage, loadSheetsPage } from "~/features/imports/queries/sheet-page.server";
import { setServices } from "~/services/container.server";
import { createCompany, createPlan, createVehicle, createVisits, createWarehouse } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { archiveOf, sheetXml, workbookEntries } from "../../helpers/archives";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { REAL_FILES, stored, uploadWorld, workbookOf } from "../../helpers/workbooks";
import type { Rows, UploadWorld } from "../../helpers/workbooks";

const NOW_MS = Date.parse("2026-11-21T06:00:00Z");
const VISIT_HEADERS = [
  "Name",
  "Address",
  "Type",
  "Start time",
  "End time",
  "Service time",
  "Package load",
  "Latitude",
  "Longitude",
];
const visitRow = (name: string, row: Partial<Record<string, string | number>> = {}): Rows[number] =>
  VISIT_HEADERS.map(
    (header) =>
      row[header] ??
      ({ Name: name, Address: "Vaduz", Latitude: 47.14, Longitude: 9.52 } as Record<string, string | number>)[header] ??
      null,
  );

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
];

let world: UploadWorld;

beforeAll(async () => {
  world = await uploadWorld();
});
afterAll(async () => {
  await world.remove();
});

describe.each(databases())("import on %s", (kind) => {
  const database = useTestDatabase(kind);
  let company: TestCompany;
  let session: CompanySession;

  beforeAll(async () => {
    setDatabase(database().db);
    setServices(
      testServices({ clock: { nowMs: () => NOW_MS }, storage: world.storage, spreadsheets: world.spreadsheets }),
    );
    company = await createCompany(database().db);
    session = sessionOf(company, { isDispatcher: true }, company.ownerId);
  });
  afterAll(() => {
    setDatabase(undefined);
    setServices(undefined);
  });

  const sheetOf = async (
    id: number,
  ): Promise<{ row: RoutingSheetRow; summary: SheetSummary; problems: ImportProblem[] }> => {
    const row = (await database().db("routing_sheets").where({ id }).first()) as RoutingSheetRow;
    return {
      row,
      summary: parseJson(row.sheets, {} as SheetSummary),
      problems: parseJson<ImportProblem[]>(row.errors, []),
    };
  };
  const visitsOf = (sheetId: number) =>
    database()
      .db("routing_visits")
      .where({ source_id: String(sheetId) })
      .orderBy("id");
  const count = async (table: "routing_visits" | "vehicles" | "routing_routes" | "routing_sheets") => {
    const row = (await database().db(table).where({ company_id: company.companyId }).count({ total: "*" }).first()) as {
      total: number | string;
    };
    return Number(row.total);
  };
  const counts = async () => [
    await count("routing_visits"),
    await count("vehicles"),
    await count("routing_routes"),
    await count("routing_sheets"),
  ];
  const none = { planId: null, warehouseId: null };

  /** Asserts a refusal that leaves neither rows nor the file behind. */
  async function refused(
    content: Uint8Array | string,
    fileName: string,
    target = none as { planId: number | null; warehouseId: number | null },
  ): Promise<AppError> {
    const before = await counts();
    const upload = await stored(world, fileName, content);
    const error = await importWorkbook(session, upload, target).then(
      () => null,
      (reason: AppError) => reason,
    );
    expect(error, `${fileName} must be refused`).not.toBeNull();
    expect(await counts()).toEqual(before);
    await expect(world.storage.open(upload.key)).rejects.toThrow("File not found");
    return error as AppError;
  }

  describe("small workbooks of our own", () => {
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
      const id = await importWorkbook(session, await stored(world, "own.xlsx", book), {
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
      const id = await importWorkbook(session, await stored(world, "fleet.xlsx", book), { planId, warehouseId: null });
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
      const again = await importWorkbook(session, await stored(world, "fleet.xlsx", book), {
        planId,
        warehouseId: null,
      });
      expect((await sheetOf(again)).summary).toMatchObject({ vehiclesCreated: 0, vehiclesUpdated: 2, routes: 0 });
      expect(await database().db("routing_routes").where({ plan_id: planId })).toHaveLength(2);
      // Only the vehicles were updated: the plan is as it was.
      expect((await database().db("routing_plans").where({ id: planId }).first())?.version).toBe(version);
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
      const id = await importWorkbook(session, await stored(world, "fleet.xlsx", rows(["FL 801", "FL 802"])), {
        planId: null,
        warehouseId: other,
      });
      expect((await sheetOf(id)).summary).toMatchObject({ vehiclesCreated: 1, vehiclesUpdated: 1, warehouseId: other });
      expect([await warehouseOf("FL 801"), await warehouseOf("FL 802")]).toEqual([other, other]);
      await importWorkbook(session, await stored(world, "fleet.xlsx", rows(["FL 801"])), none);
      expect(await warehouseOf("FL 801")).toBe(other);
      const planId = await createPlan(database().db, company.companyId, { warehouse_id: company.warehouseId });
      await importWorkbook(session, await stored(world, "fleet.xlsx", rows(["FL 801"])), { planId, warehouseId: null });
      expect(await warehouseOf("FL 801"), "the plan says where it starts, not where its vehicles belong").toBe(other);
      expect(known).toBeGreaterThan(0);
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
      const id = await importWorkbook(session, await stored(world, "plan.xlsx", book), { planId, warehouseId: null });

      const { summary, problems } = await sheetOf(id);
      expect(problems).toEqual([]);
      expect(summary.sheets.map(({ name, entity }) => [name, entity])).toEqual([
        ["Routes", null],
        ["Visits", "visit"],
        ["Unscheduled", null],
      ]);
      expect(summary).toMatchObject({ vehiclesCreated: 0, vehiclesUpdated: 0 });
      expect(await db("vehicles").where({ id: company.vehicleId }).first()).toMatchObject({ max_load: 900 });

      // What the plan says of a visit is not the visit's own.
      const ofThePlan = summary.sheets[1]!.ignoredColumns;
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

    it("reads the older .xls, and rows that begin below empty ones keep their numbers", async () => {
      const book = workbookOf(
        { Visits: [[], [], ["Name", "Latitude", "Longitude"], ["A", 47.1, 9.5], [], [null, 47.2, 9.5]] },
        "biff8",
      );
      const id = await importWorkbook(session, await stored(world, "old.xls", book), none);
      const { row, problems } = await sheetOf(id);
      expect([row.rows_total, row.rows_applied]).toEqual([2, 1]);
      expect(problems).toMatchObject([
        { row: 6, column: "A", field: "Name", dropped: true, message: "Row 6: Name is empty. The row was left out." },
      ]);
    });

    it("lists the earlier row of a plate that stands twice in the file", async () => {
      const id = await importWorkbook(
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
      const id = await importWorkbook(session, await stored(world, "depots.xlsx", book), none);
      expect((await visitsOf(id)).map((visit) => visit.warehouse_id)).toEqual([company.warehouseId, null]);
      const { problems, summary } = await sheetOf(id);
      expect(problems).toMatchObject([{ row: 3, value: "W-8", dropped: false }]);
      expect(summary.withoutPlace).toBe(2);
    });

    it("leads from a listed row to the visit or vehicle that it became, wherever that is now", async () => {
      const { db } = database();
      await createVehicle(db, company.companyId, { plate: "FL 701" });
      const book = workbookOf({
        Visits: [
          ["Name", "Service time"],
          ["Fine", 5],
          ["Odd", "long"],
          ["", 5],
          ["Gone", "long"],
          ["Planned", "long"],
        ],
        Fleet: [
          ["Plate", "Speed"],
          ["FL 701", 115],
          ["FL 702", 85],
        ],
      });
      const id = await importWorkbook(session, await stored(world, "links.xlsx", book), none);
      const visits = await visitsOf(id);
      const idOf = (name: string): number => visits.find((visit) => visit.name === name)!.id;
      await db("routing_visits")
        .where({ id: idOf("Gone") })
        .update({ deleted_at: "2026-11-21 06:00:00" });
      await db("routing_visits")
        .where({ id: idOf("Planned") })
        .update({ plan_id: company.planId });
      const vehicle = async (plate: string) =>
        (await db("vehicles").where({ company_id: company.companyId, plate }).first())!.id;
      const page = await loadSheetPage(session, new Request("http://localhost/platform/company/sheet/1?rows=50"), id);
      expect(page.problems.map(({ sheet, row, href }) => [sheet, row, href])).toEqual([
        ["Visits", 4, null],
        ["Visits", 3, `/company/visits?dialog=edit-visit&id=${idOf("Odd")}`],
        ["Visits", 5, null],
        ["Visits", 6, `/planning/plan/${company.planId}?visit=${idOf("Planned")}`],
        ["Fleet", 2, `/company/resources/vehicles?dialog=edit-vehicle&id=${await vehicle("FL 701")}`],
        ["Fleet", 3, `/company/resources/vehicles?dialog=edit-vehicle&id=${await vehicle("FL 702")}`],
      ]);
    });

    it("belongs to the company's country; filters by country and status; shows times by the user's clock", async () => {
      const { db } = database();
      const [liechtenstein, austria] = (await db("countries")
        .whereIn("code", ["LI", "AT"])
        .orderBy("code", "desc")) as { id: number; title: string }[];
      await db("companies").where({ id: company.companyId }).update({ country_id: liechtenstein!.id });
      const id = await importWorkbook(
        session,
        await stored(world, "here.xlsx", workbookOf({ Visits: [["Name"], ["A"]] })),
        none,
      );
      expect((await sheetOf(id)).row.country_id).toBe(liechtenstein!.id);
      const list = async (query: string) =>
        loadSheetsPage(session, new Request(`http://localhost/platform/company/sheet${query}`));
      const ids = async (query: string) => (await list(query)).list.rows.map((row) => row.id);
      expect(await ids(`?country=${liechtenstein!.id}`)).toEqual([id]);
      expect((await list("")).countries).toEqual([{ id: liechtenstein!.id, title: liechtenstein!.title }]);
      expect((await list(`?country=${austria!.id}`)).list).toMatchObject({ rows: [], narrowed: true });
      await db("routing_sheets").where({ id }).update({ status: 0 });
      expect([await ids("?status=0"), await ids(`?status=1&country=${liechtenstein!.id}`)]).toEqual([[id], []]);

      await db("users").where({ id: company.ownerId }).update({ time_zone: "America/New_York" });
      expect((await list("?status=0")).list.rows[0]).toMatchObject({
        when: "Today 01:00",
        country: liechtenstein!.title,
      });
      await db("users").where({ id: company.ownerId }).update({ time_zone: null });
      expect((await list("?status=0")).list.rows[0]).toMatchObject({ when: "Today 07:00" });
      expect((await loadSheetPage(session, new Request("http://localhost/x"), id)).when).toBe("Today 07:00");
    });

    it("reports sheets and columns that were not imported", async () => {
      const book = workbookOf({
        Stops: [
          ["Name", "Favourite colour"],
          ["A", "red"],
        ],
        Notes: [
          ["Anything", "Else"],
          ["x", "y"],
        ],
      });
      const { summary } = await sheetOf(await importWorkbook(session, await stored(world, "mixed.xlsx", book), none));
      expect(summary.sheets).toEqual([
        { name: "Stops", entity: "visit", rows: 1, left: 0, ignoredColumns: ["Favourite colour"] },
        { name: "Notes", entity: null, rows: 0, left: 0, ignoredColumns: ["Anything", "Else"] },
      ]);
    });

    it("says what is wrong with a file that can't be imported, and keeps nothing of it", async () => {
      const whole = workbookOf({ Visits: [["Name"], ["A"]] });
      const cases: [string, Uint8Array, string, RegExp][] = [
        [
          "text.xlsx",
          new TextEncoder().encode("Name,Latitude\nA,47"),
          "import.not_workbook",
          /The file "text.xlsx" has wrong format\. It is not an Excel workbook/,
        ],
        [
          "bomb.xlsx",
          archiveOf([
            ...workbookEntries(sheetXml([["Name"], ["A"]])),
            { name: "xl/sharedStrings.xml", content: "x", saysBytes: 2_000_000_000 },
          ]),
          "import.unpacks_too_large",
          /"bomb.xlsx" unpacks to more than an import may hold \(250 MB\)/,
        ],
        [
          "cut.xlsx",
          whole.slice(0, Math.floor(whole.length / 2)),
          "import.damaged",
          /"cut.xlsx" is damaged or cut off/,
        ],
        ["empty.xlsx", workbookOf({ Visits: [] }), "import.no_rows", /"empty.xlsx" is empty/],
        [
          "headers-only.xlsx",
          workbookOf({ Visits: [["Name", "Latitude"]] }),
          "import.no_rows",
          /"headers-only.xlsx" is empty/,
        ],
        [
          "no-header.xlsx",
          workbookOf({ Visits: [["A", "Street 1", 47.1, 9.5]] }),
          "import.mapping",
          /Please select entity for sheets\nSheet Visits has no row with field names/,
        ],
        [
          "foreign.xlsx",
          workbookOf({
            Tour: [
              ["Kunde", "kg", "Latitude"],
              ["A", 2, 47.1],
            ],
          }),
          "import.mapping",
          /Field Name is required in sheet Tour\nThe file has the columns Kunde, kg, Latitude/,
        ],
      ];
      for (const [name, content, code, message] of cases) {
        const error = await refused(content, name);
        expect([error.code, error.status, error.field]).toEqual([code, 422, "file"]);
        expect(error.message).toMatch(message);
      }
    });

    it("leaves nothing behind when the database refuses a row in the middle", async () => {
      const { db } = database();
      const planId = await createPlan(db, company.companyId, { warehouse_id: company.warehouseId });
      const version = (await db("routing_plans").where({ id: planId }).first())?.version;
      await db.raw(
        kind === "sqlite"
          ? "CREATE TRIGGER refuse_boom BEFORE INSERT ON routing_visits WHEN NEW.name = 'Boom' " +
              "BEGIN SELECT RAISE(ABORT, 'boom'); END"
          : "CREATE TRIGGER refuse_boom BEFORE INSERT ON routing_visits FOR EACH ROW IF NEW.name = 'Boom' " +
              "THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'boom'; END IF",
      );
      const names = Array.from({ length: 450 }, (_, index) => visitRow(index === 430 ? "Boom" : `Stop ${index}`));
      const error = await refused(
        workbookOf({ Vehicles: [["Plate"], ["FL BOOM"]], Visits: [VISIT_HEADERS, ...names] }),
        "boom.xlsx",
        { planId, warehouseId: null },
      );
      expect(String(error.message)).toMatch(/boom/);
      expect((await db("routing_plans").where({ id: planId }).first())?.version).toBe(version);
      await db.raw("DROP TRIGGER refuse_boom");
    });
  });

  it("knows neither plans, warehouses nor plates of another company", async () => {
    const other = await createCompany(database().db);
    await database().db("vehicles").where({ id: other.vehicleId }).update({ plate: "FL OTHER", max_load: 1 });
    const book = workbookOf({
      Vehicles: [
        ["Plate", "Max load"],
        ["FL OTHER", 2],
      ],
    });
    expect((await refused(book, "a.xlsx", { planId: other.planId, warehouseId: null })).status).toBe(404);
    expect((await refused(book, "b.xlsx", { planId: null, warehouseId: other.warehouseId })).status).toBe(404);
    await importWorkbook(session, await stored(world, "c.xlsx", book), none);
    expect(await database().db("vehicles").where({ id: other.vehicleId }).first()).toMatchObject({ max_load: 1 });
    expect(
      await database().db("vehicles").where({ company_id: company.companyId, plate: "FL OTHER" }).first(),
    ).toMatchObject({ max_load: 2 });
  });

  it("is refused to drivers", async () => {
    const driver = sessionOf(company, { isDriver: true, memberId: company.driverId }, company.driverUserId);
    const upload = await stored(world, "d.xlsx", workbookOf({ Visits: [["Name"], ["A"]] }));
    await expect(importWorkbook(driver, upload, none)).rejects.toMatchObject({ status: 403 });
  });

  // Left out, by name, where ../shared is not there.
  describe.skipIf(!existsSync(REAL_FILES))("the real files of ../shared/data/liechtenstein", () => {
    const file = (name: string) => path.join(REAL_FILES, name);
    const run = async (name: string, target: { planId: number | null; warehouseId: number | null } = none) => {
      const id = await importWorkbook(session, await stored(world, path.basename(name), file(name)), target);
      return { id, ...(await sheetOf(id)) };
    };

    it.each([
      ["visits-150.xlsx", 150],
      ["visits-150.xls", 150],
      ["visits-1000.xlsx", 1000],
    ])("%s: all %i visits join the plan, none left out", async (name, amount) => {
      const planId = await createPlan(database().db, company.companyId, { warehouse_id: company.warehouseId });
      const { id, row, summary, problems } = await run(name, { planId, warehouseId: null });
      expect(row).toMatchObject({ rows_total: amount, rows_applied: amount, plan_id: planId });
      expect(summary).toMatchObject({ visits: amount, withoutPlace: 0, problems: 0 });
      expect(problems).toEqual([]);
      const visits = await visitsOf(id);
      expect(visits).toHaveLength(amount);
      expect(
        visits.every(
          (visit) =>
            visit.plan_id === planId &&
            visit.lat !== null &&
            visit.source === 2 &&
            visit.warehouse_id === company.warehouseId,
        ),
      ).toBe(true);
      expect(visits[0]?.external_id).toBe("LI-10001");
      // In the order of the file, which is the order in which a dispatcher looks for them.
      expect(visits.map((visit) => visit.external_id)).toEqual([...visits.map((visit) => visit.external_id)].sort());
    });

    it("vehicles-8.xlsx: eight vehicles and eight routes of the plan", async () => {
      const planId = await createPlan(database().db, company.companyId, { warehouse_id: company.warehouseId });
      const { summary } = await run("vehicles-8.xlsx", { planId, warehouseId: null });
      expect(summary).toMatchObject({ vehiclesCreated: 8, vehiclesUpdated: 0, routes: 8, problems: 0 });
      expect(
        await database().db("vehicles").where({ company_id: company.companyId, plate: "LI 2137" }).first(),
      ).toMatchObject({
        capacity: 6,
        max_load: 800,
        max_quantity: 40,
        overtime: 30,
        max_distance: 250,
        break_start: "12:00",
        break_end: "14:00",
        break_duration: 30,
        type: "auto",
      });
    });

    it("visits-and-vehicles.xlsx: both sheets, known plates updated", async () => {
      const { summary } = await run("visits-and-vehicles.xlsx", { planId: company.planId, warehouseId: null });
      expect(summary).toMatchObject({ visits: 60, vehiclesCreated: 0, vehiclesUpdated: 4, routes: 4, problems: 0 });
    });

    it("addresses-only-40.xlsx: all visits come in and still need a place", async () => {
      const { summary } = await run("addresses-only-40.xlsx");
      expect(summary).toMatchObject({ visits: 40, withoutPlace: 40, problems: 0 });
    });

    it("own-headers-80.xlsx: refused, naming the field that no column has", async () => {
      expect((await refused(file("own-headers-80.xlsx"), "own-headers-80.xlsx")).message).toMatch(
        /^Field Name is required in sheet Tour Montag\n/,
      );
    });

    const REFUSED: Record<string, string> = {
      "empty.xlsx": "import.no_rows",
      "no-header.xlsx": "import.mapping",
      "not-a-workbook.xlsx": "import.not_workbook",
      "truncated.xlsx": "import.damaged",
    };
    it.each(Object.entries(REFUSED))("bad/%s: refused as %s", async (name, code) => {
      expect((await refused(file(`bad/${name}`), name)).code).toBe(code);
    });

    it("bad/empty-required.xlsx: rows without a name are left out and listed", async () => {
      const { row, problems } = await run("bad/empty-required.xlsx");
      const left = problems.filter((problem) => problem.dropped);
      expect(left.length).toBeGreaterThan(0);
      expect(row.rows_applied).toBe(row.rows_total - left.length);
      expect(left[0]).toMatchObject({ row: 3, field: "Name", message: "Row 3: Name is empty. The row was left out." });
    });

    it("bad/comma-decimals-and-text.xlsx: commas are read, what is no number is listed with its value", async () => {
      const { id, row, problems } = await run("bad/comma-decimals-and-text.xlsx");
      expect(row.rows_applied).toBe(20);
      expect(problems.map((problem) => problem.message)).toContain(
        "Row 2: Start time '25:99' is no time (HH:mm). The default is used.",
      );
      expect(problems.map((problem) => problem.message)).toContain(
        "Row 2: Package load 'about 5 kg' is no number. The default is used.",
      );
      expect((await visitsOf(id))[0]).toMatchObject({ lat: 47.115747, lng: 9.550274, package_load: 0 });
    });

    it("bad/excel-times-and-dates.xlsx: Excel's fractions of a day are times", async () => {
      const { id, problems } = await run("bad/excel-times-and-dates.xlsx");
      expect(problems).toEqual([]);
      expect(new Set((await visitsOf(id)).map((visit) => `${visit.start_time}-${visit.end_time}`))).toEqual(
        new Set(["08:00-17:30"]),
      );
    });

    it("bad/out-of-range-coordinates.xlsx: visits come in without a place, each listed", async () => {
      const { id, summary, problems } = await run("bad/out-of-range-coordinates.xlsx");
      const visits = await visitsOf(id);
      expect(visits).toHaveLength(20);
      expect(summary.withoutPlace).toBe(visits.filter((visit) => visit.lat === null).length);
      expect(new Set(problems.map((problem) => problem.row)).size).toBe(summary.withoutPlace);
      expect(visits.every((visit) => visit.lat === null || Math.abs(visit.lat) <= 90)).toBe(true);
    });

    it("bad/duplicate-headers.xlsx: the left column counts, the other is named", async () => {
      const { id, summary } = await run("bad/duplicate-headers.xlsx");
      expect((await visitsOf(id))[0]?.name).toBe("Workshop Guferwaldstrasse 14");
      expect(summary.sheets[0]?.ignoredColumns).toEqual(["Name"]);
    });

    it("bad/formulas-and-markup.xlsx: names stay what they are, as text", async () => {
      const { id } = await run("bad/formulas-and-markup.xlsx");
      const names = (await visitsOf(id)).map((visit) => visit.name);
      expect(names.slice(0, 5)).toEqual([
        '=HYPERLINK("http://example.invalid","x")',
        "<img src=x onerror=alert(1)>",
        "Robert'); DROP TABLE visits;--",
        "+1+cmd|calc",
        "name 😀 ürümqi 東京",
      ]);
    });

    it("decides about every bad file", async () => {
      const decided = [
        ...Object.keys(REFUSED),
        "empty-required.xlsx",
        "comma-decimals-and-text.xlsx",
        "excel-times-and-dates.xlsx",
        "out-of-range-coordinates.xlsx",
        "duplicate-headers.xlsx",
        "formulas-and-markup.xlsx",
      ];
      expect((await readdir(file("bad"))).sort()).toEqual(decided.sort());
    });
  });
});
