/**
 * `npm run bench:web`: how quickly pages answer, at rest and while a calculation of 1,000 stops runs.
 * Prints figures and asserts nothing about time. Needs a build (`npm run build`).
 */
import path from "node:path";
import { createDatabase } from "~/db/client.server";
import { insertPlan } from "~/db/repositories/plans.server";
import { insertRoute } from "~/db/repositories/routes.server";
import { insertVehicle } from "~/db/repositories/vehicles.server";
import { insertVisits } from "~/db/repositories/visits.server";
import { createStorage, startPlatform } from "../setup/e2e-server";
import type { PlatformServer, Storage } from "../setup/e2e-server";

const STOPS = 1000;
const VEHICLES = 40;
const REQUESTS = 200;
const SOLVING_SEC = 60;
const NOW = "2026-11-21 06:00:00";

/** A day of 1,000 stops around Vaduz, placed by a fixed formula. */
async function seedPlan(storage: Storage): Promise<number> {
  const db = createDatabase({ file: path.join(storage.dataDir, "platform.sqlite") });
  const company = (await db("companies").first("id"))!;
  const warehouse = (await db("warehouses").first("id"))!;
  const planId = await insertPlan(db, company.id, { title: "A day of 1,000 stops", service_date: "2027-01-15", warehouse_id: warehouse.id, solving_time: SOLVING_SEC }, NOW);
  for (let position = 0; position < VEHICLES; position++) {
    const vehicleId = await insertVehicle(db, company.id, { title: `Van ${position + 1}`, plate: `FL ${1000 + position}`, warehouse_id: warehouse.id, capacity: 12, max_load: 1200 }, NOW);
    await insertRoute(db, company.id, { plan_id: planId, vehicle_id: vehicleId, warehouse_id: warehouse.id, position }, NOW);
  }
  const stops = Array.from({ length: STOPS }, (_, index) => ({
    plan_id: planId,
    warehouse_id: warehouse.id,
    name: `Stop ${index + 1}`,
    address: `Road ${index + 1}, Vaduz`,
    lat: 47.05 + ((index * 389) % 1000) / 4500,
    lng: 9.47 + ((index * 761) % 1000) / 6500,
    package_load: 5 + (index % 20),
    package_capacity: 0.1,
    start_time: index % 3 === 0 ? "08:00" : "10:00",
    end_time: index % 3 === 1 ? "14:00" : "18:00",
  }));
  await insertVisits(db, company.id, stops, NOW);
  await db.destroy();
  return planId;
}

async function signIn(server: PlatformServer): Promise<string> {
  const form = new URLSearchParams({ email: "dispatcher@demo.example", password: server.password });
  const answer = await fetch(new URL("login", server.url), { method: "POST", body: form, redirect: "manual" });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (!cookie) throw new Error(`Sign-in failed with status ${answer.status}.`);
  return cookie;
}

interface Times {
  p50: number;
  p95: number;
  max: number;
}

/** Milliseconds of so many requests, one after another, as one person clicking would make them. */
async function measure(server: PlatformServer, cookie: string, page: string): Promise<Times> {
  const times: number[] = [];
  for (let nth = 0; nth < REQUESTS; nth++) {
    const started = performance.now();
    const answer = await fetch(new URL(page, server.url), { headers: { Cookie: cookie } });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}.`);
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

const show = (name: string, { p50, p95, max }: Times) => console.log(`${name.padEnd(44)} p50 ${p50.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms   max ${max.toFixed(1).padStart(7)} ms`);

const storage = await createStorage("sqlite");
try {
  // The first start makes the tables and the demo company; the day is put in while the server is down.
  const first = await startPlatform(storage);
  await first.stop();
  const planId = await seedPlan(storage);
  const server = await startPlatform(storage, { password: first.password });
  try {
    const cookie = await signIn(server);
    const pages = ["planning", "company/resources/vehicles", `planning/plan/${planId}`];
    for (const page of pages) await measure(server, cookie, page);
    const idle = new Map<string, Times>();
    for (const page of pages) {
      idle.set(page, await measure(server, cookie, page));
      show(`${page}, at rest`, idle.get(page)!);
    }
    const answer = await fetch(new URL(`planning/plan/${planId}`, server.url), { method: "POST", body: new URLSearchParams({ intent: "calculate" }), headers: { Cookie: cookie, Accept: "*/*" }, redirect: "manual" });
    if (answer.status >= 400) throw new Error(`Calculate answered ${answer.status}: ${await answer.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    for (const page of pages) {
      const busy = await measure(server, cookie, page);
      show(`${page}, while ${STOPS} stops calculate`, busy);
      console.log(`${"".padEnd(44)} p95 ratio ${(busy.p95 / idle.get(page)!.p95).toFixed(2)}`);
    }
  } finally {
    await server.stop();
  }
} finally {
  await storage.remove();
}
