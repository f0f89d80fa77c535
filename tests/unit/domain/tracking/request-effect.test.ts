import { describe, expect, it } from "vitest";
import { planningChanges } from "~/domain/changes";
import { effectWords } from "~/domain/tracking/request-effect";
import { METRIC } from "~/domain/units";
import { makePlan, makeRoute, makeVisit } from "../make";

describe("what accepting another window does, in words", () => {
  it("marks hours of the day after the service date", () => {
    const visit = makeVisit({ arrivalTime: "2026-11-23 22:40:00" });
    const routes = [makeRoute({ finishTime: "2026-11-23 22:50:00" })];
    const words = effectWords(
      {
        place: 2,
        state: { plan: makePlan(), routes, visits: [visit], now: "2026-11-23 06:00:00" },
        unchanged: { routes, visits: [visit] },
        changes: planningChanges({
          routes: [{ id: 1, set: { finishTime: "2026-11-23 23:20:00" } }],
          visits: [{ id: 1, set: { arrivalTime: "2026-11-23 23:10:00" } }],
        }),
      },
      visit,
      { own: 1, clock: { timeZone: "Europe/Vaduz", serviceDate: "2026-11-23" }, units: METRIC },
    );
    expect(words).toMatchObject({
      headline: "Stop 2 instead of 1, arrival 00:10 +1",
      facts: ["Finish 00:20 +1 instead of 23:50"],
    });
  });
});
