import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { onceAMinute } from "~/lib/once-a-minute.server";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

it("each thing is news once a minute", () => {
  const isNews = onceAMinute();
  expect([isNews("a"), isNews("b"), isNews("a")]).toEqual([true, true, false]);
  vi.advanceTimersByTime(30_000);
  expect([isNews("b"), isNews("c")]).toEqual([false, true]);
  vi.advanceTimersByTime(30_000);
  expect([isNews("c"), isNews("a"), isNews("b"), isNews("a")]).toEqual([false, true, true, false]);
});

it("of a hundred things in a minute more are no news, and none are kept for longer", () => {
  const isNews = onceAMinute();
  const said = Array.from({ length: 101 }, (_, index) => isNews(String(index)));
  expect(said.indexOf(false)).toBe(100);
  vi.advanceTimersByTime(60_000);
  expect(isNews("100")).toBe(true);
});
