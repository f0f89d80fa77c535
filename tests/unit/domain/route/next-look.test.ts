import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEAST_SEC, nextLook } from "~/domain/route/next-look";
import type { MeasuredWay } from "~/domain/route/next-look";

/** One degree of latitude is 111.2 km: the vehicle drives north towards the stop. */
const place = (km: number) => ({ lat: 47 + km / 111.2, lng: 9.5 });
const STOP = place(10);
const last = (part: Partial<MeasuredWay> = {}): MeasuredWay => ({
  ...place(0),
  sinceSec: 0,
  durationSec: 600,
  ...part,
});
const look = (km: number, sec: number, before: MeasuredWay | null = last()) =>
  nextLook(STOP, { ...place(km), sec }, before);

describe("the way to the next stop", () => {
  it("is measured when nothing is known, and not when the vehicle is there", () => {
    expect(look(0, 0, null)).toBe("measure");
    expect(look(9.95, 0, null)).toBe("there");
    expect(look(9.95, 500)).toBe("there");
  });
  it("is the same for a vehicle that stands", () => {
    expect(look(0.03, 300)).toBe("standing");
    expect(look(0.03, 10)).toBe("wait");
  });
  it("is measured again after a minute, farther away after a tenth of it, at the latest after three minutes", () => {
    expect(look(0.9, 59)).toBe("wait");
    expect(look(1, 60)).toBe("measure");
    expect(look(1, 60, last({ durationSec: 1200 }))).toBe("wait");
    expect(look(1, 120, last({ durationSec: 1200 }))).toBe("measure");
    expect(look(1, 180, last({ durationSec: 7200 }))).toBe("measure");
  });
  it("is measured sooner when the vehicle is elsewhere than it would be", () => {
    expect(look(-3, 30)).toBe("measure");
    expect(look(-3, 15)).toBe("wait");
    expect(look(4, 30)).toBe("measure");
    expect(look(0.5, 30)).toBe("wait");
  });
  it("is not measured from where it was earlier", () => {
    expect(look(3, 0)).toBe("wait");
    expect(look(3, -60)).toBe("wait");
  });
  it("is asked for at most once a minute while the vehicle drives as expected, every five seconds a position", () => {
    fc.assert(
      fc.property(fc.integer({ min: 120, max: 7200 }), (durationSec) => {
        let before: MeasuredWay = last({ durationSec });
        let asked = 0;
        for (let sec = 5; sec < durationSec; sec += 5) {
          const km = (10 * sec) / durationSec;
          const next = look(km, sec, before);
          if (next !== "measure" && next !== "standing") continue;
          if (next === "measure") asked += 1;
          before = { ...place(km), sinceSec: sec, durationSec: durationSec - sec };
        }
        expect(asked).toBeLessThanOrEqual(durationSec / LEAST_SEC);
      }),
    );
  });
});
