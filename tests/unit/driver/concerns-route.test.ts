import { expect, it } from "vitest";
import { concernsRoute } from "~/features/driver/driver-events.server";
import type { ChangeEvent } from "~/realtime/events";

const PAGE = { routeId: 5, planId: 2 };
const change = (part: Partial<ChangeEvent>): ChangeEvent => ({
  model: "RoutingRoute",
  action: "update",
  ids: [5],
  ...part,
});

it.each<[string, Partial<ChangeEvent>, boolean]>([
  ["a change of its plan", { model: "RoutingPlan", ids: [2], planId: 2 }, true],
  ["a change of another plan", { model: "RoutingPlan", ids: [3], planId: 3 }, false],
  ["a report of its route", { planId: 2, routeId: 5 }, true],
  ["a report of another route of its plan", { planId: 2, routeId: 6 }, false],
  ["a visit of its plan, of whatever route", { model: "RoutingVisit", planId: 2 }, true],
  ["a visit that waits for a plan", { model: "RoutingVisit" }, false],
  ["a vehicle, a place, the settings", { model: "Vehicle" }, true],
  ["a calculation of its plan, before it is applied", { model: "RoutingQuery", planId: 2 }, false],
  ["a task for the dispatcher", { model: "RoadTask" }, false],
  ["arrivals that follow its own position", { model: "LiveEta" }, false],
  ["a message to a recipient", { model: "RecipientMessage" }, false],
])("a driver's page hears of %s: %3$s", (_what, event, hears) => {
  expect(concernsRoute(change(event), PAGE)).toBe(hears);
});
