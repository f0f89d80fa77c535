import { describe, expect, it } from "vitest";
import { isUnchanged, planningChanges } from "~/domain/changes";
import type { Decision } from "~/domain/decision";
import type { PlanningChanges } from "~/domain/changes";
import { ROUTE_STATUSES, RouteStatus } from "~/domain/route/route-status";
import {
  displayedVisitStatus,
  finishTime,
  isInTimeWindow,
  overdueSec,
  pastPanel,
  plannedFinish,
  shownName,
} from "~/domain/visit/visit-display";
import { visitTimes, waitedSec } from "~/domain/visit/visit-times";
import {
  currentVehicleVisit,
  isNext,
  moveAfterCurrent,
  nextVehicleVisit,
  nextVisit,
  sortVisits,
} from "~/domain/visit/visit-order";
import {
  canChangeFields,
  canChangeRoute,
  canChangeVisit,
  canRemoveVisit,
  canSetOnRoute,
} from "~/domain/visit/visit-permissions";
import { fullReset, plainReset, unscheduledReset } from "~/domain/visit/visit-reset";
import { VISIT_STATUSES, VisitStatus, visitStatusLabel } from "~/domain/visit/visit-status";
import {
  markVisitDone,
  markVisitFailed,
  moveVisitToRoute,
  placedStatus,
  removeVisit,
  setVisitOnRoute,
  unscheduleVisit,
} from "~/domain/visit/visit-transitions";
import { makeRoute, makeStops, makeVisit } from "../make";

const NOW = "2026-06-01 10:00:00";
const LATER = "2026-06-01 11:00:00";
function changesOf(decision: Decision<PlanningChanges>): PlanningChanges {
  if (!decision.ok) throw new Error(decision.error.message);
  return decision.changes;
}
const questionOf = (decision: Decision<PlanningChanges>): string | null =>
  decision.ok ? (decision.confirm?.text ?? null) : decision.error.message;
const onRoad = () => makeRoute({ status: RouteStatus.OnRoute, statisticOutOfTurn: 2, statisticOverdueTime: 30 });
/** Start done, 11 to 13 on route, the planned finish of 11 at 09:48. */
const road = () =>
  makeStops(3).map((visit) =>
    visit.id === 10
      ? { ...visit, status: 4 as const, completedAt: "2026-06-01 08:00:00" }
      : visit.id === 11
        ? { ...visit, arrivalTime: "2026-06-01 09:40:00", waitingTime: 180 }
        : visit,
  );

// @spec PC-4.034
it("labels statuses", () => {
  expect(VISIT_STATUSES.map(visitStatusLabel)).toEqual(["Unscheduled", "Scheduled", "On Route", "Done", "Failed"]);
});

// @spec PC-4.036
describe("displayed status", () => {
  const table = VISIT_STATUSES.flatMap((status) => ROUTE_STATUSES.map((route) => ({ status, route })));
  it.each(table)("visit $status on a route of status $route", ({ status, route }) => {
    const followed = route >= RouteStatus.OnRoute ? 3 : 2;
    expect(displayedVisitStatus({ status, routeId: 1 }, { status: route })).toBe(
      status === 2 || status === 3 ? followed : status,
    );
  });
  // @spec PC-4.035
  it.each(VISIT_STATUSES)("status %i without a route is Unscheduled", (status) => {
    expect(displayedVisitStatus({ status, routeId: null }, null)).toBe(1);
  });
});

