import { expect, it } from "vitest";
import { canApply } from "~/domain/route/report-task";

const [onRoute, offRoute, route] = [{ routeId: 1 }, { routeId: null }, {}];
const GONE = "What it was about was removed.";
const NO_ROUTE = "The visit is not on a route.";

it.each([
  ["visit.done", onRoute, route, null],
  ["visit.done", onRoute, null, null],
  ["visit.failed", offRoute, route, NO_ROUTE],
  ["visit.on_route", offRoute, null, NO_ROUTE],
  ["visit.done", null, route, GONE],
  ["route.start", null, route, null],
  ["route.finish", null, null, GONE],
])("a report %s can be accepted while what it is about is there", (action, visit, of, message) => {
  const can = canApply({ action, isSettled: false }, { visit, route: of });
  expect(can.ok ? null : can.error.message).toBe(message);
  expect(canApply({ action, isSettled: true }, { visit, route: of })).toMatchObject({
    error: { code: "task.settled" },
  });
});
