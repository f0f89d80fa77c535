import { describe, expect, it } from "vitest";
import { isUnchanged } from "~/domain/changes";
import { refusalMessage } from "~/domain/decision";
import type { Decision } from "~/domain/decision";
import type { PlanningChanges } from "~/domain/changes";
import type { Visit } from "~/domain/visit/visit";
import { shownWorkSec, workSecOf } from "~/domain/route/route";
import { routeProgress } from "~/domain/calculation/progress";
import { driveOrder, storedOrder } from "~/domain/route/drive-order";
import { labelPositions, renumberLabels } from "~/domain/route/route-labels";
import {
  canApprove,
  canApprovePlan,
  canCalculate,
  canFinish,
  canRemoveAllVisits,
  canRemoveRoute,
  canReset,
  canStart,
  offersApproval,
} from "~/domain/route/route-permissions";
import { ROUTE_STATUSES, RouteStatus, routeStatusLabel } from "~/domain/route/route-status";
import {
  NO_TOTALS,
  approveRoute,
  becomesEmpty,
  finishRoute,
  removeAllVisits,
  removeRoute,
  resetRoute,
  setRouteEmpty,
  startRoute,
  toggleRouteLock,
  withCalculation,
} from "~/domain/route/route-transitions";
import { isLocationVisit } from "~/domain/visit/visit-order";
import { VISIT_STATUSES, VisitStatus } from "~/domain/visit/visit-status";
import { makeRoute, makeStops, makeVisit } from "../make";

const NOW = "2026-06-01 10:00:00";
const FINISH_REFUSED = "You can not finish route while there are unserved visits";

function changesOf(decision: Decision<PlanningChanges>): PlanningChanges {
  if (!decision.ok) throw new Error(decision.error.message);
  return decision.changes;
}
const { Empty, Planning, Scheduled, OnRoute, Completed } = RouteStatus;

it("a route's work is driving, time on site and waiting", () =>
  expect(workSecOf(makeRoute({ duration: 3600, serviceDuration: 900, waitingDuration: 60 }))).toBe(4560));

it("a route's work on screens is from its departure to its end, once it is on the road", () => {
  for (const status of [OnRoute, Completed]) expect(shownWorkSec(status, 1000, 1240, 4560)).toBe(240);
  expect(shownWorkSec(Completed, 1000, null, 4560)).toBe(4560);
  expect(shownWorkSec(Scheduled, 1000, 1240, 4560)).toBe(4560);
});

// @spec PC-4.012 PC-4.013
it("labels every status, and Unknown for any other value", () => {
  expect(ROUTE_STATUSES.map(routeStatusLabel)).toEqual(["Empty", "Planning", "Scheduled", "On route", "Completed"]);
  expect([0, 6, null, undefined].map(routeStatusLabel)).toEqual(["Unknown", "Unknown", "Unknown", "Unknown"]);
});

// @spec PC-4.014
it("a stored calculation moves Empty to Planning and no other status", () => {
  expect(ROUTE_STATUSES.map((status) => withCalculation({ status }, 7))).toEqual([
    { queryId: 7, status: Planning },
    ...[2, 3, 4, 5].map(() => ({ queryId: 7 })),
  ]);
});

function numbered(statuses: readonly VisitStatus[]): Visit[] {
  return statuses.map((status, index) => makeVisit({ id: status, status, labelPosition: index + 1 }));
}

