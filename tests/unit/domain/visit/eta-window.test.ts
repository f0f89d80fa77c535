import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_WIDTHS, WIDTH_STOPS, etaWindow, shownWidthSec, widthAt } from "~/domain/visit/eta-window";

const MIN = 60;
/** 14:00 of some day, on the grid. */
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
    expect(windowOf(0, { now: AT + 2 * MIN })).toEqual({ fromSec: AT, toSec: AT + 10 * MIN });
    expect(windowOf(0, { now: AT + 31 * MIN })).toEqual({ fromSec: AT + 30 * MIN, toSec: AT + 35 * MIN });
  });
  it("begins and ends at whole five minutes, holds the prediction, and narrows with every stop", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 86_400 }), fc.integer({ min: 0, max: 120 }), (offset, stopsBefore) => {
        const beginSec = AT + offset;
        const far = windowOf(stopsBefore + 1, { beginSec });
        const near = windowOf(stopsBefore, { beginSec });
        expect(near.fromSec % (5 * MIN)).toBe(0);
        expect(near.toSec % (5 * MIN)).toBe(0);
        expect(near.fromSec).toBeLessThanOrEqual(beginSec);
        expect(near.toSec).toBeGreaterThanOrEqual(beginSec);
        expect(near.toSec - near.fromSec).toBeLessThanOrEqual(far.toSec - far.fromSec);
      }),
    );
  });
  it("is at least ten minutes wide", () => {
    expect(shownWidthSec({ fromSec: -60, toSec: 60 })).toBe(10 * MIN);
    expect(shownWidthSec({ fromSec: -8 * MIN, toSec: 9 * MIN })).toBe(15 * MIN);
  });
});
