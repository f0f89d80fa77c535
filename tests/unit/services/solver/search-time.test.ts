import { describe, expect, it } from "vitest";
import { effortMs } from "solver/index";
import { defaultSearchMs, threadsWithin } from "~/services/solver/search-time";

describe("the time that a calculation searches", () => {
  it("is the solver's own for a whole plan", () => {
    for (const visits of [1, 40, 1000, 10_000])
      for (const exploration of [0, 3, 5])
        expect(defaultSearchMs(visits, exploration)).toBe(effortMs(visits, exploration));
  });

  it("grows with the changes that are allowed, up to that of the whole plan", () => {
    const ms = [0, 1, 5, 10, 24, 25, 1000].map((budget) => defaultSearchMs(1000, 5, budget));
    expect(ms).toEqual([2000, 2000, 10_000, 20_000, 48_000, 50_000, 50_000]);
  });

  it("lets every visit of a large plan be looked at, and takes no more than a whole search of a small one", () => {
    expect(defaultSearchMs(10_000, 5, 1)).toBe(20_000);
    expect(defaultSearchMs(10, 5, 1)).toBe(effortMs(10, 5));
    expect(defaultSearchMs(1000, 0, 3)).toBe(1000);
  });

  it("is long enough for every thread to compile the search and use it", () => {
    const threads = [1, 2999, 3000, 7500, 100_000].map((ms) => threadsWithin(ms, 7));
    expect(threads).toEqual([1, 1, 2, 5, 7]);
    expect(threadsWithin(100_000, 1)).toBe(1);
  });
});
