import type { CompanySession } from "~/auth/session.server";
import { allOrNothing, db } from "~/db/database.server";
import { vehicleSettingsFromJson } from "~/db/codecs.server";
import { lockWithPlan } from "~/db/repositories/plans.server";
import { getRoute } from "~/db/repositories/routes.server";
import type { RoutingRouteRow } from "~/db/tables";
import { RouteStatus } from "~/domain/route/route-status";
import type { CallOptions } from "~/http/api/api-call.server";
import {
  degrees,
  flag,
  incomingId,
  jsonText,
  moment,
  number,
  oneOf,
  ownId,
  reference,
  text,
  whole,
} from "~/http/api/fields";
import { resource } from "~/http/api/resource";
import type { ActionValues, Resource } from "~/http/api/resource";
import { AppError } from "~/lib/errors";
import type { Act } from "~/http/actions/act.server";
import { LinkAnswer, linkFields, linkInstead } from "./link-hash.server";
import { differs, storedDay, withoutSettingsText } from "./day-values.server";

async function setStatus(act: Act, session: CompanySession, routeId: number, status: unknown, options: CallOptions) {
  const confirmed = { routeId, confirmed: true };
  switch (status) {
    case RouteStatus.Empty:
      return act(session, "route.empty", { routeId }, options);
    case RouteStatus.Scheduled:
      return act(session, "route.approve", { routeId }, options);
    case RouteStatus.OnRoute:
      return act(session, "route.start", confirmed, options);
    case RouteStatus.Completed:
      return act(session, "route.finish", confirmed, options);
    default:
      throw new AppError(
        "route.status",
        "Status can be set to 1 (empty), 3 (approved), 4 (on route) or 5 (completed)",
        {
          status: 422,
          field: "status",
        },
      );
  }
}

/** Vehicle and driver, then start, end and hours, then lock and status. */
const change =
  (act: Act) =>
  (session: CompanySession, routeId: number, values: ActionValues, options: CallOptions): Promise<void> =>
    allOrNothing(async () => {
      const { vehicleId, driverId, isLocked, status, ...day } = values;
      // What isn't given is written back as it is read here.
      const before = await lockWithPlan(db(), "routing_routes", session.company.id, routeId);
      const staff = {
        ...(vehicleId === undefined || vehicleId === before.vehicle_id ? {} : { vehicleId }),
        ...(driverId === undefined || driverId === before.driver_id ? {} : { driverId }),
      };
      if (Object.keys(staff).length > 0) await act(session, "route.change", { routeId, ...staff }, options);
      const stored = {
        ...storedDay(before),
        maxDistance: vehicleSettingsFromJson(before.vehicle_settings).maxDistance ?? 0,
      };
      const settings = withoutSettingsText(day);
      if (differs(settings, stored)) await act(session, "route.settings", { routeId, ...stored, ...settings }, options);
      if (status !== undefined && status !== before.status) await setStatus(act, session, routeId, status, options);
      // An approval locks by itself.
      const { is_locked: locked } = await getRoute(db(), session.company.id, routeId);
      if (isLocked !== undefined && isLocked !== (locked === 1)) await act(session, "route.lock", { routeId }, options);
    });

const own = (write: string) => ({ write });

export const routeResource = (act: Act): Resource =>
  resource<RoutingRouteRow>({
    name: "routing-route",
    label: "Route",
    table: "routing_routes",
    permission: "route.list",
    example: { plan_id: 1, vehicle_id: 1 },
    fields: {
      id: ownId(),
      vehicle_id: reference("vehicle_id", { write: "vehicleId", filter: true }),
      driver_id: reference("driver_id", { write: "driverId", filter: true }),
      query_id: reference("query_id"),
      warehouse_id: reference("warehouse_id", { filter: true }),
      plan_id: reference("plan_id", { filter: true }),
      company_id: reference("company_id"),
      position: whole("position", { sort: true }),
      status: whole("status", { write: "status", filter: true, sort: true }),
      is_locked: flag("is_locked", { write: "isLocked", filter: true, needs: "route.lock" }),
      start_location_type: oneOf("start_location_type", ["W", "P", "C"], own("startLocationType")),
      start_location_lng: degrees("start_location_lng", own("startLocationLng")),
      start_location_lat: degrees("start_location_lat", own("startLocationLat")),
      start_location_address: text("start_location_address", own("startLocationAddress")),
      end_location_type: oneOf("end_location_type", ["N", "W", "P", "C"], own("endLocationType")),
      end_location_lng: degrees("end_location_lng", own("endLocationLng")),
      end_location_lat: degrees("end_location_lat", own("endLocationLat")),
      end_location_address: text("end_location_address", own("endLocationAddress")),
      vehicle_settings: jsonText("vehicle_settings", own("vehicleSettings")),
      statistic_overdue_time: whole("statistic_overdue_time"),
      statistic_out_of_turn: whole("statistic_out_of_turn"),
      start_time: moment("start_time"),
      finish_time: moment("finish_time"),
      distance: number("distance"),
      duration: number("duration"),
      service_duration: number("service_duration"),
      waiting_duration: number("waiting_duration"),
      planned_distance: whole("planned_distance"),
      planned_work_duration: whole("planned_work_duration"),
      cost: number("cost"),
      version: whole("version"),
      created_at: moment("created_at", { sort: true }),
      updated_at: moment("updated_at", { sort: true }),
    },
    listInstead: {
      input: linkFields("route_id"),
      answer: LinkAnswer,
      run: (session, input) => linkInstead(session, "route", input),
    },
    store: {
      permission: "route.create",
      also: { plan_id: incomingId("planId") },
      run: (session, { planId, vehicleId, ...rest }, options) =>
        allOrNothing(async () => {
          const vehicleIds = vehicleId === undefined || vehicleId === null ? [] : [vehicleId];
          const added = await act(session, "route.add", { planId: planId ?? undefined, vehicleIds }, options);
          const [routeId = 0] = (added as { routeIds: number[] }).routeIds;
          await change(act)(session, routeId, rest, options);
          return routeId;
        }),
    },
    update: { permission: "route.update", keepsRest: true, run: change(act) },
    destroy: {
      permission: "route.remove",
      run: (session, routeId, options) => act(session, "route.remove", { routeId }, options),
    },
  });