describe("order", () => {
  // @spec PC-9.04 PC-9.05
  it("puts start first, unscheduled at 1000, end last", () => {
    const visits = [
      makeVisit({ id: 1, type: "E", position: 1 }),
      makeVisit({ id: 2, status: 1, position: 0 }),
      makeVisit({ id: 3, position: 1200 }),
      makeVisit({ id: 4, position: 1 }),
      makeVisit({ id: 5, type: "S", position: 77 }),
    ];
    expect(sortVisits(visits).map((visit) => visit.id)).toEqual([5, 4, 3, 2, 1]);
  });
  it("knows where the vehicle is and where it is heading", () => {
    const visits = road();
    expect(currentVehicleVisit(visits)?.id).toBe(10);
    expect(nextVisit(visits)?.id).toBe(11);
    expect(nextVehicleVisit(onRoad(), visits)?.id).toBe(11);
    expect(nextVehicleVisit(makeRoute({ status: RouteStatus.Scheduled }), visits)).toBeNull();
    expect(currentVehicleVisit(makeStops())).toBeNull();
    expect(isNext({ id: 12 }, visits)).toBe(false);
  });
  it("moves a visit behind the current one and shifts the others", () => {
    expect(moveAfterCurrent(13, road())).toEqual([
      { id: 13, position: 1 },
      { id: 11, position: 2 },
      { id: 12, position: 3 },
    ]);
    const oneDone = road().map((visit) => (visit.id === 11 ? { ...visit, status: 4 as const } : visit));
    expect(moveAfterCurrent(13, oneDone)).toEqual([
      { id: 13, position: 2 },
      { id: 12, position: 3 },
    ]);
    expect(moveAfterCurrent(12, oneDone)).toEqual([]);
    expect(moveAfterCurrent(999, oneDone)).toEqual([]);
  });
});

describe("done", () => {
  // @spec PC-4.048 PC-4.050 PC-4.051
  it("in turn: completed, overdue in whole minutes as seconds, recalculated by position", () => {
    const visits = road();
    const decision = markVisitDone(visits[1]!, onRoad(), visits, {
      now: "2026-06-01 10:00:59",
      signatureName: "R. Beck",
      confirmationType: "to_door",
    });
    expect(questionOf(decision)).toBeNull();
    expect(changesOf(decision)).toMatchObject({
      // 12 minutes and 59 seconds late: 12 minutes count.
      routes: [{ id: 1, set: { statisticOverdueTime: 30 + 720 } }],
      visits: [
        {
          id: 11,
          set: { status: 4, completedAt: "2026-06-01 10:00:59", signatureName: "R. Beck", confirmationType: "to_door" },
        },
      ],
      recalculate: [{ routeId: 1, mode: "position" }],
    });
  });
  // @spec PC-4.049
  it("in turn and in time, or without a known finish: no overdue", () => {
    const visits = road();
    expect(changesOf(markVisitDone(visits[1]!, onRoad(), visits, { now: "2026-06-01 09:48:00" })).routes).toEqual([]);
    const unknown = makeStops(3).map((visit) => (visit.id === 10 ? { ...visit, status: 4 as const } : visit));
    expect(changesOf(markVisitDone(unknown[1]!, onRoad(), unknown, { now: NOW })).routes).toEqual([]);
  });
  // @spec PC-4.041 PC-4.044 PC-4.045 PC-4.046 PC-4.047
  it("out of turn: asks, counts, moves behind the current vehicle visit", () => {
    const visits = road();
    const decision = markVisitDone(visits[3]!, onRoad(), visits, { now: NOW });
    expect(questionOf(decision)).toBe(
      "This visit is not the next in the route. Are you sure you want to mark it as done?",
    );
    expect(changesOf(decision)).toMatchObject({
      routes: [{ id: 1, set: { statisticOutOfTurn: 3 } }],
      visits: [
        { id: 13, set: { status: 4, completedAt: NOW, position: 1 } },
        { id: 11, set: { position: 2 } },
        { id: 12, set: { position: 3 } },
      ],
      recalculate: [{ routeId: 1, mode: "position" }],
    });
  });
  it("keeps the driver's note, as long as its column", () => {
    const visits = road();
    const set = (doneNote?: string) =>
      changesOf(
        markVisitDone(visits[1]!, onRoad(), visits, { now: NOW, ...(doneNote === undefined ? {} : { doneNote }) }),
      ).visits[0]?.set;
    expect(set("Behind the bin")?.doneNote).toBe("Behind the bin");
    expect(set("x".repeat(501))?.doneNote).toHaveLength(500);
    expect(set()).not.toHaveProperty("doneNote");
  });
  // @spec PC-4.042
  it("a start is never out of turn", () => {
    const visits = makeStops(3);
    expect(questionOf(markVisitDone(visits[0]!, onRoad(), visits, { now: NOW }))).toBeNull();
  });
  // @spec PC-4.040
  it.each(VISIT_STATUSES)("of the second stop in status %i", (status) => {
    const visits = road().map((visit) => (visit.id === 12 ? { ...visit, status } : visit));
    const decision = markVisitDone(visits[2]!, onRoad(), visits, { now: NOW });
    const changes = changesOf(decision);
    if (status === 4) expect(isUnchanged(changes)).toBe(true);
    // "It simply becomes delivered": the counters and the order stay as they are.
    else if (status === 5)
      expect(changes).toMatchObject({
        ...planningChanges(),
        visits: [{ id: 12, set: { status: 4, completedAt: NOW } }],
      });
    else expect(changes.routes).toEqual([{ id: 1, set: { statisticOutOfTurn: 3 } }]);
  });
  it("twice, fills in what the visit says nothing of, and changes nothing else of it", () => {
    const done = makeVisit({ status: VisitStatus.Delivered, completedAt: NOW, signatureName: "R. Beck" });
    const again = (said: Partial<Parameters<typeof markVisitDone>[3]>) =>
      changesOf(
        markVisitDone(done, onRoad(), [done], { now: LATER, place: { lat: 1, lng: 1, accuracyM: 1 }, ...said }),
      );
    expect(again({ doneNote: "At the gate", signatureName: "A. Other", confirmationType: "to_door" })).toEqual({
      ...planningChanges(),
      visits: [{ id: 1, set: { doneNote: "At the gate", confirmationType: "to_door" } }],
    });
    for (const said of [{}, { doneNote: "", signatureName: "", confirmationType: null }, { signatureName: "A. Other" }])
      expect(isUnchanged(again(said))).toBe(true);
  });
  it("after all, says when and where that was, and nothing of the failed attempt", () => {
    const attempt = { failReasonId: 7, failNote: "Gate closed", reportedLat: 47, reportedLng: 9, reportedAccuracy: 5 };
    const failed = makeVisit({ status: VisitStatus.Failed, completedAt: NOW, reportedAt: NOW, ...attempt });
    const done = (place: { lat: number; lng: number; accuracyM: number } | null) =>
      changesOf(markVisitDone(failed, onRoad(), [failed], { now: LATER, place })).visits[0]?.set;
    const delivery = { status: 4, completedAt: LATER, reportedAt: LATER, failReasonId: null, failNote: "" };
    expect(done(null)).toEqual({ ...delivery, reportedLat: null, reportedLng: null, reportedAccuracy: null });
    expect(done({ lat: 48, lng: 8, accuracyM: 3 })).toMatchObject({ reportedLat: 48, reportedLng: 8 });
  });
  it("needs a route", () => {
    const decision = markVisitDone(makeVisit({ routeId: null }), null, [], { now: NOW });
    expect(decision.ok ? null : decision.error.code).toBe("visit.no_route");
  });
});

