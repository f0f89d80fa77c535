import { expect, it, describe } from "vitest";
import { mergeChanges, planningChanges } from "~/domain/changes";
import { PLAN_STATUSES, PlanStatus, planCompletedLabel } from "~/domain/plan/plan-status";
import {
  canPlanOn,
  lastPlanDay,
  changePlanEnds,
  defaultPlanTitle,
  defaultPlanTitles,
  deliveredPercent,
  planStatusFromRoutes,
  removePlanQuestion,
  setPlanCompleted,
  startDispatch,
} from "~/domain/plan/plan-rules";
import { daysAhead, erasedReports, startsEarly } from "~/domain/route/route-questions";
import { ROUTE_STATUSES } from "~/domain/route/route-status";
import { mergeVehicleSettings, hasWholeBreak, settingsOfRoute } from "~/domain/vehicle/merge-settings";
import { plateAndTitle, plateBeside, speedPercent, vehicleName, vehicleOptionLabel } from "~/domain/vehicle/vehicle";
import { vehicleTypeLabel } from "~/domain/vehicle/vehicle-type";
import { vehicleSettingsOf } from "~/features/planning/changed-settings";
import { makeCompany, makePlan, makeRoute, makeVehicle } from "../make";
import { planSettings } from "../../../helpers/inputs";

// @spec PC-4.003 PC-4.004 PC-4.005 PC-4.006
it.each(PLAN_STATUSES)("completing, not completing and dispatching from status %i", (status) => {
  const plan = makePlan({ status });
  const setOf = (decision: ReturnType<typeof startDispatch>) => (decision.ok ? decision.changes.plan?.set : null);
  expect(setOf(setPlanCompleted(plan, true))).toEqual({ status: 5 });
  expect(setOf(setPlanCompleted(plan, false))).toEqual({ status: 1 });
  expect(setOf(startDispatch(plan))).toEqual({ status: 4 });
  expect(planCompletedLabel(status)).toBe(status === 5 ? "Completed" : "Not completed");
});

// @spec PC-4.002
it("follows the routes until dispatch", () => {
  const routes = (...statuses: (1 | 2 | 3 | 4 | 5)[]) => statuses.map((status) => ({ status }));
  expect(planStatusFromRoutes({ status: 1 }, routes(1, 1))).toBe(PlanStatus.Created);
  expect(planStatusFromRoutes({ status: 1 }, routes(1, 2, 3))).toBe(PlanStatus.Planning);
  expect(planStatusFromRoutes({ status: 2 }, routes(1, 3, 4))).toBe(PlanStatus.Scheduled);
  expect(planStatusFromRoutes({ status: 4 }, routes(2))).toBe(PlanStatus.Dispatching);
  expect(planStatusFromRoutes({ status: 5 }, [])).toBe(PlanStatus.Completed);
});

// @spec PC-4.007
it("says what share is delivered, in whole percent", () => {
  expect([deliveredPercent({ all: 6, delivered: 1 }), deliveredPercent({ all: 6, delivered: 3 })]).toEqual([17, 50]);
  expect(deliveredPercent({ all: 0, delivered: 0 })).toBe(0);
});

// @spec PC-4.010 PC-4.011
it("hands start and end down to routes before the road", () => {
  const routes = ROUTE_STATUSES.map((status) => makeRoute({ id: status, status }));
  const ends = { startLocationType: "C", startLocationLat: 1, startLocationLng: 2 } as const;
  const decision = changePlanEnds(makePlan(), ends, routes);
  expect(decision).toMatchObject({
    ok: true,
    changes: {
      plan: { id: 1, set: ends },
      routes: [1, 2, 3].map((id) => ({ id, set: ends })),
      recalculate: [{ routeId: 2 }, { routeId: 3 }],
    },
  });
});

