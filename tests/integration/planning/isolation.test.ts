import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompanySession } from "~/auth/session.server";
import { addRoutes } from "~/features/planning/commands/add-routes.server";
import { createPlan } from "~/features/planning/commands/create-plan.server";
import { changeListedVisits, removeListedVisits } from "~/features/planning/commands/listed-visits.server";
import {
  completePlan,
  removeAllVisitsOfPlan,
  removePlan,
  renamePlan,
  updatePlanSettings,
} from "~/features/planning/commands/plan-commands.server";
import {
  approvePlan,
  approveRoute,
  changeRoute,
  removeRoute,
  removeVisitsOfRoute,
  resetRoute,
  setRouteEmpty,
  toggleLock,
} from "~/features/planning/commands/route-commands.server";
import { addVisit } from "~/features/planning/commands/add-visits.server";
import { moveVisit, removeVisit, updateVisit } from "~/features/planning/commands/visit-commands.server";
import { loadFailedPage, loadUnservedPage } from "~/features/planning/leftover-pages/leftover-visits.server";
import { loadNewPlanOptions } from "~/features/planning/plans/new-plan.server";
import { loadPlanList } from "~/features/planning/plans/plan-list.server";
import { loadPlanPage } from "~/features/planning/plan-page/plan-page.server";
import { planOfRoute } from "~/features/planning/route-page/plan-of-route.server";
import { loadRoutePage } from "~/features/planning/route-page/route-page.server";
import { loadAskedVisit, loadVisitDetails } from "~/features/planning/visit-panel/visit-details.server";
import { databases, useTestDatabase } from "../../helpers/databases";
import { createDesk, forgetWorld, setWorld, type Desk } from "./desk";
import { newPlan, planSettings, visitInput } from "../../helpers/inputs";

const visit = visitInput({ name: "X", lat: "47.1", lng: "9.5" });
const settings = planSettings({ startLocationType: "W", endLocationType: "N" });
const plan = (part: object) => newPlan({ title: "T", serviceDate: "2026-11-23", vehicleIds: null, ...part });
const request = (path: string) => new Request(`http://localhost/platform${path}`);

/** Everything that can be asked for or done, with one desk's ids. */
const EVERYTHING: Record<string, (session: CompanySession, desk: Desk) => Promise<unknown>> = {
  createPlan: (session, desk) => createPlan(session, plan({ warehouseId: desk.warehouseId })),
  renamePlan: (session, desk) => renamePlan(session, { planId: desk.planId, title: "T" }, {}),
  completePlan: (session, desk) => completePlan(session, { planId: desk.planId, completed: true }, {}),
  updatePlanSettings: (session, desk) => updatePlanSettings(session, { planId: desk.planId, ...settings }, {}),
  removeAllVisitsOfPlan: (session, desk) => removeAllVisitsOfPlan(session, { planId: desk.planId }, {}),
  removePlan: (session, desk) => removePlan(session, { planId: desk.planId }, {}),
  addRoutes: (session, desk) => addRoutes(session, { planId: desk.planId, vehicleIds: [desk.vehicleId] }, {}),
  approvePlan: (session, desk) => approvePlan(session, { planId: desk.planId }, {}),
  approveRoute: (session, desk) => approveRoute(session, { routeId: desk.first }, {}),
  toggleLock: (session, desk) => toggleLock(session, { routeId: desk.first }, {}),
  resetRoute: (session, desk) => resetRoute(session, { routeId: desk.first }, {}),
  setRouteEmpty: (session, desk) => setRouteEmpty(session, { routeId: desk.first }, {}),
  removeRoute: (session, desk) => removeRoute(session, { routeId: desk.first }, {}),
  removeVisitsOfRoute: (session, desk) => removeVisitsOfRoute(session, { routeId: desk.first }, {}),
  changeRoute: (session, desk) => changeRoute(session, { routeId: desk.first, driverId: null }, {}),
  addVisit: (session, desk) => addVisit(session, { planId: desk.planId, ...visit }, {}),
  updateVisit: (session, desk) => updateVisit(session, { visitId: desk.a, ...visit }, {}),
  removeVisit: (session, desk) => removeVisit(session, { visitId: desk.a, choice: "delete" }, {}),
  moveVisit: (session, desk) => moveVisit(session, { visitId: desk.a, toRouteId: desk.second }, {}),
  changeListedVisits: (session, desk) =>
    changeListedVisits(session, { ids: [desk.a, desk.loose], versions: new Map(), fields: { serviceTime: 9 } }),
  removeListedVisits: (session, desk) =>
    removeListedVisits(session, { ids: [desk.a], versions: new Map(), choice: "delete" }),
  detachListedVisits: (session, desk) =>
    removeListedVisits(session, { ids: [desk.loose], versions: new Map(), choice: "detach" }),
  loadPlanPage: (session, desk) => loadPlanPage(session, desk.planId),
  loadRoutePage: (session, desk) => loadRoutePage(session, desk.first),
  loadUnservedPage: (session, desk) => loadUnservedPage(session, desk.planId),
  loadFailedPage: (session, desk) => loadFailedPage(session, desk.planId),
  loadVisitDetails: (session, desk) => loadVisitDetails(session, desk.a),
};

