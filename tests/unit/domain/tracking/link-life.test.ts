import { describe, expect, it } from "vitest";
import { epochSec } from "~/domain/time/utc-text";
import { isLinkExpired } from "~/domain/tracking/link-life";

const UPDATED = "2026-01-01 00:00:00";

describe("the life of a recipient's link", () => {
  it.each([
    ["2026-11-23", "Europe/Vaduz", "2026-11-30 22:59:59", false],
    ["2026-11-23", "Europe/Vaduz", "2026-11-30 23:00:00", true],
    ["2026-11-23", "Pacific/Auckland", "2026-11-30 10:59:59", false],
    ["2026-11-23", "Pacific/Auckland", "2026-11-30 11:00:00", true],
    // The clock goes back in between.
    ["2026-10-20", "Europe/Vaduz", "2026-10-27 22:59:59", false],
    ["2026-10-20", "Europe/Vaduz", "2026-10-27 23:00:00", true],
  ])("of %s in %s at %s: over is %s", (serviceDate, timeZone, now, over) => {
    expect(isLinkExpired({ serviceDate, timeZone, updatedAt: UPDATED }, epochSec(now))).toBe(over);
  });

  it("without a service date follows the last change", () => {
    const day = { serviceDate: null, timeZone: "UTC", updatedAt: UPDATED };
    expect(isLinkExpired(day, epochSec("2026-01-08 23:59:59"))).toBe(false);
    expect(isLinkExpired(day, epochSec("2026-01-09 00:00:00"))).toBe(true);
  });
});
