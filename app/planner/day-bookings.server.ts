import type { Db } from "~/db/client.server";
import { listBookedRoutes } from "~/db/repositories/routes.server";
import type { BookedRoute } from "~/db/repositories/routes.server";
import { NO_VEHICLE } from "~/domain/constants";
import type { Booking } from "~/domain/route/double-booking";
import type { Plan } from "~/domain/plan/plan";
import { parseUtcText } from "~/domain/time/utc-text";
import { vehicleName } from "~/domain/vehicle/vehicle";

const bookingOf = (row: BookedRoute): Booking => ({
  routeId: row.id,
  planId: row.plan_id,
  plan: row.plan_title,
  vehicleId: row.vehicle_id,
  vehicle:
    row.vehicle_id === null
      ? NO_VEHICLE
      : vehicleName({ id: row.vehicle_id, title: row.vehicle_title ?? "", plate: row.plate ?? "" }),
  driverId: row.driver_id,
  start: parseUtcText(row.start_time),
  finish: parseUtcText(row.finish_time),
});

/** The company's vehicles and drivers that have a route on the plan's day, in other plans too. */
export const bookingsOfDay = async (
  db: Db,
  companyId: number,
  { serviceDate }: Pick<Plan, "serviceDate">,
): Promise<Booking[]> => (await listBookedRoutes(db, companyId, { on: serviceDate })).map(bookingOf);