describe("approve", () => {
  /** One of each status, numbered: what is past first, and last what has no place on the route. */
  const visits = numbered([4, 5, 1, 2, 3]);
  const visitsOfApproved = numbered([4, 5, 2, 3, 1]);
  // @spec PC-4.016 PC-4.017 PC-4.068
  it.each([
    [Empty, { isLocked: true, status: Scheduled }, [1, 2, 3]],
    [Planning, { isLocked: true, status: Scheduled }, [1, 2, 3]],
    [Scheduled, { isLocked: true }, [2]],
    [OnRoute, { isLocked: true }, [2]],
    [Completed, { isLocked: true }, [2]],
  ])("status %i", (status, set, approved) => {
    const own = [Empty, Planning].some((one) => one === status) ? visits : visitsOfApproved;
    const changes = changesOf(approveRoute(makeRoute({ status }), own));
    expect(changes.routes).toEqual([{ id: 1, set }]);
    expect(changes.visits).toEqual(approved.map((id) => ({ id, set: { status: 3 } })));
  });
  // @spec PC-4.015
  it.each(ROUTE_STATUSES)("does nothing on a locked route, status %i", (status) => {
    const locked = makeRoute({ status, isLocked: true });
    expect(isUnchanged(changesOf(approveRoute(locked, visits)))).toBe(true);
    expect(refusalMessage(canApprove(locked, visits))).toContain("locked");
    expect(refusalMessage(offersApproval(locked, []))).toContain("locked");
  });
  it("gives a visit that its calculation could not serve a number for the driver", () => {
    const unserved = makeVisit({ id: 15, status: 1, position: 1000, labelPosition: 0 });
    const changes = changesOf(approveRoute(makeRoute({ status: Planning }), [...makeStops(), unserved]));
    expect(changes.visits.filter(({ set }) => set.labelPosition !== undefined)).toEqual([
      { id: 15, set: { status: 3, labelPosition: 4 } },
    ]);
  });
  it("numbers the stops of a route that is approved again", () => {
    const moved = makeStops().map((visit) => (visit.id === 13 ? { ...visit, labelPosition: 0 } : visit));
    const changes = changesOf(approveRoute(makeRoute({ status: Scheduled }), moved));
    expect(changes.visits.find(({ id }) => id === 13)?.set.labelPosition).toBeGreaterThan(0);
  });
  it("is offered where a route has something to serve", () => {
    const route = makeRoute();
    expect(offersApproval(route, visits).ok).toBe(true);
    expect(refusalMessage(offersApproval(route, [makeVisit({ type: "S" })]))).toBe("The route has no visits.");
    expect(canApprove(route, []).ok).toBe(true);
  });
  it("of a whole plan needs an open route with visits", () => {
    const [open, locked] = [makeRoute({ id: 1 }), makeRoute({ id: 2, isLocked: true })];
    expect([canApprovePlan([open, locked]).ok, canApprovePlan([open]).ok]).toEqual([true, true]);
    expect(refusalMessage(canApprovePlan([locked]))).toBe("All routes are approved and locked already.");
    expect(refusalMessage(canApprovePlan([]))).toBe("No route has visits yet. Calculate the plan first.");
  });
});

describe("start", () => {
  // @spec PC-4.018 PC-4.019 PC-4.020
  it.each([Empty, Planning, Scheduled])("from status %i", (status) => {
    const decision = startRoute(makeRoute({ status }), makeStops(), NOW);
    expect(decision.ok && decision.confirm?.text).toBe("Are you sure you want to start this route?");
    const changes = changesOf(decision);
    expect(changes.routes).toEqual([{ id: 1, set: { status: OnRoute } }]);
    expect(changes.visits).toEqual([{ id: 10, set: { status: 4, completedAt: NOW } }]);
    expect(changes.recalculate).toEqual([{ routeId: 1, mode: "position" }]);
  });
  it.each([
    ["2026-06-01 09:15:00", 45 * 60],
    ["2026-06-01 09:59:30", undefined],
    ["2026-06-01 10:30:00", undefined],
  ])("counts the minutes after the planned departure %s", (arrivalTime, expected) => {
    const stops = makeStops().map((visit) =>
      visit.type === "S" ? { ...visit, arrivalTime, serviceTime: 0, serviceDuration: 0 } : visit,
    );
    const decision = startRoute(makeRoute({ statisticOverdueTime: 60 }), stops, NOW);
    expect(changesOf(decision).routes[0]?.set.statisticOverdueTime).toBe(
      expected === undefined ? undefined : 60 + expected,
    );
  });
  it("times nothing where nobody has measured a way", () => {
    expect(
      changesOf(
        startRoute(
          makeRoute(),
          makeStops().filter((visit) => visit.type !== "S"),
          NOW,
        ),
      ).recalculate,
    ).toEqual([]);
  });
  it.each([
    [OnRoute, "route.on_route"],
    [Completed, "route.completed"],
  ])("refused from status %i", (status, code) => {
    const decision = startRoute(makeRoute({ status }), makeStops(), NOW);
    expect(decision.ok ? null : decision.error.code).toBe(code);
  });
  it("refused without anything to serve", () => {
    expect(refusalMessage(canStart(makeRoute(), [makeVisit({ type: "S" })]))).toBe("The route has no visits.");
  });
});

