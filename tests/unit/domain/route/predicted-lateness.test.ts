import { describe, expect, it } from "vitest";
import { liveTimes } from "~/domain/route/live-times";
import type { LiveStop } from "~/domain/route/live-times";
import { attentionOfRoute, compareAttention, compareForecasts, forecastOf } from "~/domain/route/predicted-lateness";
import type { AttentionItem, ForecastInput } from "~/domain/route/predicted-lateness";
import { epochSec, utcText } from "~/domain/time/utc-text";
import { localTimeToEpoch } from "~/domain/time/time-zone";
import { makeVisit } from "../make";

const at = (time: string): number => epochSec(`2026-06-01 ${time}:00`);
const text = (time: string): string => `2026-06-01 ${time}:00`;

/** Two deliveries at 08:10 and 08:30, ten minutes each; the windows are those of Vaduz, two hours ahead of UTC. */
const timesAt = (now: string, { closes = ["20:00", "20:00"], hasWay = false } = {}) =>
  liveTimes(
    {
      route: { status: 4 },
      plannedAt: text("06:00"),
      serviceDate: "2026-06-01",
      timeZone: "Europe/Vaduz",
      visits: [
        makeVisit({ id: 10, type: "S", status: 4, arrivalTime: text("08:00"), completedAt: text("08:00") }),
        ...closes.map((endTime, nth) =>
          makeVisit({
            id: 11 + nth,
            status: 3,
            position: nth + 1,
            endTime,
            arrivalTime: utcText(at("08:10") + nth * 1200),
            travelDuration: 600,
            serviceDuration: 600,
          }),
        ),
      ],
      wayLeft: hasWay ? { visitId: 11, sinceSec: at(now), durationSec: 600, arrivedSec: null } : null,
    },
    at(now),
  );

const closesOf = ({ visit }: LiveStop) => localTimeToEpoch("2026-06-01", visit.endTime, "Europe/Vaduz");

const forecast = (now: string, options: Parameters<typeof timesAt>[1] = {}, part: Partial<ForecastInput> = {}) =>
  forecastOf({ times: timesAt(now, options), closesOf, promises: new Map(), positionSec: null, ...part }, at(now));

const NAMES = { visit: (id: number) => `Visit ${id}`, time: (sec: number) => utcText(sec).slice(11, 16) };
const items = (now: string, options: Parameters<typeof timesAt>[1] = {}, part: Partial<ForecastInput> = {}) =>
  attentionOfRoute(7, forecast(now, options, part), NAMES, at(now));

describe("what will go wrong", () => {
  it("is nothing on a route in time", () => {
    expect(items("08:05")).toEqual([]);
  });
  it("is a window that will be missed, told before it closes", () => {
    expect(items("08:05", { closes: ["20:00", "10:25"] })).toEqual([
      {
        kind: "late",
        routeId: 7,
        visitId: 12,
        visitIds: [12],
        minutes: 20,
        sentence: "Visit 12 will miss its window in 20 min: expected 08:30, window until 08:25.",
      },
    ]);
  });
  it("is one item for all stops of a route, named by the one that closes first", () => {
    const [item] = items("08:40", { closes: ["10:20", "10:30"] });
    expect(item).toMatchObject({ kind: "late", visitId: 11, visitIds: [11, 12], minutes: -20 });
    expect(item!.sentence).toBe(
      "Visit 11 has missed its window: expected 08:40, window until 08:20. 1 more stop after it.",
    );
  });
  it("begins to count when the clock has overtaken the plan", () => {
    expect(items("08:20", { closes: ["20:00", "10:42"] })).toEqual([]);
    expect(items("08:33", { closes: ["20:00", "10:42"] })).toMatchObject([{ kind: "late", visitId: 12, minutes: 9 }]);
  });
  it("does not tell half a minute", () => {
    expect(forecast("08:05", { closes: ["20:00", "10:30"] }).late).toEqual([]);
    expect(forecast("08:35", { closes: ["20:00", "10:45"] }).late).toEqual([]);
  });
  it("is a promise that breaks, but not beside the visit's own window", () => {
    const promises = new Map([
      [11, at("08:05")],
      [12, at("08:25")],
    ]);
    const found = items("08:00", { closes: ["10:00", "20:00"] }, { promises });
    expect(found.map(({ kind, visitIds }) => [kind, visitIds])).toEqual([
      ["late", [11]],
      ["promise", [12]],
    ]);
    expect(found[1]!.sentence).toBe("Visit 12 was told until 08:25, and is expected 08:30.");
  });
  it("is a phone that shared its place and is silent for a quarter of an hour", () => {
    expect(items("08:05", {}, { positionSec: at("07:51") })).toEqual([]);
    expect(items("08:05", {}, { positionSec: at("07:50") })).toMatchObject([
      { kind: "no-position", minutes: -15, sentence: "No position for 15 min." },
    ]);
    expect(items("08:05", {}, { positionSec: null })).toEqual([]);
  });
  it("is a stop that should be over for a quarter of an hour, where no position tells", () => {
    expect(items("08:34")).toEqual([]);
    expect(items("08:35")).toMatchObject([
      {
        kind: "no-report",
        visitId: 11,
        minutes: -15,
        sentence: "Visit 11 should have ended 15 min ago, and is not reported.",
      },
    ]);
    expect(items("08:35", { hasWay: true }, { positionSec: at("08:35") })).toEqual([]);
  });
  it("is, of a route of yesterday, that it is not reported", () => {
    const late = items("22:00", { closes: ["11:59", "12:01"] }, { positionSec: at("09:59") });
    expect(late.map(({ kind, visitIds }) => [kind, visitIds])).toEqual([
      ["late", [12]],
      ["no-report", [11]],
    ]);
  });
  it("ends with the last stop", () => {
    const done = { ...timesAt("08:05"), stops: [] };
    expect(forecastOf({ times: done, closesOf, promises: new Map(), positionSec: at("06:00") }, at("08:05"))).toEqual({
      late: [],
      promises: [],
      silentSec: null,
      unreportedSec: null,
      next: null,
      finishSec: null,
    });
  });
});

describe("the order", () => {
  it("puts the latest route first", () => {
    const [little, much, none] = [
      forecast("08:05", { closes: ["20:00", "10:25"] }),
      forecast("08:05", { closes: ["10:05", "10:25"] }),
      forecast("08:05"),
    ] as const;
    expect([none, little, much].sort(compareForecasts)).toEqual([much, little, none]);
  });
  it("puts windows that close next first, then what was not reported, promises and silence", () => {
    const item = (kind: AttentionItem["kind"], minutes: number): AttentionItem => ({
      kind,
      routeId: 1,
      visitId: 1,
      visitIds: [1],
      minutes,
      sentence: "",
    });
    const inOrder = [
      item("late", -5),
      item("late", 25),
      item("no-report", -40),
      item("promise", 3),
      item("no-position", -16),
    ];
    expect([...inOrder].reverse().sort(compareAttention)).toEqual(inOrder);
  });
});
