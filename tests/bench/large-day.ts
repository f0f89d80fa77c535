/**
 * `npm run bench:large-day [-- visits [seconds]]`: a day of 10,000 stops on the roads of ../shared/roads, put into a
 * server's database and calculated by it as any other plan: near pairs are asked for, searched (for 100 seconds),
 * measured and applied. Prints how long each phase took, the peak of the memory of each process, and the result.
 * Asserts nothing. Needs a build.
 */
import path from "node:path";
import { createDatabase } from "~/db/client.server";
import type { Db } from "~/db/client.server";
import { insertPlan } from "~/db/repositories/plans.server";
import { insertRoute } from "~/db/repositories/routes.server";
import { insertVehicle } from "~/db/repositories/vehicles.server";
import { insertVisits } from "~/db/repositories/visits.server";
import type { OutputSummary } from "~/domain/calculation/output";
import { MAX_SOLVING_TIME_SEC } from "~/domain/constants";
import { pause } from "~/lib/pause";
import type { Place } from "~/services/routing/engine";
import { dayIn } from "../helpers/days";
import { builtRegion, hasLiechtenstein, LIECHTENSTEIN, testEngine } from "../helpers/roads";
import { startPlatform } from "../setup/e2e-server";
import type { PlatformServer } from "../setup/e2e-server";
import { houses } from "./houses";
import { dataOf } from "./large";
import { signIn } from "./pages";
import { watchProcesses } from "./process-memory";

const VISITS = 10_000;
const VISITS_EACH = 80;
const NOW = "2026-11-21 06:00:00";
const POLL_MS = 200;
/** Whoever runs it doesn't wait longer. */
const MOST_MS = 330_000;

async function seed(db: Db, places: readonly Place[], solvingSec: number): Promise<number> {
  const company = await db("companies").first("id");
  const warehouse = await db("warehouses").first("id");
  if (!company || !warehouse) throw new Error("The demo company is missing.");
  const shared = { warehouse_id: warehouse.id };
  const title = `A day of ${places.length} stops`;
  const planId = await insertPlan(
    db,
    company.id,
    { ...shared, title, service_date: dayIn(50), solving_time: solvingSec },
    NOW,
  );
  for (let position = 0; position < Math.ceil((places.length / VISITS_EACH) * 1.1); position++) {
    const name = { title: `Van ${position + 1}`, plate: `FL ${1000 + position}` };
    const vehicleId = await insertVehicle(db, company.id, { ...shared, ...name, max_load: 20 * VISITS_EACH }, NOW);
    await insertRoute(
      db,
      company.id,
      { ...shared, plan_id: planId, vehicle_id: vehicleId, position, end_location_type: "W" },
      NOW,
    );
  }
  await insertVisits(
    db,
    company.id,
    places.map(({ lat, lng }, index) => ({
      ...{ ...shared, plan_id: planId, name: `Stop ${index + 1}`, address: "", lat, lng, service_time: 3 },
      package_load: 5 + (index % 20),
      start_time: index % 10 === 0 ? "08:00" : "06:00",
      end_time: index % 10 === 0 ? "12:00" : "20:00",
    })),
    NOW,
  );
  return planId;
}

async function calculate(server: PlatformServer, db: Db, planId: number): Promise<void> {
  const cookie = await signIn(server);
  const memory = watchProcesses(server.pid);
  let since = performance.now();
  const began = since;
  const phase = (name: string): void => {
    const now = performance.now();
    const { each, all } = memory.peaks();
    const parts = [...each].sort().map(([script, mb]) => `${script} ${mb.toFixed(0)} MB`);
    console.log(
      `${name.padEnd(30)} ${((now - since) / 1000).toFixed(1).padStart(6)} s   at most ${all.toFixed(0)} MB: ` +
        parts.join(", "),
    );
    since = now;
  };
  try {
    const body = new URLSearchParams({ pageCompany: "1", intent: "calculation.start" });
    const answer = await fetch(dataOf(server, planId), {
      method: "POST",
      body,
      headers: { Cookie: cookie },
      redirect: "manual",
    });
    if (answer.status >= 400) throw new Error(`Calculate answered ${answer.status}: ${await answer.text()}`);
    phase("press Calculate");
    const ends = ["near pairs and first plan", "search", "measure, draw, apply"];
    for (;;) {
      const row = await db("routing_queries")
        .where({ plan_id: planId })
        .orderBy("id", "desc")
        .first("status", "progress", "error_message", "summary");
      const isOver = row !== undefined && row.status !== "queued" && row.status !== "running";
      if (ends.length === 3 && (isOver || (row?.progress ?? 0) > 0)) phase(ends.shift()!);
      if (ends.length === 2 && (isOver || (row?.progress ?? 0) >= 0.99)) phase(ends.shift()!);
      if (isOver) {
        phase(ends.shift()!);
        console.log(`${row.status} ${row.error_message ?? ""}`);
        if (row.summary !== null) show(JSON.parse(row.summary) as OutputSummary);
        return;
      }
      if (performance.now() - began > MOST_MS) throw new Error("It takes too long and is given up.");
      await pause(POLL_MS);
    }
  } finally {
    memory.stop();
  }
}

function show({ routes, visits, unassigned, duration, distance, routing }: OutputSummary): void {
  console.log(
    `${routes} routes, ${visits} visits, ${unassigned} unscheduled, ${(duration / 3600).toFixed(1)} h of driving, ` +
      `${(distance / 1000).toFixed(0)} km by ${routing?.label}`,
  );
  const { measured } = routing ?? {};
  if (measured === undefined) return;
  const minutes = (measured.duration / 60).toFixed(0);
  console.log(
    `${measured.legs} legs were estimates: ${minutes} min and ${(measured.distance / 1000).toFixed(1)} km more, ` +
      `${measured.broken_routes} routes break a rule ${measured.failure ?? ""}`,
  );
  for (const { vehicle_name: name, message } of measured.broken.slice(0, 5)) console.log(`  ${name}: ${message}`);
}

async function main(): Promise<void> {
  const engine = await testEngine();
  if (engine === null || !hasLiechtenstein) {
    console.log("Needs ../shared/roads/liechtenstein.osm.pbf and the embedded Valhalla.");
    return;
  }
  const [visits = VISITS, solvingSec = MAX_SOLVING_TIME_SEC] = process.argv.slice(2).map(Number);
  const places = (await houses(LIECHTENSTEIN)).slice(0, visits);
  console.log(`${places.length} places of ${path.basename(LIECHTENSTEIN)}`);
  const built = await builtRegion(engine, { name: "liechtenstein", extract: LIECHTENSTEIN });
  const storage = { kind: "sqlite" as const, dataDir: built.dataDir, databaseUrl: undefined };
  const open = () => createDatabase({ file: path.join(built.dataDir, "platform.sqlite") });
  const remove = async () => built.remove();
  try {
    const first = await startPlatform({ ...storage, remove });
    await first.stop();
    const db = open();
    const planId = await seed(db, places, solvingSec);
    const server = await startPlatform({ ...storage, remove }, { password: first.password });
    try {
      await calculate(server, db, planId);
    } finally {
      await db.destroy();
      await server.stop();
      if (server.errors()) console.log(server.errors());
    }
  } finally {
    built.remove();
  }
}

await main();
