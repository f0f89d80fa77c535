import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pause } from "~/lib/pause";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const left = new Error("left");

it("waits, and leaves no listener behind", async () => {
  const caller = new AbortController();
  const waited = pause(100, caller.signal);
  await vi.advanceTimersByTimeAsync(100);
  await waited;
  expect(getEventListeners(caller.signal, "abort")).toEqual([]);
});

it("ends with the caller's reason when the caller leaves, and leaves no clock behind", async () => {
  const caller = new AbortController();
  const waiting = expect(pause(100, caller.signal)).rejects.toBe(left);
  await vi.advanceTimersByTimeAsync(50);
  caller.abort(left);
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

it("does not begin for a caller who has left already", async () => {
  const waiting = expect(pause(100, AbortSignal.abort(left))).rejects.toBe(left);
  expect(vi.getTimerCount()).toBe(0);
  await waiting;
});
