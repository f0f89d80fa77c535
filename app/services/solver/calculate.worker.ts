/**
 * A process that calculates: from a stored input to a checked result, one at a time. Tables, problem, check and
 * answer are too big for the web process, and whatever goes wrong here ends this process alone.
 */
import { refusalError } from "~/domain/decision";
import { writeFileSync } from "node:fs";
import { MessageChannel } from "node:worker_threads";
import { Piscina } from "piscina";
import type { GivenRoute, Options, Problem, Violation } from "solver/index";
import { routesOf } from "solver/index";
import { buildProblem, givenRoutes } from "~/domain/calculation/build-problem";
import { paidCost, spentCost } from "~/domain/calculation/cost";
import { refuseTooLarge, sizeOf, threadsThatFit } from "~/domain/calculation/memory";
import { buildOutput } from "~/domain/calculation/output";
import { collectPlaces } from "~/domain/calculation/places";
import { travelModes } from "~/domain/calculation/travel-mode";
import { endsOfVehicles, presentLegs } from "~/domain/calculation/travel-tables";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { AppError } from "~/lib/errors";
import { drawLines } from "../routing/draw-lines";
import { regionsIn } from "../roads/regions.server";
import { createRouting } from "../routing/routing.server";
import type { Routing } from "../routing/routing.server";
import type { TravelCache } from "../routing/travel-cache.server";
import type { WorkerProgress, WorkerResult } from "./search.worker";
import type { CalculationTask, FormatTask, FromProcess, ProcessSetup, ToProcess } from "./calculation-messages";
import { solveFormat } from "./formats/solve-format";
import { searchMeasured } from "./measured-search";
import { defaultSearchMs, threadsWithin } from "./search-time";
import { keepOnRoad } from "./kept-on-road";
import { keepAll, measureTravel } from "./measured-travel";

/** The same input always gets the same random numbers. */
const SEED = 1;

/** Least share of its time that a search gets which begins from a plan, so that this is still polished. */
const LEAST_REST = 0.1;

/** How often memory is checked; what grows by more in between is left to the machine's own limit. */
const LOOK_MS = 250;
/** The estimate that lets a calculation begin is a rough one. */
const TOLERANCE = 1.25;

/** Share of the memory that a process may have between two searches with its threads waiting. */
const RESTING_SHARE = 0.25;

/** Entries of a list in one message: some ten kilobytes. */
const STEPS_EACH = 200;
const LINES_EACH = 100;
const CHARACTERS_EACH = 50_000;

let setup: ProcessSetup | null = null;
let pool: Piscina | null = null;
let roads: Routing | null = null;
let stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
let abort = new AbortController();
let isReleased = false;

const send = (message: FromProcess): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, () => resolve());
  });

/** The database is the other process': it is asked for travel times that are known, and told new ones. */
const asked = new Map<number, (rows: Int32Array[]) => void>();
let lastAsked = 0;
const cache: TravelCache = {
  read: (context, origins) =>
    new Promise((resolve) => {
      const id = ++lastAsked;
      asked.set(id, resolve);
      void send({ type: "cache-read", id, context, origins });
    }),
  write: (context, rows) => send({ type: "cache-write", context, rows }),
};

async function setUp(next: ProcessSetup): Promise<void> {
  setup = next;
  pool = searchingPool(next);
  setInterval(() => {
    const megabytes = Math.round(process.memoryUsage.rss() / 1e6);
    if (megabytes > next.memoryMb * TOLERANCE) void fail({ type: "memory", megabytes });
  }, LOOK_MS).unref();
  try {
    // Where memory is short, Linux is to end this process and not the one that serves pages.
    writeFileSync("/proc/self/oom_score_adj", "800");
  } catch {
    // Another system: nothing to choose.
  }
}

const searchingPool = ({ workerFile, memoryMb }: ProcessSetup): Piscina =>
  new Piscina({
    filename: workerFile,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: Math.max(256, memoryMb) },
  });

/**
 * After a search: its threads wait for the next one, whose code they then have, but what they keep of a large one would
 * be missing there.
 */
function keepThreadsIfSmall(): void {
  if (setup === null || pool === null || process.memoryUsage.rss() <= RESTING_SHARE * setup.memoryMb * 1e6) return;
  const used = pool;
  pool = searchingPool(setup);
  void used.destroy();
}

