import { describe, expect, it } from "vitest";
import { delaySentence, isDelay } from "~/domain/calculation/delay-words";

describe("the sentence of a delay", () => {
  it("is known among those of other rules", () => {
    expect(delaySentence(22 * 60)).toBe("Late by 22 min");
    // Between 12:00, when the window closes, and 12:22, which the clock shows of 12:22:59.
    expect(delaySentence(22 * 60 + 59)).toBe("Late by 22 min");
    expect(delaySentence(0)).toBe("Late by 1 min");
    expect(["Late by 22 min", "Early by 5 min", "14 kg over"].map(isDelay)).toEqual([true, false, false]);
  });
});
