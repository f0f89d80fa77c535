import { describe, expect, it } from "vitest";
import { eachApart } from "~/lib/each-apart";

describe("work on one item after the other", () => {
  const tried: number[] = [];
  const failing = (odd: boolean) => async (item: number) => {
    tried.push(item);
    await Promise.resolve();
    if (odd && item % 2 === 1) throw new Error(`${item} failed`);
  };

  it("goes on after a failure, and tells of the first one at the end", async () => {
    await expect(eachApart([2, 3, 4, 5], failing(true))).rejects.toThrow("3 failed");
    expect(tried.splice(0)).toEqual([2, 3, 4, 5]);
  });

  it("says nothing where all goes well", async () => {
    await eachApart([1, 2], failing(false));
    expect(tried.splice(0)).toEqual([1, 2]);
  });
});
