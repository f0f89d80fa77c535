import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breakIsDue, leftAt, placeOfBreak } from "~/domain/route/break-rule";
import type { DueBreak } from "~/domain/route/break-rule";
import { driveTimes } from "~/domain/route/drive-times";
import type { StopAhead } from "~/domain/route/drive-times";
import { makeVisit } from "../make";

const HOUR = 3600;
/** Half an hour that begins between twelve and one; after six hours on the road in any case. */
const LUNCH: DueBreak = { opens: 12 * HOUR, closes: 13 * HOUR, serviceSec: HOUR / 2, afterSec: 6 * HOUR };

describe("a break is due", () => {
  it.each([
    ["on the road through its hours", 8, 14, true],
    ["back the moment its hours are over", 8, 13, false],
    ["back a second later", 8, 13 + 1 / HOUR, true],
    ["half an hour on the road in the morning", 8, 8.5, false],
    ["back before its hours, however long", 4, 12, false],
    ["longer than six hours, and back within its hours", 6, 12.5, true],
    ["six hours exactly", 6.5, 12.5, false],
    ["gone when its hours are over", 13 + 1 / HOUR, 20, false],
    ["leaving as they end", 13, 20, true],
  ])("%s: from %d to %d o'clock, %s", (_, leaves, ends, due) => {
    expect(breakIsDue(LUNCH, leaves * HOUR, ends * HOUR)).toBe(due);
  });
  it("by its hours alone where the company names no length", () => {
    expect(breakIsDue({ ...LUNCH, afterSec: null }, 6 * HOUR, 12.5 * HOUR)).toBe(false);
    expect(breakIsDue({ ...LUNCH, afterSec: null }, 6 * HOUR, 14 * HOUR)).toBe(true);
  });
});

describe("where the break stands", () => {
  const stop = (travelSec: number, part: Partial<StopAhead> = {}): StopAhead => ({
    travelSec,
    serviceSec: 600,
    opens: null,
    closes: null,
    ...part,
  });

  it("nowhere on a short round, and between two stops of a long day", () => {
    expect(placeOfBreak(LUNCH, { leaves: 8 * HOUR, stops: [stop(600), stop(600)] })).toBeNull();
    const day = [stop(2 * HOUR), stop(2.5 * HOUR), stop(2 * HOUR), stop(HOUR)];
    expect(placeOfBreak(LUNCH, { leaves: 8 * HOUR, stops: day })).toBe(2);
  });

  it("where no stop gets late for it", () => {
    // after the first stop the second one would be late; before the first one there is an hour to spare
    const stops = [
      stop(600, { opens: 13.4 * HOUR, closes: 13.5 * HOUR }),
      stop(600, { closes: 13.8 * HOUR }),
      stop(2 * HOUR),
    ];
    expect(placeOfBreak(LUNCH, { leaves: 11.5 * HOUR, stops })).toBe(0);
  });

  it("counts a day from when it began, not from where it stands", () => {
    const rest = [stop(HOUR), stop(600)];
    expect(placeOfBreak(LUNCH, { leaves: 11 * HOUR, stops: rest })).toBeNull();
    expect(placeOfBreak(LUNCH, { leaves: 11 * HOUR, since: 5 * HOUR, stops: rest })).not.toBeNull();
    expect(
      leftAt([makeVisit({ type: "S", arrivalTime: "2026-06-01 06:00:00", completedAt: "2026-06-01 06:20:00" })]),
    ).toBe(Date.parse("2026-06-01T06:20:00Z") / 1000);
  });

  it("is as good as the best of all places", () => {
    const anyStop = fc
      .record({
        travelSec: fc.nat(2 * HOUR),
        serviceSec: fc.nat(HOUR),
        opens: fc.option(fc.integer({ min: 8 * HOUR, max: 14 * HOUR })),
      })
      .map((one): StopAhead => ({ ...one, closes: one.opens === null ? null : one.opens + HOUR }));
    let due = 0;
    fc.assert(
      fc.property(fc.array(anyStop, { minLength: 1, maxLength: 6 }), (stops) => {
        const leaves = 8 * HOUR;
        const at = placeOfBreak(LUNCH, { leaves, stops });
        const ends = driveTimes(leaves, stops).at(-1)!.end;
        expect(at !== null).toBe(breakIsDue(LUNCH, leaves, ends));
        if (at === null) return;
        due++;
        const rest: StopAhead = {
          travelSec: 0,
          serviceSec: LUNCH.serviceSec,
          opens: LUNCH.opens,
          closes: LUNCH.closes,
          isBreak: true,
        };
        const rank = (place: number): [number, number] => {
          const order = [...stops.slice(0, place), rest, ...stops.slice(place)];
          const times = driveTimes(leaves, order);
          return [
            order.reduce((sum, one, k) => sum + Math.max(0, times[k]!.begin - (one.closes ?? Infinity)), 0),
            times.at(-1)!.end,
          ];
        };
        const [late, end] = rank(at);
        for (let place = 0; place < stops.length; place++) {
          const [otherLate, otherEnd] = rank(place);
          expect(late < otherLate || (late === otherLate && end <= otherEnd)).toBe(true);
        }
      }),
      { numRuns: 300, seed: 11 },
    );
    expect(due).toBeGreaterThan(100);
  });
});
