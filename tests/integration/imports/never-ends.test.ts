import { afterEach, describe, expect, it, vi } from "vitest";
import { startApply } from "~/features/imports/commands/apply-sheet.server";
import { checkRows } from "~/features/imports/commands/check-rows.server";
import { startCheck } from "~/features/imports/commands/map-sheet.server";
import { uploadSheet } from "~/features/imports/commands/upload-sheet.server";
import { refuseFailed } from "~/features/imports/refuse-failed.server";
import { goOn } from "~/features/imports/run/continue-imports.server";
import { databases } from "../../helpers/databases";
import { stored, workbookOf } from "../../helpers/workbooks";
import { useImports, VISIT_HEADERS, visitRow } from "./import-world";

afterEach(() => void vi.restoreAllMocks());

describe.each(databases())("rows whose check never ends on %s", (kind) => {
  const { database, world, company, session, none, sheetOf } = useImports(kind);
  const author = () => ({ companyId: company().companyId, userId: session().user.id });
  const check = (id: number) => checkRows(company().companyId, id, 0);
  const begun = async (id: number) => (await sheetOf(id)).row.begun;

  async function upload(amount = 3): Promise<number> {
    const rows = Array.from({ length: amount }, (_, nth) => visitRow(`Visit ${nth}`));
    const file = await stored(world(), "visits.xlsx", workbookOf({ Visits: [VISIT_HEADERS, ...rows] }));
    const { id } = await uploadSheet(session(), file, none);
    await startCheck(session(), id);
    return id;
  }

  /** A process that is killed while it reads the rows: nothing of it ever comes back. */
  async function die(id: number): Promise<void> {
    // why: a process can't be killed within a test; its work stays undone in the same way.
    const reading = vi.spyOn(world().storage, "withLocalFile").mockImplementation(() => new Promise(() => undefined));
    void check(id);
    await vi.waitFor(() => expect(reading).toHaveBeenCalled(), 60_000);
    reading.mockRestore();
  }

  const longAgo = (id: number) =>
    database().db("routing_sheets").where({ id }).update({ updated_at: "2020-01-01 00:00:00" });

  it("are begun three times, and then the import has failed and says why", async () => {
    const id = await upload();
    for (const times of [1, 2, 3]) {
      await longAgo(id);
      await die(id);
      expect(await begun(id)).toBe(times);
    }
    // The third may still be at work, in another process.
    expect(await check(id)).toEqual({ finished: false, done: 0, total: 3 });
    expect((await sheetOf(id)).row.state).toBe("mapped");
    await goOn(database().db, author(), id);
    expect((await sheetOf(id)).row.state).toBe("mapped");
    await longAgo(id);
    await goOn(database().db, author(), id);
    const { row, rows, page } = await sheetOf(id);
    expect([row.state, rows]).toEqual(["failed", []]);
    expect(page.failure).toContain("The check of the rows was begun three times");
    expect(page.failure).toContain("Look for unusual values in the file, and upload it again.");
  });

  it("count once for all who were at work when the process was killed", async () => {
    const id = await upload();
    for (const _ of [1, 2, 3]) await die(id);
    expect(await begun(id)).toBe(1);
    await longAgo(id);
    await goOn(database().db, author(), id);
    expect((await sheetOf(id)).row.state).toBe("parsed");
  });

  it("may be tried again by hand, and a program is told that they have failed", async () => {
    const id = await upload();
    for (const _ of [1, 2, 3]) {
      await longAgo(id);
      await die(id);
    }
    await longAgo(id);
    await check(id);
    await expect(refuseFailed(company().companyId, id)).rejects.toMatchObject({ code: "import.failed", status: 422 });
    await startApply(session(), id);
    await goOn(database().db, author(), id);
    expect((await sheetOf(id)).row.state).toBe("parsed");
  });

  it("are no longer counted once a piece is stored, or when the check is refused", async () => {
    const id = await upload(1_700);
    await die(id);
    expect((await check(id)).done).toBeGreaterThan(0);
    expect(await begun(id)).toBe(0);
    vi.spyOn(world().storage, "withLocalFile").mockRejectedValue(new Error("the disk is away"));
    await expect(check(id)).rejects.toThrow("the disk is away");
    expect(await begun(id)).toBe(0);
  });
});
