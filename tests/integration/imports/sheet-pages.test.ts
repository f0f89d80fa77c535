import { beforeAll, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { databaseAddressIndex } from "~/boot/address-index.server";
import { removeAddresses, storeAddresses } from "~/boot/roads/addresses.server";
import { importAtOnce } from "~/features/imports/commands/import-at-once.server";
import { loadSheetPage } from "~/features/imports/queries/sheet-page.server";
import { loadSheetsPage } from "~/features/imports/queries/sheets-page.server";
import { geocodeWaiting } from "~/features/places/commands/geocode-waiting.server";
import { services, setServices } from "~/services/container.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import { createCompany, createVehicle } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { madeUpExtract } from "../../helpers/made-up-towns";
import { sessionOf } from "../../helpers/sessions";
import { stored, workbookOf } from "../../helpers/workbooks";
import type { UploadWorld } from "../../helpers/workbooks";
import { useImports } from "./import-world";

describe.each(databases())("the pages of imported files on %s", (kind) => {
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

  it("completes national numbers by the country of the company, or else of the warehouse", async () => {
    const { db } = database();
    const book = workbookOf({
      Visits: [
        ["Name", "Phone", "Latitude", "Longitude"],
        ["Short", "232 12 34", 47.14, 9.52],
        ["Whole", "+423 232 12 35", 47.14, 9.52],
        ["None", "12 34", 47.14, 9.52],
      ],
    });
    const read = async (companyCountry: string, warehouseCountry: string | null) => {
      const own = await createCompany(db);
      const dispatcher = sessionOf(own, { isDispatcher: true }, own.ownerId);
      const country = await db("countries").where({ code: companyCountry }).first("id");
      await db("companies")
        .where({ id: own.companyId })
        .update({ country_id: country?.id ?? null });
      await db("warehouses").where({ id: own.warehouseId }).update({ country_code: warehouseCountry });
      const at = { planId: null, warehouseId: own.warehouseId };
      const id = await importAtOnce(dispatcher, await stored(world, "phones.xlsx", book), at);
      const page = await loadSheetPage(dispatcher, new Request("http://localhost/x?rows=all&show=all"), id);
      const rows = await db("routing_sheet_rows").where({ sheet_id: id }).orderBy("row");
      const phones = (await visitsOf(id)).map((visit) => visit.recipient_phone);
      const [{ notes: [note] } = { notes: [] }] = page.rows!.rows;
      return { phones, noted: rows.map((row) => row.noted), note };
    };
    const home = await read("LI", "CH");
    expect(home.phones).toEqual(["+423 232 12 34", "+423 232 12 35", "12 34"]);
    expect(home.noted).toEqual([0, 0, 1]);
    expect(home.note).toMatchObject({
      message: "Recipient phone '232 12 34' has no country code. It was completed to +423 232 12 34.",
      cell: "232 12 34",
      kind: "completed",
    });
    expect(await read("-", "LI")).toEqual(home);
    expect(await read("-", null)).toMatchObject({
      phones: ["232 12 34", "+423 232 12 35", "12 34"],
      noted: [1, 0, 1],
    });
  });

  it("counts how many addresses are looked up, and leads to those that somebody has to choose places for", async () => {
    await storeAddresses(database().db, { region: "made-up", version: "1" }, madeUpExtract());
    const before = services();
    setServices({ ...before, geocoder: embeddedGeocoder(() => databaseAddressIndex(database().db)) });
    try {
      const book = workbookOf({
        Visits: [
          ["Name", "Address"],
          ["Sure", "Bahnhofstraße 12, 86990 Übelstetten"],
          ["Question", "Hauptstraße 9"],
          ["Unknown", "Qqqqq 77, 00000 Zzzzz"],
        ],
      });
      const id = await importAtOnce(session, await stored(world, "places.xlsx", book), none);
      const places = async () => (await sheetOf(id)).page.places;
      expect(await places()).toEqual({ asked: 0, waiting: 3, toFix: 0 });
      while ((await geocodeWaiting()) > 0);
      expect(await places()).toEqual({ asked: 3, waiting: 0, toFix: 2 });
      const { id: unknown } = (await database().db("routing_visits").where({ name: "Unknown" }).first())!;
      await database().db("visit_geocodes").where({ visit_id: unknown }).delete();
      expect(await places()).toEqual({ asked: 2, waiting: 1, toFix: 1 });
      await database()
        .db("routing_visits")
        .where({ source_id: String(id) })
        .update({ lat: 47.1, lng: 9.5 });
      expect(await places()).toBeNull();
    } finally {
      setServices(before);
      await removeAddresses(database().db, "made-up");
    }
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
    const id = await importAtOnce(session, await stored(world, "links.xlsx", book), none);
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
    expect(page.rows!.rows.map(({ sheet, row, href }) => [sheet, row, href])).toEqual([
      ["Visits", 3, `/company/visits?dialog=edit-visit&id=${idOf("Odd")}`],
      ["Visits", 4, null],
      ["Visits", 5, null],
      ["Visits", 6, `/planning/plan/${company.planId}?visit=${idOf("Planned")}`],
      ["Fleet", 2, `/company/resources/vehicles?dialog=edit-vehicle&id=${await vehicle("FL 701")}`],
      ["Fleet", 3, `/company/resources/vehicles?dialog=edit-vehicle&id=${await vehicle("FL 702")}`],
    ]);
  });

  it("calls a vehicle without a plate by its title, as the product's own export has it", async () => {
    const book = workbookOf({
      Vehicles: [
        ["Id", "Title", "Driver", "Plate", "Type", "Max load", "Work hour start"],
        [3, "Van of the north", "", null, "Car", 900, "08:00"],
        [4, "Van 4", "", "FL 4", "Car", 900, "08:00"],
      ],
    });
    const { page } = await sheetOf(await importAtOnce(session, await stored(world, "fleet.xlsx", book), none));
    expect(page.rows!.rows.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["Van of the north", "dropped"],
      ["FL 4", "created"],
    ]);
  });

  it("belongs to the company's country; filters by country and status; shows times by the user's clock", async () => {
    const { db } = database();
    const [liechtenstein, austria] = (await db("countries").whereIn("code", ["LI", "AT"]).orderBy("code", "desc")) as {
      id: number;
      title: string;
    }[];
    await db("companies").where({ id: company.companyId }).update({ country_id: liechtenstein!.id });
    const id = await importAtOnce(
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
    const { page } = await sheetOf(await importAtOnce(session, await stored(world, "mixed.xlsx", book), none));
    expect(page.sheets.map(({ name, entity, rows, ignored }) => [name, entity, rows, ignored])).toEqual([
      ["Stops", "visit", 1, ["Favourite colour"]],
      ["Notes", null, 2, []],
    ]);
  });
});
