import { beforeAll, describe, expect, it } from "vitest";
import { sheetRowsWithKeys } from "~/db/repositories/sheet-rows.server";
import { continueApply, startApply } from "~/features/imports/commands/apply-sheet.server";
import { mendRows } from "~/features/imports/commands/mend-rows.server";
import { uploadAndCheck } from "~/features/imports/commands/upload-and-check.server";
import { createVehicle } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { asked } from "../../helpers/explained";
import { stored, workbookOf } from "../../helpers/workbooks";
import type { Rows } from "../../helpers/workbooks";
import { useImports } from "./import-world";

describe.each(databases())("rows that are mended before they are imported, on %s", (kind) => {
  const imports = useImports(kind);
  const { sheetOf, none } = imports;
  const db = () => imports.database().db;
  let author: { companyId: number; userId: number | null };
  beforeAll(() => {
    author = { companyId: imports.company().companyId, userId: imports.session().user.id };
  });

  const check = async (rows: Rows) =>
    uploadAndCheck(imports.session(), await stored(imports.world(), "mend.xlsx", workbookOf({ Rows: rows })), none);
  const withIds = (...ids: string[]): Rows => [
    ["Name", "External id", "Address"],
    ...ids.map((id, index) => [`Stop ${index + 2}`, id, `Road ${index + 2}, Vaduz`]),
  ];
  /** Writes into the second column of rows, by their numbers in the file. */
  const mend = async (id: number, typed: Record<number, string>) => {
    const { rows } = await sheetOf(id);
    const cells = Object.entries(typed).map(([number, value]) => ({
      rowId: rows.find(({ row }) => row === Number(number))!.id,
      column: 1,
      value,
    }));
    return mendRows(imports.session(), id, cells);
  };
  const outcomes = async (id: number) => (await sheetOf(id)).rows.map(({ outcome }) => outcome);
  const said = async (id: number) => (await sheetOf(id)).problems.map(({ message }) => message);
  const later = (row: number, id: string, used: number) =>
    `Row ${row}: External id '${id}' is also in row ${used}. The later row was used.`;

  it("say that they change a vehicle whose plate they have now", async () => {
    await createVehicle(db(), author.companyId, { plate: "FL 4711" });
    const id = await check([
      ["Vehicle", "Plate", "Vehicle capacity"],
      ["Van", "FL 1", 100],
    ]);
    expect(await outcomes(id)).toEqual(["create"]);
    await mend(id, { 2: "FL 4711" });
    expect(await outcomes(id)).toEqual(["update"]);
  });

  it("give way to the row that they had left out, which is imported then", async () => {
    const id = await check(withIds("A", "B", "A", "A"));
    expect(await outcomes(id)).toEqual(["dropped", "create", "dropped", "create"]);
    expect(await mend(id, { 5: "C" })).toEqual({ ready: 1, left: 0 });
    expect(await outcomes(id)).toEqual(["dropped", "create", "create", "create"]);
    expect(await said(id)).toEqual([later(2, "A", 4)]);
    await startApply(imports.session(), id);
    await continueApply(author, id);
    expect((await imports.visitsOf(id)).map(({ name }) => name)).toEqual(["Stop 3", "Stop 4", "Stop 5"]);
  });

  it("leave out an earlier row with their new id, and are left out for a later one", async () => {
    const id = await check(withIds("A", "B", "C"));
    await mend(id, { 3: "A" });
    expect([await outcomes(id), await said(id)]).toEqual([["dropped", "create", "create"], [later(2, "A", 3)]]);
    expect(await mend(id, { 3: "C" })).toEqual({ ready: 0, left: 1 });
    expect([await outcomes(id), await said(id)]).toEqual([["create", "dropped", "create"], [later(3, "C", 4)]]);
    // A row that can't be read any more counts no longer.
    const { rows } = await sheetOf(id);
    await mendRows(imports.session(), id, [{ rowId: rows[2]!.id, column: 0, value: "" }]);
    expect(await outcomes(id)).toEqual(["create", "create", "dropped"]);
  });

  it("may change ids with each other", async () => {
    const id = await check(withIds("A", "B"));
    expect(await mend(id, { 2: "B", 3: "A" })).toEqual({ ready: 2, left: 0 });
    expect([await outcomes(id), await said(id)]).toEqual([["create", "create"], []]);
  });

  it("are no longer what another row repeats", async () => {
    const same = ["Ash", "Main street 1"];
    const id = await check([["Name", "Address"], same, same, same]);
    const repeats = (row: number, first: number) => `Row ${row}: The row is the same as row ${first}. Both were used.`;
    expect(await said(id)).toEqual([repeats(3, 2), repeats(4, 2)]);
    await mend(id, { 2: "Elsewhere 5" });
    expect(await said(id)).toEqual([repeats(4, 3)]);
  });

  it("are checked with one look at what they don't say themselves, however many they are", async () => {
    const id = await check(withIds("A", "B", "C"));
    const one = await asked(db(), "companies", () => mend(id, { 2: "D" }));
    const two = await asked(db(), "companies", () => mend(id, { 3: "E", 4: "F" }));
    expect(two.map(({ sql }) => sql)).toEqual(one.map(({ sql }) => sql));
  });

  it("are found by their keys in the file's order", async () => {
    const id = await check(withIds("Z", "A", "M"));
    const found = await sheetRowsWithKeys(db(), author.companyId, id, "visit", ["M", "A", "Z"]);
    expect(found.map(({ row, match_key }) => [row, match_key])).toEqual([
      [2, "Z"],
      [3, "A"],
      [4, "M"],
    ]);
  });
});
