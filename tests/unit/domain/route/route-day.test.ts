import { describe, expect, it } from "vitest";
import { isWithinDay, planDayEnds, routeDayEnds } from "~/domain/route/route-day";
import { utcText } from "~/domain/time/utc-text";
import { makeCompany, makePlan, makeRoute, makeVehicle } from "../make";

/** An hour ahead of UTC on that day. */
const ZONE = "Europe/Vaduz";
const plan = makePlan({ serviceDate: "2026-11-23", vehicleSettings: {} });

describe("the day of a plan", () => {
  const vehicles = new Map([
    [1, makeVehicle({ id: 1, workHourEnd: "24:00", overtime: 240 })],
    [2, makeVehicle({ id: 2, workHourEnd: "18:00", overtime: 0 })],
  ]);
  const fleet = { company: makeCompany(), plan, timeZone: ZONE };
  const route = (vehicleId: number | null) => makeRoute({ vehicleId, finishTime: null, vehicleSettings: {} });
  it("is over with that of its last route, and with its date without routes", () => {
    const ends = (...ids: (number | null)[]) => utcText(planDayEnds(ids.map(route), fleet, vehicles));
    expect([ends(2, 1), ends(2), ends(null), ends()]).toEqual([
      "2026-11-24 03:00:00",
      ...Array.from({ length: 3 }, () => "2026-11-23 23:00:00"),
    ]);
  });
  it("is driven from its midnight until it is over", () => {
    const day = { midnight: 1000, dayEnds: 2000 };
    expect([999, 1000, 1999, 2000].map((now) => isWithinDay(day, now))).toEqual([false, true, true, false]);
  });
});

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
