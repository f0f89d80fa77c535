import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { insertPredictions, keepWidths, updatePredictions } from "~/db/repositories/visit-predictions.server";
import { loadPromisedWindows } from "~/features/dashboard/queries/promised-windows.server";
import { createCompany, createVisits, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { forgetWorld, setWorld } from "../planning/desk";

const NOW_TEXT = "2026-11-23 12:00:00";

describe.each(databases())("a company's dashboard on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  beforeEach(async () => {
    setWorld(db(), NOW_TEXT);
    company = await createCompany(db());
  });
  afterEach(forgetWorld);

  const dashboard = () => loadPromisedWindows(sessionOf(company, { isDispatcher: true }, company.ownerId));

  it("says what counts before anything is finished", async () => {
    const { windows, widths } = await dashboard();
    expect(windows).toEqual({ days: 30, visits: 0, early: 0, late: 0, widthMin: 0, untold: 0 });
    expect(widths).toMatchObject({ learntFrom: null, finished: 0, least: 200 });
    expect(widths.steps.map(({ from, to, beforeMin, afterMin }) => [from, to, beforeMin, afterMin])).toEqual([
      [0, 0, 5, 10],
      [1, 1, 10, 15],
      [2, 2, 10, 20],
      [3, 4, 15, 25],
      [5, 8, 20, 40],
      [9, 16, 25, 50],
      [17, 32, 30, 60],
      [33, null, 45, 75],
    ]);
  });

  it("counts the windows of the last thirty days that were kept, and what nothing tells about", async () => {
    const begins = [
      ["2026-11-22 09:59:59", "report"],
      ["2026-11-22 10:00:00", "report"],
      ["2026-11-22 10:20:00", "position"],
      ["2026-11-22 10:20:01", "report"],
      [null, "none"],
      ["2026-10-01 10:10:00", "report"],
      [null, null],
    ] as const;
    const visitIds = await createVisits(
      db(),
      company.companyId,
      begins.map(() => ({})),
    );
    await insertPredictions(
      db(),
      company.companyId,
      visitIds.map((visitId) => ({
        routeId: company.routeId,
        visitId,
        begins: {},
        promisedFrom: "2026-11-22 10:00:00",
        promisedTo: "2026-11-22 10:20:00",
      })),
      NOW,
    );
    const rows = await db()("visit_predictions").where({ company_id: company.companyId }).orderBy("visit_id");
    await updatePredictions(
      db(),
      company.companyId,
      rows.map(({ id }, nth) => ({ id, beganAt: begins[nth]![0], beganBy: begins[nth]![1] })),
      NOW_TEXT,
    );
    const { windows, widths } = await dashboard();
    expect(windows).toEqual({ days: 30, visits: 4, early: 1, late: 1, widthMin: 20, untold: 1 });
    expect(widths.finished).toBe(5);
  });

  it("shows what was learnt, in the minutes that are shown to recipients", async () => {
    const learnt = [
      { stops: 0, fromSec: -61, toSec: 100 },
      { stops: 1, fromSec: -601, toSec: 1_201 },
    ];
    await keepWidths(db(), company.companyId, { widths: learnt, visits: 321 }, NOW);
    expect((await dashboard()).widths).toMatchObject({
      learntFrom: 321,
      steps: [
        { from: 0, to: 0, beforeMin: 5, afterMin: 6 },
        { from: 1, to: null, beforeMin: 11, afterMin: 21 },
      ],
    });
  });

  it("is for those who manage the company's routes", async () => {
    const driver = sessionOf(company, { memberId: company.driverId, isDriver: true }, company.driverUserId);
    await expect(loadPromisedWindows(driver)).rejects.toMatchObject({ status: 403 });
  });
});
