import { describe, expect, it } from "vitest";
import { applyChanges } from "~/domain/apply-changes";
import { planningChanges } from "~/domain/changes";
import { makePlan, makeRoute, makeVisit } from "./make";

const plan = makePlan({ id: 1, title: "Monday" });
const routes = [makeRoute({ id: 1, position: 1 }), makeRoute({ id: 2, position: 2 })];
const visits = [makeVisit({ id: 1, name: "Bakery" }), makeVisit({ id: 2, name: "Clinic" })];

describe("changes applied to records", () => {
  it("patch what they name and leave the rest as the same objects", () => {
    const after = applyChanges(
      { plan, routes, visits },
      planningChanges({
        plan: { id: 1, set: { title: "Tuesday" } },
        routes: [{ id: 2, set: { isLocked: true } }],
        visits: [{ id: 1, set: { name: "Florist" } }],
      }),
    );
    expect(after.plan).toEqual({ ...plan, title: "Tuesday" });
    expect(after.routes[1]).toEqual({ ...routes[1], isLocked: true });
    expect(after.routes[0]).toBe(routes[0]);
    expect(after.visits[0]).toEqual({ ...visits[0], name: "Florist" });
    expect(after.visits[1]).toBe(visits[1]);
    expect(plan.title).toBe("Monday");
  });

  it("leave out what they remove", () => {
    const after = applyChanges({ routes, visits }, planningChanges({ removeRouteIds: [1], removeVisitIds: [2] }));
    expect(after.routes.map(({ id }) => id)).toEqual([2]);
    expect(after.visits.map(({ id }) => id)).toEqual([1]);
  });

  it("give back only the lists that they were given", () => {
    expect(Object.keys(applyChanges({ visits }, planningChanges()))).toEqual(["visits"]);
  });
});
