/**
 * Vehicles and drivers that stand on two routes of a day. It is allowed, since one route may follow the other, and
 * hours may still change; where two of them overlap, both say so.
 */
import { planHours } from "../time/service-clock";
import type { ServiceClock } from "../time/service-clock";

/** A route that is still to be driven, with whom and when. */
export interface Booking {
  routeId: number;
  planId: number;
  /** title of the plan */
  plan: string;
  vehicleId: number | null;
  vehicle: string;
  driverId: number | null;
  /** epoch seconds; null: nothing is planned */
  start: number | null;
  finish: number | null;
}

/** Another route at the same time, in words. */
export interface Clash {
  routeId: number;
  text: string;
}

const overlap = (a: Booking, b: Booking): boolean =>
  a.start !== null &&
  a.finish !== null &&
  b.start !== null &&
  b.finish !== null &&
  a.start < b.finish &&
  b.start < a.finish;

const isSame = (a: number | null, b: number | null): boolean => a !== null && a === b;

/** 'Van 3, 09:07–14:50', in another plan 'Van 3 in “Small day”, 09:07–14:50'; of the same vehicle without its name. */
export function bookedWords(
  { planId, plan, vehicleId, vehicle, start, finish }: Booking,
  seenFrom: { planId: number; vehicleId?: number | null },
  clock: ServiceClock,
): string {
  const isOwnVehicle = isSame(vehicleId, seenFrom.vehicleId ?? null);
  const name = isOwnVehicle ? `“${plan}”` : planId === seenFrom.planId ? vehicle : `${vehicle} in “${plan}”`;
  return [name, planHours(start, finish, clock)].filter(Boolean).join(", ");
}

/** What a route of the day shares its vehicle or its driver with, at the same time. @param day all routes of the day */
export function clashesOf(routeId: number, day: readonly Booking[], clock: ServiceClock): Clash[] {
  const own = day.find((booking) => booking.routeId === routeId);
  if (own === undefined) return [];
  return day.flatMap((other) => {
    if (other.routeId === routeId || !overlap(own, other)) return [];
    const [vehicle, driver] = [isSame(own.vehicleId, other.vehicleId), isSame(own.driverId, other.driverId)];
    if (!vehicle && !driver) return [];
    const who = vehicle && driver ? "Vehicle and driver have" : vehicle ? "The vehicle has" : "The driver has";
    return [
      { routeId: other.routeId, text: `${who} another route at the same time: ${bookedWords(other, own, clock)}` },
    ];
  });
}

/**
 * A choice with the routes of the day that already have it: 'R. Beck · Van 3, 09:07–14:50 · and 1 more'.
 * @param first in words; undefined: there is none
 */
export const labelWithBookings = (label: string, first: string | undefined, more: number): string =>
  [label, first, more > 0 && `and ${more} more`].filter(Boolean).join(" · ");
