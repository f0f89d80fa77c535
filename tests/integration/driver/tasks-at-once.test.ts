import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { addRoadTask } from "~/db/repositories/road-tasks.server";
import type { ReportDetails } from "~/domain/tracking/road-task";
import { AttachmentType } from "~/domain/visit/confirmation";
import { applyReportTask } from "~/features/driver/commands/settle-task.server";
import { erasePeople } from "~/features/rights/run/erasures.server";
import { setServices } from "~/services/container.server";
import { convertFile } from "~/services/spreadsheet/convert";
import { readRows } from "~/services/spreadsheet/rows-file";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { atOnce, holdAfter } from "../../helpers/held-statement";
import { reportTask } from "../../helpers/report-tasks";
import { testRouting } from "../../helpers/routing";
import { testServices } from "../../helpers/services";
import { at, createRoad, forgetWorld, setWorld } from "./road";
import type { Road } from "./road";

const root = mkdtempSync(path.join(tmpdir(), "route-platform-tasks-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

// SQLite has one transaction at a time.
describe.each(databases().filter((kind) => kind === "mariadb"))("a report's author and pictures on %s", (kind) => {
  const database = useTestDatabase(kind);
  const storage = localDiskStorage(root);
  let road: Road;
  let taskId: number;

  beforeEach(async () => {
    const { db } = database();
    setWorld(db, at("08:15"));
    const clock = { nowMs: () => Date.parse("2026-11-23T08:15:00Z") };
    setServices(testServices({ clock, routing: testRouting(), storage }));
    road = await createRoad(db);
    const details = {
      pressedAt: at("08:05"),
      byId: road.driverUserId,
      pictures: [{ key: `companies/${road.companyId}/visits/door.jpg`, type: AttachmentType.Photo }],
    };
    const place = { planId: road.planId, routeId: road.routeId, visitId: road.stops[0] };
    await addRoadTask(db, road.companyId, reportTask("report:one", details, place), at("08:10"));
    taskId = (await db("road_tasks").where({ company_id: road.companyId }).first("id"))!.id as number;
    await db("users")
      .where({ id: road.driverUserId })
      .update({ erase_at: at("08:00"), deleted_at: at("08:00") });
  });
  afterEach(forgetWorld);

  const apply = () => applyReportTask(road.dispatcher, { taskId });
  const erase = () =>
    erasePeople({
      db: road.db,
      storage,
      now: at("08:15"),
      spreadsheets: {
        convert: (file, name, target) => Promise.resolve(convertFile(readFileSync(file), name, target)),
        rows: readRows,
      },
    });
  async function expectBoth(): Promise<void> {
    const row = (await road.db("road_tasks").where({ id: taskId }).first("details")) as { details: string };
    const { by, pictures } = JSON.parse(row.details) as ReportDetails;
    expect([by.includes("Dora"), pictures]).toEqual([false, []]);
  }

  it("who is erased while the report is accepted is not written back", async () => {
    await atOnce(road.db, holdAfter(road.db, /^select .* from .routing_plans. .* for update/), apply, erase);
    await expectBoth();
  });

  it("what was handed over while its author is erased is not written back", async () => {
    await atOnce(road.db, holdAfter(road.db, /^select .* from .road_tasks./), erase, apply);
    await expectBoth();
  });
});
