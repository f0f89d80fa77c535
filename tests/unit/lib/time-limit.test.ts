import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { timeLimit } from "~/lib/time-limit";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("is reached when the time is up, and says so", () => {
  const { signal } = timeLimit(500);
  vi.advanceTimersByTime(499);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject({ name: "TimeoutError" });
});

it("is never reached once it has ended, and leaves no timer behind", () => {
  const { signal, end } = timeLimit(500);
  end();
  expect(vi.getTimerCount()).toBe(0);
  expect(signal.aborted).toBe(false);
});