describe.each(databases())("another company's plans on %s", (kind) => {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  beforeEach(() => setWorld(db()));
  afterEach(forgetWorld);

  const dump = (companyId: number) =>
    Promise.all(
      ["routing_plans", "routing_routes", "routing_visits", "plan_changes"].map((table) =>
        db()(table).where({ company_id: companyId }).orderBy("id"),
      ),
    );

  it("answers 404 to everything, and changes nothing", async () => {
    const mine = await createDesk(db());
    const theirs = await createDesk(db());
    const before = await dump(theirs.companyId);
    for (const [name, run] of Object.entries(EVERYTHING)) {
      await expect(run(mine.dispatcher, theirs), name).rejects.toMatchObject({ status: 404 });
    }
    await expect(planOfRoute(mine.dispatcher, theirs.first)).rejects.toMatchObject({ status: 404 });
    expect(
      await loadAskedVisit(mine.dispatcher, mine.planId, request(`/planning/plan/${mine.planId}?visit=${theirs.a}`)),
    ).toBeNull();
    expect(await dump(theirs.companyId)).toEqual(before);
  });

  it("takes none of another company's ids into its own plan", async () => {
    const mine = await createDesk(db());
    const theirs = await createDesk(db());
    const before = [await dump(mine.companyId), await dump(theirs.companyId)];
    await expect(
      addRoutes(mine.dispatcher, { planId: mine.planId, vehicleIds: [theirs.vehicleId] }, {}),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      changeRoute(mine.dispatcher, { routeId: mine.first, vehicleId: theirs.vehicleId }, {}),
    ).rejects.toMatchObject({ status: 404 });
    await expect(
      changeRoute(mine.dispatcher, { routeId: mine.first, driverId: theirs.driverId }, {}),
    ).rejects.toMatchObject({ status: 404 });
    await expect(moveVisit(mine.dispatcher, { visitId: mine.a, toRouteId: theirs.first }, {})).rejects.toMatchObject({
      status: 404,
    });
    const mixed = { ids: [mine.a, theirs.a], versions: new Map<number, number>() };
    await expect(changeListedVisits(mine.dispatcher, { ...mixed, fields: { serviceTime: 9 } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(removeListedVisits(mine.dispatcher, { ...mixed, choice: "delete" })).rejects.toMatchObject({
      status: 404,
    });
    await expect(createPlan(mine.dispatcher, plan({ warehouseId: theirs.warehouseId }))).rejects.toMatchObject({
      status: 404,
    });
    await expect(
      createPlan(mine.dispatcher, plan({ warehouseId: mine.warehouseId, vehicleIds: [theirs.vehicleId] })),
    ).rejects.toMatchObject({ status: 404 });
    expect([await dump(mine.companyId), await dump(theirs.companyId)]).toEqual(before);
  });

  it("lists only its own plans, vehicles, warehouses and waiting visits", async () => {
    const mine = await createDesk(db());
    const theirs = await createDesk(db());
    const list = await loadPlanList(mine.dispatcher, request("/planning?past=1"));
    expect(list.list.rows.map((row) => row.id)).toEqual([mine.planId]);
    const options = await loadNewPlanOptions(mine.dispatcher);
    expect(options.warehouses.map((one) => one.id)).toEqual([mine.warehouseId]);
    expect(options.vehicles.some((one) => one.id === theirs.vehicleId)).toBe(false);
    expect(
      (await loadPlanPage(mine.dispatcher, mine.planId)).choices.vehicles.some((one) => one.id === theirs.vehicleId),
    ).toBe(false);
  });

  it("lets a driver do none of it, not even on their own route", async () => {
    const desk = await createDesk(db());
    for (const [name, run] of Object.entries(EVERYTHING)) {
      await expect(run(desk.driver, desk), name).rejects.toMatchObject({
        status: expect.toSatisfy((status: number) => status === 403 || status === 404),
      });
    }
    await expect(loadPlanList(desk.driver, request("/planning"))).rejects.toMatchObject({ status: 403 });
  });
});
