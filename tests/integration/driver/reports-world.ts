/** A route on the road and the phone of its driver, whose reports are sent and answered. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach } from "vitest";
import { openSession } from "~/auth/session.server";
import { listOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import { savePlanningChanges } from "~/db/planning-changes.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { driverReport } from "~/features/driver/driver-action.server";
import { planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { OWNER_HEADER } from "~/lib/report-answer";
import type { ReportAnswer } from "~/lib/report-answer";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import type { FileStorage } from "~/services/storage/storage";
import { setServices } from "~/services/container.server";
import { useTestDatabase } from "../../helpers/databases";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { at, createRoad, forgetWorld, setWorld } from "./road";
import type { Road } from "./road";
import type { DatabaseKind } from "../../helpers/databases";

export const door = readFileSync("tests/fixtures/pictures/door.jpg");

/** What a `describe` of tests about reports works with; ask for everything inside its tests and hooks. */
export function useReports(kind: DatabaseKind) {
  const root = mkdtempSync(path.join(tmpdir(), "route-platform-refused-"));
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let road: Road;
  let cookie: string;

  const storage = localDiskStorage(path.join(root, kind));
  const storeIn = (of: FileStorage) => {
    const clock = { nowMs: () => Date.parse("2026-11-23T08:15:00Z") };
    setServices(testServices({ clock, routing: testRouting(), storage: of }));
  };

  beforeEach(async () => {
    setWorld(db(), at("08:15"));
    storeIn(storage);
    road = await createRoad(db());
    cookie = await signIn(road.driverUserId);
  });
  afterEach(forgetWorld);
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  async function signIn(userId: number): Promise<string> {
    return (await openSession(await getUserAcrossCompanies(db(), userId), new Headers())).split(";")[0]!;
  }

  async function report(
    fields: Record<string, string>,
    photos = 0,
    given: { routeId?: number; companyId?: number; photo?: File; owner?: string } = {},
  ): Promise<[number, ReportAnswer]> {
    const body = new FormData();
    const { routeId = road.routeId, companyId = road.companyId } = given;
    for (const [name, value] of Object.entries({ pageCompany: String(companyId), ...fields })) body.set(name, value);
    for (let n = 0; n < photos; n += 1) body.append("photo", given.photo ?? new File([door], "door.jpg"));
    const request = new Request(`http://localhost/platform/driver/report/${routeId}`, {
      method: "POST",
      body: photos > 0 ? body : new URLSearchParams(body as unknown as Record<string, string>),
      headers: { Cookie: cookie, ...(given.owner === undefined ? {} : { [OWNER_HEADER]: given.owner }) },
    });
    const response = await driverReport(request, { routeId: String(routeId) });
    return [response.status, (await response.json()) as ReportAnswer];
  }
  const done = (stop: number, more: Record<string, string> = {}) => ({
    intent: "done",
    visitId: String(road.stops[stop]),
    commandId: `report-of-stop-${stop}`,
    ageSec: "600",
    ...more,
  });
  const tasks = async () => listOpenRoadTasks(db(), road.companyId, { limit: 50 });
  const attachments = (stop: number) => db()("routing_visit_attachments").where({ visit_id: road.stops[stop]! });
  const filesIn = () => {
    try {
      return readdirSync(path.join(root, kind, "companies", String(road.companyId), "visits"));
    } catch {
      return [];
    }
  };
  /** As every change of a plan is saved. */
  const save = (changes: Partial<PlanningChanges>, time = at("08:10")) =>
    savePlanningChanges(db(), road.companyId, road.planId, null, planningChanges(changes), time);
  const offRoute = (stop: number, time?: string) =>
    save({ visits: [{ id: road.stops[stop]!, set: { routeId: null, status: 1 } }] }, time);
  const toNobody = () => save({ routes: [{ id: road.routeId, set: { driverId: null } }] });

  return {
    root,
    db,
    road: () => road,
    storage,
    storeIn,
    signIn: async (userId: number) => void (cookie = await signIn(userId)),
    report,
    done,
    tasks,
    attachments,
    filesIn,
    save,
    offRoute,
    toNobody,
  };
}
