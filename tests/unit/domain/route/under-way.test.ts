import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyChanges } from "~/domain/apply-changes";
import { planningChanges } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import type { Plan } from "~/domain/plan/plan";
import type { Fleet } from "~/domain/route/fleet";
import { retimeChanges } from "~/domain/route/retime-changes";
import type { Route } from "~/domain/route/route";
import { RouteStatus } from "~/domain/route/route-status";
import type { RouteStatus as Status } from "~/domain/route/route-status";
import { isUnderWay, leavesNotBefore, liveUntil } from "~/domain/route/under-way";
import { epochSec, utcText } from "~/domain/time/utc-text";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import { atOnce } from "../../../helpers/pieces";
import { makeCompany, makePlan, makeRoute, makeVehicle, makeVisit, makeWarehouse } from "../make";

const DAY = "2026-06-01";
const at = (time: string) => `${DAY} ${time}:00`;
const VADUZ = { serviceDate: DAY, timeZone: "Europe/Vaduz" };
const WAITING = 2;
const DEPOT = { lat: 47.14, lng: 9.52 };

/** One route that may be on the road, and one in the depot that was to leave at 08:00 in Vaduz, with two stops. */
interface Day {
  now: string;
  /** of the other route, and of the one that waits */
  other?: Status;
  waiting?: Status;
  leaves?: string;
  plan?: Partial<Plan>;
  stop?: Partial<Visit>;
  changes?: Partial<PlanningChanges>;
  workHourStart?: string;
  /** the vehicle of the other route */
  out?: Partial<Vehicle>;
}

const waitingStops = (status: Visit["status"], leaves: string, stop: Partial<Visit> = {}): Visit[] => {
  const own = { routeId: WAITING, status, startTime: null, endTime: null, serviceDuration: 300 };
  return [
    makeVisit({ ...own, ...DEPOT, id: 20, type: "S", position: 0, arrivalTime: leaves, serviceDuration: 0 }),
    makeVisit({ ...own, id: 21, position: 1, lat: 47.15, travelDuration: 600, ...stop }),
    makeVisit({ ...own, id: 22, position: 2, lat: 47.16, travelDuration: 600 }),
  ];
};

/** The waiting route and its visits after the changes, with every leg that is asked for measured at ten minutes. */
function changed(day: Day): { route: Route; visits: Visit[] } {
  const { now, other = RouteStatus.OnRoute, waiting = RouteStatus.Planning, leaves = at("06:00") } = day;
  const routes = [
    makeRoute({ id: 1, status: other, startTime: at("06:00") }),
    makeRoute({ id: WAITING, status: waiting, vehicleId: 2, position: 2, startTime: leaves }),
  ];
  const loose = makeVisit({ id: 30, routeId: null, status: 1, lat: 47.155, startTime: null, endTime: null });
  const state = { plan: makePlan(day.plan), routes, visits: [...waitingStops(2, leaves, day.stop), loose], now };
  const hours = { workHourStart: day.workHourStart ?? "08:00", workHourEnd: "18:00" };
  const vehicles = new Map([1, 2].map((id) => [id, makeVehicle({ id, ...hours, ...(id === 1 ? day.out : {}) })]));
  const warehouses = new Map([[1, makeWarehouse()]]);
  const company = makeCompany();
  const fleet: Fleet = { company, vehicles, vehiclesWithRemoved: vehicles, warehouses, timeZone: VADUZ.timeZone };
  const asked = planningChanges({ recalculate: [{ routeId: WAITING, mode: "position" }], ...day.changes });
  const { missing } = atOnce(retimeChanges(state, asked, fleet, []));
  const measured = missing.map((leg) => ({
    ...leg,
    durationSec: 600,
    distanceM: 5000,
    polyline: null,
    estimate: 0 as const,
  }));
  const timed = atOnce(retimeChanges(state, asked, fleet, measured));
  expect(timed.missing).toEqual([]);
  const decided = applyChanges({ routes, visits: state.visits }, asked);
  const after = applyChanges(decided, timed.changes);
  return { route: after.routes.find(({ id }) => id === WAITING)!, visits: after.visits };
}

const leavesAfter = (day: Day) => changed(day).route.startTime;

