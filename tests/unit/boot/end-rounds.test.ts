import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endRounds } from "~/boot/end-rounds.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hangs = { stop: () => new Promise<void>(() => undefined) };

it("a stop leaves what waits for a server outside after three seconds, and waits for all other work", async () => {
  let giveBack: () => void = () => undefined;
  const calculation = { stop: () => new Promise<void>((resolve) => (giveBack = resolve)) };
  const ended = vi.fn();
  void endRounds([calculation], { outside: [hangs, hangs], unrepeatable: [] }).then(ended);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended).not.toHaveBeenCalled();
  giveBack();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
});

it("the three seconds are over at once for all that hang", async () => {
  const ended = vi.fn();
  void endRounds([], { outside: [hangs, hangs], unrepeatable: [] }).then(ended);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

it("what may be carried out twice has ten seconds for its answer", async () => {
  let answered: () => void = () => undefined;
  const sms = { stop: () => new Promise<void>((resolve) => (answered = resolve)) };
  const [ended, left] = [vi.fn(), vi.fn()];
  void endRounds([], { outside: [hangs], unrepeatable: [sms] }).then(ended);
  void endRounds([], { outside: [], unrepeatable: [hangs] }).then(left);
  await vi.advanceTimersByTimeAsync(9_999);
  expect([ended, left].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  answered();
  await vi.advanceTimersByTimeAsync(0);
  expect([ended, left].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(left).toHaveBeenCalledOnce();
});

it("what can't be stopped is told, and keeps nothing else from its end", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const fault = new Error("A fault.");
  const other = { stop: vi.fn(() => Promise.resolve()) };
  const broken = { stop: () => Promise.reject(fault) };
  await endRounds([broken, other], { outside: [broken, other], unrepeatable: [broken, other] });
  expect(log.mock.calls).toEqual([
    ["A job could not be stopped:", fault],
    ["A job could not be stopped:", fault],
    ["A job could not be stopped:", fault],
  ]);
  expect(other.stop).toHaveBeenCalledTimes(3);
});
