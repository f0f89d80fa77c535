import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestDeparture, keptDeparture } from "~/domain/route/departure";
import type { StopAhead } from "~/domain/route/departure";

const stop = (travelSec: number, opens: number | null, closes: number | null, serviceSec = 300): StopAhead => ({ travelSec, serviceSec, opens, closes });

/** When the route ends, and by how much it is late, for a departure. */
function drive(departure: number, stops: readonly StopAhead[]): { end: number; late: number } {
  let [clock, late] = [departure, 0];
  for (const { travelSec, serviceSec, opens, closes } of stops) {
    const begin = Math.max(clock + travelSec, opens ?? 0);
    late += closes === null ? 0 : Math.max(0, begin - closes);
    clock = begin + serviceSec;
  }
  return { end: clock, late };
}

const anyStop = fc.record({ travelSec: fc.nat(900), serviceSec: fc.nat(600), opens: fc.option(fc.nat(6000)), closes: fc.constant(null as number | null) })
  .chain((made) => fc.option(fc.nat(2000)).map((width) => ({ ...made, closes: width === null ? null : (made.opens ?? 0) + width })));

describe("when a vehicle leaves", () => {
  it("at the shift's start without windows", () => {
    expect(bestDeparture(1000, [stop(60, null, null), stop(60, null, null)])).toBe(1000);
  });
  it("as late as costs no time: it doesn't wait before the first stop", () => {
    expect(bestDeparture(0, [stop(600, 3600, 7200)])).toBe(3000);
  });
  it("no later than the tightest window on the way allows", () => {
    expect(bestDeparture(0, [stop(600, null, 1000, 0), stop(600, 3600, 7200)])).toBe(400);
  });
  it("ends the route no later than leaving at once, and a second later would cost", () => {
    fc.assert(
      fc.property(fc.array(anyStop, { maxLength: 8 }), (stops) => {
        const [first, best] = [drive(0, stops), bestDeparture(0, stops)];
        const then = drive(best, stops);
        expect(then).toEqual(first);
        const later = drive(best + 1, stops);
        expect(later.end > first.end || later.late > first.late).toBe(true);
      }),
    );
  });
  it("as planned, unless leaving earlier makes less late", () => {
    const tight = [stop(600, null, 4000)];
    expect(keptDeparture(3000, 0, tight, null)).toBe(3000);
    expect(keptDeparture(3600, 0, tight, null)).toBeLessThan(3600);
    expect(keptDeparture(3600, 3600, tight, null)).toBe(3600);
    expect(keptDeparture(3600, 0, [stop(600, null, null)], 4400)).toBeLessThan(3600);
  });
});