describe("failed", () => {
  const report = { now: NOW, companyFailReasons: [1, 6] };
  // @spec PC-4.059 PC-4.060
  it("in turn with a reason", () => {
    const visits = road();
    const decision = markVisitFailed(visits[1]!, onRoad(), visits, { ...report, failReasonId: 6 });
    expect(questionOf(decision)).toBeNull();
    expect(changesOf(decision)).toMatchObject({
      routes: [],
      visits: [{ id: 11, set: { status: 5, failReasonId: 6, completedAt: NOW } }],
      recalculate: [{ routeId: 1, mode: "position" }],
    });
  });
  // @spec PC-4.053
  it.each([
    [null, "visit.fail_reason_required"],
    [3, "visit.fail_reason_unknown"],
  ])("reason %s is refused", (failReasonId, code) => {
    const visits = road();
    const decision = markVisitFailed(visits[1]!, onRoad(), visits, { ...report, failReasonId });
    expect(decision.ok ? null : decision.error).toMatchObject({ code, status: 422 });
  });
  it.each([
    ["that the company offers no more", 3, [1, 6], { failReasonId: 3, failNote: "" }],
    ["of a company that has none by now", 7, [], { failReasonId: 7, failNote: "Gate closed" }],
    ["that there is not", 99, [1], {}],
    ["that nobody was asked for", null, [1], {}],
  ])("is accepted by a dispatcher with the reason %s", (_what, failReasonId, companyFailReasons, reason) => {
    const visits = road();
    const said = { now: NOW, failReasonId, failNote: "Gate closed", companyFailReasons, isDecided: true };
    const [first] = changesOf(markVisitFailed(visits[1]!, onRoad(), visits, said)).visits;
    expect(first).toEqual({ id: 11, set: { ...reason, status: 5, completedAt: NOW, reportedAt: NOW } });
  });
  // @spec PC-4.054
  it("without company reasons asks the danger question", () => {
    const visits = road();
    const decision = markVisitFailed(visits[1]!, onRoad(), visits, { now: NOW, companyFailReasons: [] });
    expect(decision.ok && decision.confirm).toMatchObject({
      text: "Are you sure you want to mark this visit as failed?",
      danger: true,
    });
  });
  // @spec PC-4.056
  it("asks the same of a visit that is done, which then just becomes failed", () => {
    const done = { status: VisitStatus.Delivered, completedAt: NOW };
    const visits = road().map((visit) => (visit.id === 12 ? { ...visit, ...done } : visit));
    const without = markVisitFailed(visits[2]!, onRoad(), visits, { now: LATER, companyFailReasons: [] });
    expect(without.ok && without.confirm).toMatchObject({
      text: "Are you sure you want to mark this visit as failed?",
      danger: true,
    });
    expect(changesOf(without)).toEqual({
      ...planningChanges(),
      visits: [{ id: 12, set: { status: VisitStatus.Failed, reportedAt: LATER } }],
    });
    const chosen = markVisitFailed(visits[2]!, onRoad(), visits, { ...report, now: LATER, failReasonId: 6 });
    expect(questionOf(chosen)).toBeNull();
    const refused = markVisitFailed(visits[2]!, onRoad(), visits, { ...report, now: LATER });
    expect(refused.ok ? null : refused.error.code).toBe("visit.fail_reason_required");
  });
  // @spec PC-4.052 PC-4.055 PC-4.057 PC-4.058
  it("out of turn asks only that", () => {
    const visits = road();
    for (const companyFailReasons of [[], [1]]) {
      const decision = markVisitFailed(visits[2]!, onRoad(), visits, { now: NOW, companyFailReasons, failReasonId: 1 });
      expect(questionOf(decision)).toBe(
        "This visit is not the next in the route. Are you sure you want to mark it as failed?",
      );
      expect(changesOf(decision).routes).toEqual([{ id: 1, set: { statisticOutOfTurn: 3 } }]);
      expect(changesOf(decision).visits[0]).toMatchObject({ id: 12, set: { status: 5, position: 1 } });
    }
  });
  it.each(VISIT_STATUSES)("of the second stop in status %i", (status) => {
    const visits = road().map((visit) => (visit.id === 12 ? { ...visit, status } : visit));
    const changes = changesOf(markVisitFailed(visits[2]!, onRoad(), visits, { ...report, failReasonId: 1 }));
    if (status >= 4)
      expect(changes).toMatchObject({
        visits: [{ id: 12, set: { status: 5, failReasonId: 1 } }],
        routes: [],
        recalculate: [],
      });
    else expect(changes.routes).toHaveLength(1);
  });
});

