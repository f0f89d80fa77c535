import { describe, expect, it } from "vitest";
import { dueMessages, reasonFor } from "~/domain/messages/due-messages";
import type { StopToTell } from "~/domain/messages/due-messages";
import { quietUntil } from "~/domain/messages/quiet-hours";
import { RouteStatus } from "~/domain/route/route-status";
import { localTimeToEpoch } from "~/domain/time/time-zone";
import { utcText } from "~/domain/time/utc-text";
import { VisitStatus } from "~/domain/visit/visit-status";

const ZONE = "Europe/Vaduz";
const DAY = "2026-11-23";
const at = (time: string, date = DAY): number => localTimeToEpoch(date, time, ZONE)!;

const stop = (id: number, part: Partial<StopToTell> = {}): StopToTell => ({
  ...{ id, type: "D", status: VisitStatus.OnRoute, position: id, completedAt: null, travelDuration: 600 },
  ...part,
});
const start = (time: string | null): StopToTell =>
  stop(100, {
    type: "S",
    position: 0,
    ...(time === null ? {} : { status: VisitStatus.Delivered, completedAt: utcText(at(time)) }),
  });
const reported = (id: number, time: string, part: Partial<StopToTell> = {}): StopToTell =>
  stop(id, { status: VisitStatus.Delivered, completedAt: utcText(at(time)), ...part });

const due = (visits: readonly StopToTell[], now: number, status: RouteStatus = RouteStatus.OnRoute): string[] =>
  dueMessages({ route: { status }, visits, serviceDate: DAY, timeZone: ZONE }, now).map(
    ({ visitId, kind }) => `${visitId} ${kind}`,
  );

describe("what recipients are told", () => {
  it("is nothing before the start", () => {
    const visits = [start(null), stop(1, { status: VisitStatus.Scheduled }), stop(2)];
    for (const status of [RouteStatus.Empty, RouteStatus.Planning, RouteStatus.Scheduled])
      expect(due(visits, at("08:00"), status)).toEqual([]);
  });

  it("is that the vehicle comes, and of the next stop that it is next", () => {
    expect(due([start("08:00"), stop(1), stop(2)], at("08:01"))).toEqual([
      "1 next",
      "1 out_for_delivery",
      "2 out_for_delivery",
    ]);
  });

  it("is nothing of what was reported before that kind was switched on", () => {
    const visits = [start("08:00"), reported(1, "09:00"), reported(2, "09:30", { status: VisitStatus.Failed })];
    const onSince = { delivered: utcText(at("09:10")), failed: utcText(at("09:10")) };
    const route = { route: { status: RouteStatus.OnRoute }, visits, serviceDate: DAY, timeZone: ZONE };
    expect(dueMessages({ ...route, onSince }, at("10:00")).map(({ kind }) => kind)).toEqual(["failed"]);
    expect(dueMessages(route, at("10:00")).map(({ kind }) => kind)).toEqual(["delivered", "failed"]);
  });

  it("is nothing of breaks, ends and stops that the route could not serve", () => {
    const visits = [
      start("08:00"),
      stop(1, { type: "B" }),
      stop(2, { status: VisitStatus.Unscheduled }),
      stop(3),
      stop(4, { type: "E" }),
    ];
    // The break comes first: nobody is next before it is over.
    expect(due(visits, at("08:01"))).toEqual(["3 out_for_delivery"]);
  });

  it("is what became of the visit: delivered, picked up, failed, on a finished route too", () => {
    const visits = [
      start("08:00"),
      reported(1, "08:10"),
      reported(2, "08:20", { type: "P" }),
      reported(3, "08:30", { status: VisitStatus.Failed }),
    ];
    const said = ["1 delivered", "2 picked_up", "3 failed"];
    expect(due(visits, at("08:31"))).toEqual(said);
    expect(due(visits, at("08:31"), RouteStatus.Completed)).toEqual(said);
  });

  it("is no 'you are next' by a report that comes hours late, and still the rest", () => {
    const visits = [start("08:00"), reported(1, "09:00"), stop(2), stop(3)];
    expect(due(visits, at("09:25"))).toContain("2 next");
    // Ten minutes of way and a quarter of an hour after the report.
    expect(due(visits, at("09:26"))).toEqual(["1 delivered", "2 out_for_delivery", "3 out_for_delivery"]);
  });

  it("counts from the last report, however they are ordered", () => {
    const visits = [start("08:00"), reported(1, "09:00"), reported(2, "08:30"), stop(3)];
    expect(due(visits, at("09:20"))).toContain("3 next");
  });

  it("is nothing of a day that is not there yet, or is over", () => {
    const visits = [start("08:00"), stop(1)];
    expect(due(visits, at("23:59", "2026-11-22"))).toEqual([]);
    expect(due(visits, at("00:00"))).not.toEqual([]);
    expect(due([start(null), stop(1)], at("11:59", "2026-11-24"))).not.toEqual([]);
    expect(due([start(null), stop(1)], at("12:00", "2026-11-24"))).toEqual([]);
  });

  it("is no news after a day", () => {
    const visits = [start("08:00"), reported(1, "09:00")];
    expect(due(visits, at("08:59", "2026-11-24"), RouteStatus.Completed)).toEqual(["1 delivered"]);
    expect(due(visits, at("09:00", "2026-11-24"), RouteStatus.Completed)).toEqual([]);
  });

  it("gives reasons of the list alone", () => {
    const words = { 1: "nobody there" };
    expect(reasonFor(1, words)).toBe("nobody there");
    expect([reasonFor(7, words), reasonFor(99, { 99: "x" }), reasonFor(null, words)]).toEqual(["", "", ""]);
  });
});

