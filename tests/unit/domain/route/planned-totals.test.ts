import { describe, expect, it } from "vitest";
import { planningChanges } from "~/domain/changes";
import type { Patch, PlanningChanges } from "~/domain/changes";
import { plannedTotals, withPlannedTotals } from "~/domain/route/planned-totals";
import { ROUTE_STATUSES, RouteStatus, isBeforeRoad } from "~/domain/route/route-status";
import type { Route } from "~/domain/route/route";
import { VisitStatus } from "~/domain/visit/visit-status";
import type { Visit } from "~/domain/visit/visit";
import { makeRoute, makeVisit } from "../make";

const { Empty, Planning, Scheduled, OnRoute, Completed } = RouteStatus;
const planned = {
  startTime: "2026-06-01 06:00:00",
  distance: 9000,
  duration: 3000,
  serviceDuration: 600,
  waitingDuration: 60,
};
const KEPT = { plannedDistance: 9000, plannedWorkDuration: 3660 };
const OTHER = { plannedDistance: 7000, plannedWorkDuration: 2000 };
const NONE = { plannedDistance: null, plannedWorkDuration: null };

/** What the changes of a route and of its one visit come to for the route. */
function patched(
  route: Partial<Route>,
  set: Patch<Route>["set"] | null,
  visit: Patch<Visit>["set"] | null = null,
  was: Partial<Visit> = {},
) {
  const changes: PlanningChanges = planningChanges({
    routes: set === null ? [] : [{ id: 1, set }],
    visits: visit === null ? [] : [{ id: 1, set: visit }],
  });
  const state = { routes: [makeRoute({ ...planned, ...route })], visits: [makeVisit({ routeId: 1, ...was })] };
  return withPlannedTotals(changes, state).routes.find(({ id }) => id === 1)?.set;
}

/** The same where the first of its visits is removed. */
function withdrawn(route: Partial<Route>, [first, ...others]: Partial<Visit>[]) {
  const visits = [first, ...others].map((visit, index) => makeVisit({ id: index + 1, routeId: 1, ...visit }));
  const changes = planningChanges({ routes: [{ id: 1, set: { distance: 1 } }], removeVisitIds: [1] });
  const state = { routes: [makeRoute({ ...planned, ...route })], visits };
  return withPlannedTotals(changes, state).routes.find(({ id }) => id === 1)?.set;
}

describe("what was planned for a route", () => {
  it("is kept when it starts, as it was before the start gave it new times", () => {
    for (const status of [Planning, Scheduled])
      expect(patched({ status }, { status: OnRoute, waitingDuration: 0, distance: 9500 })).toMatchObject(KEPT);
  });

  it("is kept when a stop is reported before the start, done or failed", () => {
    for (const status of [VisitStatus.Delivered, VisitStatus.Failed])
      expect(patched({ status: Scheduled }, null, { status })).toEqual(KEPT);
    expect(patched({ status: Scheduled }, { distance: 1 }, { status: VisitStatus.OnRoute })).toEqual({ distance: 1 });
  });

  it("is kept once, whatever happens afterwards, and not without a plan", () => {
    for (const status of ROUTE_STATUSES.filter((one) => !isBeforeRoad(one))) {
      expect(patched({ status, ...OTHER }, { distance: 12_000 }, { status: VisitStatus.Delivered })).toEqual({
        distance: 12_000,
      });
      expect(patched({ status, startTime: null }, { distance: 12_000 })).toEqual({ distance: 12_000 });
      // One that left before anything was kept: what it has now.
      expect(patched({ status }, { distance: 12_000 })).toMatchObject(KEPT);
      expect(patched({ status }, null)).toBeUndefined();
    }
    expect(patched({ status: OnRoute, ...OTHER }, { status: Completed })).toEqual({ status: Completed });
  });

  it("is not kept before, however the plan changes", () => {
    for (const status of ROUTE_STATUSES.filter(isBeforeRoad))
      expect(patched({ status }, { status: Scheduled, distance: 12_000 })).not.toHaveProperty("plannedDistance");
  });

  it("is forgotten by a route that is put back to before its start", () => {
    const done = { status: VisitStatus.Delivered };
    expect(patched({ status: OnRoute, ...OTHER }, { status: Scheduled })).toMatchObject(NONE);
    expect(patched({ status: OnRoute, ...OTHER }, { status: Scheduled }, { status: 3 }, done)).toMatchObject(NONE);
    expect(patched({ status: OnRoute, ...OTHER }, { status: Scheduled }, null, done)).toEqual({ status: Scheduled });
    for (const status of ROUTE_STATUSES.filter((one) => one !== Empty)) {
      expect(patched({ status, ...OTHER }, { status: Empty }, null, done)).toMatchObject(NONE);
      expect(patched({ status }, { status: Empty }, null, done)).toEqual({ status: Empty });
    }
  });

  it("is forgotten with the only report from before the start, however that goes", () => {
    const route = { status: Scheduled, ...OTHER };
    const [done, open] = [{ status: VisitStatus.Delivered }, { status: VisitStatus.Scheduled }];
    expect(patched(route, { distance: 1 }, open, done)).toEqual({ distance: 1, ...NONE });
    expect(patched(route, null, { routeId: null, ...open }, done)).toEqual(NONE);
    expect(withdrawn(route, [done])).toEqual({ distance: 1, ...NONE });
    expect(withdrawn(route, [done, done])).toEqual({ distance: 1 });
    expect(withdrawn(route, [open, done])).toEqual({ distance: 1 });
    expect(withdrawn({ ...route, status: OnRoute }, [done])).toEqual({ distance: 1 });
  });

  it("goes back by undo as it was", () => {
    const back = { status: OnRoute, ...OTHER };
    expect(patched({ status: Empty, startTime: null }, back)).toEqual(back);
    expect(patched({ status: OnRoute, ...OTHER }, { status: Scheduled, ...NONE })).toMatchObject(NONE);
  });

  it("is its plan as it is until it has left", () => {
    expect(plannedTotals(makeRoute(planned))).toEqual({ distanceM: 9000, workSec: 3660 });
    expect(plannedTotals(makeRoute({ ...planned, ...OTHER }))).toEqual({ distanceM: 7000, workSec: 2000 });
    expect(plannedTotals(makeRoute({ ...planned, plannedDistance: 0, plannedWorkDuration: 0 }))).toEqual({
      distanceM: 0,
      workSec: 0,
    });
  });
});