describe("a break that nobody has reported", () => {
  const pause = makeVisit({ id: 20, type: "B", status: VisitStatus.OnRoute, position: 0.5 });
  const visits = [...road(), pause];
  it("is next, as any visit of the route: the stop behind it is out of turn, and then stands before it", () => {
    expect(nextVisit(visits)?.id).toBe(20);
    expect(nextVehicleVisit(onRoad(), visits)?.id).toBe(20);
    const decision = markVisitDone(visits[1]!, onRoad(), visits, { now: NOW });
    expect(questionOf(decision)).toBe(
      "This visit is not the next in the route. Are you sure you want to mark it as done?",
    );
    const changes = changesOf(decision);
    const after = visits.map((visit) => ({ ...visit, ...changes.visits.find((patch) => patch.id === visit.id)?.set }));
    expect(
      sortVisits(after)
        .slice(0, 3)
        .map((visit) => visit.id),
    ).toEqual([10, 11, 20]);
    expect(nextVisit(after)?.id).toBe(20);
  });
  it("is done without a question, after which the stop is next", () => {
    expect(questionOf(markVisitDone(pause, onRoad(), visits, { now: NOW }))).toBeNull();
    const taken = visits.map((visit) => (visit.id === 20 ? { ...visit, status: VisitStatus.Delivered } : visit));
    expect(nextVisit(taken)?.id).toBe(11);
  });
});

