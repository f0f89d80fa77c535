import { bookedWords, labelWithBookings, type Booking } from "~/domain/route/double-booking";
import { isNotCompleted } from "~/domain/route/route-gate";
import type { ServiceClock } from "~/domain/time/service-clock";
import { grouped } from "~/lib/grouped";
import type { RouteItem } from "../plan-view";

export interface PlanOfDay extends ServiceClock {
  id: number;
  title: string;
}

/** All routes of the plan's day that are still to be driven. @param elsewhere those of other plans */
export const bookingsOfDay = (
  plan: PlanOfDay,
  routes: readonly RouteItem[],
  elsewhere: readonly Booking[],
): Booking[] => [
  ...routes
    .filter((route) => isNotCompleted(route).ok)
    .map(({ id, vehicleId, vehicle, driverId, start, finish }) => ({
      routeId: id,
      planId: plan.id,
      plan: plan.title,
      vehicleId,
      vehicle,
      driverId,
      start,
      finish,
    })),
  ...elsewhere,
];

/**
 * Vehicles or drivers to choose from, each with the routes of the day that have it already. A plan of 100 routes has
 * as many lists of drivers: the words of a booking are made once for all of them.
 * @returns the choices for a route; without its id, for one that isn't there yet
 */
export function choicesWithBookings<Choice extends { id: number; label: string }>(
  choices: readonly Choice[],
  field: "vehicleId" | "driverId",
  { plan, day }: { plan: PlanOfDay; day: readonly Booking[] },
): (own?: number) => Choice[] {
  const bookings = grouped(day, (booking) => booking[field]);
  const known = new Map<Booking, string>();
  const wordsOf = (booking: Booking): string => {
    const seenFrom = { planId: plan.id, vehicleId: field === "vehicleId" ? booking.vehicleId : null };
    const words = known.get(booking) ?? bookedWords(booking, seenFrom, plan);
    known.set(booking, words);
    return words;
  };
  return (own) =>
    choices.map((choice) => {
      const [first, ...more] = (bookings.get(choice.id) ?? []).filter(({ routeId }) => routeId !== own);
      return { ...choice, label: labelWithBookings(choice.label, first && wordsOf(first), more.length) };
    });
}
