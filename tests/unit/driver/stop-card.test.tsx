import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { StopCard } from "~/features/driver/components/stop-card";
import { driverRouteView } from "~/features/driver/route-view";
import type { Visit } from "~/domain/visit/visit";
import { makeCompany, makePlan, makeRoute, makeVisit } from "../domain/make";

/** The page's view of one stop, whose recipient has this phone. */
const stopWith = (recipientPhone: string): string => pageOf({ recipientPhone });

function pageOf(of: Partial<Visit>): string {
  const visit = makeVisit({ id: 11, status: 3, position: 1, ...of });
  const route = driverRouteView(
    {
      route: makeRoute({ status: 4 }),
      plan: makePlan(),
      visits: [visit],
      company: makeCompany(),
      vehicle: null,
      warehouse: "Depot",
      timeZone: "Europe/Vaduz",
    },
    "2026-06-01 08:00:00",
    () => "id",
  );
  return renderToStaticMarkup(<StopCard stop={route.stops[0]!} route={route} />);
}

describe("the phone of a stop", () => {
  it("is called and written to", () => {
    const page = stopWith("+423 235 86 27");
    expect(page).toContain('href="tel:+4232358627"');
    expect(page).toContain('href="sms:+4232358627"');
  });
  it("that is no number is shown as it is, and leads nowhere", () => {
    const page = stopWith("ask for Mr. Beck, ring 2");
    expect(page).not.toMatch(/tel:|sms:/);
    expect(page).toContain("No phone");
    expect(page).toContain('<dd data-text="" translate="no">ask for Mr. Beck, ring 2</dd>');
  });
});

describe("the time of a stop", () => {
  const at = (arrivalTime: Visit["arrivalTime"], more: Partial<Visit> = {}) => pageOf({ arrivalTime, ...more });
  it("is now once it has passed without a report; what the plan said is told as such", () => {
    expect(at("2026-06-01 08:20:00")).toContain('<dt>ETA</dt><dd data-planned="">10:20</dd>');
    expect(at("2026-06-01 07:50:00")).toContain(
      '<dt>ETA</dt><dd>now · planned <span data-planned="">09:50</span></dd>',
    );
    // A break isn't where the vehicle is heading to.
    expect(at("2026-06-01 07:50:00", { type: "B" })).toContain('<dt>Planned</dt><dd data-planned="">09:50</dd>');
  });
});

describe("a report of a stop", () => {
  it("is that it is done or has failed", () => {
    expect(pageOf({ type: "D" })).toContain('value="failed"');
  });
  it("of a break is that it was taken: a break doesn't fail", () => {
    const page = pageOf({ type: "B" });
    expect(page).toContain("Break taken");
    expect(page).not.toMatch(/value="failed"|Failed</);
  });
});
