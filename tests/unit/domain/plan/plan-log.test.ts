import { describe, expect, it } from "vitest";
import { planningChanges } from "~/domain/changes";
import { aboutOf, decidedRoutes } from "~/domain/plan/plan-log";
import { atOnce } from "~/lib/pieces";
import { makeVisit } from "../make";

describe("what a change was about", () => {
  const visits = [
    makeVisit({ id: 1, routeId: 1, name: "Stop 1" }),
    makeVisit({ id: 2, routeId: 1, type: "B", name: "launch" }),
  ];
  const named = (...visitIds: number[]) => atOnce(aboutOf({ visits }, planningChanges(), { visitIds }));

  it("is the break where it alone was meant, by the name that screens have, and else the stops", () => {
    expect(named(2)).toMatchObject({ names: ["Break"], visits: 1, routeIds: [1] });
    expect(named(1, 2)).toMatchObject({ names: ["Stop 1"], visits: 1 });
  });
});

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
