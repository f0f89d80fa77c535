/**
 * `npm run bench:web`: how quickly pages answer, at rest, while many people sign in, and while a calculation of 1,000
 * stops runs; then, with the calculated day, what a drop takes over HTTP and in a browser, how a browser starts cold,
 * and how it scrolls. The base map of Liechtenstein lies under it where `../shared` has its extract.
 * `-- --sign-ins` ends after the sign-ins.
 * Prints figures and asserts nothing about time. Needs a build (`npm run build`) and Chromium.
 * `-- --large [visits]` measures one large day instead (large.ts): `--runs 5` does it so often, and `--database
 * mariadb` does it on the server that TEST_MARIADB_URL names.
 * `-- --seed [visits]` measures the dashboard of a company with 1,000,000 visits instead (figures.ts).
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { createDatabase } from "~/db/client.server";
import { pause } from "~/lib/pause";
import { createStorage, DATABASES, startPlatform } from "../setup/e2e-server";
import type { DatabaseKind, PlatformServer, Storage } from "../setup/e2e-server";
import { benchFigures } from "./figures";
import { coldStart, handle, type Frames } from "./browser";
import { benchLarge } from "./large";
import { measure, show, signIn, times } from "./pages";
import type { Times } from "./pages";
import { measureSignIns, seedSignIns, SIGN_INS } from "./sign-ins";
import { layLiechtenstein } from "../helpers/liechtenstein";
import { seedDay, seedPlans } from "./seed";

const STOPS = 1000;
const VEHICLES = 40;
const SOLVING_SEC = 60;
const DROPS = 60;
const COLD_STARTS = 5;
/** 10,000 visits on the first page of the plan list, and as many on the next. */
const PLANS = 20;
const VISITS_EACH = 1000;
const LARGE = 20_000;
const SEEDED = 1_000_000;

async function seed(storage: Storage): Promise<number> {
  const db = createDatabase({ file: path.join(storage.dataDir, "platform.sqlite") });
  const planId = await seedDay(db, { stops: STOPS, vehicles: VEHICLES, solvingSec: SOLVING_SEC });
  await seedPlans(db, { plans: PLANS, visitsEach: VISITS_EACH });
  await db.destroy();
  return planId;
}

/** A drop as the page sends it: one visit, put somewhere else on one of three routes, and its new times answered. */
async function measureDrops(server: PlatformServer, storage: Storage, cookie: string, planId: number): Promise<Times> {
  const db = createDatabase({ file: path.join(storage.dataDir, "platform.sqlite") });
  const visit = await db("routing_visits").where({ plan_id: planId, type: "D" }).whereNotNull("route_id").first("id");
  const routes = await db("routing_routes").where({ plan_id: planId }).orderBy("position").limit(3).select("id");
  await db.destroy();
  if (!visit) throw new Error("The plan was not calculated.");
  const all: number[] = [];
  for (let nth = 0; nth < DROPS; nth++) {
    const body = new URLSearchParams({
      pageCompany: "1",
      intent: "visits.move",
      visitIds: String(visit.id),
      toRouteId: String(routes[nth % 3]!.id),
      position: String(2 + (nth % 8)),
      version: "",
      tab: "",
    });
    const started = performance.now();
    const answer = await fetch(
      new URL(`planning/plan/${planId}?_data=${encodeURIComponent("routes/_main.planning.plan.$planId")}`, server.url),
      { method: "POST", body, headers: { Cookie: cookie }, redirect: "manual" },
    );
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`A drop answered ${answer.status}: ${text.slice(0, 200)}`);
    all.push(performance.now() - started);
  }
  return times(all);
}

const frames = (name: string, { count, over50, longest }: Frames) =>
  console.log(`${name.padEnd(44)} ${over50} of ${count} frames over 50 ms, longest ${longest.toFixed(0)} ms`);

async function calculated(server: PlatformServer, cookie: string, planId: number): Promise<void> {
  for (let second = 0; second < SOLVING_SEC * 3; second++) {
    const html = await (
      await fetch(new URL(`planning/plan/${planId}`, server.url), { headers: { Cookie: cookie } })
    ).text();
    if (!html.includes("Calculating...")) return;
    await pause(1000);
  }
  throw new Error("The calculation did not end.");
}

/** @param only leaves out what comes after the sign-ins */
async function benchPages(only: "sign-ins" | null): Promise<void> {
  const storage = await createStorage("sqlite");
  try {
    // The first start makes the tables and the demo company; the day is put in while the server is down.
    const first = await startPlatform(storage);
    await first.stop();
    const planId = await seed(storage);
    await seedSignIns(storage);
    const withGround = (await layLiechtenstein(storage.dataDir)) !== null;
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
      const { signIns, others } = await measureSignIns(server, cookie, pages);
      for (const [page, times] of others) show(`${page}, while ${SIGN_INS}`, times);
      show(`${SIGN_INS}, each`, signIns);
      if (only === "sign-ins") return;
      const answer = await fetch(new URL(`planning/plan/${planId}`, server.url), {
        method: "POST",
        body: new URLSearchParams({ pageCompany: "1", intent: "calculation.start" }),
        headers: { Cookie: cookie, Accept: "*/*" },
        redirect: "manual",
      });
      if (answer.status >= 400) throw new Error(`Calculate answered ${answer.status}: ${await answer.text()}`);
      await pause(2000);
      for (const page of pages) {
        const busy = await measure(server, cookie, page);
        show(`${page}, while ${STOPS} stops calculate`, busy);
        console.log(`${"".padEnd(44)} p95 ratio ${(busy.p95 / idle.get(page)!.p95).toFixed(2)}`);
      }
      const address = `planning/plan/${planId}`;
      await calculated(server, cookie, planId);
      await measure(server, cookie, address);
      show(`${address}, calculated`, await measure(server, cookie, address));
      show("a drop, answered", await measureDrops(server, storage, cookie, planId));
      for (let nth = 0; nth < COLD_STARTS; nth++) {
        const { firstPaint, list, map, ground, htmlBytes, scriptBytes } = await coldStart(
          server,
          cookie,
          address,
          withGround,
        );
        console.log(
          `${`cold Chromium, ${nth + 1} of ${COLD_STARTS}`.padEnd(44)} painted ${firstPaint.toFixed(0)} ms   ` +
            `first click answered ${list.toFixed(0)} ms   map ${map.toFixed(0)} ms   ` +
            (ground === null ? "" : `its tiles ${ground.toFixed(0)} ms   `) +
            `(${Math.round(htmlBytes / 1024)} kB page, ${Math.round(scriptBytes / 1024)} kB scripts)`,
        );
      }
      const { dropPaint, scrolling, hovering, panning } = await handle(server, cookie, address, 8);
      show("a drop, painted", times(dropPaint));
      frames("scrolling over 200 visits", scrolling);
      frames("passing over the list", hovering);
      frames(`panning over ${STOPS} stops`, panning);
    } finally {
      await server.stop();
    }
  } finally {
    await storage.remove();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    large: { type: "boolean", default: false },
    database: { type: "string", default: "sqlite" },
    runs: { type: "string", default: "1" },
    seed: { type: "boolean", default: false },
    "sign-ins": { type: "boolean", default: false },
  },
});
const database = values.database as DatabaseKind;
if (!DATABASES.includes(database)) throw new Error(`--database is one of ${DATABASES.join(", ")}.`);
if (values.seed) await benchFigures(Number(positionals[0] ?? SEEDED));
else if (values.large)
  await benchLarge(signIn, { stops: Number(positionals[0] ?? LARGE), database, runs: Number(values.runs) });
else await benchPages(values["sign-ins"] ? "sign-ins" : null);
