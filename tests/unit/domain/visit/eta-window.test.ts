import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_WIDTHS, WIDTH_STOPS, etaWindow, widthAt } from "~/domain/visit/eta-window";
import { shownWidthSec } from "../../../helpers/shown-width";

const MIN = 60;
/** 14:00 of some day. */
const AT = 1_780_315_200 + 14 * 3600;
const LONG_AGO = AT - 12 * 3600;

const windowOf = (stopsBefore: number, part: { beginSec?: number; opensSec?: number | null; now?: number } = {}) =>
  etaWindow(
    { beginSec: part.beginSec ?? AT, stopsBefore, opensSec: part.opensSec ?? null },
    DEFAULT_WIDTHS,
    part.now ?? LONG_AGO,
  );

describe("a recipient's window", () => {
  it("is a quarter of an hour for whoever is next, and two hours at the start of a long route", () => {
    expect(windowOf(0)).toEqual({ fromSec: AT - 5 * MIN, toSec: AT + 10 * MIN });
    expect(windowOf(40)).toEqual({ fromSec: AT - 45 * MIN, toSec: AT + 75 * MIN });
  });
  it("takes the step that the stops before it have reached", () => {
    expect(WIDTH_STOPS.map((stops) => widthAt(stops, DEFAULT_WIDTHS).stops)).toEqual([...WIDTH_STOPS]);
    expect(widthAt(4, DEFAULT_WIDTHS).stops).toBe(3);
    expect(widthAt(8, DEFAULT_WIDTHS).stops).toBe(5);
  });
  it("does not begin before the service can", () => {
    expect(windowOf(5, { opensSec: AT }).fromSec).toBe(AT);
    expect(windowOf(5, { opensSec: AT }).toSec).toBe(windowOf(5).toSec);
  });
  it("leaves out what has passed, and never ends before now", () => {
    expect(windowOf(0, { now: AT + 2 * MIN + 30 })).toEqual({ fromSec: AT + 2 * MIN, toSec: AT + 10 * MIN });
    expect(windowOf(0, { now: AT + 31 * MIN })).toEqual({ fromSec: AT + 31 * MIN, toSec: AT + 32 * MIN });
  });
  it("begins and ends at whole minutes, holds the prediction, and narrows with every stop", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400 }), fc.integer({ min: 0, max: 120 }), (offset, stopsBefore) => {
        const beginSec = AT + offset;
        const far = windowOf(stopsBefore + 1, { beginSec });
        const near = windowOf(stopsBefore, { beginSec });
        expect(near.fromSec % MIN).toBe(0);
        expect(near.toSec % MIN).toBe(0);
        expect(near.fromSec).toBeLessThan(beginSec);
        expect(near.toSec).toBeGreaterThan(beginSec);
        expect(near.toSec - near.fromSec).toBeLessThanOrEqual(far.toSec - far.fromSec);
      }),
    );
  });
  it("is at least ten minutes wide, on both sides of what was learnt", () => {
    const regular = [{ stops: 0, fromSec: -60, toSec: 180 }];
    expect(shownWidthSec(regular[0]!)).toBe(10 * MIN);
    expect(etaWindow({ beginSec: AT, stopsBefore: 3, opensSec: null }, regular, LONG_AGO)).toEqual({
      fromSec: AT - 4 * MIN,
      toSec: AT + 6 * MIN,
    });
  });
  it("is rounded up to whole minutes at both ends", () => {
    expect(shownWidthSec({ fromSec: -8 * MIN, toSec: 9 * MIN })).toBe(17 * MIN);
    expect(shownWidthSec({ fromSec: -8 * MIN - 1, toSec: 9 * MIN + 1 })).toBe(19 * MIN);
  });
});
