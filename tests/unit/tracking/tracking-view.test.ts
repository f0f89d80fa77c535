import { expect, it } from "vitest";
import { distinctIndexes } from "~/domain/route/route-palette";
import {
  byStart,
  lateInWords,
  nothingLeftText,
  routeStates,
  startWords,
  withOwnColours,
} from "~/features/tracking/tracking-view";
import type { TrackedRoute, TrackedStop } from "~/features/tracking/tracking-view";

const route = (id: number, vehicle: string): TrackedRoute => ({
  id,
  planId: 1,
  plan: "Plan",
  date: "2026-11-23",
  index: id,
  vehicle,
  plate: "",
  driver: "Dora",
  driverPhone: "",
  timeZone: "UTC",
  isLocked: true,
  stops: 2,
  served: 0,
  failed: 0,
  finish: null,
  position: null,
});
const stop = (id: number, routeId: number, more: Partial<TrackedStop> = {}): TrackedStop => ({
  id,
  routeId,
  name: `Stop ${id}`,
  label: id,
  status: "onRoute",
  ...more,
});

it("late routes stand first, the latest on top; the others by their vehicles' numbers", () => {
  const routes = [route(1, "Van 10"), route(2, "Van 2"), route(3, "Van 3"), route(4, "Van 4")];
  const stops = [
    stop(1, 3, { lateSec: 300 }),
    stop(2, 4, { lateSec: 60 }),
    stop(3, 4, { lateSec: 900 }),
    // What is served is late no longer.
    stop(4, 1, { status: "done", lateSec: 9000 }),
  ];
  const states = routeStates(routes, stops);
  expect(states.map(({ route: { vehicle }, lateSec }) => [vehicle, lateSec])).toEqual([
    ["Van 4", 900],
    ["Van 3", 300],
    ["Van 2", 0],
    ["Van 10", 0],
  ]);
});

it("the next stop is the first that is left", () => {
  const stops = [stop(1, 1, { status: "done" }), stop(2, 1, { status: "failed" }), stop(3, 1), stop(4, 1)];
  expect(routeStates([route(1, "Van")], stops)[0]?.next?.id).toBe(3);
  expect(routeStates([route(1, "Van")], stops.slice(0, 2))[0]?.next).toBeNull();
});

it("the header counts routes that are late, and says so", () => {
  const late = (...secs: number[]) => lateInWords(secs.map((lateSec) => ({ lateSec })));
  expect([late(0, 60, 900), late(60), late(0, 0), late()]).toEqual(["2 routes late", "1 route late", null, null]);
});

it("says that a route has nothing left, and that a failed stop was not served", () => {
  expect(nothingLeftText({ stops: 12, failed: 0 })).toBe("All 12 served");
  expect(nothingLeftText({ stops: 0, failed: 0 })).toBe("Nothing left to serve");
  expect(nothingLeftText({ stops: 12, failed: 1 })).toBe("Nothing left · 1 failed");
});

it("gives routes of several plans colours of their own: the oldest keep theirs, wherever they stand", () => {
  const routes = [
    { id: 9, index: 0 },
    { id: 4, index: 1 },
    { id: 3, index: 0 },
  ];
  expect(withOwnColours(routes)).toEqual([
    { id: 9, index: 2 },
    { id: 4, index: 1 },
    { id: 3, index: 0 },
  ]);
});

it("fills the free looks in turn, and repeats only where there are more routes than looks", () => {
  expect(distinctIndexes([0, 0, 1, 41])).toEqual([0, 2, 1, 3]);
  const many = distinctIndexes(Array.from({ length: 42 }, () => 7));
  expect(new Set(many.slice(0, 40)).size).toBe(40);
  expect(many.slice(40)).toEqual([7, 7]);
});

it("says of a route of today when it starts, and from then on that it hasn't", () => {
  const nowSec = Date.UTC(2026, 10, 23, 12, 0) / 1000;
  const at = (hours: number) => ({ date: "2026-11-23", timeZone: "Europe/Vaduz", start: nowSec + hours * 3600 });
  expect(startWords(at(1), nowSec)).toBe("Starts 14:00");
  expect(startWords(at(11), nowSec)).toBe("Starts 00:00 +1");
  // As the plan's own page counts: at its minute it is not missed yet.
  expect(startWords(at(0), nowSec)).toBe("Starts 13:00");
  expect(startWords(at(0), nowSec + 1)).toBe("Not started, planned for 13:00");
  expect(startWords(at(-2), nowSec)).toBe("Not started, planned for 11:00");
  expect(startWords({ ...at(1), start: null }, nowSec)).toBe("Not started");
  const waiting = (id: number, vehicle: string, hours: number | null) => ({
    ...at(hours ?? 0),
    ...(hours === null ? { start: null } : {}),
    id,
    vehicle,
    plate: "",
    driver: "Dora",
  });
  const routes = [waiting(1, "Van 10", null), waiting(2, "Van 2", 3), waiting(3, "Van 3", -1), waiting(4, "Van 1", 3)];
  expect(routes.sort(byStart).map(({ id }) => id)).toEqual([3, 4, 2, 1]);
});