async function calculate({ input, resume }: CalculationTask, most: number): Promise<void> {
  if (setup === null || pool === null) throw new Error("The process was not set up.");
  const calculation = JSON.parse(input) as CalculationInput;
  const places = collectPlaces(calculation);
  const size = { ...sizeOf(calculation), places: places.places.length };
  const tooLarge = refuseTooLarge(size, setup.memoryMb * 1e6);
  if (tooLarge !== null) throw refusalError(tooLarge.error);
  const routing = roadsOf(setup);
  const travel = await measureTravel(
    routing,
    {
      places: places.places,
      modes: travelModes(calculation),
      ends: endsOfVehicles(places),
      legs: presentLegs(calculation, places),
    },
    { router: calculation.options.router, signal: abort.signal, nearFrom: setup.nearFrom },
  );
  if (isStopped() && !isReleased && resume === null) return stopUnsearched(travel.keep());
  // While the search goes on in its thread.
  const kept = travel.keep();
  const problem = buildProblem(calculation, places, travel.tables);
  const threads = threadsThatFit(size, most, setup.memoryMb * 1e6);
  const of = { pool, calculation, threads };
  const {
    found,
    measured,
    kept: legs,
  } = await searchMeasured(problem, travel.near, {
    search: async (measuredProblem, { from, used, until }) => {
      const after = from === null ? resume : { routes: JSON.stringify(from), used };
      const searched = await search(measuredProblem, of, after, until);
      if (until < 1 || isReleased) return searched;
      return keepOnRoad(calculation, measuredProblem, searched, (later) =>
        search(later.problem, of, { routes: JSON.stringify(later.routes), used: 1 - LEAST_REST }, 1),
      );
    },
    isOne: calculation.options.change_budget !== undefined,
    used: resume?.used ?? 0,
    isStopped,
    isReleased: () => isReleased,
    signal: abort.signal,
  });
  keepThreadsIfSmall();
  const { solution, violations } = found;
  const giveBack = () => send({ type: "released", checkpoint: JSON.stringify(routesOf(solution)) });
  if (isReleased || measured === null) return giveBack();
  // A budget's first moves need no rounds.
  const isUnsearched = solution.iterations === 0 && calculation.options.change_budget === undefined;
  if (isStopped() && isUnsearched && resume === null) return stopUnsearched(kept);
  const output = buildOutput(calculation, measured.solution, {
    ...travel.source,
    covers: travel.covers,
    ...(travel.near.size === 0 ? {} : { measured: { ...measured, before: solution.summary } }),
  });
  const lines = await drawLines(calculation, output, routing, abort.signal).catch((error: unknown) => {
    if (isReleased) return null;
    throw error;
  });
  if (lines === null) return giveBack();
  await kept;
  await keepAll(legs);
  await answer(output, lines, [...violations, ...measured.violations]);
}

/** What there is so early is the plan as it stands, less the routes that break a rule: nobody wants these emptied. */
async function stopUnsearched(kept: Promise<unknown>): Promise<void> {
  await kept;
  return send({ type: "stopped" });
}

const isStopped = (): boolean => Atomics.load(stopFlag, 0) !== 0;

const roadsOf = (settings: ProcessSetup): Routing =>
  (roads ??= createRouting({ ...settings.roads, regions: regionsIn(settings.roads.dataDir), cache: () => cache }));

async function answerFormat(task: FormatTask, most: number): Promise<void> {
  if (setup === null || pool === null) throw new Error("The process was not set up.");
  const searching = pool;
  const text = await solveFormat(task, {
    roads: roadsOf(setup),
    memoryMb: setup.memoryMb,
    mostThreads: most,
    nearFrom: setup.nearFrom,
    signal: abort.signal,
    isStopped,
    search: async (problem, options) =>
      (await searching.run({ problem, options: { ...options, stopFlag } })) as WorkerResult,
  });
  keepThreadsIfSmall();
  if (isReleased) return send({ type: "released", checkpoint: null });
  for (let at = 0; at < text.length; at += CHARACTERS_EACH)
    await send({ type: "text", text: text.slice(at, at + CHARACTERS_EACH) });
  await send({ type: "done" });
}

