import { afterEach, expect, it, vi } from "vitest";
import type { Booking } from "~/domain/route/double-booking";
import { epochSec } from "~/domain/time/utc-text";
import { choicesWithBookings } from "~/features/planning/plan-page/dialogs/booked-choices";

const PLAN = { id: 1, title: "Large day", serviceDate: "2026-06-01", timeZone: "Europe/Vaduz" };
const DRIVERS = [
  { id: 7, label: "R. Beck" },
  { id: 8, label: "A. Frick" },
];
const booking = (routeId: number, part: Partial<Booking> = {}): Booking => ({
  ...{ routeId, planId: 1, plan: PLAN.title, vehicleId: routeId, vehicle: `Van ${routeId}`, driverId: 7 },
  ...{ start: epochSec("2026-06-01 06:00:00"), finish: epochSec("2026-06-01 14:00:00") },
  ...part,
});
const small = { planId: 2, plan: "Small day" };

afterEach(() => vi.restoreAllMocks());

it("each driver has the routes of the day beside the name, but not the route that is chosen for", () => {
  const day = [booking(1), booking(2), booking(3, { ...small, driverId: null })];
  const choicesOf = choicesWithBookings(DRIVERS, "driverId", { plan: PLAN, day });
  const labels = (own?: number) => choicesOf(own).map(({ label }) => label);
  expect(labels()).toEqual(["R. Beck · Van 1, 08:00–16:00 · and 1 more", "A. Frick"]);
  expect(labels(1)).toEqual(["R. Beck · Van 2, 08:00–16:00", "A. Frick"]);
  expect(labels(2)).toEqual(["R. Beck · Van 1, 08:00–16:00", "A. Frick"]);
});

it("a vehicle's own name is left out beside it", () => {
  const day = [booking(3, small)];
  const [van] = choicesWithBookings([{ id: 3, label: "Van 3" }], "vehicleId", { plan: PLAN, day })();
  expect(van!.label).toBe("Van 3 · “Small day”, 08:00–16:00");
});

it("hours of a booking are written once for the lists of all routes, and not where only its number is told", () => {
  const day = Array.from({ length: 20 }, (_, index) => booking(index));
  const choicesOf = choicesWithBookings(DRIVERS, "driverId", { plan: PLAN, day });
  const written = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
  for (const { routeId } of day) choicesOf(routeId);
  // The first booking, and the second for the first one's route; each has two ends.
  expect(written).toHaveBeenCalledTimes(4);
});
