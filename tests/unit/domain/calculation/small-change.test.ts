import { describe, expect, it } from "vitest";
import { smallChangeOffer } from "~/domain/calculation/small-change";

describe("an offer after a small change", () => {
  it.each([
    ["three stops of 150", { changed: 3, planned: 150, beyondStops: false }, 6],
    ["one stop moves five at most", { changed: 1, planned: 10, beyondStops: false }, 5],
    ["a tenth of the stops", { changed: 15, planned: 150, beyondStops: false }, 30],
    ["more than that", { changed: 16, planned: 150, beyondStops: false }, null],
    ["one stop of a small plan", { changed: 1, planned: 9, beyondStops: false }, null],
    ["nothing changed", { changed: 0, planned: 150, beyondStops: false }, null],
    ["hours or vehicles changed, too", { changed: 3, planned: 150, beyondStops: true }, null],
  ])("%s: %o", (_, since, budget) => {
    expect(smallChangeOffer(since, null)?.budget ?? null).toBe(budget);
  });
});