describe("finish", () => {
  const served = () => makeStops(4).map((visit) => (visit.type === "E" ? { ...visit, status: 2 as const } : visit));
  // @spec PC-4.021 PC-4.022 PC-4.023
  it("sets Completed and the end done", () => {
    const decision = finishRoute(makeRoute({ status: OnRoute }), served(), NOW);
    expect(decision.ok && decision.confirm?.text).toBe("Are you sure you want to finish this route?");
    expect(changesOf(decision).routes).toEqual([{ id: 1, set: { status: Completed, finishTime: NOW } }]);
    expect(changesOf(decision).visits).toEqual([{ id: 14, set: { status: 4, completedAt: NOW } }]);
  });
  // @spec PC-4.023
  it("sets an end that is on route done once", () => {
    const visits = served().map((visit) => (visit.type === "E" ? { ...visit, status: 3 as const } : visit));
    expect(changesOf(finishRoute(makeRoute({ status: OnRoute }), visits, NOW)).visits).toEqual([
      { id: 14, set: { status: 4, completedAt: NOW } },
    ]);
  });
  it.each(ROUTE_STATUSES)("from status %i with all served", (status) => {
    expect(canFinish(makeRoute({ status }), served()).ok).toBe(status === OnRoute);
  });
  // Which visit, in which status, keeps the route from finishing.
  const cases = VISIT_STATUSES.flatMap((status) =>
    (["D", "P", "B", "S", "E"] as const).map((type) => ({ type, status })),
  );
  // @spec PC-4.024 PC-8.05
  it.each(cases)("with one more $type in status $status", ({ type, status }) => {
    const decision = finishRoute(
      makeRoute({ status: OnRoute }),
      [...served(), makeVisit({ id: 99, type, status })],
      NOW,
    );
    const blocks = type !== "E" && (status === 2 || status === 3);
    expect(decision.ok ? null : decision.error).toEqual(
      blocks ? { code: "route.unserved_visits", message: FINISH_REFUSED, status: 400 } : null,
    );
  });
});

describe("reset, remove, empty", () => {
  const visits = () => [...makeStops(4), makeVisit({ id: 15, type: "B", status: 4 })];
  // @spec PC-4.025 PC-4.026 PC-4.027
  it.each(ROUTE_STATUSES)("reset from status %i", (status) => {
    const changes = changesOf(
      resetRoute(
        makeRoute({ status, queryId: 3, statisticOverdueTime: 60, statisticOutOfTurn: 2, isLocked: true }),
        visits(),
      ),
    );
    expect(changes.routes).toEqual([
      { id: 1, set: { ...NO_TOTALS, queryId: null, statisticOverdueTime: 0, statisticOutOfTurn: 0, status: Empty } },
    ]);
    expect(changes.removeVisitIds).toEqual([10, 14, 15]);
    expect(changes.visits.map((patch) => patch.id)).toEqual([11, 12, 13]);
    expect(changes.visits[0]?.set).toMatchObject({
      status: 1,
      routeId: null,
      labelPosition: 0,
      position: 1000,
      completedAt: null,
      arrivalTime: null,
    });
    expect(canReset(makeRoute({ status }), visits()).ok).toBe(true);
  });
  it("nothing to reset on an empty route", () => {
    expect(refusalMessage(canReset(makeRoute({ status: Empty }), []))).toBe("The route is already empty.");
  });
  // @spec PC-4.028
  it.each(ROUTE_STATUSES)("removing a route of status %i resets its visits", (status) => {
    const decision = removeRoute(makeRoute({ status }), visits(), "Van 3");
    expect(decision.ok && decision.confirm?.text).toBe("Do you want to remove Van 3?");
    expect(changesOf(decision)).toMatchObject({ removeRouteIds: [1], removeVisitIds: [10, 14, 15], routes: [] });
    expect(canRemoveRoute(makeRoute({ status, isLocked: true })).ok).toBe(false);
  });
  // @spec PC-4.029
  it.each(ROUTE_STATUSES)("set empty from status %i", (status) => {
    const changes = setRouteEmpty(makeRoute({ status, queryId: 3, statisticOutOfTurn: 2 }), visits());
    expect(changes).toMatchObject({ removeVisitIds: [10, 14], visits: [] });
    // The statistics stay: only a reset takes them back.
    expect(changes.routes).toEqual([{ id: 1, set: { ...NO_TOTALS, status: Empty, queryId: null } }]);
  });
  it("set empty without visits takes its breaks along, also one that was taken", () => {
    const marks = visits().filter((visit) => !isLocationVisit(visit));
    expect(setRouteEmpty(makeRoute(), marks).removeVisitIds).toEqual([10, 14, 15]);
    const taken = marks.map((visit) => (visit.type === "B" ? { ...visit, status: VisitStatus.Delivered } : visit));
    expect(setRouteEmpty(makeRoute(), taken).removeVisitIds).toEqual([10, 14, 15]);
  });
  // @spec PC-4.030
  it("is empty without location visits", () => {
    expect(becomesEmpty([makeVisit({ type: "S" }), makeVisit({ type: "B" })])).toBe(true);
    expect(becomesEmpty([makeVisit({ type: "P" })])).toBe(false);
  });
});

