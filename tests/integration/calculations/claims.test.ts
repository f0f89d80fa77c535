import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import {
  claimNextAcrossCompanies,
  finishCalculation,
  heartbeat,
  releaseCalculation,
  requeueAfterDeath,
} from "~/db/repositories/calculation-queue.server";
import type { CalculationOutput } from "~/domain/calculation/output";
import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { cancelCalculation } from "~/features/calculations/commands/cancel-calculation.server";
import { applyProposal, discardProposal } from "~/features/calculations/commands/decide-proposal.server";
import { reOptimise } from "~/features/calculations/commands/re-optimise.server";
import { stopCalculation } from "~/features/calculations/commands/stop-calculation.server";
import { taskOf } from "~/features/calculations/run/calculation-task.server";
import { toggleLock } from "~/features/planning/commands/route-commands.server";
import { pause } from "~/lib/pause";
import { setJobRunner } from "~/services/jobs.server";
import { StoppedUnsearched } from "~/services/solver/solver-pool.server";
import type { SolveAnswer, SolverPool } from "~/services/solver/solver-pool.server";
import { createPlan, createRoute, createVehicle, createVisits, NOW } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { QUICK, useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";

describe.each(databases())("whose result it is, and whether it counts, on %s", (kind) => {
  const world = useCalculations(kind);
  const { db, row, ended, found, start } = world;
  let company: TestCompany;
  let session: CompanySession;

  beforeEach(() => {
    company = world.company();
    session = sessionOf(company, { isOwner: true }, company.ownerId);
  });

  /** Two vans and stops on a line. @param locked the second van's route has a stop and is locked */
  async function plan({
    stops = 12,
    locked = false,
    ...search
  }: { stops?: number; locked?: boolean; solving_time?: number; exploration?: number } = {}) {
    const planId = await createPlan(db(), company.companyId, {
      warehouse_id: company.warehouseId,
      ...QUICK,
      ...search,
    });
    const routes: number[] = [];
    for (const position of [1, 2]) {
      const vehicleId = await createVehicle(db(), company.companyId, { driver_id: company.driverId });
      routes.push(
        await createRoute(db(), company.companyId, planId, {
          vehicle_id: vehicleId,
          warehouse_id: company.warehouseId,
          position,
          is_locked: locked && position === 2 ? 1 : 0,
        }),
      );
    }
    const hours = { plan_id: planId, warehouse_id: company.warehouseId, start_time: "08:00", end_time: "18:00" };
    const visits = await createVisits(
      db(),
      company.companyId,
      Array.from({ length: stops }, (_, index) => ({ ...hours, lat: 47.1 + index / 300, lng: 9.5 })),
    );
    if (locked)
      await createVisits(db(), company.companyId, [
        { ...hours, route_id: routes[1]!, status: 2, position: 1, lat: 47.2, lng: 9.52 },
      ]);
    return { planId, routes, visits };
  }
  const visitsOf = (planId: number) => db()("routing_visits").where({ plan_id: planId }).orderBy("id");
  const whileSolving = async (queryId: number, act: () => Promise<unknown>) => {
    await found(queryId);
    await act();
  };

  /** The real solver, whose answer is changed on its way. */
  const solverThat = (change: (answer: SolveAnswer) => Promise<SolveAnswer>): SolverPool => {
    const { solver } = world.services();
    return {
      size: 1,
      memoryMb: solver.memoryMb,
      close: () => Promise.resolve(),
      solveFormat: (task) => solver.solveFormat(task),
      solve: (task, onProgress) => {
        const running = solver.solve(task, onProgress);
        return { ...running, result: running.result.then((answer) => (answer === null ? null : change(answer))) };
      },
    };
  };

  it("refuses a plan that the independent check objects to, and leaves everything as it was", async () => {
    // why: the objection is a fault of the program, which is logged
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { planId } = await plan();
    const before = await visitsOf(planId);
    const { queryId } = await calculatePlan(session, { planId });
    start({
      solver: solverThat(async (answer) => ({
        ...answer,
        violations: [{ code: "load", amount: 40, message: "vehicle 1 carries 40 too much" }],
      })),
    });
    expect(await ended(queryId)).toMatchObject({
      status: "failed",
      error_code: "calculation.check_failed",
      output: null,
      applied_at: null,
      error_message:
        "The calculated plan broke a rule (vehicle 1 carries 40 too much) and was not applied. Your plan is as it was.",
    });
    expect(await visitsOf(planId)).toEqual(before);
  });

  it("throws its work away when another process has taken the calculation over", async () => {
    const { planId } = await plan();
    const before = await visitsOf(planId);
    const { queryId } = await calculatePlan(session, { planId });
    const dispatcher = start({
      solver: solverThat(async (answer) => {
        await db()("routing_queries").where({ id: queryId }).update({ locked_by: "another process", progress: 0.4 });
        return answer;
      }),
    });
    while ((await row(queryId)).locked_by !== "another process") await pause(20);
    await dispatcher.stop();
    expect(await row(queryId)).toMatchObject({
      status: "running",
      locked_by: "another process",
      output: null,
      progress: 0.4,
      finished_at: null,
      error_message: null,
    });
    expect(await visitsOf(planId)).toEqual(before);
    expect((await db()("routing_plans").where({ id: planId }).first())!.version).toBe(1);
  });

  it("leaves a row alone that another worker holds, whatever it wants of it", async () => {
    const { queryId } = await calculatePlan(session, { planId: company.planId });
    await claimNextAcrossCompanies(db(), "the holder", NOW);
    const held = await row(queryId);
    const claim = { id: queryId, companyId: company.companyId, lockedBy: "somebody else" };
    expect(await heartbeat(db(), claim, NOW, { progress: 0.9, checkpoint: "[]" })).toEqual({
      held: false,
      cancelRequested: false,
    });
    expect(await finishCalculation(db(), claim, { status: "done", output: "{}" }, NOW)).toBe(false);
    expect(await releaseCalculation(db(), claim, NOW)).toBe(false);
    expect(await requeueAfterDeath(db(), claim, NOW)).toBeUndefined();
    expect(await row(queryId)).toEqual(held);
    expect(await releaseCalculation(db(), { ...claim, lockedBy: "the holder" }, NOW)).toBe(true);
  });

  it("ends by a wish that came to another process, with the best plan so far", async () => {
    const { planId } = await plan({ stops: 60, solving_time: 60 });
    start();
    const { queryId } = await calculatePlan(session, { planId });
    // Another process writes no more than this.
    await whileSolving(queryId, () => db()("routing_queries").where({ id: queryId }).update({ cancel_requested: 1 }));
    expect(await ended(queryId)).toMatchObject({ status: "cancelled", applied_at: NOW });
  });

  it("tells the worker in its own process at once who wants to stop, and nobody when nothing runs", async () => {
    const { planId } = await plan();
    const { queryId } = await calculatePlan(session, { planId });
    const cancel = vi.fn();
    setJobRunner({ wake: () => undefined, cancel });
    try {
      await claimNextAcrossCompanies(db(), "this process", NOW);
      await stopCalculation(session, { queryId });
      expect(cancel.mock.calls).toEqual([[queryId]]);
      await cancelCalculation(session, { planId });
      expect(cancel.mock.calls).toEqual([[queryId], [queryId]]);
      await db()("routing_queries").where({ id: queryId }).update({ status: "done" });
      await expect(stopCalculation(session, { queryId })).rejects.toMatchObject({ status: 409 });
      expect(cancel).toHaveBeenCalledTimes(2);
    } finally {
      setJobRunner(undefined);
    }
  });

  it("is out of date when a route was locked or unlocked meanwhile, and changes nothing", async () => {
    const first = await plan({ stops: 60, solving_time: 30, locked: true });
    start();
    // Of the open route, which is asked about; then of the locked one, whose stop could have been planned too.
    for (const routeId of first.routes) {
      const { queryId } = await calculatePlan(session, { planId: first.planId });
      await whileSolving(queryId, () => toggleLock(session, { routeId }, {}));
      await cancelCalculation(session, { planId: first.planId });
      expect(await ended(queryId)).toMatchObject({ status: "stale", error_code: "plan.changed", applied_at: null });
      await toggleLock(session, { routeId }, {});
    }
    expect(await db()("routing_visits").where({ plan_id: first.planId, route_id: first.routes[0]! })).toEqual([]);
  });

  it("goes on from the written plan of an interrupted calculation, with what is left of its time", async () => {
    for (const seconds of [0, 30]) {
      const { planId, routes, visits } = await plan({ stops: 60, solving_time: seconds, exploration: 5 });
      const { queryId } = await calculatePlan(session, { planId });
      // All on the second van, the far ones first: nothing that a search would begin with.
      const order = [...visits].reverse();
      const checkpoint = JSON.stringify([{ vehicleId: routes[1], steps: order.map((id) => ({ type: "job", id })) }]);
      await db()("routing_queries").where({ id: queryId }).update({ checkpoint, progress: 0.95, cancel_requested: 1 });
      const dispatcher = start();
      const stopped = await ended(queryId);
      await dispatcher.stop();
      const [planned] = parseJson<CalculationOutput | null>(stopped.output, null)!.routes;
      expect(planned!.vehicle).toBe(routes[1]);
      expect(planned!.steps.filter((step) => step.type === "job").map((step) => step.id)).toEqual(order);

      const again = (await calculatePlan(session, { planId })).queryId;
      await db()("routing_queries").where({ id: again }).update({ checkpoint, progress: 0.95 });
      const next = start();
      const done = await ended(again);
      // else it would take the next plan's calculation before its checkpoint is written
      await next.stop();
      // Chosen by size, 60 stops get three seconds; a tenth is left at least.
      expect(parseJson<CalculationOutput | null>(done.output, null)!.summary.computing_times.solving).toBeLessThan(
        seconds === 0 ? 2500 : 15_000,
      );
    }
  });

  it("leaves the plan as it stands when it was stopped before it began, stops that break a rule included", async () => {
    const { planId, routes, visits } = await plan({ stops: 12, solving_time: 1 });
    const late = { route_id: routes[1], status: 2, start_time: "05:00", end_time: "05:10" };
    for (const [index, id] of visits.entries())
      await db()("routing_visits")
        .where({ id })
        .update({ ...late, position: index + 1 });
    const before = await db()("routing_visits").where({ plan_id: planId }).orderBy("id");
    const { queryId } = await calculatePlan(session, { planId });
    await db()("routing_queries").where({ id: queryId }).update({ cancel_requested: 1 });
    start();
    expect(await ended(queryId)).toMatchObject({ status: "cancelled", applied_at: null, output: null });
    expect(await db()("routing_visits").where({ plan_id: planId }).orderBy("id")).toEqual(before);
    // Nor is there a proposal.
    const proposal = await reOptimise(session, { planId, changeBudget: 2, routeIds: [] });
    const asked = taskOf({ ...(await ended(proposal.queryId)), checkpoint: null, cancel_requested: 1 });
    const { result } = world.services().solver.solve(asked, () => undefined);
    await expect(result).rejects.toBeInstanceOf(StoppedUnsearched);
  });

  it("changes nothing of a written plan when it was stopped before it began, be its process warm or cold", async () => {
    const { planId, routes, visits } = await plan({ stops: 60, solving_time: 1, exploration: 5 });
    const { queryId } = await calculatePlan(session, { planId });
    const order = [...visits].reverse();
    const written = JSON.stringify([{ vehicleId: routes[1], steps: order.map((id) => ({ type: "job", id })) }]);
    const task = taskOf({ ...(await row(queryId)), checkpoint: written, progress: 0.5, cancel_requested: 1 });
    const { solver } = world.services();
    await solver.solve(task, () => undefined).result;
    const answer = await solver.solve(task, () => undefined).result;
    expect(answer!.output.routes[0]!.steps.flatMap((step) => (step.type === "job" ? [step.id] : []))).toEqual(order);
  });

  it("a proposal is decided once: of two at the same moment one is told that it was decided already", async () => {
    const decide = async (
      one: (input: { queryId: number }) => Promise<unknown>,
      other: (input: { queryId: number }) => Promise<unknown>,
    ) => {
      const { planId, visits } = await plan();
      await ended((await calculatePlan(session, { planId })).queryId);
      // One stop stands on no route: the proposal is to take it in.
      await db()("routing_visits").where({ id: visits[0]! }).update({ route_id: null, status: 1, position: 1000 });
      const { queryId } = await reOptimise(session, { planId, changeBudget: 2, routeIds: [] });
      expect(await ended(queryId)).toMatchObject({ status: "proposed" });
      const results = await Promise.allSettled([one({ queryId }), other({ queryId })]);
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const refused = results.find((result) => result.status === "rejected");
      expect(refused!.reason).toMatchObject({ code: "proposal.decided", status: 409 });
      return row(queryId);
    };
    start();
    expect(
      await decide(
        (input) => applyProposal(session, input),
        (input) => applyProposal(session, input),
      ),
    ).toMatchObject({ status: "done", applied_at: NOW });
    await decide(
      (input) => discardProposal(session, input),
      (input) => applyProposal(session, input),
    );
    await decide(
      (input) => discardProposal(session, input),
      (input) => discardProposal(session, input),
    );
  });
});
