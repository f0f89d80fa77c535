import { describe, expect, it } from "vitest";
import { defaultEnds } from "~/domain/company/company";
import { isUnchanged, mergeChanges, planningChanges, withoutSame } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { atOnce } from "../../helpers/pieces";
import { makeCompany, makePlan, makeRoute, makeVisit } from "./make";

describe("changes as one", () => {
  it("are none only where nothing at all is saved or calculated", () => {
    expect(isUnchanged(planningChanges())).toBe(true);
    const some: Partial<PlanningChanges>[] = [
      { plan: { id: 1, set: {} } },
      { routes: [{ id: 1, set: {} }] },
      { visits: [{ id: 1, set: {} }] },
      { createVisits: [makeVisit()] },
      { removeVisitIds: [1] },
      { removeRouteIds: [1] },
      { restoreVisitIds: [1] },
      { restoreRouteIds: [1] },
      { recalculate: [{ routeId: 1, mode: "full" }] },
    ];
    for (const part of some) expect(isUnchanged(planningChanges(part)), JSON.stringify(part)).toBe(false);
  });
  it("keep what is restored and removed once, and no patch of what is removed", () => {
    const merged = mergeChanges([
      planningChanges({
        plan: { id: 1, set: { title: "a" } },
        restoreVisitIds: [4, 5],
        restoreRouteIds: [6],
        routes: [
          { id: 2, set: { isLocked: true } },
          { id: 3, set: { isLocked: true } },
        ],
      }),
      planningChanges({ restoreVisitIds: [5], restoreRouteIds: [6, 7], removeRouteIds: [2, 2] }),
      planningChanges({ plan: { id: 1, set: { status: 2 } }, removeRouteIds: [2] }),
    ]);
    expect(merged).toMatchObject({
      plan: { id: 1, set: { title: "a", status: 2 } },
      restoreVisitIds: [4, 5],
      restoreRouteIds: [6, 7],
      removeRouteIds: [2],
      routes: [{ id: 3 }],
    });
    expect(mergeChanges([planningChanges()]).plan).toBeNull();
  });
  it("calculate a route fully, and anew, once any of them asks for it", () => {
    const of = (...recalculate: PlanningChanges["recalculate"]) =>
      mergeChanges(recalculate.map((one) => planningChanges({ recalculate: [one] }))).recalculate;
    expect(of({ routeId: 1, mode: "position" }, { routeId: 1, mode: "full" })).toEqual([{ routeId: 1, mode: "full" }]);
    expect(of({ routeId: 1, mode: "full" }, { routeId: 1, mode: "position" })).toEqual([{ routeId: 1, mode: "full" }]);
    expect(of({ routeId: 1, mode: "position" }, { routeId: 1, mode: "position" })).toStrictEqual([
      { routeId: 1, mode: "position" },
    ]);
    expect(of({ routeId: 1, mode: "position", remeasure: true }, { routeId: 1, mode: "position" })).toEqual([
      { routeId: 1, mode: "position", remeasure: true },
    ]);
    expect(of({ routeId: 1, mode: "position" }, { routeId: 1, mode: "position", remeasure: true })).toEqual([
      { routeId: 1, mode: "position", remeasure: true },
    ]);
  });
});

describe("changes without what is stored already", () => {
  const late = { code: "delay", amount: 60, message: "Late" };
  const known = {
    plan: makePlan({ title: "a" }),
    routes: [makeRoute({ id: 1, isLocked: false, driverId: null })],
    visits: [makeVisit({ id: 1, position: 3, violations: [late] }), makeVisit({ id: 2 })],
  };
  const left = (part: Partial<PlanningChanges>) => atOnce(withoutSame(planningChanges(part), known));
  it("name the fields that differ, of the records where some do", () => {
    expect(
      left({
        visits: [
          { id: 1, set: { position: 4, status: 2, violations: [{ ...late }] } },
          { id: 2, set: { position: 1 } },
        ],
      }).visits,
    ).toEqual([{ id: 1, set: { position: 4 } }]);
    expect(left({ visits: [{ id: 1, set: { violations: [{ ...late, amount: 61 }] } }] }).visits).toHaveLength(1);
    expect(
      left({
        visits: [
          { id: 1, set: { violations: [] } },
          { id: 2, set: { violations: [] } },
        ],
      }).visits,
    ).toEqual([{ id: 1, set: { violations: [] } }]);
    expect(left({ routes: [{ id: 1, set: { isLocked: true, driverId: null } }] }).routes).toEqual([
      { id: 1, set: { isLocked: true } },
    ]);
  });
  it("take a missing value for none, and neither for a value", () => {
    const bare = { ...makeVisit({ id: 3, arrivalTime: null }), completedAt: undefined as never };
    const visits = (set: object) =>
      atOnce(withoutSame(planningChanges({ visits: [{ id: 3, set }] }), { ...known, visits: [bare] })).visits;
    expect([visits({ completedAt: null }), visits({ arrivalTime: undefined })]).toEqual([[], []]);
    expect([visits({ completedAt: "2026-06-01 05:00:00" }), visits({ unservedReason: "null" })]).toHaveLength(2);
    expect(visits({ serviceDuration: 0 })).toEqual([{ id: 3, set: { serviceDuration: 0 } }]);
    expect(visits({ violations: null })).toEqual([{ id: 3, set: { violations: null } }]);
    expect(visits({ position: "1" })).toEqual([{ id: 3, set: { position: "1" } }]);
  });
  it("leave what nobody knows, and everything else, as it is", () => {
    const changes = { visits: [{ id: 9, set: { position: 1 } }], removeVisitIds: [4] };
    expect(left(changes)).toEqual(planningChanges(changes));
  });
  it("have a plan where the plan differs", () => {
    expect([
      left({ plan: { id: 1, set: { title: "b", status: 1 } } }).plan,
      left({ plan: { id: 1, set: { title: "a" } } }).plan,
      left({}).plan,
    ]).toEqual([{ id: 1, set: { title: "b" } }, null, null]);
  });
});

it("a plan begins with the company's start and end, and no place of its own", () => {
  const none = {
    startLocationLat: null,
    startLocationLng: null,
    startLocationAddress: null,
    endLocationLat: null,
    endLocationLng: null,
    endLocationAddress: null,
  };
  expect(defaultEnds(makeCompany({ defaultStartLocationType: "P", defaultEndLocationType: "W" }))).toEqual({
    ...none,
    startLocationType: "P",
    endLocationType: "W",
  });
});
