import { beforeAll, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { importAtOnce } from "~/features/imports/commands/import-at-once.server";
import { createCompany, createPlan } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { archiveOf, sheetXml, workbookEntries } from "../../helpers/archives";
import { databases } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { stored, workbookOf } from "../../helpers/workbooks";
import type { UploadWorld } from "../../helpers/workbooks";
import { useImports, VISIT_HEADERS, visitRow } from "./import-world";

describe.each(databases())("what is not imported on %s", (kind) => {
  const imports = useImports(kind);
  const { database, none, refused } = imports;
  let world: UploadWorld;
  let company: TestCompany;
  let session: CompanySession;

  beforeAll(() => {
    world = imports.world();
    company = imports.company();
    session = imports.session();
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
      ["cut.xlsx", whole.slice(0, Math.floor(whole.length / 2)), "import.damaged", /"cut.xlsx" is damaged or cut off/],
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
            ["Farbe", "kg", "Latitude"],
            ["A", 2, 47.1],
          ],
        }),
        "import.mapping",
        /Field Name is required in sheet Tour\nThe file has the columns Farbe, kg, Latitude/,
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
    await importAtOnce(session, await stored(world, "c.xlsx", book), none);
    expect(await database().db("vehicles").where({ id: other.vehicleId }).first()).toMatchObject({ max_load: 1 });
    expect(
      await database().db("vehicles").where({ company_id: company.companyId, plate: "FL OTHER" }).first(),
    ).toMatchObject({ max_load: 2 });
  });

  it("is refused to drivers", async () => {
    const driver = sessionOf(company, { isDriver: true, memberId: company.driverId }, company.driverUserId);
    const upload = await stored(world, "d.xlsx", workbookOf({ Visits: [["Name"], ["A"]] }));
    await expect(importAtOnce(driver, upload, none)).rejects.toMatchObject({ status: 403 });
  });
});
