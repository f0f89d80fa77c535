import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { importAtOnce } from "~/features/imports/commands/import-at-once.server";
import { createPlan } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { REAL_FILES, stored } from "../../helpers/workbooks";
import type { UploadWorld } from "../../helpers/workbooks";
import { useImports } from "./import-world";

// Left out, by name, where ../shared is not there.
describe.skipIf(!existsSync(REAL_FILES)).each(databases())(
  "the real files of ../shared/data/liechtenstein on %s",
  (kind) => {
    const imports = useImports(kind);
    const { database, sheetOf, visitsOf, none, refused } = imports;
    let world: UploadWorld;
    let company: TestCompany;
    let session: CompanySession;

    beforeAll(() => {
      world = imports.world();
      company = imports.company();
      session = imports.session();
    });

    const file = (name: string) => path.join(REAL_FILES, name);
    const run = async (name: string, target: { planId: number | null; warehouseId: number | null } = none) => {
      const id = await importAtOnce(session, await stored(world, path.basename(name), file(name)), target);
      return { id, ...(await sheetOf(id)) };
    };

    // @spec PC-1.13
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

    // @spec PC-1.14
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

    it("visits-and-vehicles.xlsx: both sheets, known plates found again", async () => {
      const { summary } = await run("visits-and-vehicles.xlsx", { planId: company.planId, warehouseId: null });
      expect(summary).toMatchObject({ visits: 60, vehiclesCreated: 0, unchanged: 4, routes: 4, problems: 0 });
    });

    it("addresses-only-40.xlsx: all visits come in and still need a place", async () => {
      const { summary } = await run("addresses-only-40.xlsx");
      expect(summary).toMatchObject({ visits: 40, withoutPlace: 40, problems: 0 });
    });

    it("own-headers-80.xlsx: German headers are found, all visits come in with their places", async () => {
      const { summary, page } = await run("own-headers-80.xlsx");
      expect(summary).toMatchObject({ visits: 80, withoutPlace: 0, problems: 0 });
      expect(page.sheets).toMatchObject([{ ignored: [] }]);
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
      const { id, page } = await run("bad/duplicate-headers.xlsx");
      expect((await visitsOf(id))[0]?.name).toBe("Workshop Guferwaldstrasse 14");
      expect(page.sheets[0]?.ignored).toEqual(["Name"]);
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
  },
);
