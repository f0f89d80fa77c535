import { afterAll, beforeAll, expect } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import type { RoutingSheetRow } from "~/db/tables";
import { importAtOnce } from "~/features/imports/commands/import-at-once.server";
import { loadSheetPage } from "~/features/imports/queries/sheet-page.server";
import type { ImportNote } from "~/features/imports/row-notes";
import type { AppError } from "~/lib/errors";
import { setServices } from "~/services/container.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import { createCompany } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { useTestDatabase } from "../../helpers/databases";
import type { DatabaseKind } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { stored, uploadWorld } from "../../helpers/workbooks";
import type { Rows, UploadWorld } from "../../helpers/workbooks";

const NOW_MS = Date.parse("2026-11-21T06:00:00Z");

export const VISIT_HEADERS = [
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
export const visitRow = (name: string, row: Partial<Record<string, string | number>> = {}): Rows[number] =>
  VISIT_HEADERS.map(
    (header) =>
      row[header] ??
      ({ Name: name, Address: "Vaduz", Latitude: 47.14, Longitude: 9.52 } as Record<string, string | number>)[header] ??
      null,
  );

/** What a `describe` of tests about imports works with; ask for everything inside its tests and hooks. */
export function useImports(kind: DatabaseKind) {
  const database = useTestDatabase(kind);
  let world: UploadWorld;
  let company: TestCompany;
  let session: CompanySession;

  beforeAll(async () => {
    world = uploadWorld();
    setDatabase(database().db);
    setServices(
      testServices({
        clock: { nowMs: () => NOW_MS },
        ...{ storage: world.storage, spreadsheets: world.spreadsheets, geocoder: embeddedGeocoder() },
      }),
    );
    company = await createCompany(database().db);
    session = sessionOf(company, { isDispatcher: true }, company.ownerId);
  });
  afterAll(async () => {
    setDatabase(undefined);
    setServices(undefined);
    await world.remove();
  });

  /** The sheet with its page, and what is said about its rows, in the file's order. */
  const sheetOf = async (id: number) => {
    const row = (await database().db("routing_sheets").where({ id }).first()) as RoutingSheetRow;
    const page = await loadSheetPage(session, new Request("http://localhost/x?rows=all&show=all"), id);
    const { visits, vehicles, routes, left, noted } = page.counts;
    const withoutPlace = page.places === null ? 0 : page.places.waiting + page.places.toFix;
    const rows = await database().db("routing_sheet_rows").where({ sheet_id: id }).orderBy("sheet").orderBy("row");
    return {
      row,
      page,
      rows,
      summary: {
        visits: visits.created,
        visitsUpdated: visits.updated,
        unchanged: visits.unchanged + vehicles.unchanged,
        vehiclesCreated: vehicles.created,
        vehiclesUpdated: vehicles.updated,
        routes,
        withoutPlace,
        problems: left + noted,
      },
      problems: rows.flatMap(({ sheet, notes, outcome }) =>
        parseJson<ImportNote[]>(notes, []).map((note) => ({
          ...note,
          sheet: page.sheets[sheet]!.name,
          dropped: note.kind === "dropped",
          outcome,
        })),
      ),
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
    const error = await importAtOnce(session, upload, target).then(
      () => null,
      (reason: AppError) => reason,
    );
    expect(error, `${fileName} must be refused`).not.toBeNull();
    expect(await counts()).toEqual(before);
    await expect(world.storage.open(upload.key)).rejects.toThrow("File not found");
    return error as AppError;
  }
  return {
    database,
    world: () => world,
    company: () => company,
    session: () => session,
    sheetOf,
    visitsOf,
    none,
    refused,
  };
}
