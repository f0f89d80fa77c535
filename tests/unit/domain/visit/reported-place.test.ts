import { describe, expect, it } from "vitest";
import { IMPERIAL, METRIC } from "~/domain/units";
import { farFromStop, fieldsOfPlace, reportedPlaceOf, reportWords } from "~/domain/visit/reported-place";
import { setVisitOnRoute, markVisitDone, markVisitFailed } from "~/domain/visit/visit-transitions";
import { VisitStatus } from "~/domain/visit/visit-status";
import { makeRoute, makeVisit } from "../make";

/** A metre to the north, degrees. */
const METER = 1 / 111_195;
const STOP = { lat: 47.1, lng: 9.5 };
const north = (meters: number, accuracyM: number | null = 0) => ({ lat: 47.1 + meters * METER, lng: 9.5, accuracyM });

describe("a report far from its stop", () => {
  it.each([
    [99, 0, false],
    [101, 0, true],
    [101, null, true],
    [119, 20, false],
    [121, 20, true],
    [5_000, 6_000, false],
    [80_000, 1_000, true],
    [80_000, 45_000, false],
  ])("%d m away within %s m: %s", (meters, accuracyM, isFar) => {
    const far = farFromStop(STOP, north(meters, accuracyM));
    expect(far === null ? null : Math.round(far)).toBe(isFar ? meters : null);
  });

  it("can't be told of a stop without a place", () => {
    expect(farFromStop({ lat: null, lng: null }, north(500))).toBeNull();
    expect(farFromStop({ lat: 0, lng: 0 }, north(500))).toBeNull();
  });

  it("is put in words, in the units of who reads them", () => {
    const visit = makeVisit({ ...STOP, ...fieldsOfPlace(north(344, 12.4)) });
    expect(visit.reportedAccuracy).toBe(12);
    expect(reportWords(visit, METRIC)).toEqual({ words: "Reported 340 m from the stop (±10 m)", isFar: true });
    expect(reportWords(visit, IMPERIAL)?.words).toBe("Reported 0.2 mi from the stop (±40 ft)");
    expect(reportWords({ ...visit, ...STOP, reportedLat: 47.1 }, METRIC)?.isFar).toBe(false);
    expect(reportWords(makeVisit(STOP), METRIC)).toBeNull();
  });
});

it("has a place only with both coordinates", () => {
  expect(reportedPlaceOf({ lat: 47.1, lng: 9.5 })).toEqual({ lat: 47.1, lng: 9.5, accuracyM: null });
  expect(reportedPlaceOf({ lat: 47.1 })).toBeNull();
  expect(reportedPlaceOf({})).toBeNull();
  expect(reportedPlaceOf({ lat: 0, lng: 0, accuracyM: 5 })).toBeNull();
  expect(reportWords(makeVisit({ ...STOP, reportedLat: 0, reportedLng: 0 }), METRIC)).toBeNull();
});

describe("a visit keeps where it was reported", () => {
  const now = "2026-06-01 06:00:00";
  const stop = makeVisit({ status: VisitStatus.OnRoute });
  const route = makeRoute({ status: 4 });
  const setOf = (decision: ReturnType<typeof markVisitDone>) => {
    if (!decision.ok) throw new Error(decision.error.message);
    return decision.changes.visits[0]?.set;
  };
  const place = north(50, 8);
  const kept = { reportedLat: place.lat, reportedLng: 9.5, reportedAccuracy: 8 };

  it("when it is done, and when it failed", () => {
    expect(setOf(markVisitDone(stop, route, [stop], { now, place }))).toMatchObject(kept);
    expect(setOf(markVisitFailed(stop, route, [stop], { now, place, companyFailReasons: [] }))).toMatchObject(kept);
    expect(setOf(markVisitDone(stop, route, [stop], { now }))).not.toHaveProperty("reportedLat");
  });

  it("from the first time on, as the time does, until it is on route again", () => {
    const done = { ...stop, ...kept, status: VisitStatus.Delivered, completedAt: now };
    const failed = markVisitFailed(done, route, [done], { now, place: north(900), companyFailReasons: [] });
    expect(setOf(failed)).toEqual({ status: VisitStatus.Failed, reportedAt: now });
    expect(setOf(setVisitOnRoute(done, route, now))).toMatchObject({
      completedAt: null,
      reportedLat: null,
      reportedLng: null,
      reportedAccuracy: null,
    });
  });
});
