import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applySuggestion } from "~/features/planning/commands/apply-suggestion.server";
import { editVisits } from "~/features/planning/commands/edit-visits.server";
import { listedCommand } from "~/features/planning/commands/listed-visits.server";
import { changeOf, moveCommand } from "~/features/planning/commands/selection-commands.server";
import { windowCommand } from "~/features/recipients/commands/settle-request.server";
import { addRoadTask, listOpenRoadTasks } from "~/db/repositories/road-tasks.server";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { moveStopCommand } from "~/features/tracking/commands/move-stop.server";
import { changePlan } from "~/planner/change-plan.server";
import type { PlanCommand } from "~/planner/change-plan.server";
import { createPlan, NOW } from "../../factories/company";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld, type Desk } from "./desk";

describe.each(databases())("a visit that left the plan on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  const LEFT = { code: "visit.left_plan", status: 409, message: "The visit is not in this plan any more." };

  /** Stop A is taken to another plan, once the command has found it in the desk's. */
  async function leave(desk: Desk): Promise<void> {
    const plan_id = await createPlan(db(), desk.companyId, { title: "Other", warehouse_id: desk.warehouseId });
    await db()("routing_visits").where({ id: desk.a }).update({ plan_id, route_id: null, position: 1000, status: 1 });
  }

  /** How often the change looks at the plan before it gives up. */
  async function looks(desk: Desk, command: PlanCommand, expected: object = LEFT): Promise<number> {
    let count = 0;
    const load: PlanCommand["load"] = (trx, base) => {
      count += 1;
      return command.load(trx, base);
    };
    await expect(changePlan(desk.dispatcher, { ...command, load }, {})).rejects.toMatchObject(expected);
    return count;
  }

  it("is moved by nobody any more, and nothing is tried again", async () => {
    const desk = await createDesk(db());
    const commands = [
      await moveCommand(desk.dispatcher, { visitIds: [desk.a], toRouteId: desk.second }),
      await moveStopCommand(desk.dispatcher, { visitId: desk.a, toRouteId: desk.second }),
    ];
    const several = await moveCommand(desk.dispatcher, { visitIds: [desk.b, desk.a], toRouteId: desk.second });
    await leave(desk);
    for (const command of commands) expect(await looks(desk, command)).toBe(1);
    expect(await looks(desk, several, { ...LEFT, message: `Stop A: ${LEFT.message}` })).toBe(1);
    expect(await desk.visit(desk.b)).toMatchObject({ route_id: desk.first });
  });

  it("is left out of what is done to a list, and the others are changed", async () => {
    const desk = await createDesk(db());
    const command = await listedCommand(desk.dispatcher, [desk.a, desk.b], {
      kind: "visits.update",
      action: "visit.update",
      decide: (visit, state) => changeOf(visit, state, { name: "Renamed" }),
    });
    await leave(desk);
    const { accepted } = await changePlan(desk.dispatcher, command, {});
    expect(accepted.outcome).toEqual({ done: 1, leftOut: [{ name: "Stop A", why: LEFT.message }] });
    expect(await desk.visit(desk.b)).toMatchObject({ name: "Renamed" });
    expect(await desk.visit(desk.a)).toMatchObject({ name: "Stop A" });
  });

  it("gets no window that its recipient asked for, no suggestion and no values", async () => {
    const desk = await createDesk(db());
    const { companyId, planId, a: visitId } = desk;
    const details = { from: "09:50", to: "10:30", before: "", visitName: "Stop A" };
    const task = { key: "request:1", kind: RoadTaskKind.Request, planId, routeId: desk.first, visitId, details };
    await addRoadTask(db(), companyId, task, NOW);
    const asked = (await listOpenRoadTasks(db(), companyId, { limit: 1, kind: RoadTaskKind.Request }))[0]!;
    const command = await windowCommand(desk.dispatcher, asked, 0);
    await leave(desk);
    const before = await desk.visit(visitId);
    expect(await looks(desk, command)).toBe(1);
    await expect(windowCommand(desk.dispatcher, asked, 0)).rejects.toMatchObject(LEFT);
    const suggestion = { planId, visitId, change: "overtime", amount: 600, confirmed: true };
    await expect(applySuggestion(desk.dispatcher, suggestion, {})).rejects.toMatchObject(LEFT);
    const edit = { visitId, name: "Renamed" };
    await expect(editVisits(desk.dispatcher, { planId, visits: [edit] }, undefined)).rejects.toMatchObject({
      ...LEFT,
      field: "visits.0",
    });
    expect(await desk.visit(visitId)).toEqual(before);
  });
});