describe("on route again", () => {
  const everyCase = VISIT_STATUSES.flatMap((status) => ROUTE_STATUSES.map((route) => ({ status, route })));
  // @spec PC-4.061 PC-4.062
  it.each(everyCase)("from status $status on a route in status $route", ({ status, route }) => {
    const visit = makeVisit({
      status,
      completedAt: NOW,
      failReasonId: 2,
      signatureName: "x",
      confirmationType: "to_door",
    });
    const onRoute = makeRoute({ status: route });
    const decision = setVisitOnRoute(visit, onRoute, LATER);
    const isAllowed = status >= 4 && route === RouteStatus.OnRoute;
    expect(canSetOnRoute(visit, onRoute).ok).toBe(isAllowed);
    expect(decision.ok).toBe(isAllowed);
    if (route !== RouteStatus.OnRoute) expect(decision).toMatchObject({ error: { code: "route.not_on_route" } });
    if (decision.ok) {
      expect(decision.changes.visits).toEqual([
        {
          id: 1,
          set: {
            status: 3,
            completedAt: null,
            failReasonId: null,
            failNote: "",
            doneNote: "",
            isOutOfTurn: false,
            reportedAt: LATER,
            reportedLat: null,
            reportedLng: null,
            reportedAccuracy: null,
            signatureName: "",
            confirmationType: null,
          },
        },
      ]);
      expect(decision.changes.recalculate).toEqual([{ routeId: 1, mode: "position" }]);
      // What was counted stays counted.
      expect(decision.changes.routes).toEqual([]);
    }
  });
});

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

