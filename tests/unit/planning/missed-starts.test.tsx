import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MissedStarts } from "~/features/planning/plan-page/calculation/missed-starts";
import type { RouteItem } from "~/features/planning/plan-page/plan-view";
import { epochSec } from "~/domain/time/utc-text";

/** A night round of a day in Vaduz, an hour ahead of UTC: until 04:00 of the next day. */
const PLAN = {
  serviceDate: "2027-11-12",
  timeZone: "Europe/Vaduz",
  midnight: epochSec("2027-11-11 23:00:00"),
  dayEnds: epochSec("2027-11-13 03:00:00"),
};

function shownAt(now: string): string {
  const route = { status: 3, start: epochSec("2027-11-12 20:56:00") } as Partial<RouteItem> as RouteItem;
  const props = { routes: [route], settingsHref: "?dialog=settings", mayUpdate: false };
  const html = renderToStaticMarkup(<MissedStarts plan={{ ...PLAN, nowSec: epochSec(now) }} {...props} />);
  return html.replace(/<[^>]*>/g, "");
}

describe("routes that should have started", () => {
  it("are told as long as their day goes on, after midnight too", () => {
    expect(shownAt("2027-11-12 20:30:00")).toBe("");
    expect(shownAt("2027-11-12 22:50:00")).toBe("1 route should have started already, at 21:56. It is 23:50 now.");
    expect(shownAt("2027-11-12 23:20:00")).toBe("1 route should have started already, at 21:56. It is 00:20 now.");
    expect(shownAt("2027-11-13 03:00:00")).toBe("");
  });
});
