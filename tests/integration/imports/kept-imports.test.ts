import { stat } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { continueApply, startApply } from "~/features/imports/commands/apply-sheet.server";
import { checkRows } from "~/features/imports/commands/check-rows.server";
import { discardSheet } from "~/features/imports/commands/discard-sheet.server";
import { startCheck } from "~/features/imports/commands/map-sheet.server";
import { uploadSheet } from "~/features/imports/commands/upload-sheet.server";
import { forgetSheetFile } from "~/db/rights/sheet-files.server";
import { createWarehouse } from "../../factories/company";
import { databases } from "../../helpers/databases";
import { stored, workbookOf } from "../../helpers/workbooks";
import { useImports, VISIT_HEADERS, visitRow } from "./import-world";

describe.each(databases())("what imports take of the storage on %s", (kind) => {
  const { database, world, company, session, none, sheetOf } = useImports(kind);

  const upload = async () => {
    const book = workbookOf({ Visits: [VISIT_HEADERS, visitRow("Amsel")] });
    return uploadSheet(session(), await stored(world(), "visits.xlsx", book), none);
  };
  const bytesOf = async (key: string | null) =>
    key === null ? 0 : world().storage.withLocalFile(key, async (file) => (await stat(file)).size);
  beforeEach(async () => void (await database().db("routing_sheets").update({ stored_bytes: 0 })));
  /** As if the first import were so large. */
  const keep = (id: number, bytes: number) =>
    database().db("routing_sheets").where({ id }).update({ stored_bytes: bytes });
  const files = async () => {
    const keys: string[] = [];
    for await (const { key } of world().storage.list()) keys.push(key);
    return keys;
  };

  it("is their file and their rows, and the file alone once they are imported", async () => {
    const { id } = await upload();
    const { file_path: file, rows_path: rows, stored_bytes: before } = (await sheetOf(id)).row;
    expect(await bytesOf(rows)).toBeGreaterThan(0);
    expect(Number(before)).toBe((await bytesOf(file)) + (await bytesOf(rows)));
    await startCheck(session(), id);
    await checkRows(company().companyId, id);
    await startApply(session(), id);
    await continueApply({ companyId: company().companyId, userId: session().user.id }, id);
    expect(Number((await sheetOf(id)).row.stored_bytes)).toBe(await bytesOf(file));
  });

  it("ends where one more file doesn’t fit, which is refused and not kept, until one is discarded", async () => {
    const { id } = await upload();
    await keep(id, 10e9);
    const before = await files();
    await expect(upload()).rejects.toMatchObject({
      status: 422,
      field: "file",
      message: expect.stringMatching(
        /^This file takes \d+ kB, and the company has room for 0 B of the 10 GB that its imports may take\. Remove /,
      ),
    });
    expect(await files()).toEqual(before);
    await discardSheet(session(), id);
    await expect(upload()).resolves.toMatchObject({ mappings: [{ entity: "visit" }] });
  });

  it("is nothing any more once the file of an import had to go", async () => {
    const { id } = await upload();
    await forgetSheetFile(database().db, company().companyId, id);
    expect(Number((await sheetOf(id)).row.stored_bytes)).toBe(0);
  });

  it("isn’t begun for a warehouse that is inactive", async () => {
    const closed = await createWarehouse(database().db, company().companyId, { title: "Closed", status: 0 });
    const book = workbookOf({ Visits: [VISIT_HEADERS, visitRow("Amsel")] });
    const file = await stored(world(), "visits.xlsx", book);
    await expect(uploadSheet(session(), file, { planId: null, warehouseId: closed })).rejects.toMatchObject({
      status: 422,
      message: "Closed is inactive. Choose another warehouse.",
    });
  });

  it("has room for one of two files at the same time, where both don’t fit", async () => {
    const { id } = await upload();
    const bytes = Number((await sheetOf(id)).row.stored_bytes);
    await keep(id, 10e9 - 1.5 * bytes);
    const outcomes = await Promise.allSettled([upload(), upload()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is far less during a trial", async () => {
    const { id } = await upload();
    await keep(id, 500e6);
    await expect(upload()).resolves.toBeDefined();
    await database().db("company_billings").where({ company_id: company().companyId }).update({ package: "free" });
    await expect(upload()).rejects.toThrow("room for 0 B of the 500 MB that its imports may take during the trial");
  });
});
