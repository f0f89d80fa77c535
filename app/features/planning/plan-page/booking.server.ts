import type { BookedRoute } from "~/db/repositories/routes.server";
import { NO_VEHICLE } from "~/domain/constants";
import type { Booking } from "~/domain/route/double-booking";
import { parseUtcText } from "~/domain/time/utc-text";
import { vehicleName } from "~/domain/vehicle/vehicle";

export const bookingOf = (row: BookedRoute): Booking => ({
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
