import { describe, expect, it } from "vitest";
import { routeDayEnds } from "~/domain/route/route-day";
import { utcText } from "~/domain/time/utc-text";
import { makeCompany, makePlan, makeRoute, makeVehicle } from "../make";

/** An hour ahead of UTC on that day. */
const ZONE = "Europe/Vaduz";
const plan = makePlan({ serviceDate: "2026-11-23", vehicleSettings: {} });

describe("the day of a route", () => {
  it.each([
    ["with its date", "18:00", 0, null, "2026-11-23 23:00:00"],
    ["with its date, overtime within it", "18:00", 120, null, "2026-11-23 23:00:00"],
    ["with its overtime after midnight", "24:00", 240, null, "2026-11-24 03:00:00"],
    ["with its overtime after midnight, of a shift that ends before", "23:00", 90, null, "2026-11-23 23:30:00"],
    ["with its last planned minute", "18:00", 0, "2026-11-24 01:10:00", "2026-11-24 01:10:00"],
    ["with its overtime, later than what is planned", "24:00", 240, "2026-11-24 01:10:00", "2026-11-24 03:00:00"],
  ])("is over %s", (_what, workHourEnd, overtime, finishTime, ends) => {
    const vehicle = makeVehicle({ workHourEnd, overtime });
    const route = makeRoute({ finishTime, vehicleSettings: {} });
    expect(utcText(routeDayEnds(route, vehicle, makeCompany(), plan, ZONE))).toBe(ends);
  });

  it("is over with the hours that plan and route set, and with its date without a vehicle", () => {
    const ends = (hours: string, vehicle: ReturnType<typeof makeVehicle> | null) =>
      utcText(
        routeDayEnds(
          makeRoute({ finishTime: null, vehicleSettings: { workHourEnd: hours } }),
          vehicle,
          makeCompany(),
          plan,
          ZONE,
        ),
      );
    const vehicle = makeVehicle({ workHourEnd: "18:00", overtime: 60 });
    expect(ends("23:30", vehicle)).toBe("2026-11-23 23:30:00");
    expect(ends("23:30", null)).toBe("2026-11-23 23:00:00");
  });
});
