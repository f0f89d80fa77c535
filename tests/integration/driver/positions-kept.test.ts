import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useDatabase as setDatabase } from "~/db/database.server";
import { recordPlanChange } from "~/db/repositories/plan-changes.server";
import { addRoadTask, settleTasksOfVisit } from "~/db/repositories/road-tasks.server";
import { insertVisits } from "~/db/repositories/visits.server";
import { runHousekeeping } from "~/db/housekeeping.server";
import { COMPANY_ACTIONS } from "~/features/company/actions.server";
import { loadSettingsPage } from "~/features/company/queries/settings-page.server";
import { setServices } from "~/services/container.server";
import { addSeconds } from "~/domain/time/utc-text";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { createCompany, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { submit } from "../../helpers/forms";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

const DAY_SEC = 24 * 3600;

describe.each(databases())("how long positions are kept on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeAll(() => {
    setDatabase(db());
    setServices(testServices({ clock: { nowMs: () => Date.parse("2026-11-21T06:00:00Z") } }));
  });
  afterAll(() => {
    setDatabase(undefined);
    setServices(undefined);
  });

  const owner = ({ companyId, ownerId }: TestCompany) => sessionOf({ companyId }, { isOwner: true }, ownerId);
  const keep = (company: TestCompany, days: string) =>
    submit(COMPANY_ACTIONS["positions.keep"], owner(company), { positions_kept_days: days });

  it("is the company's choice, 30 days at first", async () => {
    const company = await createCompany(db());
    const shown = async () =>
      (await loadSettingsPage(owner(company), new Request("http://localhost/"))).settings?.positionsKeptDays;
    const seen = [await shown()];
    // What is typed beyond the limits is taken as the limit, as in all settings.
    for (const days of ["7", "0", "4000", ""]) {
      await keep(company, days);
      seen.push(await shown());
    }
    expect(seen).toEqual([30, 7, 1, 400, 30]);
    const dispatcher = sessionOf(company, { isDispatcher: true, memberId: 1 }, company.ownerId);
    await expect(submit(COMPANY_ACTIONS["positions.keep"], dispatcher, { positions_kept_days: "9" })).rejects.toThrow(
      "You have no access",
    );
    expect(await shown()).toBe(30);
  });

  it("ends with the hour after: older ones are removed in pieces, and no others", async () => {
    const [short, long] = [await createCompany(db()), await createCompany(db())];
    await keep(short, "2");
    const position = ({ companyId, routeId }: TestCompany, ageSec: number) => ({
      company_id: companyId,
      route_id: routeId,
      taken_at: addSeconds(NOW, -ageSec),
      lat: 47.1,
      lng: 9.5,
    });
    const old = Array.from({ length: 450 }, (_, nth) => position(short, 2 * DAY_SEC + 1 + nth));
    for (let from = 0; from < old.length; from += 150)
      await db()("vehicle_positions").insert(old.slice(from, from + 150));
    await db()("vehicle_positions").insert(position(short, 2 * DAY_SEC));
    await db()("latest_positions").insert([position(short, 2 * DAY_SEC + 1), position(long, 30 * DAY_SEC)]);
    await db()("vehicle_positions").insert([position(long, 30 * DAY_SEC), position(long, 31 * DAY_SEC)]);
    await runHousekeeping(db(), NOW);
    const left = async (table: "vehicle_positions" | "latest_positions") =>
      (await db()(table).orderBy("id")).map(({ company_id, taken_at }) => [company_id, taken_at]);
    expect(await left("vehicle_positions")).toEqual([
      [short.companyId, addSeconds(NOW, -2 * DAY_SEC)],
      [long.companyId, addSeconds(NOW, -30 * DAY_SEC)],
    ]);
    expect(await left("latest_positions")).toEqual([[long.companyId, addSeconds(NOW, -30 * DAY_SEC)]]);
  });

  it("is how long places of reports are kept, too: in visits, their plan's changes and settled tasks", async () => {
    const [short, long] = [await createCompany(db()), await createCompany(db())];
    await keep(short, "2");
    const place = { reported_lat: 47.15999, reported_lng: 9.50888, reported_accuracy: 9 };
    const report = async ({ companyId, planId, routeId }: TestCompany, ageSec: number) => {
      const at = addSeconds(NOW, -ageSec);
      const [visitId] = await insertVisits(
        db(),
        companyId,
        [{ plan_id: planId, route_id: routeId, name: "Ash", status: 4, completed_at: at, ...place }],
        NOW,
      );
      const fields = { reportedLat: 47.15999, reportedLng: 9.50888, reportedAccuracy: 9, notes: "At the door" };
      const side = (of: object) => ({ plan: null, routes: [], visits: [{ id: visitId, ...of }] });
      await recordPlanChange(
        db(),
        companyId,
        { planId, userId: null, kind: "visit.done", planVersion: 2, before: side({}), after: side(fields) },
        at,
      );
      for (const isSettled of [true, false]) {
        const key = `far:${visitId}:${isSettled}`;
        const seen = { action: "visit.done", by: "Dora Driver", visitName: "", reportedAt: at };
        const details = { ...seen, meters: 5991, accuracyM: 9 };
        const about = { planId, routeId, visitId: visitId! };
        await addRoadTask(db(), companyId, { ...about, key, kind: RoadTaskKind.Far, details }, at);
        if (isSettled)
          await settleTasksOfVisit(
            db(),
            companyId,
            { kind: "far", visitId: visitId! },
            { outcome: "seen", userId: null },
            NOW,
          );
      }
      return visitId!;
    };
    const old = await report(short, 2 * DAY_SEC + 1);
    const others = [await report(short, 2 * DAY_SEC), await report(long, 3 * DAY_SEC)];
    await runHousekeeping(db(), NOW);
    const stored = async (id: number) => {
      const visit = await db()("routing_visits")
        .where({ id })
        .first("reported_lat", "reported_lng", "reported_accuracy");
      const changes = (await db()("plan_changes").pluck("after")) as string[];
      const change = changes.find((after) => after.includes(`"id":${id},`)) ?? "";
      const tasks = await db()("road_tasks").where({ visit_id: id }).whereNotNull("settled_at");
      return { visit, isInChange: /47\.15999|9\.50888|Accuracy":9/.test(change), change, settled: tasks.length };
    };
    const nowhere = { reported_lat: null, reported_lng: null, reported_accuracy: null };
    expect(await stored(old)).toMatchObject({ visit: nowhere, isInChange: false, settled: 0 });
    expect((await stored(old)).change).toContain("At the door");
    for (const id of others) expect(await stored(id)).toMatchObject({ visit: place, isInChange: true, settled: 1 });
    expect(await db()("road_tasks").where({ visit_id: old })).toHaveLength(1);
  });

  it("asks before it gets shorter by what there is, and not twice", async () => {
    const company = await createCompany(db());
    const stored = async () =>
      ((await db()("companies").where({ id: company.companyId }).first()) as { positions_kept_days: number })
        .positions_kept_days;
    const at = (days: number) => ({
      company_id: company.companyId,
      route_id: company.routeId,
      taken_at: addSeconds(NOW, -days * DAY_SEC - 1),
      lat: 47.1,
      lng: 9.5,
    });
    await db()("vehicle_positions").insert([at(1), at(8), at(9)]);
    expect(await keep(company, "7")).toEqual({ status: "confirm", positions: 2 });
    expect(await stored()).toBe(30);
    const page = await loadSettingsPage(owner(company), new Request("http://localhost/?dialog=keep-positions&days=7"));
    expect(page.keptQuestion).toEqual({ dialog: "keep-positions", days: 7, shown: null, positions: 2 });
    // A longer time, and a shorter one that nothing is older than.
    expect(await keep(company, "60")).toEqual({ status: "applied" });
    expect(await keep(company, "20")).toEqual({ status: "applied" });
    const confirmed = { positions_kept_days: "7", confirmed: "1" };
    expect(await submit(COMPANY_ACTIONS["positions.keep"], owner(company), confirmed)).toEqual({ status: "applied" });
    expect(await stored()).toBe(7);
  });
});