it("hands down only the side that changed, and nothing when none did", () => {
  const plan = makePlan({ endLocationType: "P" });
  const routes = [makeRoute({ id: 1, status: 2, endLocationType: "W" })];
  const start = {
    startLocationType: "P",
    startLocationLat: null,
    startLocationLng: null,
    startLocationAddress: null,
  } as const;
  const same = { endLocationType: "P", endLocationLat: null, endLocationLng: null, endLocationAddress: null } as const;
  const decision = changePlanEnds(plan, { ...start, ...same }, routes);
  expect(decision).toMatchObject({ ok: true, changes: { recalculate: [{ routeId: 1, mode: "position" }] } });
  if (decision.ok) {
    expect(decision.changes.plan?.set).toEqual(start);
    expect(decision.changes.routes).toEqual([{ id: 1, set: start }]);
  }
  const moved = { ...same, endLocationType: "C", endLocationLat: 47, endLocationLng: 9 } as const;
  const end = changePlanEnds(plan, { startLocationType: "W", ...moved }, routes);
  expect(end).toMatchObject({ changes: { routes: [{ id: 1, set: moved }] } });
  expect(end.ok && Object.keys(end.changes.routes[0]!.set)).toEqual(Object.keys(moved));
  expect(changePlanEnds(plan, { startLocationType: "W", ...same }, routes)).toMatchObject({
    changes: { plan: null, routes: [], recalculate: [] },
  });
});

// @spec PC-5.21
it("proposes a title that no plan has", () => {
  const titles = defaultPlanTitles(4);
  expect(titles[0]).toBe("Plan 5");
  expect(defaultPlanTitle(titles, [])).toBe("Plan 5");
  expect(defaultPlanTitle(titles, ["Plan 5", "Plan 7"])).toBe("Plan 6");
  expect(defaultPlanTitle(titles, titles)).toBe("Plan 5");
});

