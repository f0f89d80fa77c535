import { describe, expect, it } from "vitest";
import {
  brokenInWords,
  isDoubtful,
  measuredSentence,
  brokenRouteInWords,
  measuredInWords,
  measuredSummary,
} from "~/domain/calculation/measured-summary";
import { METRIC } from "~/domain/units";

const none = { violations: [], steps: [] };
const late = (amount: number) => ({ code: "delay", amount, message: `Late by ${amount / 60} min` });
const route = (vehicle: number, part: object = {}) => ({
  ...{ vehicle, vehicle_name: `Van ${vehicle}`, duration: 1000, distance: 9000, ...none },
  ...part,
});
const origin = { legs: 12, estimated: new Map(), failure: null, before: { durationSec: 1800, distanceM: 17_000 } };

describe("what measuring the legs of a result has changed", () => {
  it("is told in figures of all routes", () => {
    expect(measuredSummary(origin, [route(1), route(2)])).toEqual({
      ...{ legs: 12, duration: 200, distance: 1000, broken: [], broken_routes: 0, failure: null },
    });
  });

  it("names routes that break a rule since, the worst first, each by the worst of it", () => {
    const over = { code: "overtime", amount: 7200, message: "2 h after working hours" };
    const noWay = { code: "no_way", amount: null, message: "No road leads here from the stop before" };
    const { broken, broken_routes: count } = measuredSummary(origin, [
      route(1, { violations: [over] }),
      route(2),
      route(3, { violations: [over], steps: [{ violations: [late(60)] }, none, { violations: [late(600)] }] }),
      route(4, { steps: [{ violations: [late(1200), noWay] }] }),
    ]);
    expect(broken).toEqual([
      { vehicle: 4, vehicle_name: "Van 4", stops: 1, message: noWay.message },
      { vehicle: 3, vehicle_name: "Van 3", stops: 2, message: "Late by 10 min" },
      { vehicle: 1, vehicle_name: "Van 1", stops: 0, message: over.message },
    ]);
    expect(count).toBe(3);
    expect(broken.map(brokenRouteInWords)).toEqual([noWay.message, "Late by 10 min, 2 stops", over.message]);
  });

  it("counts all of them and stores the twenty worst", () => {
    const many = Array.from({ length: 30 }, (_, index) => route(index, { violations: [late(60 * index)] }));
    const summary = measuredSummary(origin, many);
    expect(summary.broken.map(({ vehicle }) => vehicle)).toEqual(Array.from({ length: 20 }, (_, index) => 29 - index));
    expect(brokenInWords(summary)).toBe("30 routes now break a rule");
    expect(brokenInWords({ ...summary, broken_routes: 1 })).toBe("1 route now breaks a rule");
    expect(brokenInWords(summary, true)).toBe("30 routes would break a rule");
    expect(measuredSentence(summary, METRIC, true)).toMatch(/30 routes would break a rule: .*; and 10 more\.$/);
  });

  it("is to be looked at where a rule is broken, or where an engine failed", () => {
    const summary = measuredSummary(origin, [route(1), route(2)]);
    const broken = measuredSummary(origin, [route(1, { violations: [late(600)] })]);
    expect([summary, broken, { ...summary, failure: "OSRM failed." }].map(isDoubtful)).toEqual([false, true, true]);
  });

  it("is one sentence, with what failed instead", () => {
    const summary = measuredSummary(origin, [route(1), route(2)]);
    expect(measuredSentence(summary, METRIC)).toBe("12 estimated legs measured: +3 min, +1.0 km.");
    expect(measuredInWords(summary, METRIC)).toBe("12 estimated legs measured: +3 min, +1.0 km");
    expect(measuredInWords({ ...summary, legs: 1, duration: -2000, distance: 20 }, METRIC)).toBe(
      "1 estimated leg measured: −33 min",
    );
    expect(measuredInWords({ ...summary, duration: 10, distance: -20 }, METRIC)).toBe(
      "12 estimated legs measured: no change",
    );
    expect(measuredInWords({ ...summary, failure: "OSRM (OSRM_URL) does not answer." }, METRIC)).toBe(
      "12 estimated legs could not all be measured: OSRM (OSRM_URL) does not answer.",
    );
  });
});
