import { afterEach, describe, expect, it, vi } from "vitest";
import { letOthersIn } from "~/db/let-others-in.server";
import { applyRows } from "~/features/imports/commands/apply-rows.server";
import { startApply } from "~/features/imports/commands/apply-sheet.server";
import { checkRows } from "~/features/imports/commands/check-rows.server";
import { startCheck } from "~/features/imports/commands/map-sheet.server";
import { uploadSheet } from "~/features/imports/commands/upload-sheet.server";
import { countRequest, somebodyWaits } from "~/lib/requests-under-way.server";
import { databases } from "../../helpers/databases";
import { stored, workbookOf } from "../../helpers/workbooks";
import { useImports, VISIT_HEADERS, visitRow } from "./import-world";

// why: nothing else tells that the work waits. The module itself is the real one.
vi.mock("~/lib/requests-under-way.server", { spy: true });

/** So often the work looks whether somebody waits, and doesn't begin. */
const LOOKS = 5;

const ends: (() => void)[] = [];
const beginRequest = (): void =>
  countRequest(
    (over) => void ends.push(over),
    () => undefined,
  );
const endRequests = (): void => ends.splice(0).forEach((end) => end());

afterEach(() => {
  vi.restoreAllMocks();
  endRequests();
});

describe.each(databases())("while a page is answered on %s", (kind) => {
  const { database, world, company, session, none } = useImports(kind);

  async function upload(): Promise<number> {
    const rows = Array.from({ length: 300 }, (_, nth) => visitRow(`Visit ${nth}`));
    const file = await stored(world(), "visits.xlsx", workbookOf({ Visits: [VISIT_HEADERS, ...rows] }));
    const { id } = await uploadSheet(session(), file, none);
    await startCheck(session(), id);
    return id;
  }

  /** @returns how far the sheet is when the work has waited for a while, and once it is done */
  async function besidesPage(id: number, column: "rows_total" | "rows_applied", work: () => Promise<unknown>) {
    // The clock stands still: the work never waits for too long, and the page is never one that takes too long.
    const at = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(at);
    const far = async (): Promise<number> =>
      Number(((await database().db("routing_sheets").where({ id }).first(column)) as Record<string, number>)[column]);
    beginRequest();
    const looks = vi.mocked(somebodyWaits).mock.calls;
    const from = looks.length;
    const done = work();
    let meanwhile = 0;
    while (meanwhile === 0 && looks.length < from + LOOKS) {
      meanwhile = await far();
      await new Promise((resolve) => setImmediate(resolve));
    }
    endRequests();
    await done;
    return { meanwhile, after: await far() };
  }

  it("no rows of an import are checked", async () => {
    const id = await upload();
    const { meanwhile, after } = await besidesPage(id, "rows_total", () => checkRows(company().companyId, id, 0));
    expect(meanwhile).toBe(0);
    expect(after).toBeGreaterThan(0);
  });

  it("no rows of an import are applied", async () => {
    const id = await upload();
    await checkRows(company().companyId, id, Infinity);
    await startApply(session(), id);
    const author = { companyId: company().companyId, userId: session().user.id };
    const { meanwhile, after } = await besidesPage(id, "rows_applied", () => applyRows(author, id, { workMs: 0 }));
    expect(meanwhile).toBe(0);
    expect(after).toBe(300);
  });

  it("long work has its turn after a while, although one request follows the other", async () => {
    let clock = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => (clock += 5));
    let isOver = false;
    const work = letOthersIn(database().db).then(() => (isOver = true));
    while (!isOver) {
      beginRequest();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await work;
    expect(ends.length).toBeGreaterThan(0);
  });
});