// @spec PC-5.48 PC-5.20 PC-5.19
it("asks before removing, and takes today or later", () => {
  expect(removePlanQuestion({ title: "Monday" })).toMatchObject({
    title: "Please Confirm",
    text: "Do you want to remove Monday?",
    danger: true,
  });
  expect(["2026-06-01", "2026-06-02", "2026-05-31", ""].map((date) => canPlanOn(date, "2026-06-01").ok)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(canPlanOn("", "2026-06-01")).toMatchObject({ error: { fields: { serviceDate: "Date is required" } } });
  expect(canPlanOn("31.05.2026", "2026-06-01")).toMatchObject({
    error: {
      code: "plan.date",
      status: 422,
      fields: { serviceDate: "Date must be a day like 2026-03-31, not “31.05.2026”" },
    },
  });
  expect(canPlanOn("2026-05-31", "2026-06-01")).toMatchObject({
    error: { code: "plan.date_past", status: 422, fields: { serviceDate: "Date can be today or later only" } },
  });
});

it("takes no day that is more than ten years away", () => {
  const last = lastPlanDay("2026-06-01");
  expect(last).toBe("2036-06-01");
  expect(canPlanOn(last, "2026-06-01")).toEqual({ ok: true });
  for (const far of ["2036-06-02", "2207-06-02", "9999-12-31"])
    expect(canPlanOn(far, "2026-06-01")).toMatchObject({
      error: { code: "plan.date_far", status: 422, fields: { serviceDate: "Date can be at most ten years ahead" } },
    });
});

describe("settings", () => {
  // @spec PC-3.42 PC-3.43 PC-3.41 PC-5.47
  // @spec PC-3.36
  it("merge company, vehicle, plan, route and skip what is empty", () => {
    const company = makeCompany({
      defaultVehicleStartHour: "06:00",
      defaultVehicleEndHour: "14:00",
      defaultHasBreaks: true,
    });
    const vehicle = makeVehicle({
      workHourStart: "",
      workHourEnd: "18:00",
      maxDistance: 250,
      speedFactor: 1.1,
      breakStart: "12:00",
      breakEnd: "14:00",
      breakDuration: 30,
    });
    const settings = settingsOfRoute(
      company,
      vehicle,
      makePlan({ vehicleSettings: { workHourEnd: "19:00", speedFactor: 0 } }),
      makeRoute({ vehicleSettings: { maxDistance: 90, workHourEnd: "" } }),
    );
    expect(settings).toEqual({
      workHourStart: "06:00",
      workHourEnd: "19:00",
      maxDistance: 90,
      speedFactor: 1.1,
      hasBreaks: true,
      breakStart: "12:00",
      breakEnd: "14:00",
      breakDuration: 30,
    });
    expect(hasWholeBreak(settings)).toBe(true);
    expect(hasWholeBreak({ ...settings, breakEnd: "" })).toBe(false);
    expect(mergeVehicleSettings({ hasBreaks: true }, { hasBreaks: false }).hasBreaks).toBe(false);
    expect(settingsOfRoute(company, null, makePlan(), makeRoute()).workHourStart).toBe("06:00");
  });
  it("take speeds in steps of 10 %, for plans and routes as for vehicles", () => {
    const form = { startLocationType: "W", endLocationType: "N" };
    const speedOf = (speedPercent: string) => vehicleSettingsOf(planSettings({ ...form, speedPercent })).speedFactor;
    expect(["73", "75", "99", "110", ""].map(speedOf)).toEqual([0.7, 0.8, 1, 1.1, undefined]);
  });
  // @spec PC-3.09 PC-3.10 PC-3.11 PC-3.04 PC-3.07
  it("labels vehicles", () => {
    const label = (plate: string, driver: string | null, title = "Van") =>
      vehicleOptionLabel({ id: 7, title, plate }, driver);
    expect([label("LI 1", "R. Beck"), label(" LI 1 ", " R. Beck ")]).toEqual(["R. Beck LI 1", "R. Beck LI 1"]);
    expect([label("LI 1", null), label("LI 1", " ")]).toEqual(["No Driver LI 1", "No Driver LI 1"]);
    expect([label(" ", "R. Beck"), label("", null, " ")]).toEqual(["Van", "Vehicle #7"]);
    const named = [
      { title: "Van", plate: "LI 1" },
      { title: "", plate: "LI 1" },
      { title: "", plate: "" },
    ].map((one) => vehicleName({ id: 7, ...one }));
    expect(named).toEqual(["Van", "LI 1", "Vehicle #7"]);
    expect([plateBeside("Van", " LI 1 "), plateBeside("LI 1", "LI 1 "), plateBeside("Van", null)]).toEqual([
      "LI 1",
      "",
      "",
    ]);
    const onTheRoad = [
      { title: "Van", plate: " LI 1" },
      { title: "LI 1", plate: "LI 1" },
      { title: "Van", plate: null },
      { title: null, plate: null },
    ].map(plateAndTitle);
    expect(onTheRoad).toEqual(["LI 1 · Van", "LI 1", "Van", ""]);
    expect(["auto", "truck"].map(vehicleTypeLabel)).toEqual(["Car", "Truck"]);
    expect(speedPercent(1.1)).toBe(110);
  });
});

it("merges changes field by field", () => {
  const merged = mergeChanges([
    planningChanges({
      visits: [
        { id: 1, set: { position: 1, status: 2 } },
        { id: 2, set: { position: 2 } },
      ],
      recalculate: [
        { routeId: 1, mode: "full" },
        { routeId: 3, mode: "full" },
      ],
    }),
    planningChanges({
      visits: [{ id: 1, set: { position: 5 } }],
      removeVisitIds: [2],
      removeRouteIds: [3],
      recalculate: [{ routeId: 1, mode: "position" }],
    }),
  ]);
  expect(merged.visits).toEqual([{ id: 1, set: { position: 5, status: 2 } }]);
  expect(merged.recalculate).toEqual([{ routeId: 1, mode: "full" }]);
});

it("says that a route is started before its day, and what a reset erases", () => {
  expect([
    daysAhead("2026-11-25", "2026-11-23"),
    daysAhead("2026-11-23", "2026-11-23"),
    daysAhead("2026-11-22", "2026-11-23"),
    daysAhead("2027-01-01", "2026-12-31"),
  ]).toEqual([2, 0, 0, 1]);
  expect(startsEarly("Wed 25 Nov 2026", 2)).toBe(
    "This plan is for Wed 25 Nov 2026, 2 days from today. The route would start now.",
  );
  expect(startsEarly("Tue 24 Nov 2026", 1)).toBe(
    "This plan is for Tue 24 Nov 2026, tomorrow. The route would start now.",
  );
  expect(startsEarly("Mon 23 Nov 2026", 0)).toBeNull();
  expect(erasedReports({ done: 0, failed: 0 })).toBeNull();
  expect(erasedReports({ done: 1, failed: 0 })).toBe("1 report from the road will be erased: 1 done.");
  expect(erasedReports({ done: 7, failed: 2 })).toBe("9 reports from the road will be erased: 7 done, 2 failed.");
});
