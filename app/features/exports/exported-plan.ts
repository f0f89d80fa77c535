/** The data that exports of plans and routes are made from. */
import { NO_DRIVER, NO_VEHICLE } from "~/domain/constants";
import { threeDecimals } from "~/domain/format-number";
import { shownHours } from "~/domain/route/departed";
import { isLocationVisit, isUnscheduled, sortVisits } from "~/domain/visit/visit-order";
import type { Plan } from "~/domain/plan/plan";
import type { Booking } from "~/domain/route/double-booking";
import type { Route } from "~/domain/route/route";
import { titleAndPlate } from "~/domain/vehicle/vehicle";
import { mostOnBoard } from "~/domain/vehicle/most-on-board";
import type { Vehicle } from "~/domain/vehicle/vehicle";
import type { Visit } from "~/domain/visit/visit";
import type { ServiceClock } from "~/domain/time/service-clock";

export interface ExportedPlan {
  plan: Plan;
  /** in their order */
  routes: readonly Route[];
  vehicles: readonly Vehicle[];
  visits: readonly Visit[];
  /** IANA name */
  timeZone: string;
  /** by company_members.id */
  drivers: ReadonlyMap<number, string>;
  /** all routes of the day, of other plans too; none for a driver, who is told nothing of them */
  day: readonly Booking[];
}

export const clockOf = ({ plan, timeZone }: ExportedPlan): ServiceClock => ({
  timeZone,
  serviceDate: plan.serviceDate,
});

export const driverOf = (plan: ExportedPlan, route: Route): string =>
  route.driverId === null ? NO_DRIVER : (plan.drivers.get(route.driverId) ?? NO_DRIVER);

export const vehicleOf = (plan: ExportedPlan, route: Route): Vehicle | undefined =>
  plan.vehicles.find((vehicle) => vehicle.id === route.vehicleId);

/** 'Van 3 · LI 7', or what there is of the two. */
export const vehicleInFile = (vehicle: Vehicle | undefined): string =>
  (vehicle === undefined ? "" : titleAndPlate(vehicle)) || NO_VEHICLE;

/** Start, stops, breaks and end in driving order. */
export const visitsOf = (plan: ExportedPlan, route: Route): Visit[] =>
  sortVisits(plan.visits.filter((visit) => visit.routeId === route.id));

/** The most that is on board at once, as screens have it. */
export function loadOf(plan: ExportedPlan, route: Route): { kg: number; m3: number } {
  const stops = visitsOf(plan, route).filter((visit) => isLocationVisit(visit) && !isUnscheduled(visit));
  return {
    kg: threeDecimals(mostOnBoard(stops, (visit) => visit.packageLoad)),
    m3: threeDecimals(mostOnBoard(stops, (visit) => visit.packageCapacity)),
  };
}

/** UTC text: when it really left and ended, as far as it has; else as planned. */
export const hoursOf = ({ visits }: ExportedPlan, route: Route): ReturnType<typeof shownHours> =>
  shownHours(
    route,
    visits.filter((visit) => visit.routeId === route.id),
  );
