import { describe, expect, it } from "vitest";
import { ROUTE_STATUSES, RouteStatus } from "~/domain/route/route-status";
import { canChangeFields, canChangeRoute, canChangeVisit, canRemoveVisit } from "~/domain/visit/visit-permissions";
import { fullReset, plainReset, unscheduledReset } from "~/domain/visit/visit-reset";
import { VISIT_STATUSES } from "~/domain/visit/visit-status";
import { moveVisitToRoute, placedStatus, removeVisit, unscheduleVisit } from "~/domain/visit/visit-transitions";
import { makeRoute, makeVisit } from "../make";
import { changesOf, onRoad, questionOf, road } from "./road";

describe("a removed break", () => {
  const route = makeRoute({ vehicleSettings: { speedFactor: 0.9 } });
  it("is switched off for its route, which would get it again otherwise", () => {
    const decision = removeVisit(makeVisit({ id: 5, type: "B" }), route, null);
    expect(changesOf(decision)).toMatchObject({
      removeVisitIds: [5],
      routes: [{ id: 1, set: { vehicleSettings: { speedFactor: 0.9, hasBreaks: false } } }],
    });
  });
  it("changes nothing else where it was taken, or where a stop is removed", () => {
    expect(changesOf(removeVisit(makeVisit({ type: "B", status: 4 }), route, null)).routes).toEqual([]);
    expect(changesOf(removeVisit(makeVisit(), route, null)).routes).toEqual([]);
  });
});

describe("placing and moving", () => {
  // @spec PC-4.038 PC-4.039
  it.each(VISIT_STATUSES.flatMap((status) => ROUTE_STATUSES.map((route) => ({ status, route }))))(
    "status $status on route $route",
    ({ status, route }) => {
      expect(placedStatus(status, { status: route })).toBe(
        status === 1 ? (route === RouteStatus.OnRoute ? 3 : 2) : status,
      );
    },
  );
  // @spec PC-4.091 PC-4.092
  it("recalculates the old route by position and the new one fully", () => {
    const changes = changesOf(
      moveVisitToRoute(makeVisit({ routeId: 1 }), makeRoute({ id: 1 }), makeRoute({ id: 2 }), 4),
    );
    expect(changes.visits).toEqual([{ id: 1, set: { routeId: 2, status: 2, position: 4 } }]);
    expect(changes.recalculate).toEqual([
      { routeId: 1, mode: "position" },
      { routeId: 2, mode: "full" },
    ]);
  });
  // @spec PC-4.079
  it("respects locks on both sides", () => {
    expect(moveVisitToRoute(makeVisit(), makeRoute({ isLocked: true }), makeRoute({ id: 2 }), 1).ok).toBe(false);
    expect(moveVisitToRoute(makeVisit(), makeRoute(), makeRoute({ id: 2, isLocked: true }), 1).ok).toBe(false);
    expect(unscheduleVisit(makeVisit(), makeRoute({ isLocked: true })).ok).toBe(false);
    expect(changesOf(unscheduleVisit(makeVisit(), makeRoute())).visits[0]?.set).toEqual(unscheduledReset());
  });
});

// @spec PC-4.065 PC-4.066 PC-4.067
it("resets: plain, unscheduled, full", () => {
  expect(plainReset()).toEqual({ status: 1, routeId: null, position: 0, labelPosition: 0 });
  expect(unscheduledReset()).toEqual({
    status: 1,
    routeId: null,
    position: 1000,
    labelPosition: 0,
    polyline: null,
    legEstimate: 0,
    arrivalTime: null,
    distance: 0,
    travelDuration: 0,
    waitingTime: 0,
    serviceDuration: null,
    unservedReason: null,
    violations: [],
  });
  expect(fullReset()).toEqual({
    ...unscheduledReset(),
    failReasonId: null,
    failNote: "",
    doneNote: "",
    isOutOfTurn: false,
    reportedAt: null,
    reportedLat: null,
    reportedLng: null,
    reportedAccuracy: null,
    confirmationType: null,
    signatureName: "",
    completedAt: null,
  });
});

