import { describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client.server";
import type { Db } from "~/db/client.server";
import {
  deleteCalculationsOfPlan,
  insertQueuedCalculation,
  findCalculationHead,
  getCalculation,
  latestCalculationOfPlan,
  listCalculatedCountries,
  listCalculatedPlans,
  listOpenCalculationsOfPlan,
  listCalculationHistory,
  requestCancel,
} from "~/db/repositories/calculations.server";
import {
  claimNextAcrossCompanies,
  finishCalculation,
  heartbeat,
  MAX_ATTEMPTS,
  releaseCalculation,
  requeueAllAcrossCompanies,
  requeueLapsedAcrossCompanies,
  requeueAfterDeath,
} from "~/db/repositories/calculation-queue.server";
import { addSeconds } from "~/domain/time/utc-text";
import { createFinishedCalculation } from "../../factories/calculations";
import { createCompany, createPlan, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";

const at = (sec: number) => addSeconds(NOW, sec);

async function drain(db: Db): Promise<void> {
  await db("routing_queries").whereIn("status", ["queued", "running"]).update({ status: "done" });
}

describe.each(databases())("the queue of calculations on %s", (kind) => {
  const database = useTestDatabase(kind);

  it("hands out the most urgent first, each once, and survives the death of a worker", async () => {
    const { db } = database();
    await drain(db);
    const { companyId, planId } = await createCompany(db);
    const slow = await insertQueuedCalculation(
      db,
      companyId,
      { input: '{"a":1}', plan_id: planId, plan_version: 1 },
      NOW,
    );
    const urgent = await insertQueuedCalculation(db, companyId, { input: "{}", plan_id: planId, priority: 5 }, NOW);
    const first = await claimNextAcrossCompanies(db, "worker-1", NOW);
    expect(first).toMatchObject({
      id: urgent,
      status: "running",
      locked_by: "worker-1",
      attempts: 1,
      started_at: NOW,
      locked_until: at(30),
    });
    const second = await claimNextAcrossCompanies(db, "worker-2", NOW);
    expect(second).toMatchObject({ id: slow, input: '{"a":1}' });
    expect(await claimNextAcrossCompanies(db, "worker-3", NOW)).toBeUndefined();

    const claim = { id: slow, companyId, lockedBy: "worker-2" };
    expect(
      await heartbeat(db, claim, at(20), {
        progress: 0.25,
        incumbent_cost: 1234.5,
        incumbent_unassigned: 2,
        checkpoint: '{"routes":[]}',
      }),
    ).toEqual({ held: true, cancelRequested: false });
    expect(await findCalculationHead(db, companyId, slow)).toMatchObject({
      progress: 0.25,
      incumbent_cost: 1234.5,
      incumbent_unassigned: 2,
      locked_until: at(50),
    });

    // worker-1 is dead, worker-2 is not.
    expect((await requeueLapsedAcrossCompanies(db, at(40))).requeued).toEqual([
      { id: urgent, company_id: companyId, plan_id: planId, format: null },
    ]);
    expect(await heartbeat(db, { id: urgent, companyId, lockedBy: "worker-1" }, at(41))).toEqual({
      held: false,
      cancelRequested: false,
    });
    expect(
      await finishCalculation(db, { id: urgent, companyId, lockedBy: "worker-1" }, { status: "done" }, at(41)),
    ).toBe(false);

    // worker-2 dies too; the next one finds its checkpoint.
    await requeueLapsedAcrossCompanies(db, at(60));
    await claimNextAcrossCompanies(db, "worker-3", at(61));
    const resumed = await claimNextAcrossCompanies(db, "worker-3", at(61));
    expect(resumed).toMatchObject({ id: slow, attempts: 2, checkpoint: '{"routes":[]}', started_at: NOW });
    expect(
      await finishCalculation(
        db,
        { ...claim, lockedBy: "worker-3" },
        { status: "done", output: '{"routes":[]}', summary: "{}", is_correct_output: 1, applied_at: at(70) },
        at(70),
      ),
    ).toBe(true);
    expect(await getCalculation(db, companyId, slow)).toMatchObject({
      status: "done",
      progress: 1,
      checkpoint: null,
      locked_by: null,
      finished_at: at(70),
      applied_at: at(70),
      is_correct_output: 1,
    });
  });

  it("takes turns between companies: the one with the fewest running is next, after what is urgent", async () => {
    const { db } = database();
    await drain(db);
    const { companyId: many } = await createCompany(db, "Many at once");
    const { companyId: one } = await createCompany(db, "One alone");
    const queue = (companyId: number, priority = 0) =>
      insertQueuedCalculation(db, companyId, { input: "{}", priority }, NOW);
    const [first, second, third] = [await queue(many), await queue(many), await queue(many)];
    const single = await queue(one);
    const urgent = await queue(many, 5);
    const claimed: (number | undefined)[] = [];
    for (let nth = 0; nth < 5; nth += 1) claimed.push((await claimNextAcrossCompanies(db, `turn-${nth}`, NOW))?.id);
    expect(claimed).toEqual([urgent, single, first, second, third]);
    await drain(db);
  });

  it("gives up after several crashes, but not after stops in order", async () => {
    const { db } = database();
    await drain(db);
    const { companyId } = await createCompany(db);
    const id = await insertQueuedCalculation(db, companyId, { input: "{}" }, NOW);
    for (let stop = 0; stop < 5; stop += 1) {
      await claimNextAcrossCompanies(db, `run-${stop}`, NOW);
      expect(await releaseCalculation(db, { id, companyId, lockedBy: `run-${stop}` }, NOW)).toBe(true);
    }
    for (let crash = 1; crash <= MAX_ATTEMPTS; crash += 1) {
      expect(await claimNextAcrossCompanies(db, `crash-${crash}`, at(crash * 100))).toMatchObject({ attempts: crash });
      await requeueLapsedAcrossCompanies(db, at(crash * 100 + 31));
    }
    expect(await findCalculationHead(db, companyId, id)).toMatchObject({
      status: "failed",
      error_code: "calculation.crashed",
      attempts: 3,
    });
    expect(await claimNextAcrossCompanies(db, "late", at(999))).toBeUndefined();
  });

  it("cancels what waits, asks what runs, and says when there is nothing left to cancel", async () => {
    const { db } = database();
    await drain(db);
    const { companyId } = await createCompany(db);
    const running = await insertQueuedCalculation(db, companyId, { input: "{}" }, NOW);
    const waiting = await insertQueuedCalculation(db, companyId, { input: "{}" }, NOW);
    await claimNextAcrossCompanies(db, "w", NOW);
    expect(await requestCancel(db, companyId, waiting, at(1))).toBe("cancelled");
    expect(await requestCancel(db, companyId, running, at(1))).toBe("requested");
    expect(await heartbeat(db, { id: running, companyId, lockedBy: "w" }, at(2))).toEqual({
      held: true,
      cancelRequested: true,
    });
    await finishCalculation(
      db,
      { id: running, companyId, lockedBy: "w" },
      { status: "cancelled", output: "{}" },
      at(3),
    );
    expect(await requestCancel(db, companyId, running, at(4))).toBe("finished");
    await expect(requestCancel(db, companyId, 999_999, NOW)).rejects.toMatchObject({ status: 404 });
    // Interrupted with a plan in hand: the plan is worth finishing.
    const resumed = await insertQueuedCalculation(db, companyId, { input: "{}", checkpoint: "{}" }, NOW);
    expect(await requestCancel(db, companyId, resumed, at(5))).toBe("requested");
    expect(await requeueAllAcrossCompanies(db, at(6))).toEqual({ requeued: [], failed: [] });
  });

  it("tells apart what waits again and what is given up, and touches nothing else", async () => {
    const { db } = database();
    await drain(db);
    const { companyId, planId } = await createCompany(db);
    const ids = [0, 0, 0].map(() => insertQueuedCalculation(db, companyId, { input: "{}", plan_id: planId }, NOW));
    const [worn, fresh, waiting] = (await Promise.all(ids)) as [number, number, number];
    for (const id of [worn, fresh]) {
      await db("routing_queries")
        .where({ id })
        .update({
          status: "running",
          locked_by: `w${id}`,
          locked_until: NOW,
          attempts: id === worn ? MAX_ATTEMPTS : MAX_ATTEMPTS - 1,
        });
    }
    // A claim that ends this very second still holds.
    expect(await requeueLapsedAcrossCompanies(db, NOW)).toEqual({ requeued: [], failed: [] });
    const row = (id: number) => ({ id, company_id: companyId, plan_id: planId, format: null });
    expect(await requeueAllAcrossCompanies(db, at(1))).toEqual({ requeued: [row(fresh)], failed: [row(worn)] });
    expect(await findCalculationHead(db, companyId, worn)).toMatchObject({
      status: "failed",
      error_code: "calculation.crashed",
      finished_at: at(1),
      locked_by: null,
    });
    expect(await findCalculationHead(db, companyId, fresh)).toMatchObject({
      status: "queued",
      error_code: null,
      finished_at: null,
      locked_by: null,
    });
    expect(await findCalculationHead(db, companyId, waiting)).toMatchObject({ status: "queued", updated_at: NOW });
  });

  it("returns what a process left behind when it died, or gives it up", async () => {
    const { db } = database();
    await drain(db);
    const { companyId } = await createCompany(db);
    const id = await insertQueuedCalculation(db, companyId, { input: "{}" }, NOW);
    const claim = { id, companyId, lockedBy: "w" };
    expect(await requeueAfterDeath(db, claim, NOW)).toBeUndefined();
    await claimNextAcrossCompanies(db, "w", NOW);
    expect(await requeueAfterDeath(db, { ...claim, lockedBy: "somebody else" }, NOW)).toBeUndefined();
    expect(await requeueAfterDeath(db, claim, NOW)).toBe("queued");
    await claimNextAcrossCompanies(db, "w", NOW);
    await db("routing_queries").where({ id }).update({ attempts: MAX_ATTEMPTS });
    expect(await requeueAfterDeath(db, claim, NOW)).toBe("failed");
    expect(await findCalculationHead(db, companyId, id)).toMatchObject({
      status: "failed",
      error_code: "calculation.crashed",
    });
  });

  it("counts as whole only what is done, and forgets the calculations of one plan alone", async () => {
    const { db } = database();
    await drain(db);
    const { companyId, planId } = await createCompany(db);
    const other = await createPlan(db, companyId);
    const [failed, kept] = [
      await insertQueuedCalculation(db, companyId, { input: "{}", plan_id: planId }, NOW),
      await insertQueuedCalculation(db, companyId, { input: "{}", plan_id: other }, NOW),
    ];
    await claimNextAcrossCompanies(db, "w", NOW);
    await heartbeat(db, { id: failed, companyId, lockedBy: "w" }, NOW, { progress: 0.5 });
    expect(
      await finishCalculation(
        db,
        { id: failed, companyId, lockedBy: "w" },
        { status: "failed", error_code: "x" },
        at(1),
      ),
    ).toBe(true);
    expect(await findCalculationHead(db, companyId, failed)).toMatchObject({
      status: "failed",
      progress: 0.5,
      error_code: "x",
      finished_at: at(1),
    });
    await deleteCalculationsOfPlan(db, companyId, planId);
    expect([
      await findCalculationHead(db, companyId, failed),
      (await findCalculationHead(db, companyId, kept))?.id,
    ]).toEqual([undefined, kept]);
  });

  it("lists the history without its big columns", async () => {
    const { db } = database();
    const { companyId, planId, routeId, ownerId } = await createCompany(db);
    const whole = await createFinishedCalculation(
      db,
      companyId,
      {
        input: "{}",
        output: "{}",
        title: "2026-11-21 06:00",
        plan_id: planId,
        plan_version: 1,
        user_id: ownerId,
        type: 2,
      },
      NOW,
    );
    const single = await insertQueuedCalculation(
      db,
      companyId,
      { input: "{}", plan_id: planId, plan_version: 1, route_id: routeId, type: 1 },
      at(86_400),
    );
    const all = await listCalculationHistory(db, companyId, { planId });
    expect(all.rows.map((row) => row.id)).toEqual([single, whole]);
    expect(Object.keys(all.rows[0]!)).not.toContain("output");
    const one = async (filter: Parameters<typeof listCalculationHistory>[2]) =>
      (await listCalculationHistory(db, companyId, filter)).rows.map((row) => row.id);
    expect(await one({ type: 2 })).toEqual([whole]);
    expect(await one({ status: "queued" })).toEqual([single]);
    expect(await one({ routeId })).toEqual([single]);
    expect(await one({ userId: ownerId })).toEqual([whole]);
    expect(await one({ before: "2026-11-22 00:00:00" })).toEqual([whole]);
    expect(await one({ since: "2026-11-22 00:00:00" })).toEqual([single]);
    expect(await one({ search: "06:00" })).toEqual([whole]);
    expect(await one({ search: "PLAN" })).toEqual([single, whole]);
    expect(all.rows[1]).toMatchObject({ plan_title: "Plan", user_name: "Olga", user_surname: "Owner" });
    expect(await listCalculatedPlans(db, companyId)).toEqual([{ id: planId, title: "Plan" }]);
    expect(await listCalculatedCountries(db, companyId)).toEqual([]);
    // One that is only tried out says nothing about the plan.
    await insertQueuedCalculation(db, companyId, { input: "{}", plan_id: planId, plan_version: null }, at(86_401));
    expect((await latestCalculationOfPlan(db, companyId, planId))?.id).toBe(single);
    expect((await latestCalculationOfPlan(db, companyId, planId, ["done"]))?.id).toBe(whole);
    expect((await listOpenCalculationsOfPlan(db, companyId, planId)).map((row) => row.id)).toEqual([single]);
  });

  it("never gives one row to two claimers", async () => {
    const { db, config } = database();
    await drain(db);
    const { companyId } = await createCompany(db);
    const ids: number[] = [];
    for (let index = 0; index < 40; index += 1)
      ids.push(await insertQueuedCalculation(db, companyId, { input: "{}" }, NOW));
    // Processes of their own: each has its own connections.
    const processes = [createDatabase(config), createDatabase(config), createDatabase(config), db];
    const taken: number[] = [];
    try {
      await Promise.all(
        processes.flatMap((one, process) =>
          [0, 1].map(async (thread) => {
            for (;;) {
              const row = await claimNextAcrossCompanies(one, `p${process}t${thread}`, NOW);
              if (!row) return;
              expect(row.locked_by).toBe(`p${process}t${thread}`);
              taken.push(row.id);
            }
          }),
        ),
      );
    } finally {
      await Promise.all(processes.slice(0, 3).map((one) => one.destroy()));
    }
    expect(taken.sort((a, b) => a - b)).toEqual(ids);
  });
});
