import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as ServerClock from "~/clients/driver/server-clock";

const NOON = Date.parse("2026-11-23T12:00:00Z");
const HOUR = 3_600_000;

let clock: typeof ServerClock;
/** what the phone's clocks show */
let [wall, steady] = [0, 0];

beforeEach(async () => {
  vi.resetModules();
  clock = await import("~/clients/driver/server-clock");
  [wall, steady] = [NOON + 2 * HOUR, 500];
  vi.spyOn(Date, "now").mockImplementation(() => wall);
  vi.spyOn(performance, "now").mockImplementation(() => steady);
});
afterEach(() => vi.restoreAllMocks());

const pass = (ms: number) => ([wall, steady] = [wall + ms, steady + ms]);
/** The server's time as the phone tells it. */
const told = () => wall + (clock.serverAheadMs() ?? NaN);
const answerAt = (ms: number) => new Response("", { headers: { Date: new Date(ms).toUTCString() } });

it("is not known before anything came from the server", () => {
  clock.noteServerTime(new Response(""));
  clock.noteTimeOfPage(NaN);
  expect(clock.serverAheadMs()).toBeUndefined();
});

it("is known from the page on, counted from when it came, and better with each answer", () => {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ responseStart: 200 } as unknown as PerformanceEntry]);
  clock.noteTimeOfPage(NOON);
  expect(told()).toBe(NOON + 300);
  pass(60_000);
  expect(told()).toBe(NOON + 60_300);
  clock.noteServerTime(answerAt(NOON + 61_000));
  expect(told()).toBe(NOON + 61_000);
});

it("stays right when the phone's clock is put back, and over a sleep", () => {
  clock.noteServerTime(answerAt(NOON));
  pass(60_000);
  wall -= 2 * HOUR;
  expect(told()).toBe(NOON + 60_000);
  clock.noteServerTime(answerAt(NOON + 60_000));
  // Asleep, the steady clock of some phones stands still.
  wall += HOUR;
  expect(told()).toBe(NOON + 60_000 + HOUR);
});
