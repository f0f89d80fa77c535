import { describe, expect, it } from "vitest";
import { decidedRoutes } from "~/domain/plan/plan-log";

describe("the routes that a change decided about", () => {
  const decided = (fields: Record<string, unknown>) =>
    decidedRoutes({ plan: null, routes: [{ id: 7, ...fields }], visits: [] });

  it("are none where a calculation gave them other stops, times and totals", () => {
    expect(decided({ queryId: 3, distance: 100, duration: 60 })).toEqual([]);
  });

  it.each([{ driverId: 2 }, { vehicleId: null }, { isLocked: true }])("are those with %j", (fields) =>
    expect(decided({ queryId: 3, ...fields })).toEqual([7]),
  );
});
