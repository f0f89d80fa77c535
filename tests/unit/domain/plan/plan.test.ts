import { expect, it, describe } from "vitest";
import { mergeChanges, planningChanges } from "~/domain/changes";
import { PLAN_STATUSES, PlanStatus, planCompletedLabel } from "~/domain/plan/plan-status";
import { canPlanOn, changePlanEnds, defaultPlanTitle, deliveredPercent, planStatusFromRoutes, removePlanQuestion, setPlanCompleted, startDispatch } from "~/domain/plan/plan-rules";
import { ROUTE_STATUSES } from "~/domain/route/route-status";
import { mergeVehicleSettings, hasWholeBreak, settingsOfRoute } from "~/domain/vehicle/merge-settings";
import { speedPercent, vehicleOptionLabel } from "~/domain/vehicle/vehicle";
import { makeCompany, makePlan, makeRoute, makeVehicle } from "../make";

it.each(PLAN_STATUSES)("completing, not completing and dispatching from status %i", (status) => {
  const plan = makePlan({ status });
  const setOf = (decision: ReturnType<typeof startDispatch>) => (decision.ok ? decision.changes.plan?.set : null);
  expect(setOf(setPlanCompleted(plan, true))).toEqual({ status: 5 });
  expect(setOf(setPlanCompleted(plan, false))).toEqual({ status: 1 });
  expect(setOf(startDispatch(plan))).toEqual({ status: 4 });
  expect(planCompletedLabel(status)).toBe(status === 5 ? "Completed" : "Not completed");
});

it("follows the routes until dispatch", () => {
  const routes = (...statuses: (1 | 2 | 3 | 4 | 5)[]) => statuses.map((status) => ({ status }));
  expect(planStatusFromRoutes({ status: 1 }, routes(1, 1))).toBe(PlanStatus.Created);
  expect(planStatusFromRoutes({ status: 1 }, routes(1, 2, 3))).toBe(PlanStatus.Planning);
  expect(planStatusFromRoutes({ status: 2 }, routes(1, 3, 4))).toBe(PlanStatus.Scheduled);
  expect(planStatusFromRoutes({ status: 4 }, routes(2))).toBe(PlanStatus.Dispatching);
  expect(planStatusFromRoutes({ status: 5 }, [])).toBe(PlanStatus.Completed);
});

it("says what share is delivered, in whole percent", () => {
  expect(deliveredPercent({ all: 6, delivered: 1 })).toBe(17);
  expect(deliveredPercent({ all: 0, delivered: 0 })).toBe(0);
});

it("hands start and end down to routes before the road", () => {
  const routes = ROUTE_STATUSES.map((status) => makeRoute({ id: status, status }));
  const ends = { startLocationType: "C", startLocationLat: 1, startLocationLng: 2 } as const;
  const decision = changePlanEnds(makePlan(), ends, routes);
  expect(decision).toMatchObject({ ok: true, changes: { plan: { id: 1, set: ends }, routes: [1, 2, 3].map((id) => ({ id, set: ends })), recalculate: [{ routeId: 2 }, { routeId: 3 }] } });
});

it("names new plans, asks before removing, and takes today or later", () => {
  expect(defaultPlanTitle(4)).toBe("Plan 5");
  expect(removePlanQuestion({ title: "Monday" })).toMatchObject({ title: "Please Confirm", text: "Do you want to remove Monday?" });
  expect(["2026-06-01", "2026-06-02", "2026-05-31", ""].map((date) => canPlanOn(date, "2026-06-01").ok)).toEqual([true, true, false, false]);
});

describe("settings", () => {
  it("merge company, vehicle, plan, route and skip what is empty", () => {
    const company = makeCompany({ defaultVehicleStartHour: "06:00", defaultVehicleEndHour: "14:00", defaultHasBreaks: true });
    const vehicle = makeVehicle({ workHourStart: "", workHourEnd: "18:00", maxDistance: 250, speedFactor: 1.1, breakStart: "12:00", breakEnd: "14:00", breakDuration: 30 });
    const settings = settingsOfRoute(company, vehicle, makePlan({ vehicleSettings: { workHourEnd: "19:00", speedFactor: 0 } }), makeRoute({ vehicleSettings: { maxDistance: 90, workHourEnd: "" } }));
    expect(settings).toEqual({ workHourStart: "06:00", workHourEnd: "19:00", maxDistance: 90, speedFactor: 1.1, hasBreaks: true, breakStart: "12:00", breakEnd: "14:00", breakDuration: 30 });
    expect(hasWholeBreak(settings)).toBe(true);
    expect(hasWholeBreak({ ...settings, breakEnd: "" })).toBe(false);
    expect(mergeVehicleSettings({ hasBreaks: true }, { hasBreaks: false }).hasBreaks).toBe(false);
    expect(settingsOfRoute(company, null, makePlan(), makeRoute()).workHourStart).toBe("06:00");
  });
  it("labels vehicles", () => {
    expect(vehicleOptionLabel({ title: "Van", plate: "LI 1" }, "R. Beck")).toBe("R. Beck LI 1");
    expect(vehicleOptionLabel({ title: "Van", plate: "LI 1" }, null)).toBe("No Driver LI 1");
    expect(vehicleOptionLabel({ title: "Van", plate: " " }, "R. Beck")).toBe("Van");
    expect(speedPercent(1.1)).toBe(110);
  });
});

it("merges changes field by field", () => {
  const merged = mergeChanges([
    planningChanges({ visits: [{ id: 1, set: { position: 1, status: 2 } }, { id: 2, set: { position: 2 } }], recalculate: [{ routeId: 1, mode: "full" }, { routeId: 3, mode: "full" }] }),
    planningChanges({ visits: [{ id: 1, set: { position: 5 } }], removeVisitIds: [2], removeRouteIds: [3], recalculate: [{ routeId: 1, mode: "position" }] }),
  ]);
  expect(merged.visits).toEqual([{ id: 1, set: { position: 5, status: 2 } }]);
  expect(merged.recalculate).toEqual([{ routeId: 1, mode: "full" }]);
});
