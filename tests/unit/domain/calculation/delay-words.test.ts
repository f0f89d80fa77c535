import { describe, expect, it } from "vitest";
import { delaySentence, isDelay } from "~/domain/calculation/delay-words";

describe("the sentence of a delay", () => {
  it("is known among those of other rules", () => {
    expect(delaySentence("22 min")).toBe("Late by 22 min");
    expect(["Late by 22 min", "Early by 5 min", "14 kg over"].map(isDelay)).toEqual([true, false, false]);
  });
});
