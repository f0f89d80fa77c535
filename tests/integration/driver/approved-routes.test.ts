import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { insertAttachment } from "~/db/repositories/attachments.server";
import { addAttachments, removeAttachment } from "~/features/driver/commands/attachments.server";
import { markVisitDone, markVisitDoneWith } from "~/features/driver/commands/mark-visit-done.server";
import { markVisitFailed } from "~/features/driver/commands/mark-visit-failed.server";
import { setVisitOnRoute } from "~/features/driver/commands/set-visit-on-route.server";
import { finishRoute, startRoute } from "~/features/driver/commands/report-route.server";
import { attachmentFile } from "~/features/driver/queries/attachment-file.server";
import { loadDriverRoute } from "~/features/driver/queries/driver-route.server";
import { exportFile } from "~/features/exports/queries/export-file.server";
import { setServices } from "~/services/container.server";
import { makeFile } from "~/services/export/make-file";
import { testRouting } from "../../helpers/routing";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";
import { at, createRoad, forgetWorld, setWorld } from "./road";
import type { Road } from "./road";

const root = mkdtempSync(path.join(tmpdir(), "route-platform-approved-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Everything that a driver can ask the server to do on a route, with `photo` for an attachment of its first stop. */
const ACTIONS: Record<string, (session: CompanySession, road: Road, photo: number) => Promise<unknown>> = {
  start: (session, { routeId }) => startRoute(session, { routeId, confirmed: true }),
  finish: (session, { routeId }) => finishRoute(session, { routeId, confirmed: true }),
  done: (session, { stops }) => markVisitDone(session, { visitId: stops[0], confirmed: true }),
  "done with a photo": async (session, { stops }) =>
    markVisitDoneWith(session, [await stored()], { visitId: stops[0], confirmed: true }),
  failed: (session, { stops }) => markVisitFailed(session, { visitId: stops[0], failReasonId: 1, confirmed: true }),
  "on route again": (session, { stops }) => setVisitOnRoute(session, { visitId: stops[0], confirmed: true }),
  "upload a photo": async (session, { stops }) =>
    addAttachments(session, { visitId: stops[0], files: [await stored()] }),
  "view a photo": (session, _, photo) =>
    attachmentFile(session, photo, new Request("http://localhost/platform/picture")),
  "remove a photo": (session, _, photo) => removeAttachment(session, { attachmentId: photo }),
  "open the page": (session, { routeId }) => loadDriverRoute(session, routeId),
  "export as CSV": (session, { routeId }) => exportFile(session, { what: "route", id: routeId, format: "csv" }),
  "export as GPX": (session, { routeId }) => exportFile(session, { what: "route", id: routeId, format: "gpx" }),
  "export as a workbook": (session, { routeId }) => exportFile(session, { what: "route", id: routeId, format: "xlsx" }),
  "print the manifest": (session, { routeId }) => exportFile(session, { what: "route", id: routeId, format: "pdf" }),
};
const STATUSES = [1, 2, 3, 4, 5];
const CASES = Object.keys(ACTIONS).flatMap((name) => STATUSES.map((status) => [name, status] as const));

const picture = readFileSync("tests/fixtures/pictures/door.jpg");
let storage = localDiskStorage(root);
let pictures = 0;
async function stored() {
  const key = `companies/1/visits/${(pictures += 1)}.jpg`;
  await storage.write(key, Readable.from([picture]));
  return { type: "photo" as const, key };
}

describe.each(databases())("what a driver does on a route of every status, on %s", (kind) => {
  const database = useTestDatabase(kind);
  const files = { make: makeFile, close: () => Promise.resolve() };
  beforeEach(() => {
    storage = localDiskStorage(path.join(root, kind));
    setWorld(database().db, at("08:15"));
    setServices(
      testServices({
        clock: { nowMs: () => Date.parse("2026-11-23T08:15:00Z") },
        routing: testRouting(),
        storage,
        files,
      }),
    );
  });
  afterEach(forgetWorld);

  const prepared = async (routeStatus: number) => {
    const road = await createRoad(database().db, { routeStatus });
    const { key, type } = await stored();
    const photo = await insertAttachment(
      database().db,
      road.companyId,
      { visit_id: road.stops[0], path: key, type },
      NOW,
    );
    return { road, photo };
  };
  const everything = async (road: Road) => {
    const rows = (table: string) => road.db(table).where({ company_id: road.companyId }).orderBy("id");
    return {
      plan: await road.db("routing_plans").where({ id: road.planId }),
      routes: await rows("routing_routes"),
      visits: await rows("routing_visits"),
      pictures: await rows("routing_visit_attachments"),
    };
  };
  const outcome = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "answered",
      (error: { code?: string; status?: number; message: string }) => ({
        code: error.code,
        status: error.status,
        text: error.message,
      }),
    );

  it.each(CASES)("%s, status %i", async (name, status) => {
    const act = ACTIONS[name]!;
    const { road, photo } = await prepared(status);
    const colleague = sessionOf(road, { memberId: road.driverId + 1000, isDriver: true }, road.driverUserId);
    const before = await everything(road);
    const refused = await outcome(act(colleague, road, photo));
    expect(refused).toMatchObject({ code: "not_found", status: 404 });
    const own = await outcome(act(road.driver, road, photo));
    if (status <= 2) {
      // The very answer that another driver's route gets, and nothing has changed.
      expect(own).toEqual(refused);
      expect(await everything(road)).toEqual(before);
      expect(await outcome(act(road.dispatcher, road, photo))).not.toMatchObject({ status: 404 });
    } else {
      expect(own).not.toMatchObject({ status: 404 });
      expect(own).not.toMatchObject({ status: 403 });
    }
  });
});
