/**
 * `npm run bench:web -- --large`: a workbook of 20,000 visits is imported into a plan, calculated and applied. Prints
 * for each phase how long it took, how long the server's event loop was held at most, and the peak of the memory of the
 * server and of the processes that it started; after several runs the median and the worst of them. Asserts nothing
 * about time. Needs a build.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { utils, write } from "xlsx";
import { createDatabase } from "~/db/client.server";
import type { Db } from "~/db/client.server";
import { pause } from "~/lib/pause";
import { createStorage, startPlatform } from "../setup/e2e-server";
import type { DatabaseKind, PlatformServer } from "../setup/e2e-server";
import { seedDay, stop } from "./seed";

const VISITS_EACH = 50;
const SOLVING_SEC = 30;
/** Kept out of a phase's figures on both sides: the request before and the pages after it. */
const POLL_MS = 100;

interface Line {
  at: number;
  heldMs: number;
  workMs: number;
  rssMb: number;
}

interface Figures {
  name: string;
  sec: number;
  /** the longest hold of the server's event loop, by the clock and by its own work, in ms */
  held: number;
  work: number;
  /** pieces of own work over 50 ms */
  over50: number;
  /** MB at most */
  server: number;
  others: number;
}

/** What the watched processes wrote down between two moments. */
function figures(name: string, folder: string, server: number, from: number, to: number): Figures {
  const of: Figures = { name, sec: (to - from) / 1000, held: 0, work: 0, over50: 0, server: 0, others: 0 };
  for (const file of readdirSync(folder)) {
    const isServer = file === `${process.pid}-${server}.jsonl`;
    const text = readFileSync(path.join(folder, file), "utf8");
    const lines = text
      .split("\n")
      .filter((line) => line.endsWith("}"))
      .map((line) => JSON.parse(line) as Line);
    for (const line of lines.filter(({ at }) => at >= from && at <= to)) {
      if (isServer) of.held = Math.max(of.held, line.heldMs);
      if (isServer) of.work = Math.max(of.work, line.workMs);
      if (isServer && line.workMs > 50) of.over50 += 1;
      if (isServer) of.server = Math.max(of.server, line.rssMb);
      else of.others = Math.max(of.others, line.rssMb);
    }
  }
  return of;
}

function show({ name, sec, held, work, over50, server, others }: Figures): void {
  const own = `${work} ms by its own work (over 50 ms: ${over50} times)`;
  const loop = `event loop held at most ${held} ms by the clock, ${own}`;
  console.log(
    `${name.padEnd(28)} ${sec.toFixed(1).padStart(6)} s   ${loop}   memory: server ${server} MB, others ${others} MB`,
  );
}

/** The median and the worst of several runs, phase by phase. */
function showAll(runs: readonly (readonly Figures[])[]): void {
  console.log(
    `\n${"median, worst of".padEnd(20)} ${String(runs.length).padEnd(7)} ` +
      "seconds        held, ms   own work, ms   server, MB   others, MB",
  );
  for (const [index, { name }] of (runs[0] ?? []).entries()) {
    const of = (field: Exclude<keyof Figures, "name">, digits = 0) => {
      const sorted = runs.flatMap((run) => run[index]?.[field] ?? []).sort((a, b) => a - b);
      return `${sorted[Math.floor(sorted.length / 2)]?.toFixed(digits)}, ${sorted.at(-1)?.toFixed(digits)}`.padStart(
        13,
      );
    };
    console.log(`${name.padEnd(28)} ${of("sec", 1)}  ${of("held")}  ${of("work")} ${of("server")} ${of("others")}`);
  }
}

function workbook(stops: number): Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: stops }, (_, index) => stop(index, 0, 0));
  const head = [
    "Name",
    "Address",
    "Latitude",
    "Longitude",
    "Package load",
    "Package capacity",
    "Start time",
    "End time",
  ];
  const cells = rows.map((row) => [
    row.name,
    row.address,
    row.lat,
    row.lng,
    row.package_load,
    row.package_capacity,
    row.start_time,
    row.end_time,
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([head, ...cells]), "Visits");
  return new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
}

export interface LargeDay {
  stops: number;
  database: DatabaseKind;
  /** how often all of it is done, each time on a new server */
  runs: number;
}

/** What the open plan page asks with its script. */
export const dataOf = (server: PlatformServer, planId: number): URL =>
  new URL(`planning/plan/${planId}?_data=${encodeURIComponent("routes/_main.planning.plan.$planId")}`, server.url);

type SignIn = (server: PlatformServer) => Promise<string>;

