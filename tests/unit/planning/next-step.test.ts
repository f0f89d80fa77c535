import { describe, expect, it } from "vitest";
import { calculationRefused, closedSentence, NO_ROUTES, NO_VISITS, planScope } from "~/domain/calculation/scope";
import { RouteStatus } from "~/domain/route/route-status";
import type { RouteStatus as Status } from "~/domain/route/route-status";
import { nextStep, routesToStart } from "~/features/planning/plan-page/header/next-step";

const route = (id: number, status: Status, stops = 2) => ({
  id,
  status,
  isLocked: status >= RouteStatus.Scheduled,
  stops,
});
const visit = (routeId: number | null, reason?: string) => ({
  type: "D" as const,
  routeId,
  status: routeId === null ? (1 as const) : (2 as const),
  ...(reason === undefined ? {} : { reason }),
});
const { Empty, Planning, Scheduled, OnRoute, Completed } = RouteStatus;

describe("the filled button of a plan", () => {
  const step = (routes: ReturnType<typeof route>[], visits: ReturnType<typeof visit>[], daysAhead = 0) =>
    nextStep(routes, visits, calculationRefused(routes, visits) ?? undefined, daysAhead);

  it("moves on: Calculate, Approve, Start, and none when all is on its way", () => {
    expect(step([route(1, Empty, 0)], [visit(null)])).toBe("calculate");
    expect(step([route(1, Planning), route(2, Empty, 0)], [visit(1)])).toBe("approve");
    expect(step([route(1, Scheduled), route(2, Empty, 0)], [visit(1)])).toBe("start");
    expect(step([route(1, OnRoute), route(2, Completed)], [visit(1), visit(2)])).toBeNull();
  });

  it("is none while an approved plan waits for its day", () => {
    expect(step([route(1, Scheduled)], [visit(1)], 1)).toBeNull();
    expect(step([route(1, Planning)], [visit(1)], 1)).toBe("approve");
  });

  it("goes back to Calculate for new visits, not for those that a calculation left out", () => {
    expect(step([route(1, Planning)], [visit(1), visit(null)])).toBe("calculate");
    expect(step([route(1, Planning)], [visit(1), visit(null, "No vehicle has time")])).toBe("approve");
    expect(step([route(1, Scheduled), route(2, Empty, 0)], [visit(1), visit(null)])).toBe("calculate");
    // Every route is locked: the new visit waits, the vans can leave.
    expect(step([route(1, Scheduled)], [visit(1), visit(null)])).toBe("start");
  });

  it("counts approved routes with visits as waiting for their start", () => {
    const routes = [route(1, Scheduled), route(2, Scheduled, 0), route(3, OnRoute), route(4, Planning)];
    expect(routesToStart(routes).map(({ id }) => id)).toEqual([1]);
  });
});

describe("why a plan can't be calculated, before the button is pressed", () => {
  it("is what the server would refuse it with", () => {
    const routes = [route(1, Scheduled), route(2, Completed)];
    const visits = [visit(1), visit(2)];
    expect(calculationRefused(routes, visits)).toMatch(/^All 2 visits stand on routes that are locked or completed/);
    expect(calculationRefused(routes, visits)).toBe(closedSentence(routes, visits, planScope(routes, visits)));
  });

  it("names what is missing first, and nothing where a visit can be planned", () => {
    expect(calculationRefused([], [visit(null)])).toBe(NO_ROUTES);
    expect(calculationRefused([route(1, Empty)], [])).toBe(NO_VISITS);
    expect(calculationRefused([route(1, Scheduled), route(2, Empty, 0)], [visit(1)])).not.toBeNull();
    expect(calculationRefused([route(1, Scheduled), route(2, Empty, 0)], [visit(1), visit(null)])).toBeNull();
  });
});