describe("quiet hours", () => {
  const night = { start: "21:00", end: "07:00" };
  it.each([
    ["20:59", null],
    ["21:00", "2026-11-24 07:00"],
    ["23:59", "2026-11-24 07:00"],
    ["00:00", "2026-11-23 07:00"],
    ["06:59", "2026-11-23 07:00"],
    ["07:00", null],
  ])("of a night at %s last until %s", (time, until) => {
    const [date = "", end = ""] = until?.split(" ") ?? [];
    expect(quietUntil(at(time), ZONE, night)).toBe(until === null ? null : at(end, date));
  });
  it.each([
    ["11:59", null],
    ["12:00", "14:00"],
    ["13:59", "14:00"],
    ["14:00", null],
  ])("of a midday at %s last until %s", (time, until) =>
    expect(quietUntil(at(time), ZONE, { start: "12:00", end: "14:00" })).toBe(until === null ? null : at(until)),
  );
  it("are none where both ends are the same, or nothing is set", () => {
    expect(quietUntil(at("12:00"), ZONE, { start: "12:00", end: "12:00" })).toBeNull();
    expect(quietUntil(at("12:00"), ZONE, null)).toBeNull();
  });
  it("end by the clock on the wall in nights in which it changes", () => {
    // In spring the night of 28 to 29 March has nine hours, in autumn that of 24 to 25 October has eleven.
    const spring = at("22:00", "2026-03-28");
    expect(quietUntil(spring, ZONE, night)! - spring).toBe(8 * 3600);
    const autumn = at("22:00", "2026-10-24");
    expect(quietUntil(autumn, ZONE, night)! - autumn).toBe(10 * 3600);
  });
  it("that begin in the skipped hour begin with the jump, those in the hour that comes twice with its first", () => {
    const jump = at("03:00", "2026-03-29");
    const early = { start: "02:30", end: "06:00" };
    // 02:30 doesn't exist: it counts as 03:30 of the new time.
    expect(quietUntil(jump, ZONE, early)).toBeNull();
    expect(quietUntil(jump + 1800, ZONE, early)).toBe(at("06:00", "2026-03-29"));
    const first = localTimeToEpoch("2026-10-25", "02:30", ZONE)!;
    expect(quietUntil(first, ZONE, early)).toBe(at("06:00", "2026-10-25"));
    expect(quietUntil(first + 3600, ZONE, early)).toBe(at("06:00", "2026-10-25"));
  });
});