export async function benchLarge(signIn: SignIn, { stops, database, runs }: LargeDay): Promise<void> {
  const all: Figures[][] = [];
  for (let run = 0; run < runs; run += 1) {
    console.log(
      `${stops} visits on ${database}, run ${run + 1} of ${runs}; load of the machine ${loadavg()[0]?.toFixed(2)}`,
    );
    all.push(await oneRun(signIn, stops, database));
  }
  if (runs > 1) showAll(all);
}

async function oneRun(signIn: SignIn, stops: number, kind: DatabaseKind): Promise<Figures[]> {
  const storage = await createStorage(kind);
  const watched = mkdtempSync(path.join(tmpdir(), "route-platform-watch-"));
  const open = () =>
    createDatabase(
      storage.databaseUrl ? { url: storage.databaseUrl } : { file: path.join(storage.dataDir, "platform.sqlite") },
    );
  const seen: Figures[] = [];
  let db: Db | undefined;
  try {
    const first = await startPlatform(storage);
    await first.stop();
    const seeding = open();
    const planId = await seedDay(seeding, {
      stops: 0,
      fleetFor: stops,
      vehicles: Math.ceil(stops / VISITS_EACH),
      solvingSec: SOLVING_SEC,
    });
    await seeding.destroy();
    const watcher = pathToFileURL(path.resolve("tests/bench/watch-loop.mjs")).href;
    const memory = process.env.CALCULATION_MEMORY_MB;
    const env = {
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import ${watcher}`,
      WATCH_DIR: watched,
      ...(memory ? { CALCULATION_MEMORY_MB: memory } : {}),
    };
    const server = await startPlatform(storage, { password: first.password, env });
    try {
      db = open();
      const cookie = await signIn(server);
      const bytes = workbook(stops);
      const note = (name: string, from: number, to: number) => {
        const of = figures(name, watched, server.pid, from, to);
        seen.push(of);
        show(of);
      };
      const phase = async (name: string, act: () => Promise<void>) => {
        const from = Date.now();
        await act();
        const to = Date.now();
        await pause(300);
        note(name, from, to + 150);
      };
      /** As a program does: each step until it says that it is finished. */
      const importRows = async (page: string) => {
        for (const intent of ["routing-sheet.parse-visits", "routing-sheet.apply-mapping"])
          for (let finished = false; !finished;) {
            const body = new URLSearchParams({ pageCompany: "1", intent });
            const data = `${page}?_data=routes%2F_main.company.sheet.%24sheetId`;
            const step = await fetch(new URL(data, server.url), { method: "POST", body, headers: { Cookie: cookie } });
            const said = (await step.json()) as { ok: boolean; message?: string };
            if (!said.ok) throw new Error(`The import was refused: ${said.message ?? ""}`);
            finished = !said.message?.endsWith("...");
          }
      };
      await phase("import", async () => {
        const form = new FormData();
        form.set("pageCompany", "1");
        form.set("plan_id", String(planId));
        form.set("file", new File([bytes], "visits.xlsx"));
        const answer = await fetch(new URL("import", server.url), {
          method: "POST",
          body: form,
          headers: { Cookie: cookie },
          redirect: "manual",
        });
        if (answer.status !== 303)
          throw new Error(`The import answered ${answer.status}: ${(await answer.text()).slice(0, 400)}`);
        await importRows(answer.headers.get("location") ?? "");
      });
      let solvedAt = 0;
      await phase("press Calculate", async () => {
        const body = new URLSearchParams({ pageCompany: "1", intent: "calculation.start" });
        const answer = await fetch(dataOf(server, planId), {
          method: "POST",
          body,
          headers: { Cookie: cookie },
          redirect: "manual",
        });
        if (answer.status >= 400)
          throw new Error(`Calculate answered ${answer.status}: ${(await answer.text()).slice(0, 400)}`);
      });
      await phase("calculate, check, apply", async () => {
        for (;;) {
          const row = await db!("routing_queries")
            .where({ plan_id: planId })
            .first("status", "progress", "error_message");
          if (row && row.progress >= 0.98 && solvedAt === 0) solvedAt = Date.now();
          if (row && row.status !== "queued" && row.status !== "running") {
            console.log(`${"".padEnd(28)} ended as ${row.status} ${row.error_message ?? ""}`);
            return;
          }
          await pause(POLL_MS);
        }
      });
      if (solvedAt > 0) note("   of this after the search", solvedAt, Date.now());
      await phase("the page asks again", async () => {
        const answer = await fetch(dataOf(server, planId), { headers: { Cookie: cookie } });
        if (answer.status !== 200)
          throw new Error(`The plan page answered ${answer.status}: ${(await answer.text()).slice(0, 400)}`);
        await answer.arrayBuffer();
      });
    } finally {
      await db?.destroy();
      await server.stop();
      if (server.errors()) console.log(server.errors());
    }
  } finally {
    rmSync(watched, { recursive: true, force: true });
    await storage.remove();
  }
  return seen;
}
