import { describe, expect, it } from "vitest";
import { ALLOWED } from "~/domain/decision";
import type { Decision } from "~/domain/decision";
import type { PlanningChanges } from "~/domain/changes";
import { RouteStatus } from "~/domain/route/route-status";
import { confirmationChoices, confirmationFault, tagFault } from "~/domain/visit/confirmation";
import {
  deviationSec,
  displayedVisitStatus,
  isInTimeWindow,
  overdueSec,
  pastPanel,
} from "~/domain/visit/visit-display";
import { isNext, moveAfterCurrent, remainingVisits, sortVisits } from "~/domain/visit/visit-order";
import { canReport, canSetOnRoute } from "~/domain/visit/visit-permissions";
import { fullReset } from "~/domain/visit/visit-reset";
import { followsRoute, VISIT_STATUSES } from "~/domain/visit/visit-status";
import {
  markVisitDone,
  markVisitFailed,
  moveVisitToRoute,
  removeVisit,
  setVisitOnRoute,
  unscheduleVisit,
} from "~/domain/visit/visit-transitions";
import { makeRoute, makeStops, makeVisit } from "../make";

const NOW = "2026-06-01 10:00:00";
const onRoad = makeRoute({ status: RouteStatus.OnRoute });
const errorOf = (decision: Decision<PlanningChanges>) => (decision.ok ? null : decision.error);
const changesOf = (decision: Decision<PlanningChanges>): PlanningChanges => {
  if (!decision.ok) throw new Error(decision.error.message);
  return decision.changes;
};

describe("order, at its edges", () => {
  it("goes by id where the positions are the same", () => {
    const visits = [
      makeVisit({ id: 7, position: 3 }),
      makeVisit({ id: 2, position: 3 }),
      makeVisit({ id: 5, position: 3 }),
    ];
    expect(sortVisits(visits).map((visit) => visit.id)).toEqual([2, 5, 7]);
  });
  it("takes unscheduled visits by id, whatever position they have left", () => {
    const visits = [makeVisit({ id: 4, status: 1, position: 2 }), makeVisit({ id: 3, status: 1, position: 8 })];
    expect(sortVisits(visits).map((visit) => visit.id)).toEqual([3, 4]);
  });
  it("neither the start nor an unscheduled visit remains to be driven; the end does", () => {
    expect(remainingVisits([...makeStops(), makeVisit({ id: 20, status: 1 })]).map((visit) => visit.id)).toEqual([
      11, 12, 13, 14,
    ]);
    expect(isNext({ id: 1 }, [])).toBe(false);
  });
  it("nothing was visited yet: the moved visit comes first", () => {
    expect(moveAfterCurrent(13, makeStops())).toEqual([
      { id: 13, position: 1 },
      { id: 11, position: 2 },
      { id: 12, position: 3 },
    ]);
  });
  it("two were visited: the moved visit comes behind both", () => {
    const visits = makeStops(3).map((visit) => (visit.id <= 12 ? { ...visit, status: 4 as const } : visit));
    const last = makeVisit({ id: 15, position: 4, status: 3 });
    expect(moveAfterCurrent(15, [...visits, last])).toEqual([
      { id: 15, position: 3 },
      { id: 13, position: 4 },
    ]);
  });
  it("the end was reported before the rest: the moved visit still comes behind the last stop that was served", () => {
    const visits = makeStops(3).map((visit) =>
      visit.id === 11 || visit.type === "E" ? { ...visit, status: 4 as const } : visit,
    );
    expect(moveAfterCurrent(13, visits)).toEqual([
      { id: 13, position: 2 },
      { id: 12, position: 3 },
    ]);
  });
});

