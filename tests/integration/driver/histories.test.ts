/** The histories of tests/unit/driver, with the server itself: fewer of them, because each is a day in a database. */
import fc from "fast-check";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { openSession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import type { ReportDetails } from "~/domain/tracking/road-task";
import { driverReport } from "~/features/driver/driver-action.server";
import type { ReportAnswer } from "~/lib/report-answer";
import { setServices } from "~/services/container.server";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { DAY_BEGINS_MS, formOf, history, live, PhoneWorld } from "../../helpers/phone-world";
import type { Body, Handled } from "../../helpers/phone-world";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { createRoad, forgetWorld, setWorld } from "./road";
import type { Road } from "./road";

const HISTORIES = 25;

const root = mkdtempSync(path.join(tmpdir(), "route-platform-histories-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(databases())("reports over a weak line, on %s", (kind) => {
  const database = useTestDatabase(kind);
  afterEach(forgetWorld);

  /** A route that is approved, and its server by a clock of its own. */
  async function serve(nowMs: () => number): Promise<{ road: Road; handle: (body: Body) => Promise<Handled> }> {
    setWorld(database().db, "2026-11-23 08:00:00");
    const storage = localDiskStorage(path.join(root, kind));
    const setClock = () => setServices(testServices({ clock: { nowMs }, routing: testRouting(), storage }));
    setClock();
    const road = await createRoad(database().db, { routeStatus: 3 });
    const user = await getUserAcrossCompanies(database().db, road.driverUserId);
    const cookie = (await openSession(user, new Headers())).split(";")[0]!;
    const { routeId, companyId, stops } = road;
    const handle = async (given: Body): Promise<Handled> => {
      setClock();
      const form = new FormData();
      for (const [name, value] of given) form.append(name, value);
      form.set("pageCompany", String(companyId));
      const stop = Number(form.get("visitId") ?? 0);
      if (stop > 0) form.set("visitId", String(stops[stop - 1]));
      const body = form.has("photo") ? form : new URLSearchParams(form as unknown as Record<string, string>);
      const request = new Request(`http://localhost/platform/driver/report/${routeId}`, {
        method: "POST",
        body,
        headers: { Cookie: cookie },
      });
      const response = await driverReport(request, { routeId: String(routeId) });
      return { status: response.status, answer: (await response.json()) as ReportAnswer };
    };
    return { road, handle };
  }

  function filesOf(companyId: number): string[] {
    const folder = path.join(root, kind, "companies", String(companyId), "visits");
    return existsSync(folder) ? readdirSync(folder).sort() : [];
  }

  async function endOf({ db, routeId, companyId }: Road) {
    const route = await db("routing_routes").where({ id: routeId }).first();
    const visits = await db("routing_visits").where({ route_id: routeId }).orderBy("id");
    const commands = await db("applied_commands").where({ company_id: companyId }).orderBy("id");
    const first = visits[0]!.id;
    const pictures = await db("routing_visit_attachments").where({ company_id: companyId }).orderBy("id");
    const tasks = (await db("road_tasks").where({ company_id: companyId })).map(
      ({ details }) => (JSON.parse(details) as ReportDetails).pictures,
    );
    // Nothing is stored that belongs to nothing, and nothing is lost.
    const kept = [...pictures.map((one) => one.path), ...tasks.flat().map(({ key }) => key)];
    expect(filesOf(companyId)).toEqual(kept.map((key) => path.basename(key)).sort());
    // Times of arrival are estimates from the moment of the last report on.
    return {
      route: [route!.status, route!.statistic_out_of_turn, route!.statistic_overdue_time],
      visits: visits.map((one) => [one.id - first, one.status, one.position, one.completed_at]),
      photos: pictures.map(({ visit_id }) => visit_id - first),
      commands: commands.map(({ command_id, result }) => [command_id, JSON.parse(result ?? "{}").status as string]),
    };
  }

  it(`end as they would have online, over ${HISTORIES} histories`, async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ clockErrorSec, steps }) => {
        let nowOfWorld = () => DAY_BEGINS_MS;
        const weak = await serve(() => nowOfWorld());
        const world = new PhoneWorld(clockErrorSec, weak.handle);
        nowOfWorld = () => world.nowMs;
        const pressed = await live(world, steps);
        let nowMs = pressed[0]!.atMs;
        const online = await serve(() => nowMs);
        for (const { atMs, id, press } of pressed) {
          nowMs = atMs;
          await online.handle(formOf(press, id, { confirmed: "1" }));
        }
        expect(await endOf(weak.road)).toEqual(await endOf(online.road));
      }),
      { numRuns: HISTORIES },
    );
  });
});
