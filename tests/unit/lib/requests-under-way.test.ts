import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  countRequest,
  isBeingStopped,
  ownRequestIsAStream,
  ownRequestMayWait,
  somebodyWaits,
  untilNoRequest,
  workOfRequest,
} from "~/lib/requests-under-way.server";

let ends: (() => void)[] = [];
const request = (answer: () => void = () => undefined): void => countRequest((over) => void ends.push(over), answer);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  vi.useRealTimers();
});

describe("requests that are under way", () => {
  it("count until they are answered", () => {
    expect(somebodyWaits()).toBe(false);
    request();
    request();
    ends[0]!();
    expect(somebodyWaits()).toBe(true);
    ends[1]!();
    expect(somebodyWaits()).toBe(false);
  });
  it("don't count once they do long work themselves; others still do", () => {
    request(ownRequestMayWait);
    expect(somebodyWaits()).toBe(false);
    request();
    request(ownRequestMayWait);
    expect(somebodyWaits()).toBe(true);
  });
  it("don't count for longer than a page takes: a stream goes on for minutes", () => {
    request();
    vi.advanceTimersByTime(299);
    expect(somebodyWaits()).toBe(true);
    vi.advanceTimersByTime(2);
    expect(somebodyWaits()).toBe(false);
  });
});

describe("a stop", () => {
  const wait = (limitMs = 1000) => {
    const state = { left: undefined as number | undefined };
    void untilNoRequest(limitMs).then((left) => (state.left = left));
    return state;
  };
  const soon = () => vi.advanceTimersByTimeAsync(0);

  it("waits for each request that is under way, also for one that does long work", async () => {
    request();
    request(ownRequestMayWait);
    const stop = wait();
    ends[0]!();
    await soon();
    expect([stop.left, isBeingStopped()]).toEqual([undefined, true]);
    ends[1]!();
    await soon();
    expect([stop.left, isBeingStopped()]).toEqual([0, false]);
  });

  it("waits for the work whose caller has left", async () => {
    let finish = (): void => undefined;
    request(() => void workOfRequest(() => new Promise<void>((resolve) => (finish = resolve))));
    const stop = wait();
    ends[0]!();
    await soon();
    expect(stop.left).toBeUndefined();
    finish();
    await soon();
    expect(stop.left).toBe(0);
  });

  it("doesn't wait for streams, and counts what is left at its limit", async () => {
    request(() => void workOfRequest(() => new Promise(ownRequestIsAStream)));
    expect(await untilNoRequest(1000)).toBe(0);
    request();
    const stop = wait(1000);
    await vi.advanceTimersByTimeAsync(999);
    expect(stop.left).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect([stop.left, isBeingStopped()]).toEqual([1, false]);
  });
});
