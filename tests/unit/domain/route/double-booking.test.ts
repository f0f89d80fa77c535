import { describe, expect, it } from "vitest";
import { bookedWords, clashesOf, labelWithBookings, type Booking } from "~/domain/route/double-booking";
import { epochSec } from "~/domain/time/utc-text";
import { bookedInWords } from "~/features/planning/plans/new-plan-view";

const CLOCK = { serviceDate: "2026-06-01", timeZone: "Europe/Vaduz" };
const at = (time: string) => epochSec(`2026-06-01 ${time}:00`);
const booking = (routeId: number, part: Partial<Booking> = {}): Booking => ({
  routeId,
  planId: 1,
  plan: "Large day",
  vehicleId: routeId,
  vehicle: `Van ${routeId}`,
  driverId: null,
  start: at("06:00"),
  finish: at("14:00"),
  ...part,
});
const clashes = (...day: Booking[]) => clashesOf(1, day, CLOCK);

describe("two routes at the same time", () => {
  it("of one vehicle, of one driver, or of both: the route says which, where and when", () => {
    const own = booking(1, { driverId: 7 });
    const other = { planId: 2, plan: "Small day", start: at("13:00"), finish: at("22:30") };
    expect(clashes(own, booking(2, { ...other, vehicleId: 1, vehicle: "Van 1" }))).toEqual([
      { routeId: 2, text: "The vehicle has another route at the same time: “Small day”, 15:00–00:30 +1" },
    ]);
    expect(clashes(own, booking(2, { driverId: 7 }), booking(3, { ...other, driverId: 7 }))).toEqual([
      { routeId: 2, text: "The driver has another route at the same time: Van 2, 08:00–16:00" },
      { routeId: 3, text: "The driver has another route at the same time: Van 3 in “Small day”, 15:00–00:30 +1" },
    ]);
    expect(clashes(own, booking(2, { ...other, vehicleId: 1, driverId: 7 }))[0]!.text).toBe(
      "Vehicle and driver have another route at the same time: “Small day”, 15:00–00:30 +1",
    );
  });

  it("are none when one follows the other, when one has no hours, or nobody and nothing drives both", () => {
    const own = booking(1, { driverId: 7 });
    const same = { vehicleId: 1, driverId: 7 };
    expect(clashes(own, booking(2, { ...same, start: own.finish, finish: at("20:00") }))).toEqual([]);
    expect(clashes(own, booking(2, { ...same, start: at("04:00"), finish: own.start }))).toEqual([]);
    expect(clashes(own, booking(2, { ...same, start: null, finish: null }))).toEqual([]);
    expect(clashes({ ...own, start: null, finish: null }, booking(2, same))).toEqual([]);
    expect(clashes(own, booking(2, { driverId: 8 }))).toEqual([]);
    const nobody = { vehicleId: null, driverId: null };
    expect(clashes(booking(1, nobody), booking(2, nobody))).toEqual([]);
    // A completed route is none of the day's bookings.
    expect(clashes(booking(2, same))).toEqual([]);
  });
});

it("a choice names the first route that has it, and how many more do", () => {
  const words = [booking(2), booking(3, { planId: 2, plan: "Small day", start: null, finish: null })].map((one) =>
    bookedWords(one, { planId: 1 }, CLOCK),
  );
  expect(words).toEqual(["Van 2, 08:00–16:00", "Van 3 in “Small day”"]);
  expect(labelWithBookings("R. Beck", undefined, 0)).toBe("R. Beck");
  expect(labelWithBookings("R. Beck", words[0], 1)).toBe("R. Beck · Van 2, 08:00–16:00 · and 1 more");
});

it("a new plan's vehicles name the plans of that day that have them", () => {
  const booked = [
    { date: "2026-06-01", plan: "Large day", vehicleIds: [1, 2] },
    { date: "2026-06-01", plan: "Small day", vehicleIds: [1] },
    { date: "2026-06-02", plan: "Next day", vehicleIds: [3] },
  ];
  const words = (id: number) => bookedInWords({ booked }, id, "2026-06-01");
  expect([words(1), words(2), words(3)]).toEqual([
    "Has a route in “Large day”, “Small day” on this day",
    "Has a route in “Large day” on this day",
    null,
  ]);
});
