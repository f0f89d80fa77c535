import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startDatabase } from "~/boot/database.server";
import { startJobs } from "~/boot/jobs.server";
import { parseEnv } from "~/env.server";
import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { queueMail } from "~/mail/queue-mail.server";
import { inProcessPublisher } from "~/realtime/in-process-publisher.server";
import { setPublisher } from "~/realtime/publisher.server";
import { services, setServices } from "~/services/container.server";
import { jobs } from "~/services/jobs.server";
import { embeddedGeocoder } from "~/services/geocoding/embedded.server";
import { testRouting } from "../../helpers/routing";
import { createSolverPool } from "~/services/solver/solver-pool.server";
import type { SpreadsheetReader } from "~/services/spreadsheet/workbook";
import { localDiskStorage } from "~/services/storage/local-disk.server";
import { createCompany, NOW } from "../../factories/company";
import { SOLVER_POOL } from "../../helpers/calculations";
import { databases, emptyDatabase } from "../../helpers/databases";
import type { DatabaseKind } from "../../helpers/databases";
import { testServices } from "../../helpers/services";
import { sessionOf } from "../../helpers/sessions";

/** Nobody is erased here, so that no sheet is read again. */
const noSpreadsheets: SpreadsheetReader = {
  convert: () => Promise.reject(new Error("This test reads no spreadsheets.")),
  rows: () => Promise.reject(new Error("This test reads no spreadsheets.")),
  close: () => Promise.resolve(),
};

const TAKES_LITTLE =
  "The database takes 16 MB at once (max_allowed_packet): results of large calculations may not be stored. " +
  "Raise it to 64 MB (see Configuration in README.md).";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** As a worker process has it: an empty database and data folder, and no HTTP server. */
async function settingsOf(kind: DatabaseKind) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "route-platform-boot-"));
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
  if (kind === "sqlite") return parseEnv({ DATA_DIR: dataDir });
  const empty = await emptyDatabase(kind);
  ends.push(() => empty.remove());
  return parseEnv({ DATA_DIR: dataDir, DATABASE_URL: empty.config.url });
}

function giveServices(dataDir: string): void {
  const solver = createSolverPool(SOLVER_POOL);
  ends.push(() => solver.close());
  setServices(
    testServices({
      clock: { nowMs: () => Date.parse(`${NOW.replace(" ", "T")}Z`) },
      routing: testRouting(),
      geocoder: embeddedGeocoder(),
      solver,
      spreadsheets: noSpreadsheets,
      storage: localDiskStorage(path.join(dataDir, "files")),
    }),
  );
  ends.push(() => setServices(undefined));
}

describe.each(databases())("the parts of the server on %s", (kind) => {
  it("database and jobs calculate a plan without the web part, and tell of it", async () => {
    const settings = await settingsOf(kind);
    giveServices(settings.dataDir);
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { database, stop } = await startDatabase(settings);
    ends.push(stop);
    // The MariaDB of the tests is one that nobody has set up.
    expect(warned.mock.calls).toEqual(kind === "sqlite" ? [] : [[TAKES_LITTLE]]);
    const company = await createCompany(database);
    const session = sessionOf(company, { isOwner: true }, company.ownerId);

    const { queryId } = await calculatePlan(session, { planId: company.planId });
    const query = () => database("routing_queries").where({ id: queryId }).first();
    expect(await query()).toMatchObject({ status: "queued", locked_by: null });

    const publisher = inProcessPublisher();
    setPublisher(publisher);
    ends.push(() => setPublisher(undefined));
    const events: string[] = [];
    const over = new Promise<string>((resolve) => {
      publisher.listen((message) => {
        if (message.kind === "change") events.push(`${message.event.model} ${message.event.action}`);
        else if (message.kind === "progress" && message.event.status !== "running") resolve(message.event.status);
      });
    });
    const nobody = jobs();
    const stopJobs = startJobs();
    ends.push(stopJobs);
    expect(jobs()).not.toBe(nobody);
    expect(await over).toBe("done");

    expect(await query()).toMatchObject({ status: "done", error_message: null, applied_at: NOW });
    expect(events).toContain("RoutingPlan update");
    const visits = await database("routing_visits").where({ plan_id: company.planId }).whereIn("type", ["D", "P"]);
    expect(visits.map(({ status, route_id: routeId }) => [status, routeId])).toEqual(
      visits.map(() => [2, company.routeId]),
    );
    expect(visits).toHaveLength(company.visitIds.length);

    ends.splice(ends.indexOf(stopJobs), 1);
    await stopJobs();
    expect(jobs()).toBe(nobody);
  });

  it("give a calculation back at the stop although a mail server doesn't answer", async () => {
    const settings = await settingsOf(kind);
    giveServices(settings.dataDir);
    const { database, stop } = await startDatabase(settings);
    ends.push(stop);
    const company = await createCompany(database);
    let hangsUp = (): void => undefined;
    let isMailing = false;
    const mailer = {
      send: () => ((isMailing = true), new Promise<void>((resolve) => (hangsUp = resolve))),
      close: () => undefined,
    };
    const solve = () => {
      let end = (_answer: null): void => undefined;
      const result = new Promise<null>((resolve) => (end = resolve));
      return { result, stop: () => undefined, release: () => end(null) };
    };
    setServices(testServices({ ...services(), mailer, solver: { ...services().solver, solve } }));
    await queueMail(database, { to: "someone@test.example", subject: "Hello", text: "Hello", html: "<p>Hello</p>" });
    const session = sessionOf(company, { isOwner: true }, company.ownerId);
    const { queryId } = await calculatePlan(session, { planId: company.planId });
    const stopJobs = startJobs();
    const query = () => database("routing_queries").where({ id: queryId }).first();
    await vi.waitFor(async () => expect([isMailing, (await query())?.status]).toEqual([true, "running"]), 60_000);
    const stopped = stopJobs();
    await vi.waitFor(async () => expect(await query()).toMatchObject({ status: "queued", attempts: 0 }), 60_000);
    hangsUp();
    await stopped;
  });
});
