import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { schedule } from "solver/index";
import { WINDOW_RESERVE_SEC, bestDeparture, keptDeparture } from "~/domain/route/departure";
import { driveTimes } from "~/domain/route/drive-times";
import type { StopAhead } from "~/domain/route/drive-times";

const stop = (travelSec: number, opens: number | null, closes: number | null, serviceSec = 300): StopAhead => ({
  travelSec,
  serviceSec,
  opens,
  closes,
});

/** When the route ends, and by how much it is late, for a departure; there is at most one break. */
function drive(departure: number, stops: readonly StopAhead[]): { end: number; late: number } {
  let [clock, late] = [departure, 0];
  let rest: { opens: number; serviceSec: number } | null = null;
  for (const { travelSec, serviceSec, opens, closes, isBreak } of stops) {
    // A break adds itself to the way on which it lies, and its hours hold up whoever has arrived before they begin.
    const reached: number = isBreak ? clock : Math.max(clock + travelSec, rest?.opens ?? 0) + (rest?.serviceSec ?? 0);
    rest = isBreak ? { opens: opens ?? 0, serviceSec } : null;
    const begin = Math.max(reached, opens ?? 0);
    late += closes === null ? 0 : Math.max(0, begin - closes);
    if (!isBreak) clock = begin + serviceSec;
  }
  return { end: rest === null ? clock : Math.max(clock, rest.opens) + rest.serviceSec, late };
}

const anyStop = fc
  .record({
    travelSec: fc.nat(900),
    serviceSec: fc.nat(600),
    opens: fc.option(fc.nat(6000)),
    closes: fc.constant(null as number | null),
  })
  .chain((made) =>
    fc.option(fc.nat(2000)).map((width) => ({ ...made, closes: width === null ? null : (made.opens ?? 0) + width })),
  );

/** With one break anywhere. */
const anyDay = fc
  .tuple(fc.array(anyStop, { maxLength: 7 }), fc.nat(7), fc.boolean(), anyStop)
  .map(([stops, at, rests, rest]): StopAhead[] =>
    rests ? [...stops.slice(0, at), { ...rest, travelSec: 0, isBreak: true }, ...stops.slice(at)] : stops,
  );

/** With the best departure from the earliest on. */
const kept = (planned: number, earliest: number, stops: readonly StopAhead[], shiftEnd: number | null) =>
  keptDeparture(planned, bestDeparture(earliest, stops), stops, shiftEnd);

describe("a break on the way", () => {
  it("begins in its hours; until then the vehicle drives on, and afterwards it drives the rest", () => {
    const rest = { ...stop(0, 1000, 2000, 600), isBreak: true };
    expect(driveTimes(0, [stop(100, null, null), rest, stop(1500, null, null)]).slice(1)).toEqual([
      { arrival: 1000, begin: 1000, end: 1600, drivenSec: 600 },
      { arrival: 2500, begin: 2500, end: 2800, drivenSec: 0 },
    ]);
    expect(driveTimes(0, [stop(100, null, null), rest, stop(200, null, null)]).slice(1)).toEqual([
      { arrival: 600, begin: 1000, end: 1600, drivenSec: 200 },
      { arrival: 1600, begin: 1600, end: 1900, drivenSec: 0 },
    ]);
    expect(driveTimes(1500, [stop(100, null, null), rest])[1]).toEqual({
      arrival: 1900,
      begin: 1900,
      end: 2500,
      drivenSec: 0,
    });
  });
});

