import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { timeoutSignal } from "~/lib/timeout-signal";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("is aborted when the time is up, and says so", () => {
  const signal = timeoutSignal(500);
  vi.advanceTimersByTime(499);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject({ name: "TimeoutError" });
});
