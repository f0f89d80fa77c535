import { describe, expect, it } from "vitest";
import { compared, comparedTimes } from "~/domain/compared";

describe("two values against each other", () => {
  // @spec PC-9.28
  it.each([
    [0, "equal", "equal"],
    [5, "equal", "equal"],
    [-5, "equal", "equal"],
    [5.01, "worse", "better"],
    [-5.01, "better", "worse"],
    [120, "worse", "better"],
    [-120, "better", "worse"],
  ])("a difference of %d: less is better: %s, more is better: %s", (difference, less, more) => {
    expect(compared(difference)).toBe(less);
    expect(compared(difference, true)).toBe(more);
  });
  it.each([
    [5 * 60 + 29, "equal"],
    [5 * 60 + 30, "worse"],
    [-5 * 60 - 29, "equal"],
    [-5 * 60 - 31, "better"],
  ])("%d seconds are compared as the whole minutes that are shown: %s", (seconds, expected) => {
    expect(comparedTimes(seconds)).toBe(expected);
  });
});
