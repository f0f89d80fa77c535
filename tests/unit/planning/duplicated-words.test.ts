import { describe, expect, it } from "vitest";
import { duplicatedWords } from "~/features/planning/messages";

describe("what is said of a duplicated plan", () => {
  const said = (planned: number, part: Partial<Parameters<typeof duplicatedWords>[1]> = {}) =>
    duplicatedWords("Tuesday", { visits: 60, routes: 4, inactive: [], planned, notKept: null, ...part });
  it("names how many of its visits are planned", () => {
    expect([0, 58, 60].map((planned) => said(planned))).toEqual([
      "Tuesday has 60 visits, still unscheduled, and 4 empty routes.",
      "Tuesday has 60 visits, 58 of them planned, and 4 routes.",
      "Tuesday has 60 visits, all planned, and 4 routes.",
    ]);
  });
  it("names why its routes are not kept", () => {
    expect(said(0, { notKept: "Your package has ended." })).toBe(
      "Tuesday has 60 visits, still unscheduled, and 4 empty routes. The routes are not kept: Your package has ended.",
    );
  });
  it("names vehicles without a route", () => {
    expect(said(1, { visits: 1, routes: 1, inactive: ["LI 2"] })).toBe(
      "Tuesday has 1 visit, all planned, and 1 route. No route for inactive vehicles: LI 2.",
    );
  });
});