/** @param until the share of the whole time after which it ends */
async function search(
  problem: Problem,
  of: { pool: Piscina; calculation: CalculationInput; threads: number },
  resume: CalculationTask["resume"],
  until: number,
): Promise<WorkerResult> {
  const { calculation, threads } = of;
  const { solving_time: seconds, exploration, change_budget: changeBudget } = calculation.options;
  // A budget counts from the plan as it stands, so an interrupted search begins again from there.
  const from = changeBudget === undefined ? resume : null;
  const used = from?.used ?? 0;
  const wholeMs = seconds > 0 ? seconds * 1000 : defaultSearchMs(problem.jobs.length, exploration, changeBudget);
  const timeLimitMs =
    from === null && until === 1
      ? Math.round(wholeMs)
      : Math.max(1, Math.round(wholeMs * Math.max(LEAST_REST, until - used)));
  const options: Options = {
    timeLimitMs,
    exploration,
    threads: threadsWithin(timeLimitMs, threads),
    seed: SEED,
    alternatives: true,
    warmStart: from === null ? givenRoutes(calculation) : (JSON.parse(from.routes) as GivenRoute[]),
    stopFlag,
    ...(changeBudget === undefined ? {} : { changeBudget }),
  };
  const spent = Object.values(calculation.fleet).reduce((sum, entry) => sum + spentCost(entry), 0);
  const { port1, port2 } = new MessageChannel();
  port1.on("message", ({ routes, cost, unassigned, share }: WorkerProgress) => {
    void send({
      type: "progress",
      cost: paidCost(calculation.options.aim, cost) + spent,
      unassigned,
      share: used + share * (until - used),
      ...(routes === undefined ? {} : { checkpoint: JSON.stringify(routes) }),
    });
  });
  try {
    return (await of.pool.run({ problem, options, port: port2 }, { transferList: [port2] })) as WorkerResult;
  } finally {
    port1.close();
  }
}

/** Piece by piece, each sent before the next is made: the reader can do other work in between. */
async function answer(
  { summary, routes, unassigned }: ReturnType<typeof buildOutput>,
  lines: ReadonlyMap<number, string | null>,
  violations: Violation[],
): Promise<void> {
  await send({ type: "answer", violations: violations.slice(0, 20), summary: JSON.stringify(summary) });
  for (const { steps, ...route } of routes) {
    await send({ type: "route", text: JSON.stringify(route) });
    for (let at = 0; at < steps.length; at += STEPS_EACH)
      await send({ type: "steps", text: JSON.stringify(steps.slice(at, at + STEPS_EACH)) });
  }
  for (let at = 0; at < unassigned.length; at += STEPS_EACH)
    await send({ type: "unassigned", text: JSON.stringify(unassigned.slice(at, at + STEPS_EACH)) });
  const entries = [...lines];
  for (let at = 0; at < entries.length; at += LINES_EACH)
    await send({ type: "lines", lines: entries.slice(at, at + LINES_EACH) });
  await send({ type: "done" });
}

async function run(startsStopped: boolean, work: () => Promise<void>): Promise<void> {
  stopFlag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  if (startsStopped) Atomics.store(stopFlag, 0, 1);
  abort = new AbortController();
  isReleased = false;
  try {
    await work();
  } catch (error) {
    if (isReleased) await send({ type: "released", checkpoint: null });
    else await fail(failureOf(error));
  }
}

async function fail(failure: FromProcess): Promise<void> {
  await send(failure);
  // The next calculation is to find the memory free.
  if (failure.type === "memory") process.exit(1);
}

function failureOf(error: unknown): FromProcess {
  if (error instanceof AppError)
    return { type: "failed", code: error.code, message: error.message, status: error.status };
  if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY")
    return { type: "memory", megabytes: Math.round(process.memoryUsage.rss() / 1e6) };
  console.error("A calculation failed:", error);
  return { type: "failed", code: "calculation.failed", message: "", status: 500 };
}

process.on("message", (message: ToProcess) => {
  if (message.type === "setup") void setUp(message.setup);
  else if (message.type === "calculate")
    void run(message.task.isStopped, () => calculate(message.task, message.threads));
  else if (message.type === "solve-format") void run(false, () => answerFormat(message.task, message.threads));
  else if (message.type === "cache-rows") {
    asked.get(message.id)?.(message.rows);
    asked.delete(message.id);
  } else {
    Atomics.store(stopFlag, 0, 1);
    if (message.type === "release") {
      isReleased = true;
      abort.abort();
    }
  }
});
process.on("disconnect", () => process.exit(0));
// Ctrl+C in a terminal reaches the whole group: the web process fetches the best plan first, and then ends this one.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