describe("what a visit shows, at its edges", () => {
  it("its own status where the route is unknown", () => {
    expect(VISIT_STATUSES.map((status) => displayedVisitStatus({ status, routeId: 1 }, null))).toEqual([1, 2, 3, 4, 5]);
  });
  it("a deviation once it is past, and both times are known", () => {
    const past = makeVisit({
      status: 4,
      arrivalTime: "2026-06-01 09:00:00",
      serviceTime: 5,
      completedAt: "2026-06-01 09:07:00",
    });
    expect(deviationSec(past)).toBe(120);
    expect(deviationSec({ ...past, completedAt: "2026-06-01 09:04:00" })).toBe(-60);
    for (const part of [{ status: 3 as const }, { arrivalTime: null }, { completedAt: null }])
      expect(deviationSec({ ...past, ...part })).toBeNull();
  });
  it("no lateness where a time is unknown", () => {
    const visit = makeVisit({ arrivalTime: "2026-06-01 09:00:00" });
    expect([
      overdueSec(visit, ""),
      overdueSec(visit, "2026-06-01 08:00:00"),
      overdueSec(visit, "2026-06-01 09:05:59"),
    ]).toEqual([0, 0, 0]);
  });
  it.each([
    ["08:00", "", "07:59", false],
    ["08:00", "", "23:00", true],
    ["", "12:00", "00:00", true],
    ["", "12:00", "12:01", false],
    ["08:00", "12:00", "", true],
  ])("a window %j to %j holds %j: %s", (startTime, endTime, at, inside) => {
    expect(isInTimeWindow({ startTime, endTime }, at)).toBe(inside);
  });
  it("no way of handing over where nobody asked for one", () => {
    expect(
      pastPanel({ status: 4, confirmationType: null, doneNote: "", failReasonId: null, failNote: "" }, "1 June")
        ?.detail,
    ).toBeNull();
  });
  it("scheduled and on route follow the route, and nothing else does", () => {
    expect([...VISIT_STATUSES, null, "2"].map(followsRoute)).toEqual([false, true, true, false, false, false, false]);
  });
});

describe("reports, at their edges", () => {
  it("name what is missing of the route", () => {
    const loose = makeVisit({ routeId: null, status: 4 });
    expect(canReport(loose)).toMatchObject({ error: { code: "visit.no_route" } });
    expect(canReport(makeVisit())).toEqual(ALLOWED);
    expect(canSetOnRoute(loose, onRoad)).toMatchObject({ error: { code: "visit.no_route" } });
    expect(canSetOnRoute(makeVisit({ status: 4 }), null)).toMatchObject({ error: { code: "route.not_on_route" } });
    // The visit names a route that is not there.
    expect(errorOf(markVisitDone(makeVisit(), null, [], { now: NOW }))).toMatchObject({
      code: "visit.no_route",
      status: 409,
    });
    expect(errorOf(markVisitFailed(makeVisit(), null, [], { now: NOW, companyFailReasons: [] }))).toMatchObject({
      code: "visit.no_route",
      status: 409,
    });
    expect(errorOf(markVisitDone(loose, onRoad, [], { now: NOW }))).toMatchObject({ code: "visit.no_route" });
    expect(errorOf(markVisitFailed(loose, onRoad, [], { now: NOW, companyFailReasons: [] }))).toMatchObject({
      code: "visit.no_route",
    });
    expect(errorOf(setVisitOnRoute(loose, onRoad, NOW))).toMatchObject({ code: "visit.no_route" });
  });
  it("leave proof alone that nobody gave", () => {
    const stops = makeStops(3);
    const [visit] = changesOf(markVisitDone(stops[1]!, onRoad, stops, { now: NOW })).visits;
    expect(visit?.set).toStrictEqual({ status: 4, completedAt: NOW, reportedAt: NOW });
    const signed = changesOf(
      markVisitDone(stops[1]!, onRoad, stops, { now: NOW, signatureName: "", confirmationType: null }),
    ).visits[0];
    expect(signed?.set).toStrictEqual({
      status: 4,
      completedAt: NOW,
      reportedAt: NOW,
      signatureName: "",
      confirmationType: null,
    });
  });
  it("name the field of a missing or unknown reason", () => {
    const stops = makeStops(3);
    const failed = (failReasonId: number | null) =>
      errorOf(markVisitFailed(stops[1]!, onRoad, stops, { now: NOW, companyFailReasons: [1], failReasonId }));
    expect(failed(null)?.fields).toEqual({ failReasonId: "Please choose a reason" });
    expect(failed(3)?.fields).toEqual({ failReasonId: "Reason 3 is not offered by the company" });
  });
  it("keep the place of a visit that stands behind the current one already", () => {
    // The first stop was skipped, the second is done, and now the third.
    const stops = makeStops(3).map((visit) => (visit.id === 12 ? { ...visit, status: 4 as const } : visit));
    expect(changesOf(markVisitDone(stops[3]!, onRoad, stops, { now: NOW })).visits).toStrictEqual([
      { id: 13, set: { status: 4, completedAt: NOW, reportedAt: NOW, isOutOfTurn: true } },
    ]);
  });
});

