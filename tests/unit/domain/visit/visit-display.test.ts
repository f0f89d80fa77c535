import { describe, expect, it } from "vitest";
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
import { VISIT_STATUSES, visitStatusLabel } from "~/domain/visit/visit-status";
import { makeVisit } from "../make";
import { NOW } from "./road";

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
