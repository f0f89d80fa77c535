import { describe, expect, it } from "vitest";
import { liveTimes, servedStops } from "~/domain/route/live-times";
import type { RouteOnRoad, WayLeft } from "~/domain/route/live-times";
import { epochSec, utcText } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { makeVisit } from "../make";

const at = (time: string): number => epochSec(`2026-06-01 ${time}:00`);
const text = (time: string): string => `2026-06-01 ${time}:00`;

/** Left at 08:00; three deliveries, ten minutes of driving and ten on site each; back at 09:10. UTC. */
const stops = (): Visit[] => [
  makeVisit({ id: 10, type: "S", status: 4, position: 0, arrivalTime: text("08:00"), completedAt: text("08:00") }),
  ...[1, 2, 3].map((nth) =>
    makeVisit({
      id: 10 + nth,
      status: 3,
      position: nth,
      arrivalTime: utcText(at("08:10") + (nth - 1) * 1200),
      travelDuration: 600,
      serviceDuration: 600,
    }),
  ),
  makeVisit({ id: 14, type: "E", status: 3, position: 10_000, arrivalTime: text("09:10"), travelDuration: 600 }),
];

const route = (part: Partial<RouteOnRoad> = {}): RouteOnRoad => ({
  route: { status: 4 },
  plannedAt: text("06:00"),
  serviceDate: "2026-06-01",
  timeZone: "UTC",
  visits: stops(),
  wayLeft: null,
  ...part,
});

const way = (part: Partial<WayLeft> = {}): WayLeft => ({
  visitId: 11,
  sinceSec: at("08:05"),
  durationSec: 900,
  arrivedSec: null,
  ...part,
});

const arrivals = (state: RouteOnRoad, now: string) =>
  Object.fromEntries(
    liveTimes(state, at(now)).stops.map(({ visit, arrival }) => [visit.id, utcText(arrival).slice(11, 16)]),
  );

const PLANNED = { 11: "08:10", 12: "08:30", 13: "08:50", 14: "09:10" };

describe("times between two reports", () => {
  it("are the plan's before the route is on the road, however late it is", () => {
    const state = route({ route: { status: 3 } });
    expect(arrivals(state, "10:00")).toEqual(PLANNED);
    expect(liveTimes(state, at("10:00"))).toMatchObject({ basis: "plan", madeAt: text("06:00") });
  });
  it("are those of the last report as long as nothing speaks against them", () => {
    expect(arrivals(route(), "08:09")).toEqual(PLANNED);
    expect(liveTimes(route(), at("08:09"))).toMatchObject({ basis: "report", madeAt: text("08:00") });
  });
  it("count the stops before each, without breaks", () => {
    const visits = [...stops(), makeVisit({ id: 15, type: "B", status: 3, position: 1.5, arrivalTime: text("08:20") })];
    expect(
      servedStops(liveTimes(route({ visits }), at("08:01"))).map((stop) => [stop.visit.id, stop.stopsBefore]),
    ).toEqual([
      [11, 0],
      [12, 1],
      [13, 2],
    ]);
  });
  it("move on with the clock when the next stop is overdue, and the later ones once it should be over", () => {
    expect(arrivals(route(), "08:15")).toEqual({ ...PLANNED, 11: "08:15" });
    expect(arrivals(route(), "08:40")).toEqual({ 11: "08:40", 12: "08:50", 13: "09:10", 14: "09:30" });
  });
  it("follow the way that is left", () => {
    const state = route({ wayLeft: way() });
    expect(arrivals(state, "08:06")).toEqual({ 11: "08:20", 12: "08:40", 13: "09:00", 14: "09:20" });
    expect(liveTimes(state, at("08:06"))).toMatchObject({ basis: "position", madeAt: text("08:05") });
  });
  it("are earlier where the way is shorter", () => {
    expect(arrivals(route({ wayLeft: way({ durationSec: 60 }) }), "08:05")).toEqual({
      11: "08:06",
      12: "08:26",
      13: "08:46",
      14: "09:06",
    });
  });
  it("keep the arrival that was seen, and its end from there", () => {
    const state = route({ wayLeft: way({ arrivedSec: at("08:12"), sinceSec: at("08:16"), durationSec: 5 }) });
    expect(arrivals(state, "08:16")).toEqual({ 11: "08:12", 12: "08:32", 13: "08:52", 14: "09:12" });
    expect(arrivals(state, "08:30")).toEqual({ 11: "08:12", 12: "08:40", 13: "09:00", 14: "09:20" });
  });
  it("wait where a window opens later, so that an early vehicle is no earlier afterwards", () => {
    const visits = stops().map((visit) => (visit.id === 12 ? { ...visit, startTime: "08:30" } : visit));
    expect(arrivals(route({ visits, wayLeft: way({ durationSec: 60 }) }), "08:05")).toEqual({
      11: "08:06",
      12: "08:26",
      13: "08:50",
      14: "09:10",
    });
  });
  it.each([
    ["leads to another stop", way({ visitId: 12 })],
    ["is older than the last report", way({ sinceSec: at("07:59") })],
  ])("leave out a way that %s", (_, wayLeft) => {
    expect(arrivals(route({ wayLeft }), "08:09")).toEqual(PLANNED);
    expect(liveTimes(route({ wayLeft }), at("08:09")).basis).toBe("report");
  });
  describe("with a break before the next stop", () => {
    const pause = (part: Partial<Visit> = {}) =>
      makeVisit({ id: 15, type: "B", status: 3, position: 0.5, startTime: "08:00", serviceDuration: 1800, ...part });
    it("take it while it may still be ahead", () => {
      const visits = [...stops(), pause()];
      expect(arrivals(route({ visits, wayLeft: way() }), "08:06")).toMatchObject({ 11: "08:50", 12: "09:10" });
    });
    it("count one that can be over as taken", () => {
      const visits = [...stops(), pause()];
      const wayLeft = way({ sinceSec: at("08:30"), durationSec: 600 });
      expect(arrivals(route({ visits, wayLeft }), "08:30")).toMatchObject({ 11: "08:40", 12: "09:00" });
    });
    it("take it behind a stop that was reached before it could be over", () => {
      const visits = [...stops(), pause({ startTime: "08:20" })];
      const wayLeft = way({ arrivedSec: at("08:12"), sinceSec: at("08:12") });
      expect(arrivals(route({ visits, wayLeft }), "08:12")).toMatchObject({ 11: "08:12", 12: "09:02" });
    });
  });
  it("name no stop that has no time", () => {
    const visits = stops().map((visit) => ({ ...visit, arrivalTime: null }));
    expect(liveTimes(route({ visits }), at("08:09")).stops).toEqual([]);
  });
});
