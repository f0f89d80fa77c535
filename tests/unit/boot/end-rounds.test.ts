import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endRounds } from "~/boot/end-rounds.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hangs = { stop: () => new Promise<void>(() => undefined) };

it("a stop leaves what waits for a server outside after three seconds, and waits for all other work", async () => {
  let giveBack: () => void = () => undefined;
  const calculation = { stop: () => new Promise<void>((resolve) => (giveBack = resolve)) };
  const ended = vi.fn();
  void endRounds([calculation], [hangs, hangs]).then(ended);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).not.toHaveBeenCalled();
  giveBack();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
});

it("the three seconds are over at once for all that hang", async () => {
  const ended = vi.fn();
  void endRounds([], [hangs, hangs]).then(ended);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

it("what can't be stopped is told, and keeps nothing else from its end", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const fault = new Error("A fault.");
  const other = { stop: vi.fn(() => Promise.resolve()) };
  await endRounds([{ stop: () => Promise.reject(fault) }, other], [{ stop: () => Promise.reject(fault) }, other]);
  expect(log.mock.calls).toEqual([
    ["A job could not be stopped:", fault],
    ["A job could not be stopped:", fault],
  ]);
  expect(other.stop).toHaveBeenCalledTimes(2);
});
