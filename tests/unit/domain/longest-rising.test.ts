import { describe, expect, it } from "vitest";
import { longestRising } from "~/domain/longest-rising";

const staying = (numbers: readonly number[]) =>
  [...longestRising(numbers)].sort((a, b) => a - b).map((i) => numbers[i]);

describe("the longest rising run", () => {
  it.each([
    [[], []],
    [[3], [3]],
    [
      [1, 2, 3],
      [1, 2, 3],
    ],
    [[3, 2, 1], [1]],
    [
      [5, 1, 2, 3],
      [1, 2, 3],
    ],
    [
      [2, 3, 4, 1],
      [2, 3, 4],
    ],
    [
      [1, 9, 2, 8, 3, 7, 4],
      [1, 2, 3, 4],
    ],
    [
      [1, 1, 2],
      [1, 2],
    ],
  ])("of %j", (numbers, expected) => expect(staying(numbers)).toEqual(expected));
});
