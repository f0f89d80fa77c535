import { beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import {
  keepCalculation,
  applyProposal,
  discardProposal,
} from "~/features/calculations/commands/decide-proposal.server";
import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { reOptimise, reOptimiseAgain } from "~/features/calculations/commands/re-optimise.server";
import { loadSmallChangeOffer } from "~/features/calculations/queries/small-change.server";
import { latestCalculation } from "~/features/calculations/queries/latest-calculation.server";
import { loadProposal } from "~/features/calculations/queries/proposal-page.server";
import { markVisitDone } from "~/features/driver/commands/mark-visit-done.server";
import { applySuggestion } from "~/features/planning/commands/apply-suggestion.server";
import { renamePlan } from "~/features/planning/commands/plan-commands.server";
import { approveRoute } from "~/features/planning/commands/route-commands.server";
import { redoPlanChange, undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { moveVisit } from "~/features/planning/commands/visit-commands.server";
import { loadUnservedPage } from "~/features/planning/leftover-pages/leftover-visits.server";
import { loadPlanChanges } from "~/features/planning/undo/plan-changes.server";
import {
  createCompany,
  createPlan,
  createRoute,
  createUser,
  createVehicle,
  createVisits,
  NOW,
} from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { QUICK, useCalculations } from "../../helpers/calculations";
import { databases } from "../../helpers/databases";
import { sessionOf } from "../../helpers/sessions";

describe.each(databases())("results and what people make of them on %s", (kind) => {
  const world = useCalculations(kind);
  const { db, row, ended, found } = world;
  let company: TestCompany;
  let me: CompanySession;
  let anna: CompanySession;

  beforeEach(async () => {
    company = world.company();
    me = sessionOf(company, { isOwner: true }, company.ownerId);
    anna = sessionOf(company, { isDispatcher: true }, await createUser(db(), { name: "Anna", surname: "Early" }));
    world.start();
  });

  /** Two vans, stops in two towns, far apart. */
  async function twoTowns({ calculated = true, ...search }: { calculated?: boolean; solving_time?: number } = {}) {
    const planId = await createPlan(db(), company.companyId, {
      warehouse_id: company.warehouseId,
      ...QUICK,
      ...search,
    });
    const routes: number[] = [];
    for (let position = 1; position <= 2; position++) {
      const vehicleId = await createVehicle(db(), company.companyId, {
        title: `Van ${position}`,
        driver_id: company.driverId,
        max_quantity: 6,
      });
      routes.push(
        await createRoute(db(), company.companyId, planId, {
          vehicle_id: vehicleId,
          warehouse_id: company.warehouseId,
          position,
        }),
      );
    }
    const stops = Array.from({ length: 10 }, (_, index) => ({
      plan_id: planId,
      warehouse_id: company.warehouseId,
      name: `Stop ${index + 1}`,
      lat: index < 5 ? 47.05 + index / 500 : 47.23 - index / 500,
      lng: 9.5 + index / 900,
      start_time: "08:00",
      end_time: "18:00",
    }));
    const visits = await createVisits(db(), company.companyId, stops);
    if (calculated) await ended((await calculatePlan(me, { planId })).queryId);
    return { planId, routes, visits, ...(await orders(routes)) };
  }
  const orders = async (routes: readonly number[]) => {
    const order = async (id: number) =>
      (await db()("routing_visits")
        .where({ route_id: id, type: "D" })
        .whereNull("deleted_at")
        .orderBy("position")
        .pluck("id")) as number[];
    return { south: await order(routes[0]!), north: await order(routes[1]!) };
  };
  /** Everything that a plan is, without its version and without when rows were written. */
  async function contents(planId: number) {
    const plain = <Row extends object>(rows: Row[]) => rows.map((one) => ({ ...one, version: 0, updated_at: "" }));
    return {
      plan: plain(await db()("routing_plans").where({ id: planId })),
      routes: plain(await db()("routing_routes").where({ plan_id: planId }).whereNull("deleted_at").orderBy("id")),
      visits: plain(await db()("routing_visits").where({ plan_id: planId }).whereNull("deleted_at").orderBy("id")),
    };
  }
  it("is stored with what the plan aims at, which tells the unit of its cost", async () => {
    const { planId } = await twoTowns({ calculated: false });
    await db()("vehicles").where({ company_id: company.companyId }).update({ fixed_cost: 10 });
    await db()("routing_plans").where({ id: planId }).update({ aim: "cost" });
    const { queryId } = await calculatePlan(me, { planId });
    expect((await ended(queryId)).aim).toBe("cost");
    expect(await latestCalculation(me, planId)).toMatchObject({ queryId, aim: "cost" });
  });

  /** One stop of each route stands on the other one. */
  async function swapped() {
    const day = await twoTowns();
    await moveVisit(me, { visitId: day.south[2]!, toRouteId: day.routes[1]!, position: 1 }, {});
    await moveVisit(me, { visitId: day.north[2]!, toRouteId: day.routes[0]!, position: 1 }, {});
    return { ...day, misplaced: [day.south[2]!, day.north[2]!] };
  }

  it("offers to fit a small change in, with how many stops changed and what the last run moved", async () => {
    const day = await twoTowns();
    expect(await loadSmallChangeOffer(me, day.planId)).toBeNull();
    await moveVisit(anna, { visitId: day.south[2]!, toRouteId: null }, {});
    // nine of ten stand on routes: one is more than a tenth of them
    expect(await loadSmallChangeOffer(me, day.planId)).toBeNull();
    await undoPlanChange(anna, { planId: day.planId });
    expect(await loadSmallChangeOffer(me, day.planId)).toBeNull();
    await moveVisit(anna, { visitId: day.south[2]!, toRouteId: day.routes[1]!, position: 1 }, {});
    expect(await loadSmallChangeOffer(me, day.planId)).toEqual({ changed: 1, budget: 5, last: { moved: 10, of: 10 } });
    await renamePlan(me, { planId: day.planId, title: "Another name" }, {});
    expect(await loadSmallChangeOffer(me, day.planId)).toMatchObject({ changed: 1 });
    // another speed for all vehicles makes it another plan
    await db()("plan_changes").where({ plan_id: day.planId, kind: "plan.rename" }).update({ kind: "plan.settings" });
    expect(await loadSmallChangeOffer(me, day.planId)).toBeNull();
  });

  it("discarding a calculation takes back the suggestion that started it; so does undo; redo makes both", async () => {
    const { planId, routes } = await twoTowns({ calculated: false });
    const vehicles = () =>
      db()("vehicles").where({ company_id: company.companyId }).orderBy("id").select("id", "max_quantity", "overtime");
    await db()("vehicles")
      .whereIn("id", db()("routing_routes").whereIn("id", routes).select("vehicle_id"))
      .update({ max_quantity: 4 });
    const first = await calculatePlan(me, { planId });
    await ended(first.queryId);
    const unserved = (await loadUnservedPage(me, planId)).visits.find((visit) => visit.suggestion?.asks === true);
    const { change, amount } = unserved!.suggestion!;
    const [before, fleet] = [await contents(planId), await vehicles()];
    const applied = await applySuggestion(me, { planId, visitId: unserved!.id, change, amount, confirmed: true }, {});
    if (applied.status !== "applied") throw new Error("The suggestion was not applied.");
    const { queryId } = await calculatePlan(me, { planId, followsChangeId: applied.changeId ?? undefined });
    await ended(queryId);
    const [after, largerFleet] = [await contents(planId), await vehicles()];
    expect(largerFleet).not.toEqual(fleet);
    expect(await orders(routes)).not.toEqual({ south: [], north: [] });
    const { discardChangeId } = (await latestCalculation(me, planId))!;
    expect(await undoPlanChange(me, { planId, changeId: discardChangeId! })).toMatchObject({
      undone: "the calculation",
      withSuggestion: true,
    });
    expect(await vehicles()).toEqual(fleet);
    expect(await contents(planId)).toEqual(before);
    expect(await redoPlanChange(me, { planId })).toMatchObject({ redone: "the calculation" });
    expect(await vehicles()).toEqual(largerFleet);
    expect(await contents(planId)).toEqual(after);
    expect(await row(queryId)).toMatchObject({ status: "done" });
    await undoPlanChange(me, { planId });
    expect([await vehicles(), await contents(planId)]).toEqual([fleet, before]);
    // What is left to undo is the first calculation: the suggestion went with the second.
    expect(await undoPlanChange(me, { planId })).toMatchObject({ undone: "the calculation", withSuggestion: false });
    expect(await row(first.queryId)).toMatchObject({ status: "discarded" });
  });

  it("discarding a calculation restores the plan before it; keeping ends the question", async () => {
    const { planId } = await twoTowns({ calculated: false });
    const before = await contents(planId);
    const { queryId } = await calculatePlan(me, { planId });
    await ended(queryId);
    const after = await contents(planId);
    expect(after).not.toEqual(before);
    const shown = (await latestCalculation(me, planId))!;
    expect(shown).toMatchObject({
      applied: true,
      kept: false,
      difference: { moved: 10, before: { served: 0 }, after: { served: 10 } },
    });
    await undoPlanChange(me, { planId, changeId: shown.discardChangeId! });
    expect(await contents(planId)).toEqual(before);
    expect(await row(queryId)).toMatchObject({ status: "discarded" });
    expect(await latestCalculation(me, planId)).toMatchObject({ applied: false, discardChangeId: null });

    const again = await calculatePlan(me, { planId });
    await ended(again.queryId);
    const { planId: otherPlan } = await twoTowns({ calculated: false });
    await expect(keepCalculation(me, { queryId: again.queryId, planId: otherPlan })).rejects.toMatchObject({
      status: 404,
    });
    expect(await row(again.queryId)).toMatchObject({ kept_at: null });
    await keepCalculation(me, { queryId: again.queryId, planId });
    expect(await latestCalculation(me, planId)).toMatchObject({ applied: true, kept: true, discardChangeId: null });
  });

  it("of keeping and discarding the first one counts; what is kept can be undone like any change", async () => {
    const { planId } = await twoTowns({ calculated: false });
    const calculated = async () => {
      const { queryId } = await calculatePlan(me, { planId });
      await ended(queryId);
      return { queryId, changeId: (await latestCalculation(me, planId))!.discardChangeId! };
    };
    const { queryId, changeId } = await calculated();
    await keepCalculation(me, { queryId, planId });
    const kept = await contents(planId);
    await expect(undoPlanChange(me, { planId, changeId, isDiscard: true })).rejects.toMatchObject({
      status: 409,
      code: "calculation.kept",
      message: "Somebody has kept the calculation in the meantime.",
    });
    expect(await contents(planId)).toEqual(kept);
    expect(await row(queryId)).toMatchObject({ status: "done" });
    await undoPlanChange(me, { planId, changeId });
    expect(await row(queryId)).toMatchObject({ status: "discarded" });

    const again = await calculated();
    await undoPlanChange(me, { planId, changeId: again.changeId, isDiscard: true });
    await expect(keepCalculation(me, { queryId: again.queryId, planId })).rejects.toMatchObject({
      status: 409,
      code: "calculation.discarded",
    });
    expect(await row(again.queryId)).toMatchObject({ status: "discarded", kept_at: null });
  });

  it("a calculation is the change of whoever asked for it: Z takes it back, and not a colleague's", async () => {
    const { planId, south, routes } = await twoTowns({ calculated: false });
    expect(south).toEqual([]);
    await ended((await calculatePlan(me, { planId })).queryId);
    await expect(undoPlanChange(anna, { planId })).rejects.toMatchObject({ code: "undo.nothing" });
    const [moved] = (await orders(routes)).south;
    await moveVisit(anna, { visitId: moved!, toRouteId: null }, {});
    await expect(undoPlanChange(me, { planId })).rejects.toMatchObject({
      code: "undo.changed",
      message: expect.stringMatching(/^Not undone: Anna Early moved the visit “Stop \d+” since\.$/) as string,
    });
    await undoPlanChange(anna, { planId });
    await undoPlanChange(me, { planId });
    expect(
      (await db()("routing_visits").where({ plan_id: planId }).whereNotNull("route_id").whereNull("deleted_at")).length,
    ).toBe(0);
  });

  it("whoever plans on from a result keeps it; a driver's report is no planning", async () => {
    const { planId, routes, south } = await twoTowns();
    await approveRoute(me, { routeId: routes[0]! }, {});
    expect((await latestCalculation(me, planId))!.discardChangeId).toBeNull();
    const { queryId } = await calculatePlan(me, { planId });
    await ended(queryId);
    await markVisitDone(sessionOf(company, { isDriver: true, memberId: company.driverId }, company.driverUserId), {
      visitId: south[0]!,
      confirmed: true,
    });
    expect((await latestCalculation(me, planId))!.discardChangeId).toBeGreaterThan(0);
  });

  it("goes stale after an edit and says whose; a locked route's report or a new title is no edit", async () => {
    const { planId, routes, north, south } = await twoTowns();
    await approveRoute(me, { routeId: routes[0]! }, {});
    await db()("routing_plans").where({ id: planId }).update({ solving_time: 60 });
    const { queryId } = await calculatePlan(me, { planId });
    await found(queryId);
    await markVisitDone(sessionOf(company, { isDriver: true, memberId: company.driverId }, company.driverUserId), {
      visitId: south[0]!,
      confirmed: true,
    });
    await renamePlan(anna, { planId, title: "Another title" }, {});
    expect((await latestCalculation(me, planId))!.outdatedBy).toBeNull();
    await expect(calculatePlan(me, { planId })).rejects.toMatchObject({ code: "calculation.running" });

    await moveVisit(anna, { visitId: north[0]!, toRouteId: null }, {});
    expect((await latestCalculation(me, planId))!.outdatedBy).toMatch(/^Anna Early moved the visit “Stop \d+”$/);
    const edited = await orders(routes);
    await db()("routing_plans").where({ id: planId }).update(QUICK);
    // Calculating again ends the one that no longer fits.
    const again = await calculatePlan(me, { planId });
    expect(await ended(queryId)).toMatchObject({
      status: "stale",
      applied_at: null,
      error_message: expect.stringMatching(
        new RegExp(
          "^Anna Early moved the visit “Stop \\d+” while it was being calculated, so the result was not applied\\. " +
            "Calculate again to include the changes\\.$",
        ),
      ) as string,
    });
    expect((await orders(routes)).south).toEqual(edited.south);
    expect(await ended(again.queryId)).toMatchObject({ status: "done", applied_at: NOW });
  });

  it("proposes at most so many moves and changes nothing; applied it is the plan, and undo takes it back", async () => {
    const { planId, misplaced, routes } = await swapped();
    const before = await contents(planId);
    const { queryId } = await reOptimise(me, { planId, changeBudget: 1, routeIds: [] });
    expect(await ended(queryId)).toMatchObject({ status: "proposed", change_budget: 1, applied_at: null });
    expect(await contents(planId)).toEqual(before);
    expect(await latestCalculation(me, planId)).toMatchObject({
      status: "proposed",
      changeBudget: 1,
      applied: false,
      outdatedBy: null,
      difference: { moved: 1 },
    });

    const page = await loadProposal(anna, queryId);
    expect(page).toMatchObject({ outdated: null, changeBudget: 1, onlyRoutes: [], proposal: { moved: 1 } });
    const { moves, before: now, after: then, drawn } = page.proposal!;
    expect(misplaced).toContain(moves[0]!.visitId);
    expect([moves[0]!.from!.route, moves[0]!.to!.route].sort()).toEqual(["Van 1", "Van 2"]);
    expect(then.distanceM).toBeLessThan(now.distanceM - 5000);
    expect([now.served, then.served]).toEqual([10, 10]);
    expect(drawn.changed.length).toBeGreaterThan(0);

    expect(await applyProposal(anna, { queryId })).toEqual({ planId, moved: 1 });
    const applied = await contents(planId);
    const distance = applied.routes.reduce((sum, one) => sum + one.distance, 0);
    expect(distance).toBe(then.distanceM);
    const { south, north } = await orders(routes);
    const movedTo = south.includes(moves[0]!.visitId) ? { list: south, name: "Van 1" } : { list: north, name: "Van 2" };
    expect([movedTo.name, movedTo.list.indexOf(moves[0]!.visitId) + 1]).toEqual([
      moves[0]!.to!.route,
      moves[0]!.to!.position,
    ]);
    await expect(applyProposal(me, { queryId })).rejects.toMatchObject({
      status: 409,
      message: "The proposal was applied already.",
    });
    await undoPlanChange(anna, { planId });
    expect(await contents(planId)).toEqual(before);
  });

  it("a budget for all that is wrong finds all of it; one of nothing finds nothing", async () => {
    const { planId, misplaced } = await swapped();
    const { queryId } = await reOptimise(me, { planId, changeBudget: 4, routeIds: [] });
    await ended(queryId);
    const { proposal } = await loadProposal(me, queryId);
    expect(proposal!.moved).toBeLessThanOrEqual(4);
    expect(proposal!.moves.map((move) => move.visitId)).toEqual(expect.arrayContaining(misplaced));
    const none = await reOptimise(me, { planId, changeBudget: 0, routeIds: [] });
    expect(await row(queryId)).toMatchObject({ status: "discarded" });
    expect(await ended(none.queryId)).toMatchObject({ status: "done", applied_at: null });
    expect(await latestCalculation(me, planId)).toMatchObject({ difference: { moved: 0 }, discardChangeId: null });
  });

  it("asks about the chosen routes only, and not about locked ones", async () => {
    const { planId, routes, south, north } = await twoTowns();
    // On both routes the furthest stop comes first now.
    await moveVisit(me, { visitId: south.at(-1)!, toRouteId: routes[0]!, position: 1 }, {});
    await moveVisit(me, { visitId: north.at(-1)!, toRouteId: routes[1]!, position: 1 }, {});
    const { queryId } = await reOptimise(me, { planId, changeBudget: 5, routeIds: [routes[0]!] });
    await ended(queryId);
    const page = await loadProposal(me, queryId);
    expect(page.onlyRoutes).toEqual(["Van 1"]);
    const { moves } = page.proposal!;
    expect(moves.map((move) => move.visitId)).toContain(south.at(-1));
    for (const move of moves) expect([move.from?.route, move.to?.route]).toEqual(["Van 1", "Van 1"]);
    for (const routeId of routes) await approveRoute(me, { routeId }, {});
    await expect(reOptimise(me, { planId, changeBudget: 5, routeIds: [] })).rejects.toMatchObject({
      code: "calculation.locked",
      status: 409,
    });
  });

  it("a proposal that an edit has overtaken is not applied, says why, and can be asked for again", async () => {
    const { planId, misplaced, south } = await swapped();
    const { queryId } = await reOptimise(me, { planId, changeBudget: 2, routeIds: [] });
    await ended(queryId);
    await moveVisit(anna, { visitId: south[0]!, toRouteId: null }, {});
    const { name } = (await db()("routing_visits").where({ id: south[0]! }).first())!;
    const moved = `Anna Early moved the visit “${name}” since`;
    const sentence = `${moved}, so the proposal no longer fits the plan. Find changes again.`;
    expect(await loadProposal(me, queryId)).toMatchObject({ outdated: sentence, proposal: null });
    expect((await latestCalculation(me, planId))!.outdatedBy).toMatch(/^Anna Early moved the visit “Stop \d+”$/);
    await expect(applyProposal(me, { queryId })).rejects.toMatchObject({
      code: "proposal.stale",
      status: 409,
      message: sentence,
    });
    const again = await reOptimiseAgain(me, { queryId });
    await ended(again.queryId);
    const fresh = await loadProposal(me, again.queryId);
    expect(fresh).toMatchObject({ changeBudget: 2, outdated: null });
    expect(fresh.proposal!.moves.some((move) => misplaced.includes(move.visitId) || move.visitId === south[0])).toBe(
      true,
    );
    const { planId: otherPlan } = await twoTowns({ calculated: false });
    await expect(discardProposal(me, { queryId: again.queryId, planId: otherPlan })).rejects.toMatchObject({
      status: 404,
    });
    await discardProposal(me, { queryId: again.queryId });
    await expect(applyProposal(me, { queryId: again.queryId })).rejects.toMatchObject({
      message: "The proposal was discarded already.",
    });
    expect((await latestCalculation(me, planId))!.status).toBe("discarded");
  });

  it("keeps proposals within the company and from those without the right", async () => {
    const { planId } = await swapped();
    const { queryId } = await reOptimise(me, { planId, changeBudget: 2, routeIds: [] });
    await ended(queryId);
    const other = await createCompany(db());
    const stranger = sessionOf(other, { isOwner: true }, other.ownerId);
    const driver = sessionOf(company, { isDriver: true, memberId: company.driverId }, company.driverUserId);
    for (const [session, status] of [
      [stranger, 404],
      [driver, 403],
    ] as const) {
      for (const attempt of [
        () => loadProposal(session, queryId),
        () => applyProposal(session, { queryId }),
        () => discardProposal(session, { queryId }),
        () => keepCalculation(session, { queryId }),
        () => reOptimise(session, { planId, changeBudget: 1, routeIds: [] }),
        () => reOptimiseAgain(session, { queryId }),
        () => loadPlanChanges(session, planId),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ status });
      }
    }
    expect(await row(queryId)).toMatchObject({ status: "proposed", kept_at: null });
  });
});
