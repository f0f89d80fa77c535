import { describe, expect, it } from "vitest";
import { errorsOf, notePredictions } from "~/domain/route/note-predictions";
import type { KnownPrediction, NotedRoute } from "~/domain/route/note-predictions";
import { epochSec, utcText } from "~/domain/time/utc-text";
import { DEFAULT_WIDTHS } from "~/domain/visit/eta-window";
import { VisitStatus } from "~/domain/visit/visit-status";
import type { Visit } from "~/domain/visit/visit";
import { makeVisit } from "../make";

const at = (time: string): number => epochSec(`2026-06-01 ${time}:00`);
const text = (time: string): string => `2026-06-01 ${time}:00`;

/** Left at 08:00; stops 11 to 14 at 08:10, 08:30 …, ten minutes of driving and ten on site each. UTC. */
const stops = (reported: Record<number, string> = {}): Visit[] => [
  makeVisit({ id: 10, type: "S", status: VisitStatus.Delivered, position: 0, completedAt: text("08:00") }),
  ...[11, 12, 13, 14].map((id) =>
    makeVisit({
      id,
      status: reported[id] === undefined ? VisitStatus.OnRoute : VisitStatus.Delivered,
      completedAt: reported[id] === undefined ? null : text(reported[id]),
      position: id - 10,
      arrivalTime: utcText(at("08:10") + (id - 11) * 1200),
      travelDuration: 600,
      serviceDuration: 600,
    }),
  ),
];

const noted = (
  visits: Visit[],
  known: [number, KnownPrediction][] = [],
  part: Partial<NotedRoute> = {},
): NotedRoute => ({
  routeId: 7,
  state: {
    route: { status: 4 },
    plannedAt: text("06:00"),
    serviceDate: "2026-06-01",
    timeZone: "UTC",
    visits,
    wayLeft: null,
  },
  known: new Map(known),
  trail: [],
  widths: DEFAULT_WIDTHS,
  ...part,
});

const known = (id: number, begins: Record<number, number>, beganBy: string | null = null): KnownPrediction => ({
  id,
  begins,
  beganBy,
});

/** What was noted when the route left. */
const AT_START: [number, KnownPrediction][] = [
  [11, known(1, { 0: at("08:10") })],
  [12, known(2, { 1: at("08:30") })],
  [13, known(3, { 2: at("08:50") })],
  [14, known(4, { 3: at("09:10") })],
];

describe("what is noted", () => {
  it("is the promise of each stop and its first prediction, when the route leaves", () => {
    const { added, changed, removedIds } = notePredictions(noted(stops()), at("08:00"));
    expect(added.map(({ visitId, begins }) => [visitId, begins])).toEqual(
      AT_START.map(([visitId, { begins }]) => [visitId, begins]),
    );
    expect(added[3]).toMatchObject({ routeId: 7, promisedFrom: text("08:55"), promisedTo: text("09:35") });
    expect([changed, removedIds]).toEqual([[], []]);
  });
  it("is a prediction for each step that a stop comes closer, and no second one of the same step", () => {
    const { added, changed } = notePredictions(noted(stops({ 11: "08:25" }), AT_START), at("08:25"));
    expect(added).toEqual([]);
    expect(changed).toEqual([
      { id: 2, begins: { 0: at("08:30"), 1: at("08:30") } },
      { id: 3, begins: { 1: at("08:50"), 2: at("08:50") } },
      { id: 4, begins: { 2: at("09:10"), 3: at("09:10") } },
    ]);
  });
  it("is the begin of a stop, once the next report tells whether its own came in time", () => {
    const visits = stops({ 11: "08:25", 12: "08:44" });
    const { changed } = notePredictions(noted(visits, AT_START), at("08:44"));
    expect(changed.find(({ id }) => id === 1)).toEqual({ id: 1, beganAt: text("08:15"), beganBy: "report" });
    expect(changed.some(({ id }) => id === 2)).toBe(false);
  });
  it("is that nothing tells, for stops that were reported together", () => {
    const visits = stops({ 11: "08:44", 12: "08:44", 13: "09:05" });
    const { changed } = notePredictions(noted(visits, AT_START), at("09:05"));
    expect(changed.filter(({ id }) => id < 3)).toEqual([
      { id: 1, beganAt: null, beganBy: "none" },
      { id: 2, beganAt: null, beganBy: "none" },
    ]);
  });
  it("is the begin at once, where the vehicle was seen at the stop", () => {
    const trail = [{ sec: at("08:12"), lat: 47.1, lng: 9.5 }];
    const { changed } = notePredictions(noted(stops({ 11: "08:25" }), AT_START, { trail }), at("08:25"));
    expect(changed.find(({ id }) => id === 1)).toEqual({ id: 1, beganAt: text("08:12"), beganBy: "position" });
  });
  it("is the begin where the vehicle was seen, also when all was reported in the evening", () => {
    const visits = stops({ 11: "18:00", 12: "18:00", 13: "18:00", 14: "18:01" });
    const trail = ["08:12", "08:33", "08:55"].map((time, nth) => ({ sec: at(time), lat: 47.1 + nth * 0.01, lng: 9.5 }));
    const apart = visits.map((visit, nth) => ({ ...visit, lat: 47.09 + nth * 0.01 }));
    const { changed } = notePredictions(noted(apart, AT_START, { trail }), at("18:01"));
    expect(changed.map(({ id, beganAt }) => [id, beganAt])).toEqual([
      [1, text("08:12")],
      [2, text("08:33")],
      [3, text("08:55")],
    ]);
  });
  it("is the last stop's begin when the route is over", () => {
    const visits = stops({ 11: "08:25", 12: "08:44", 13: "09:05", 14: "09:24" });
    const over = noted(visits, AT_START);
    const { added, changed } = notePredictions(
      { ...over, state: { ...over.state, route: { status: 5 } } },
      at("09:30"),
    );
    expect(added).toEqual([]);
    expect(changed.find(({ id }) => id === 4)).toEqual({ id: 4, beganAt: text("09:14"), beganBy: "report" });
  });
  it("is taken back with its report", () => {
    const done = AT_START.map(([visitId, one]): [number, KnownPrediction] =>
      visitId === 11 ? [11, { ...one, beganBy: "report" }] : [visitId, one],
    );
    const { changed } = notePredictions(noted(stops(), done), at("08:30"));
    expect(changed.find(({ id }) => id === 1)).toEqual({ id: 1, beganAt: null, beganBy: null });
  });
  it("is forgotten for stops that the route doesn't serve any more, and kept for those that it has served", () => {
    const served: [number, KnownPrediction][] = [[15, known(5, {}, "report")]];
    const visits = stops().filter(({ id }) => id !== 13);
    expect(notePredictions(noted(visits, [...AT_START, ...served]), at("08:00")).removedIds).toEqual([3]);
    const reset = noted(stops(), [...AT_START, ...served]);
    expect(
      notePredictions({ ...reset, state: { ...reset.state, route: { status: 2 } } }, at("08:00")).removedIds,
    ).toEqual([1, 2, 3, 4]);
  });
});

it("how wrong predictions were is told for each step", () => {
  expect(errorsOf({ 0: at("08:10"), 5: at("08:00") }, text("08:12"))).toEqual([
    { stops: 0, errorSec: 120 },
    { stops: 5, errorSec: 720 },
  ]);
});