describe("a route in the depot that is changed by hand", () => {
  it("leaves from now on while others of its plan are on the road, and its windows are judged by that", () => {
    const { route, visits } = changed({ now: at("08:30"), stop: { endTime: "10:39" } });
    expect([route.startTime, route.finishTime]).toEqual([at("08:30"), at("09:00")]);
    const [start, first] = [20, 21].map((id) => visits.find((visit) => visit.id === id)!);
    expect([start!.arrivalTime, first!.arrivalTime]).toEqual([at("08:30"), at("08:40")]);
    expect(first!.violations).toMatchObject([{ code: "delay", amount: 60 }]);
  });
  it("leaves when its shift begins, or as late as costs no time, if that is later", () => {
    expect(leavesAfter({ now: at("08:30"), workHourStart: "11:00" })).toBe(at("09:00"));
    expect(leavesAfter({ now: at("08:30"), stop: { startTime: "12:00" } })).toBe(at("09:50"));
  });
  it("leaves as it was approved to, and at once where that is over", () => {
    const approved = { waiting: RouteStatus.Scheduled, now: at("08:30"), stop: { startTime: "12:00" } };
    expect(leavesAfter({ ...approved, leaves: at("09:20") })).toBe(at("09:20"));
    expect(leavesAfter({ ...approved, leaves: at("06:00") })).toBe(at("08:30"));
  });
  it("leaves from now on after midnight too, until the last shift of the plan is over with its overtime", () => {
    const out = { workHourEnd: "24:00", overtime: 240 };
    expect(leavesAfter({ now: "2026-06-01 22:10:00" })).toBe(at("06:00"));
    expect(leavesAfter({ now: "2026-06-01 22:10:00", out })).toBe("2026-06-01 22:10:00");
    expect(leavesAfter({ now: "2026-06-02 01:59:59", out })).toBe("2026-06-02 01:59:59");
    expect(leavesAfter({ now: "2026-06-02 02:00:00", out })).toBe(at("06:00"));
  });
  it("leaves from now on in the 25th hour of a day", () => {
    const day = { plan: { serviceDate: "2026-10-25" }, leaves: "2026-10-25 07:00:00" };
    expect(leavesAfter({ ...day, now: "2026-10-25 22:20:00" })).toBe("2026-10-25 22:20:00");
    expect(leavesAfter({ ...day, now: "2026-10-25 23:00:00" })).toBe("2026-10-25 07:00:00");
  });
  it("begins with its shift while nobody is on the road, on a later day, and on one of the past", () => {
    const shift = at("06:00");
    for (const other of [RouteStatus.Planning, RouteStatus.Scheduled, RouteStatus.Completed])
      expect(leavesAfter({ now: at("08:30"), other })).toBe(shift);
    for (const now of ["2026-05-31 12:00:00", "2026-06-01 04:00:00", "2026-06-03 12:00:00"])
      for (const waiting of [RouteStatus.Planning, RouteStatus.Scheduled])
        expect(leavesAfter({ now, waiting })).toBe(shift);
    expect(leavesAfter({ now: at("08:30"), plan: { serviceDate: "2026-06-02" } })).toBe("2026-06-02 06:00:00");
  });

  const anyChange = fc.constantFrom<Partial<PlanningChanges>>(
    {},
    { recalculate: [{ routeId: WAITING, mode: "position", remeasure: true }] },
    { recalculate: [{ routeId: WAITING, mode: "full" }] },
    { visits: [{ id: 30, set: { routeId: WAITING, position: 0.5, status: 2 } }] },
    { visits: [{ id: 22, set: { position: 0.5 } }] },
    { visits: [{ id: 21, set: { routeId: null, status: 1 } }] },
    { visits: [{ id: 21, set: { startTime: "09:00", endTime: "09:10" } }] },
    { visits: [{ id: 21, set: { serviceTime: 40 } }] },
    { visits: [{ id: 21, set: { lat: 47.2 } }] },
    { routes: [{ id: WAITING, set: { vehicleSettings: { workHourStart: "07:00" } } }] },
    { routes: [{ id: WAITING, set: { endLocationType: "W" } }] },
    { plan: { id: 1, set: { squashDuration: 9 } } },
  );
  const anyTime = fc.integer({ min: epochSec(at("00:00")), max: epochSec(at("21:59")) }).map(utcText);
  it("never leaves in the past on a day that is under way, whatever is changed", () => {
    fc.assert(
      fc.property(
        anyTime,
        anyTime,
        fc.constantFrom(RouteStatus.Planning, RouteStatus.Scheduled),
        fc.constantFrom("00:00", "08:00", "12:00", "23:00"),
        anyChange,
        (now, leaves, waiting, workHourStart, changes) => {
          const { route, visits } = changed({ now, leaves, waiting, workHourStart, changes });
          const start = visits.find((visit) => visit.routeId === WAITING && visit.type === "S");
          expect(route.startTime! >= now).toBe(true);
          expect(start?.arrivalTime).toBe(route.startTime);
        },
      ),
    );
  });
});

describe("a day", () => {
  it("is under way while somebody is on the road", () => {
    const statuses = Object.values(RouteStatus);
    const live = statuses.filter((status) => isUnderWay([{ status: RouteStatus.Planning }, { status }]));
    expect(live).toEqual([RouteStatus.OnRoute]);
  });
  it("leaves the past to whoever writes it down, and is over with that of its last route", () => {
    const [last, over] = ["2026-06-01 21:59:59", "2026-06-01 22:00:00"];
    const routes = (...statuses: Status[]) => statuses.map((status, index) => ({ status, ends: index }));
    const until = (...statuses: Status[]) =>
      liveUntil(routes(...statuses), ({ ends }) => epochSec(ends === 1 ? over : at("20:00")));
    expect(until(RouteStatus.Completed, RouteStatus.Scheduled)).toBeNull();
    expect(until(RouteStatus.OnRoute, RouteStatus.Scheduled)).toBe(epochSec(over));
    expect(leavesNotBefore(null, last)).toBeNull();
    expect(leavesNotBefore(epochSec(over), last)).toBe(last);
    expect(leavesNotBefore(epochSec(over), over)).toBeNull();
  });
});
