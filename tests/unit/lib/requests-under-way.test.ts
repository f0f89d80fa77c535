import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { countRequest, ownRequestMayWait, somebodyWaits } from "~/lib/requests-under-way.server";

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
