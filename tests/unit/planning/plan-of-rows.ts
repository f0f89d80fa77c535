/** A route with every kind of visit, an empty route, and visits without one, as the plan page has them. */
import { visitsByRoute } from "~/features/planning/plan-page/list/plan-rows";
import { routeItem, visitItem } from "~/features/planning/plan-page/plan-view";
import type { RouteContext } from "~/features/planning/plan-page/plan-view";
import { makeCompany, makePlan, makeRoute, makeVehicle, makeVisit } from "../domain/make";
import { dayClock } from "~/domain/time/service-clock";

export const DATE = "2026-11-23";
export const ZONE = "Europe/Vaduz";
export const clock = dayClock(DATE, ZONE);
export const MIDNIGHT = Date.parse("2026-11-22T23:00:00Z") / 1000;
export const context: RouteContext = {
  plan: makePlan(),
  timeZone: ZONE,
  clock,
  company: makeCompany(),
  day: [],
  vehicles: new Map([[1, makeVehicle({ id: 1, title: "Van", plate: "FL 1", maxLoad: 100, overtime: 30 })]]),
  drivers: new Map([[7, { id: 7, name: "R. Beck" }]]),
};
const visits = [
  makeVisit({ id: 1, routeId: 1, type: "S", position: 0, name: "Start", arrivalTime: `${DATE} 07:00:00` }),
  makeVisit({
    id: 2,
    routeId: 1,
    position: 2,
    labelPosition: 2,
    name: "Bakery",
    packageLoad: 30.1,
    arrivalTime: `${DATE} 07:40:00`,
  }),
  makeVisit({
    id: 3,
    routeId: 1,
    position: 1,
    labelPosition: 1,
    name: "Café",
    packageLoad: 80,
    status: 4,
    completedAt: `${DATE} 07:30:00`,
    arrivalTime: `${DATE} 07:10:00`,
    violations: [{ code: "delay", amount: 60, message: "Late by 1 min" }],
  }),
  makeVisit({ id: 4, routeId: null, status: 1, name: "Butcher", lat: 0, lng: 9.5 }),
  makeVisit({
    id: 5,
    routeId: null,
    status: 1,
    name: "Bank",
    unservedReason: { message: "No vehicle has time", vehicles: [], suggestion: null },
  }),
  makeVisit({ id: 6, routeId: 1, status: 1, position: 9, name: "Left out", packageLoad: 5 }),
];
export const items = visits.map((visit) => visitItem(visit, clock));
export const route = routeItem(
  makeRoute({
    id: 1,
    vehicleId: 1,
    driverId: 7,
    status: 4,
    startTime: `${DATE} 07:00:00`,
    finishTime: `${DATE} 08:00:00`,
    distance: 12_345,
    duration: 1800,
    serviceDuration: 600,
    waitingDuration: 0,
  }),
  0,
  visits.filter((visit) => visit.routeId === 1),
  context,
);
export const empty = routeItem(makeRoute({ id: 2, vehicleId: 99, driverId: null, status: 1 }), 1, [], context);
export const groups = visitsByRoute(items);
