import { describe, expect, it } from "vitest";
import { isUnchanged, planningChanges } from "~/domain/changes";
import { ROUTE_STATUSES, RouteStatus } from "~/domain/route/route-status";
import { nextVehicleVisit, nextVisit, sortVisits } from "~/domain/visit/visit-order";
import { canSetOnRoute } from "~/domain/visit/visit-permissions";
import { VISIT_STATUSES, VisitStatus } from "~/domain/visit/visit-status";
import { markVisitDone, markVisitFailed, setVisitOnRoute } from "~/domain/visit/visit-transitions";
import { makeRoute, makeStops, makeVisit } from "../make";
import { changesOf, LATER, NOW, onRoad, questionOf, road } from "./road";

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