describe("times", () => {
  const visit = makeVisit({ arrivalTime: "2026-06-01 09:00:00", waitingTime: 60, serviceTime: 5.5 });
  const at = (text: string) => Date.parse(`${text.replace(" ", "T")}Z`) / 1000;
  const arrival = at("2026-06-01 09:00:00");
  // @spec PC-4.082
  it("names arrival, begin and end of a planned stop, and lists its arrival as ETA", () => {
    expect(visitTimes(visit)).toEqual({
      arrival,
      begin: arrival + 60,
      end: arrival + 390,
      label: "ETA",
      shown: arrival,
      waits: true,
    });
    expect(visitTimes({ ...visit, waitingTime: 59 })).toMatchObject({ begin: arrival + 59, waits: false });
    expect(visitTimes({ ...visit, serviceDuration: 60 })?.end).toBe(arrival + 120);
    expect(visitTimes({ ...visit, arrivalTime: null })).toBeNull();
  });
  it("calls the time of a route's start its departure: nobody arrives there", () => {
    const label = (type: "S" | "E" | "D") => visitTimes({ ...visit, type })?.label;
    expect([label("S"), label("D"), label("E")]).toEqual(["Departure", "ETA", "ETA"]);
    expect(visitTimes({ ...visit, type: "S", status: 4, completedAt: "2026-06-01 09:05:00" })?.label).toBe("Departure");
  });
  // @spec PC-4.081
  it("lists the completion of a past stop as ATA: its service ended then, and nobody noted a wait", () => {
    const done = at("2026-06-01 12:00:00");
    for (const status of [4, 5] as const) {
      expect(visitTimes({ ...visit, status, completedAt: "2026-06-01 12:00:00" })).toEqual({
        arrival: done - 330,
        begin: done - 330,
        end: done,
        label: "ATA",
        shown: done,
        waits: false,
      });
    }
    expect(visitTimes({ ...visit, status: 3, completedAt: "2026-06-01 12:00:00" })?.label).toBe("ETA");
  });
  it("shows ETA for every visit with an arrival time, also for a past one that nobody gave a completed time", () => {
    expect(visitTimes({ ...visit, status: 5, completedAt: null })).toMatchObject({ label: "ETA", shown: arrival });
  });
  it("has waited no longer than there was time before the service of a past stop", () => {
    const early = { ...visit, waitingTime: 3600, status: 4 as const };
    expect(waitedSec({ ...early, status: 3 })).toBe(3600);
    // Served before its window opened, on arrival and half an hour after it, and an hour late.
    expect(waitedSec({ ...early, completedAt: "2026-06-01 08:10:00" })).toBe(0);
    expect(waitedSec({ ...early, completedAt: "2026-06-01 09:05:30" })).toBe(0);
    expect(waitedSec({ ...early, completedAt: "2026-06-01 09:35:30" })).toBe(1800);
    expect(waitedSec({ ...early, completedAt: "2026-06-01 11:00:00" })).toBe(3600);
    expect(waitedSec({ ...early, completedAt: null })).toBe(3600);
  });
  it("lists when a break begins, because nobody arrives at it; start and end take no time", () => {
    expect(visitTimes({ ...visit, type: "B", waitingTime: 3600 })).toMatchObject({
      label: "Begin",
      shown: arrival + 3600,
      begin: arrival + 3600,
      end: arrival + 3930,
      waits: false,
    });
    for (const type of ["S", "E"] as const)
      expect(visitTimes({ ...visit, type, waitingTime: 0 })).toMatchObject({ begin: arrival, end: arrival });
  });
  it("finishes and is overdue", () => {
    expect(plannedFinish(visit)).toBe("2026-06-01 09:06:30");
    expect(finishTime({ ...visit, completedAt: NOW })).toBe(NOW);
    expect(overdueSec(visit, "2026-06-01 09:08:00")).toBe(60);
    expect(plannedFinish({ ...visit, serviceDuration: 60 })).toBe("2026-06-01 09:02:00");
    expect(overdueSec({ ...visit, arrivalTime: null }, NOW)).toBe(0);
  });
  // @spec PC-5.36 PC-5.37
  it.each([
    ["08:00", true],
    ["12:00", true],
    ["07:59", false],
    ["12:01", false],
  ])("window 08:00–12:00 holds %s: %s", (at, inside) => {
    expect(isInTimeWindow({ startTime: "08:00", endTime: "12:00" }, at)).toBe(inside);
    expect(isInTimeWindow({ startTime: "", endTime: null }, at)).toBe(true);
  });
  // @spec PC-4.083 PC-4.084
  it("panels of past visits", () => {
    expect(
      pastPanel({ status: 4, confirmationType: "to_door", doneNote: "", failReasonId: null, failNote: "" }, "1 June"),
    ).toEqual({
      when: "Delivered on: 1 June",
      title: "Done!",
      detail: "To door",
    });
    const noted = { status: 4, doneNote: "behind the bin", failReasonId: null, failNote: "" } as const;
    expect(pastPanel({ ...noted, confirmationType: "to_door" }, "")?.detail).toBe("To door: behind the bin");
    expect(pastPanel({ ...noted, confirmationType: null }, "")?.detail).toBe("behind the bin");
    expect(
      pastPanel({ status: 5, confirmationType: null, doneNote: "", failReasonId: 6, failNote: "" }, "1 June"),
    ).toEqual({
      when: "Failed on: 1 June",
      title: "Failed!",
      detail: "Refused",
    });
    expect(
      pastPanel({ status: 2, confirmationType: null, doneNote: "", failReasonId: null, failNote: "" }, "1 June"),
    ).toBeNull();
  });
});

it("calls a break a break, whatever calculations know it by", () => {
  expect([shownName({ type: "B", name: "launch" }), shownName({ type: "D", name: "launch" })]).toEqual([
    "Break",
    "launch",
  ]);
});
