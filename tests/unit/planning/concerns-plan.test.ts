import { describe, expect, it } from "vitest";
import { concernsPlan } from "~/features/planning/plan-page/concerns-plan";
import type { ChangeEvent } from "~/realtime/events";

const BOOKED = { routeId: 21, plan: "Small day", vehicleId: 1, vehicle: "Van", driverId: 7, start: null, finish: null };
const PAGE = { plan: { id: 1 }, choices: { elsewhere: [{ ...BOOKED, planId: 2 }] } };
const concerns = (event: Omit<ChangeEvent, "ids">) => concernsPlan({ ...event, ids: [9] }, PAGE);

describe("the page of a plan loads again", () => {
  it("for what changes in it, and for what it shows of the company", () => {
    expect(concerns({ model: "RoutingVisit", action: "update", planId: 1 })).toBe(true);
    expect(concerns({ model: "RoutingRoute", action: "update", planId: 1, routeId: 9 })).toBe(true);
    expect(concerns({ model: "CompanyMember", action: "update" })).toBe(true);
    expect(concerns({ model: "ApiKey", action: "create" })).toBe(false);
    expect(concerns({ model: "RoutingVisit", action: "create" })).toBe(false);
  });

  it("when another plan of the day changes or goes: its vehicles and drivers are named here", () => {
    expect(concerns({ model: "RoutingPlan", action: "update", planId: 2 })).toBe(true);
    expect(concerns({ model: "RoutingPlan", action: "destroy", planId: 2 })).toBe(true);
    expect(concerns({ model: "RoutingPlan", action: "update", planId: 3 })).toBe(false);
  });

  it("when a plan or a route is new, which may be of the same day", () => {
    expect(concerns({ model: "RoutingPlan", action: "create", planId: 3 })).toBe(true);
    expect(concerns({ model: "RoutingRoute", action: "create", planId: 3 })).toBe(true);
    expect(concerns({ model: "RoutingRoute", action: "create" })).toBe(true);
  });

  it("but not for reports from the road of other plans", () => {
    expect(concerns({ model: "RoutingRoute", action: "update", planId: 2, routeId: 21 })).toBe(false);
    expect(concerns({ model: "RoutingVisit", action: "update", planId: 2, routeId: 21 })).toBe(false);
    expect(concerns({ model: "LiveEta", action: "update" })).toBe(false);
  });
});
