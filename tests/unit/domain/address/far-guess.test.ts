import { expect, it } from "vitest";
import type { Candidate } from "~/domain/address/candidate";
import { isFarGuess } from "~/domain/address/far-guess";

const vaduz = { lat: 47.141, lng: 9.5209 };
const found: Candidate = {
  kind: "address",
  displayName: "4 Impasse du Lavoir, 25000 Besançon",
  countryCode: "FR",
  lat: 47.24,
  lng: 6.02,
  postcode: "25000",
  confidence: 1,
};

it.each([
  ["4 Impasse du Lavoir", true],
  ["4 Impasse du Lavoir, Besancon", false],
  ["4 Impasse du Lavoir 25000", false],
])("an address found 260 km away for %s is a guess: %s", (asked, isGuess) => {
  expect(isFarGuess(asked, found, vaduz)).toBe(isGuess);
});

it("an address without a town is what it says where it is near", () => {
  expect(isFarGuess("4 Impasse du Lavoir", found, { lat: 47.3, lng: 6.1 })).toBe(false);
});
