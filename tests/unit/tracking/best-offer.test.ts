import { describe, expect, it } from "vitest";
import { bestOffer } from "~/features/tracking/best-offer";

const effect = (...newlyBroken: string[]) => ({ newlyBroken });
const offer = (refused: string | null = null, ...broken: string[]) => ({
  refused,
  effects: [effect(), effect(...broken)],
});

describe("the best offer of a move", () => {
  it("is the first, where there is another to compare it with", () => {
    const offers = [offer(), offer()];
    expect(bestOffer(offers)).toBe(offers[0]);
    expect(bestOffer([offer()])).toBeNull();
    expect(bestOffer([offer(), offer("The route is locked. Unlock it first.")])).toBeNull();
    expect(bestOffer([])).toBeNull();
  });

  it("is none that overloads a van, however short its way is", () => {
    expect(bestOffer([offer(null, "10 kg over"), offer()])).toBeNull();
  });
});
