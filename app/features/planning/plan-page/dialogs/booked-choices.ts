import { bookedWords, labelWithBookings, type Booking } from "~/domain/route/double-booking";
import { isNotCompleted } from "~/domain/route/route-gate";
import type { ServiceClock } from "~/domain/time/service-clock";
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
      ...{ routeId: id, planId: plan.id, plan: plan.title },
      ...{ vehicleId, vehicle, driverId, start, finish },
    })),
  ...elsewhere,
];

/**
 * Vehicles or drivers to choose from, each with the routes of the day that have it already.
 * @param own the route that is chosen for
 */
export const withBookings = <Choice extends { id: number; label: string }>(
  choices: readonly Choice[],
  field: "vehicleId" | "driverId",
  { plan, day, own }: { plan: PlanOfDay; day: readonly Booking[]; own?: number },
): Choice[] =>
  choices.map((choice) => {
    const booked = day.filter((booking) => booking[field] === choice.id && booking.routeId !== own);
    const seenFrom = { planId: plan.id, vehicleId: field === "vehicleId" ? choice.id : null };
    const words = booked.map((booking) => bookedWords(booking, seenFrom, plan));
    return { ...choice, label: labelWithBookings(choice.label, words) };
  });
