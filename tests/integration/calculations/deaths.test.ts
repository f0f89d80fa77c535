import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { createDatabase } from "~/db/client.server";
import {
  claimNextAcrossCompanies,
  MAX_ATTEMPTS,
  requeueAllAcrossCompanies,
} from "~/db/repositories/calculation-queue.server";
import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { CalculationRun } from "~/features/calculations/run/calculation-run.server";
import { loadCalculation } from "~/features/calculations/queries/calculation-page.server";
import { latestCalculation } from "~/features/calculations/queries/latest-calculation.server";
import { AppError } from "~/lib/errors";
import { pause } from "~/lib/pause";
import { CalculationProcessEnded, createSolverPool, StoppedUnsearched } from "~/services/solver/solver-pool.server";
import type { SolverPool } from "~/services/solver/solver-pool.server";
import { createCompany, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { SOLVER_POOL, useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";
import { withStuckRows } from "../../helpers/stuck-rows";

const GIVEN_UP = new RegExp(
  "^The calculation was started 3 times, its process ended each time before it was done, and it was given up\\. " +
    "Calculate again with fewer visits or routes",
);

const AWAY = new AppError("db.away", "Something goes wrong. Please try later", { status: 503 });
const NEVER = { stop: () => undefined, release: () => undefined };

const folder = mkdtempSync(path.join(tmpdir(), "route-platform-deaths-"));
writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
const pools: SolverPool[] = [];

type OnProgress = Parameters<SolverPool["solve"]>[1];

/** A search that goes on until it is released. @returns also what it tells of its progress by, once it has begun */
function endless(): { solve: SolverPool["solve"]; begun: Promise<OnProgress> } {
  let begin = (_onProgress: OnProgress): void => undefined;
  const begun = new Promise<OnProgress>((resolve) => (begin = resolve));
  const solve: SolverPool["solve"] = (_task, onProgress) => {
    let end = (_answer: null): void => undefined;
    const result = new Promise<null>((resolve) => (end = resolve));
    begin(onProgress);
    return { result, stop: () => undefined, release: () => end(null) };
  };
  return { solve, begun };
}

/** A pool whose processes do that when they get a calculation. */
function poolThat(onCalculate: string): SolverPool {
  const workerDir = mkdtempSync(path.join(folder, "worker-"));
  writeFileSync(
    path.join(workerDir, "calculate.worker.js"),
    `process.on("message", ({ type }) => { if (type === "calculate") { ${onCalculate} } });
    process.on("disconnect", () => process.exit());`,
  );
  const pool = createSolverPool({ ...SOLVER_POOL, workerDir });
  pools.push(pool);
  return pool;
}

afterAll(async () => {
  for (const pool of pools) await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(databases())("calculations that take their process with them on %s", (kind) => {
  const world = useCalculations(kind);
  const { db, row, ended, start } = world;
  let company: TestCompany;
  let session: CompanySession;

  beforeEach(() => {
    company = world.company();
    session = sessionOf(company, { isOwner: true }, company.ownerId);
  });
  const calculate = async () => (await calculatePlan(session, { planId: company.planId })).queryId;
  const visits = () => db()("routing_visits").where({ plan_id: company.planId }).orderBy("id");
  /** why: what ends a calculation is logged for the operator as well */
  const quiet = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

  it("are tried three times when the process is killed, then given up; plan and history say so", async () => {
    const log = quiet();
    const queryId = await calculate();
    const before = await visits();
    start({ solver: poolThat('process.kill(process.pid, "SIGKILL");') });
    expect(await ended(queryId)).toMatchObject({
      status: "failed",
      error_code: "calculation.crashed",
      attempts: MAX_ATTEMPTS,
      locked_by: null,
      error_message: expect.stringMatching(GIVEN_UP),
    });
    const told = log.mock.calls.filter(([first]) => String(first).startsWith(`Calculation ${queryId}, attempt `));
    expect(told).toHaveLength(MAX_ATTEMPTS);
    expect(await visits()).toEqual(before);
    expect(await latestCalculation(session, company.planId)).toMatchObject({
      status: "failed",
      errorMessage: expect.stringMatching(GIVEN_UP),
    });
    expect(await loadCalculation(session, { id: queryId, tab: "map" })).toMatchObject({
      sentence: expect.stringMatching(GIVEN_UP),
    });
    // Another one takes its place.
    const next = await calculate();
    expect(await latestCalculation(session, company.planId)).toMatchObject({ queryId: next, errorMessage: null });
    await ended(next);
  });

  it.runIf(kind === "mariadb")(
    "end at once when the plan's log doesn't fit into a statement; the plan stays",
    async () => {
      const log = quiet();
      // The lines along roads that the plan has go into the log of the change.
      await visits().update({ polyline: db().raw("REPEAT('x', 6000000)") });
      const plan = () => db()("routing_plans").where({ id: company.planId }).first();
      const [before, planBefore] = [await visits(), await plan()];
      const queryId = await calculate();
      start();
      expect(await ended(queryId)).toMatchObject({
        status: "failed",
        error_code: "db.too_large",
        attempts: 1,
        applied_at: null,
        locked_by: null,
      });
      const sentence = expect.stringMatching(/^The result is too large for the database.* The plan was not changed\./);
      expect(await latestCalculation(session, company.planId)).toMatchObject({
        status: "failed",
        errorMessage: sentence,
      });
      expect(await loadCalculation(session, { id: queryId, tab: "map" })).toMatchObject({ sentence });
      // Compared as texts: a difference of megabytes says nothing to anybody.
      expect(JSON.stringify(await visits()) === JSON.stringify(before)).toBe(true);
      expect(await plan()).toEqual(planBefore);
      expect(await db()("plan_changes").where({ plan_id: company.planId })).toEqual([]);
      expect(log).toHaveBeenCalledWith(
        expect.stringMatching(/^A statement of 18 MB was not sent: .*max_allowed_packet/),
      );
    },
  );

  it("end at once, with both numbers, when more memory is taken than allowed", async () => {
    quiet();
    const queryId = await calculate();
    start({ solver: poolThat('process.send({ type: "memory", megabytes: 2600 }, () => process.exit(1));') });
    expect(await ended(queryId)).toMatchObject({
      status: "failed",
      error_code: "calculation.out_of_memory",
      attempts: 1,
      error_message: expect.stringMatching(
        /^The calculation took 2\.6 GB of memory, 2 GB are allowed, and was ended\./,
      ),
    });
  });

  it("go on in a process that lives, after others have died, and leave the web process alone", async () => {
    quiet();
    const queryId = await calculate();
    const first = start({ solver: poolThat("setInterval(() => undefined, 1000);") });
    while ((await row(queryId)).status !== "running") await pause(20);
    await pools.at(-1)!.close();
    await first.stop();
    expect(await row(queryId)).toMatchObject({ status: "queued", error_message: null });
    start();
    expect(await ended(queryId)).toMatchObject({ status: "done", applied_at: NOW });
  });

  it("are tried again when the database was away at their end, and lose nothing", async () => {
    quiet();
    const queryId = await calculate();
    const { solver } = world.services();
    let tries = 0;
    const solve: SolverPool["solve"] = (task, onProgress) =>
      ++tries === 1 ? { ...NEVER, result: Promise.reject(AWAY) } : solver.solve(task, onProgress);
    start({ solver: { ...solver, solve } });
    expect(await ended(queryId)).toMatchObject({ status: "done", attempts: 2, applied_at: NOW });
  });

  it("leave the server alone when their end can't be stored, because the database is away", async () => {
    const told = quiet();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const queryId = await calculate();
    const claimed = (await claimNextAcrossCompanies(db(), "this one", NOW))!;
    // Nobody listens on the first port.
    const away = createDatabase({ url: "mysql://nobody:none@127.0.0.1:1/none" });
    const claim = { id: queryId, companyId: company.companyId, lockedBy: "this one" };
    const ends = [new CalculationProcessEnded("killed"), new StoppedUnsearched(), AWAY, new Error("a fault")];
    for (const end of ends) {
      const solve = () => ({ ...NEVER, result: Promise.reject(end) });
      const run = new CalculationRun(claimed, claim, away, {
        ...world.services(),
        solver: { ...world.services().solver, solve },
      });
      await run.run();
    }
    const notStored = told.mock.calls.filter(([first]) => /could not be stored/.test(String(first)));
    expect(notStored).toHaveLength(ends.length);
    expect(await row(queryId)).toMatchObject({ status: "running", locked_by: "this one" });
    await away.destroy();
  });

  it("are not carried out twice by one process that lost its claim and takes the row once more", async () => {
    const queryId = await calculate();
    const stopped: number[] = [];
    let tries = 0;
    const solve: SolverPool["solve"] = () => {
      const nth = ++tries;
      let end = (_answer: null): void => undefined;
      const result = new Promise<null>((resolve) => (end = resolve));
      const stop = () => (stopped.push(nth), end(null));
      return { result, stop, release: () => end(null) };
    };
    const claimedBy = async (nth: number) => {
      await vi.waitFor(() => expect(tries).toBe(nth), 60_000);
      return (await row(queryId)).locked_by;
    };
    start({ solver: { ...world.services().solver, size: 2, solve } });
    const first = await claimedBy(1);
    // As the queue does with a row whose claim has lapsed.
    await db()("routing_queries").where({ id: queryId }).update({ status: "queued", locked_by: null });
    const second = await claimedBy(2);
    expect(second).not.toBe(first);
    await vi.waitFor(() => expect(stopped).toContain(1), 60_000);
    expect(stopped).not.toContain(2);
    expect(await row(queryId)).toMatchObject({ status: "running", locked_by: second });
  });

  it("keep their best plan where a heartbeat could not be stored", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const queryId = await calculate();
    const { solve, begun } = endless();
    const dispatcher = start({ solver: { ...world.services().solver, solve } });
    const onProgress = await begun;
    await withStuckRows({ db: db(), kind }, { table: "routing_queries", companyId: company.companyId }, async () => {
      onProgress({ share: 0.5, cost: 100, unassigned: 0, checkpoint: "[]" });
      // The first may have begun before the plan was found.
      await vi.waitFor(() => expect(warned.mock.calls.length).toBeGreaterThan(1), { timeout: 60_000 });
    });
    expect(warned).toHaveBeenCalledWith(`Calculation ${queryId}: the heartbeat failed.`, expect.any(Error));
    await dispatcher.stop();
    expect(await row(queryId)).toMatchObject({ status: "queued", checkpoint: "[]" });
  });

  it.runIf(kind === "sqlite")("end in order where those of the process before can't be put back", async () => {
    const log = quiet();
    const other = await createCompany(db());
    await calculatePlan(sessionOf(other, { isOwner: true }, other.ownerId), { planId: other.planId });
    await claimNextAcrossCompanies(db(), "the server before", NOW);
    const queryId = await calculate();
    const { solve, begun } = endless();
    const stuck = { table: "routing_queries", companyId: other.companyId };
    await withStuckRows({ db: db(), kind }, stuck, async () => {
      const dispatcher = start({ solver: { ...world.services().solver, solve } });
      await begun;
      await dispatcher.stop();
    });
    expect(await row(queryId)).toMatchObject({ status: "queued", locked_by: null });
    expect(log.mock.calls).toEqual([["Calculations of the process before could not be put back:", expect.any(Error)]]);
  });

  it("count when the whole server is killed: the third start gives up", async () => {
    const queryId = await calculate();
    for (let killed = 1; killed <= MAX_ATTEMPTS; killed += 1) {
      expect(await claimNextAcrossCompanies(db(), `server ${killed}`, NOW)).toMatchObject({
        id: queryId,
        attempts: killed,
      });
      const after = await requeueAllAcrossCompanies(db(), NOW);
      const one = { id: queryId, company_id: company.companyId, plan_id: company.planId, format: null };
      expect(after).toEqual(killed < MAX_ATTEMPTS ? { requeued: [one], failed: [] } : { requeued: [], failed: [one] });
    }
    expect(await row(queryId)).toMatchObject({ status: "failed", error_code: "calculation.crashed", finished_at: NOW });
    expect(await claimNextAcrossCompanies(db(), "the next", NOW)).toBeUndefined();
  });

  it("are refused before they begin when they need more memory than allowed, with the numbers", async () => {
    const small = createSolverPool({ ...SOLVER_POOL, memoryMb: 100 });
    world.use({ solver: small });
    await expect(calculate()).rejects.toMatchObject({
      code: "calculation.too_large",
      status: 422,
      message: expect.stringMatching(
        /^This calculation needs about 0\.2 GB of memory, 0\.1 GB are allowed: 3 visits at 4 places with 1 vehicles?\./,
      ),
    });
    expect(await db()("routing_queries").where({ plan_id: company.planId })).toEqual([]);
    // Asked for where more is allowed, and taken up by a smaller machine.
    world.use({});
    quiet();
    const queryId = await calculate();
    start({ solver: small });
    expect(await ended(queryId)).toMatchObject({ status: "failed", error_code: "calculation.too_large", attempts: 1 });
    await small.close();
  });
});