describe("remove", () => {
  const plan = { warehouseId: 9 };
  // @spec PC-4.069 PC-4.070 PC-4.071 PC-4.072
  it("asks for location visits; declined detaches", () => {
    const accepted = removeVisit(makeVisit({ name: "Bakery" }), makeRoute(), plan);
    expect(questionOf(accepted)).toBe("Do you want to remove Bakery?");
    expect(changesOf(accepted)).toMatchObject({ removeVisitIds: [1], recalculate: [{ routeId: 1, mode: "position" }] });
    const declined = changesOf(removeVisit(makeVisit(), makeRoute(), plan, "detach"));
    expect(declined).toMatchObject({
      removeVisitIds: [],
      visits: [{ id: 1, set: { ...fullReset(), planId: null, warehouseId: 9 } }],
      recalculate: [{ routeId: 1, mode: "position" }],
    });
  });
  // @spec PC-4.071
  it.each(["B", "S", "E"] as const)("deletes a %s without a question", (type) => {
    const decision = removeVisit(makeVisit({ type }), makeRoute(), plan, "detach");
    expect(questionOf(decision)).toBeNull();
    expect(changesOf(decision).removeVisitIds).toEqual([1]);
  });
  // @spec PC-4.033
  it.each(VISIT_STATUSES)("is blocked by a lock, status %i", (status) => {
    expect(canRemoveVisit(makeVisit({ status }), makeRoute({ isLocked: true })).ok).toBe(false);
    expect(canRemoveVisit(makeVisit({ status }), makeRoute()).ok).toBe(true);
    expect(canRemoveVisit(makeVisit({ status, routeId: null }), null).ok).toBe(true);
  });
});

describe("may change", () => {
  const cases = (["D", "P", "B", "S", "E"] as const).flatMap((type) =>
    VISIT_STATUSES.map((status) => ({ type, status })),
  );
  // @spec PC-4.074 PC-4.075 PC-4.076 PC-4.078 PC-4.079 PC-4.080
  it.each(cases)("$type in status $status", ({ type, status }) => {
    const visit = makeVisit({ id: 50, type, status, position: 50 });
    const visits = [...road(), visit];
    const past = status >= 4;
    const mark = type === "S" || type === "E";
    expect(canChangeVisit(visit, onRoad(), visits).ok).toBe(!past && !mark);
    expect(canChangeVisit(visit, makeRoute({ isLocked: true }), visits).ok).toBe(false);
    expect(
      canChangeFields(["recipientPhone", "deliveryNote", "recipientNote"], visit, makeRoute({ isLocked: true }), visits)
        .ok,
    ).toBe(!past && !mark && visit.type !== "B");
    expect(canChangeFields(["recipientPhone", "startTime"], visit, makeRoute({ isLocked: true }), visits).ok).toBe(
      false,
    );
    expect(canChangeRoute(visit, makeRoute()).ok).toBe(!past && !mark && type !== "B");
    expect(canChangeRoute(visit, makeRoute({ isLocked: true })).ok).toBe(false);
  });
  // @spec PC-4.077
  it("not the one that the vehicle is heading for", () => {
    const visits = road();
    expect(canChangeVisit(visits[1]!, onRoad(), visits)).toMatchObject({ ok: false, error: { code: "visit.next" } });
    expect(
      canChangeFields(
        ["recipientPhone", "recipientNote"],
        visits[1]!,
        makeRoute({ ...onRoad(), isLocked: true }),
        visits,
      ).ok,
    ).toBe(true);
    expect(canChangeFields(["recipientPhone", "startTime"], visits[1]!, onRoad(), visits)).toMatchObject({
      error: { code: "visit.next" },
    });
    expect(canChangeVisit(visits[2]!, onRoad(), visits).ok).toBe(true);
    expect(canChangeVisit(visits[1]!, makeRoute({ status: RouteStatus.Planning }), visits).ok).toBe(true);
    expect(canChangeVisit(visits[1]!, null, []).ok).toBe(true);
  });
});