// @spec PC-4.031
it.each(ROUTE_STATUSES)("lock toggles on status %i", (status) => {
  expect(changesOf(toggleRouteLock(makeRoute({ status }))).routes).toEqual([{ id: 1, set: { isLocked: true } }]);
  expect(changesOf(toggleRouteLock(makeRoute({ status, isLocked: true }))).routes).toEqual([
    { id: 1, set: { isLocked: false } },
  ]);
});

describe("remove all visits", () => {
  // @spec PC-4.032 PC-5.49
  it("skips locked routes", () => {
    const routes = [makeRoute({ id: 1 }), makeRoute({ id: 2, isLocked: true, status: Scheduled })];
    const visits = [
      makeVisit({ id: 1, routeId: 1 }),
      makeVisit({ id: 2, routeId: 2 }),
      makeVisit({ id: 3, routeId: null, status: 1 }),
      makeVisit({ id: 4, routeId: 1, type: "S" }),
    ];
    const decision = removeAllVisits(routes, visits);
    expect(decision.ok && decision.confirm).toMatchObject({ title: "Confirmation", text: "Remove all visits?" });
    expect(changesOf(decision)).toMatchObject({
      routes: [{ id: 1, set: { ...NO_TOTALS, status: Empty, queryId: null } }],
      removeVisitIds: [1, 3, 4],
    });
    expect(canRemoveAllVisits([makeRoute({ isLocked: true })], visits).ok).toBe(false);
  });
});

it.each(ROUTE_STATUSES)("calculation on status %i", (status) => {
  expect(canCalculate(makeRoute({ status }), makeStops()).ok).toBe(status !== Completed);
  expect(canCalculate(makeRoute({ status, isLocked: true }), makeStops()).ok).toBe(false);
});

describe("labels", () => {
  // @spec PC-4.090
  it("follow real time, unscheduled ones after, marks without", () => {
    const visits = [
      makeVisit({ id: 1, arrivalTime: "2026-06-01 09:00:00", position: 1, labelPosition: 9 }),
      makeVisit({
        id: 2,
        completedAt: "2026-06-01 08:00:00",
        arrivalTime: "2026-06-01 11:00:00",
        status: 4,
        position: 2,
        labelPosition: 9,
      }),
      makeVisit({ id: 3, status: 1, position: 1000, arrivalTime: "2026-06-01 07:00:00", labelPosition: 9 }),
      makeVisit({ id: 4, arrivalTime: null, position: 3, labelPosition: 9 }),
      makeVisit({ id: 5, type: "S", labelPosition: 0 }),
      makeVisit({ id: 6, type: "B", labelPosition: 4 }),
    ];
    expect(Object.fromEntries(labelPositions(visits))).toEqual({ 1: 2, 2: 1, 3: 4, 4: 3, 5: 0, 6: 0 });
    expect(renumberLabels(visits).map((patch) => patch.id)).toEqual([1, 2, 3, 4, 6]);
  });
});

describe("a stop that was reported later than others, of an earlier time", () => {
  const reported = (id: number, position: number, completedAt: string | null) =>
    makeVisit({ id, position, completedAt, status: 4, labelPosition: 0 });
  const ahead = (id: number, position: number, arrivalTime: string) =>
    makeVisit({ id, position, arrivalTime, status: 3, labelPosition: 0 });
  const visits = [
    makeVisit({ id: 9, type: "E", status: 3, position: 10_000 }),
    reported(1, 1, "2026-06-01 08:00:00"),
    reported(2, 2, "2026-06-01 12:00:00"),
    reported(3, 3, "2026-06-01 10:00:00"),
    reported(4, 4, null),
    ahead(5, 5, "2026-06-01 09:00:00"),
    ahead(6, 6, "2026-06-01 09:30:00"),
  ];
  it("was driven when it was reported, and all past stops before those ahead", () => {
    expect(driveOrder(visits).map(({ id }) => id)).toEqual([1, 3, 2, 4, 5, 6, 9]);
  });
  it("is listed as it is stored, past ones first", () => {
    expect(storedOrder(visits).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 9]);
    const early = [...visits, reported(7, 7, "2026-06-01 13:00:00")];
    expect(storedOrder(early).map(({ id }) => id)).toEqual([1, 2, 3, 4, 7, 5, 6, 9]);
  });
  it("has its number by that, as every other stop", () => {
    expect(Object.fromEntries(labelPositions(visits))).toEqual({ 1: 1, 3: 2, 2: 3, 4: 4, 5: 5, 6: 6, 9: 0 });
  });
  it("is not where the vehicle is", () => {
    const known = visits.filter(({ id }) => id !== 4);
    expect(routeProgress(makeRoute({ status: OnRoute }), known, "2026-06-01 10:30:00")).toMatchObject({
      visitId: 2,
      leavesAt: "2026-06-01 12:00:00",
    });
  });
});