describe("when a vehicle leaves", () => {
  it("at the shift's start without windows", () => {
    expect(bestDeparture(1000, [stop(60, null, null), stop(60, null, null)])).toBe(1000);
  });
  it("as late as costs no time: it doesn't wait before the first stop", () => {
    expect(bestDeparture(0, [stop(600, 3600, 7200)])).toBe(3000);
  });
  it("no later than the tightest window on the way allows", () => {
    expect(bestDeparture(0, [stop(600, null, 1000, 0), stop(600, 3600, 7200)], 0)).toBe(400);
  });
  it("early enough for a reserve of the windows on the way, where it waits later anyway", () => {
    const onTheWay = (closes: number) => [stop(600, null, closes, 0), stop(600, 3600, 7200)];
    expect(bestDeparture(0, onTheWay(2000))).toBe(2000 - 600 - WINDOW_RESERVE_SEC);
    // What it hasn't, leaving at once, it can't keep.
    expect(bestDeparture(0, onTheWay(1000))).toBe(0);
    // No stop has more room than its window, and none needs a reserve of a break's hours.
    expect(bestDeparture(0, [stop(600, 3600, 3900, 0), stop(600, null, null)])).toBe(3000);
    const rest = { ...stop(0, 0, 2000, 600), isBreak: true };
    expect(bestDeparture(0, [rest, stop(600, 7200, 9000)])).toBe(2000);
  });
  it("ends the route no later than leaving at once, and a second later would cost", () => {
    fc.assert(
      fc.property(anyDay, (stops) => {
        const [first, best] = [drive(0, stops), bestDeparture(0, stops, 0)];
        const then = drive(best, stops);
        expect(then).toEqual(first);
        const later = drive(best + 1, stops);
        expect(later.end > first.end || later.late > first.late).toBe(true);
      }),
    );
  });
  it("with a reserve it ends no later, is no later anywhere, and leaves no earlier than needed for it", () => {
    fc.assert(
      fc.property(anyDay, fc.nat(1500), (stops, reserve) => {
        const best = bestDeparture(0, stops, reserve);
        expect(drive(best, stops)).toEqual(drive(0, stops));
        expect(best).toBeLessThanOrEqual(bestDeparture(0, stops, 0));
        const rooms = (departure: number) =>
          driveTimes(departure, stops).map(({ begin }, at) => (stops[at]!.closes ?? Infinity) - begin);
        const [first, kept, later] = [rooms(0), rooms(best), rooms(best + 1)];
        const lacks = (room: number, at: number) => !stops[at]!.isBreak && room < Math.min(reserve, first[at]!);
        expect(kept.some(lacks)).toBe(false);
        const end = drive(best + 1, stops);
        const costs = end.end > drive(0, stops).end || end.late > drive(0, stops).late;
        expect(costs || later.some(lacks)).toBe(true);
      }),
    );
  });
  it("as the solver has it", () => {
    fc.assert(
      fc.property(fc.array(anyStop, { minLength: 1, maxLength: 7 }), (stops) => {
        const places = [0];
        for (const { travelSec } of stops) places.push(places.at(-1)! + travelSec);
        const size = places.length;
        const durations = Int32Array.from({ length: size * size }, (_, at) =>
          Math.abs(places[Math.floor(at / size)]! - places[at % size]!),
        );
        const [route] = schedule(
          {
            vehicles: [{ id: 1, profile: "car", startIndex: 0, endIndex: null, windowReserveSec: WINDOW_RESERVE_SEC }],
            jobs: stops.map(({ serviceSec, opens, closes }, at) => ({
              id: at + 1,
              locationIndex: at + 1,
              serviceSec,
              timeWindows: [[opens ?? 0, closes ?? 100_000]],
            })),
            shipments: [],
            matrices: { car: { size, durations } },
          },
          [{ vehicleId: 1, steps: stops.map((_, at) => ({ type: "job", id: at + 1 })) }],
        );
        expect(route!.steps[0]!.arrivalSec).toBe(bestDeparture(0, stops));
      }),
    );
  });
  it("as planned, unless leaving earlier makes less late", () => {
    const tight = [stop(600, null, 4000)];
    expect(kept(3000, 0, tight, null)).toBe(3000);
    expect(kept(3600, 0, tight, null)).toBeLessThan(3600);
    expect(kept(3600, 3600, tight, null)).toBe(3600);
    expect(kept(3600, 0, [stop(600, null, null)], 4400)).toBeLessThan(3600);
  });
});
