import { describe, expect, it } from "vitest";
import type { Match } from "~/domain/address/match";
import { judge } from "~/services/geocoding/rank";
import type { Ranked } from "~/services/geocoding/rank";

const NUMBER = { number: { from: 3, to: 3, suffix: "" }, words: [1] };

const house = (more: Partial<Omit<Ranked, "match">> & { match?: Partial<Match> } = {}): Ranked => ({
  entry: { kind: "street", radiusM: 800 } as Ranked["entry"],
  address: null,
  lat: 47,
  lng: 9,
  confidence: 0.95,
  numberFit: 1,
  missingNumber: "",
  ...more,
  match: {
    textFit: 1,
    nameFit: 1,
    number: NUMBER,
    isElsewhere: false,
    isInTown: true,
    isBeside: false,
    unexplained: 0,
    ...more.match,
  },
});

describe("the verdict", () => {
  it.each([
    ["nothing", [], "unknown"],
    ["hardly anything", [house({ confidence: 0.3 })], "unknown"],
    ["the very house", [house()], "sure"],
    ["a house of the same name elsewhere", [house(), house({ lat: 47.1 })], "ambiguous"],
    ["its other entrance", [house(), house({ lat: 47.001 })], "sure"],
    ["a worse one elsewhere", [house(), house({ lat: 47.1, confidence: 0.8 })], "sure"],
    ["one around the town", [house(), house({ lat: 47.1, match: { isInTown: false } })], "sure"],
    [
      "a house around the town, when the town has such a street without the number",
      [house({ match: { isInTown: false } }), house({ lat: 47.1, confidence: 0.7, numberFit: 0 })],
      "ambiguous",
    ],
    ["a house around the town, when the town has none", [house({ match: { isInTown: false } })], "sure"],
    ["a neighbouring number", [house({ numberFit: 0.8 })], "ambiguous"],
    ["a long street", [house({ match: { number: null } })], "ambiguous"],
  ] as const)("on %s", (_what, ranked, verdict) => expect(judge(ranked)).toBe(verdict));
});
