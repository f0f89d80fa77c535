import { afterEach, expect, it, vi } from "vitest";
import type { ChangeEvent, PositionEvent } from "~/realtime/events";
import { publishChange, publishPositions, setPublisher, tabRoom } from "~/realtime/publisher.server";
import {
  areAllKept,
  changesSince,
  keepRecentChanges,
  positionsSince,
  republishOwnChanges,
} from "~/realtime/recent-changes.server";
import { recordChanges } from "../../helpers/live";

let forget = (): void => undefined;

function start(hear: (event: ChangeEvent, room: string, except: string | undefined) => void = () => undefined): void {
  recordChanges(hear);
  forget = keepRecentChanges();
}

afterEach(() => {
  forget();
  setPublisher(undefined);
  vi.useRealTimers();
});

const event = (id: number) => ({ model: "RoutingVisit" as const, action: "update" as const, ids: [id] });

it("news are kept for a minute, for the company that they are about", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  start();
  publishChange(1, event(1));
  vi.advanceTimersByTime(10_000);
  publishChange(1, event(2));
  publishChange(2, event(3));
  expect(changesSince(1, 1_000_000)).toEqual([event(1), event(2)]);
  expect(changesSince(1, 1_000_001)).toEqual([event(2)]);
  expect(changesSince(2, 0)).toEqual([event(3)]);
  vi.advanceTimersByTime(55_000);
  publishChange(1, event(4));
  expect(changesSince(1, 0)).toEqual([event(2), event(4)]);
});

it("the newest position of each route is kept for a minute, for the company whose route it is", () => {
  vi.useFakeTimers({ now: 50_000_000 });
  start();
  const at = (routeId: number, lat: number): PositionEvent => ({
    routeId,
    lat,
    lng: 9,
    accuracyM: 5,
    headingDeg: null,
    speedKmh: null,
    takenAt: "2026-11-23 08:00:00",
  });
  publishPositions(1, [at(11, 47.1), at(12, 47.2)]);
  publishPositions(2, [at(21, 48)]);
  vi.advanceTimersByTime(10_000);
  publishPositions(1, [at(11, 47.3)]);
  expect(positionsSince(1, 50_000_000)).toEqual([at(12, 47.2), at(11, 47.3)]);
  expect(positionsSince(1, 50_000_001)).toEqual([at(11, 47.3)]);
  expect(positionsSince(2, 0)).toEqual([at(21, 48)]);
  vi.advanceTimersByTime(55_000);
  publishPositions(2, [at(22, 48)]);
  expect(positionsSince(1, 0)).toEqual([at(11, 47.3)]);
  expect(positionsSince(2, 0)).toEqual([at(22, 48)]);
  forget();
  expect(positionsSince(2, 0)).toEqual([]);
});

it("at most 500 are kept", () => {
  vi.useFakeTimers({ now: 9_000_000 });
  start();
  for (let id = 0; id < 600; id++) publishChange(7, event(id));
  const kept = changesSince(7, 9_000_000);
  expect(kept).toHaveLength(500);
  expect(kept.at(-1)).toEqual(event(599));
});

it("a tab whose answer can't come is told what it was left out of, and nothing else", () => {
  vi.useFakeTimers({ now: 20_000_000 });
  const heard: [number[], string, string | undefined][] = [];
  start((one, room, except) => void heard.push([one.ids, room, except]));
  publishChange(1, event(1), "tab:1:mine");
  vi.advanceTimersByTime(1_000);
  publishChange(1, event(2), "tab:1:mine");
  publishChange(1, event(3), "tab:2:mine");
  publishChange(2, event(4), "tab:1:mine");
  heard.length = 0;
  republishOwnChanges(1, "tab:1:mine", 20_001_000);
  expect(heard).toEqual([[[2], "company:1", undefined]]);
});

it("a tab that names a room hides nothing from it", () => {
  const excepted: (string | undefined)[] = [];
  start((_event, _room, except) => void excepted.push(except));
  for (const tab of [
    "company:1",
    "user:1",
    tabRoom(1, "company:1"),
    tabRoom(1, "x".repeat(65)),
    tabRoom(1, "a:2"),
    tabRoom(1, "a-Tab_1"),
  ])
    publishChange(1, event(1), tab);
  expect(excepted).toEqual([undefined, undefined, undefined, undefined, undefined, "tab:1:a-Tab_1"]);
});

it("a page that is older than what is kept is known to have missed something", () => {
  vi.useFakeTimers({ now: 30_000_000 });
  expect(areAllKept(30_000_000)).toBe(false);
  start();
  // Made by the process before this one.
  expect(areAllKept(29_999_999)).toBe(false);
  expect(areAllKept(30_000_000)).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(areAllKept(30_000_000)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(areAllKept(30_000_000)).toBe(false);
  expect(areAllKept(30_000_001)).toBe(true);
});

it("a page that was made before a change that had no room any more has missed it", () => {
  vi.useFakeTimers({ now: 40_000_000 });
  start();
  for (let id = 0; id < 500; id++) publishChange(7, event(id));
  expect(areAllKept(40_000_000)).toBe(true);
  vi.advanceTimersByTime(10);
  publishChange(7, event(500));
  expect(areAllKept(40_000_000)).toBe(false);
  expect(areAllKept(40_000_001)).toBe(true);
});