describe("placing and removing, at their edges", () => {
  it("a visit on no route leaves none to recalculate", () => {
    const loose = makeVisit({ routeId: null, status: 1 });
    expect(changesOf(moveVisitToRoute(loose, null, makeRoute({ id: 2 }), 1)).recalculate).toEqual([
      { routeId: 2, mode: "full" },
    ]);
    expect(changesOf(unscheduleVisit(loose, null)).recalculate).toEqual([]);
    expect(changesOf(unscheduleVisit(makeVisit(), makeRoute())).recalculate).toEqual([
      { routeId: 1, mode: "position" },
    ]);
    expect(changesOf(removeVisit(loose, null, null)).recalculate).toEqual([]);
  });
  it("within its route a visit is moved once, and a break as well, but no start and no past break", () => {
    const route = makeRoute({ id: 1 });
    expect(changesOf(moveVisitToRoute(makeVisit(), route, route, 3)).recalculate).toEqual([
      { routeId: 1, mode: "full" },
    ]);
    expect(moveVisitToRoute(makeVisit({ type: "B" }), route, route, 3).ok).toBe(true);
    expect(errorOf(moveVisitToRoute(makeVisit({ type: "S" }), route, route, 3))?.code).toBe("visit.start_or_end");
    expect(errorOf(moveVisitToRoute(makeVisit({ type: "B", status: 4 }), route, route, 3))?.code).toBe("visit.break");
    expect(errorOf(moveVisitToRoute(makeVisit({ type: "B" }), route, makeRoute({ id: 2 }), 3))?.code).toBe(
      "visit.break",
    );
  });
  it("removing marks of a route switches breaks off only for a break, and on its route", () => {
    expect(changesOf(removeVisit(makeVisit({ type: "S" }), makeRoute(), null)).routes).toEqual([]);
    expect(changesOf(removeVisit(makeVisit({ type: "B", routeId: null }), null, null)).routes).toEqual([]);
  });
  it("asks with danger, and keeps the warehouse of a visit without a plan", () => {
    const accepted = removeVisit(makeVisit(), makeRoute(), null);
    expect(accepted.ok && accepted.confirm?.danger).toBe(true);
    expect(changesOf(removeVisit(makeVisit({ warehouseId: 4 }), null, null, "detach")).visits[0]?.set).toEqual({
      ...fullReset(),
      planId: null,
      warehouseId: 4,
    });
  });
});

describe("proof, at its edges", () => {
  const off = {
    deliveryConfirmation: false,
    pickupConfirmation: true,
    confirmationSettings: { to_door: { enabled: true, photo: 2, signature: 0 } },
  } as const;
  it("is not asked for where the company's flag is off", () => {
    expect(confirmationChoices({ type: "D" }, null, off)).toEqual([]);
    expect(confirmationChoices({ type: "P" }, null, off)).toEqual([]);
    expect(confirmationChoices({ type: "D" }, null, { ...off, deliveryConfirmation: true })).toEqual([
      { tag: "to_door", label: "To door", photo: 2, signature: 0 },
    ]);
  });
  it("is missing until the photo is there", () => {
    const choices = confirmationChoices({ type: "D" }, null, { ...off, deliveryConfirmation: true });
    const given = { tag: "to_door", signatureName: "", photos: 0, signatures: 0 } as const;
    expect(confirmationFault(choices, given)).toEqual({
      code: "visit.confirmation_required",
      message: "Photo is required",
      status: 422,
      fields: { photo: "Photo is required" },
    });
    expect(confirmationFault(choices, { ...given, photos: 1 })).toBeNull();
    expect(confirmationFault(choices, { ...given, tag: null })?.fields).toEqual({
      confirmationType: "Choose how it was handed over",
    });
    expect(confirmationFault([], given)).toBeNull();
  });
  it("has a way of handing over of its own kind, also where nothing is asked for", () => {
    const fits = (type: string) =>
      (["to_door", "from_locker", null] as const).map((tag) => tagFault({ type }, tag) === null);
    expect([fits("D"), fits("P"), fits("B"), fits("S")]).toEqual([
      [true, false, true],
      [false, true, true],
      [false, false, true],
      [false, false, true],
    ]);
  });
});
