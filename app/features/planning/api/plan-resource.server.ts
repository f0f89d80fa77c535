import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import { allOrNothing, db } from "~/db/database.server";
import { getPlan, lockPlan } from "~/db/repositories/plans.server";
import type { RoutingPlanRow } from "~/db/tables";
import { PlanStatus } from "~/domain/plan/plan-status";
import type { CallOptions } from "~/http/api/api-call.server";
import {
  day,
  degrees,
  flag,
  incoming,
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
import { differs, storedDay, withoutSettingsText } from "./day-values.server";

const storedSettings = (row: RoutingPlanRow): ActionValues => ({
  squashDuration: row.squash_duration,
  solvingTime: row.solving_time,
  exploration: row.exploration,
  visitBalanceCoefficient: row.visit_balance_coefficient,
  avoidTolls: row.avoid_tolls === 1,
  avoidHighways: row.avoid_highways === 1,
  aim: row.aim,
  ...storedDay(row),
});

async function setStatus(act: Act, session: CompanySession, planId: number, status: unknown, options: CallOptions) {
  if (status === PlanStatus.Dispatching) return act(session, "plan.dispatch", { planId }, options);
  if (status === PlanStatus.Completed || status === PlanStatus.Created)
    return act(session, "plan.complete", { planId, completed: status === PlanStatus.Completed }, options);
  throw new AppError("plan.status", "Status can be set to 1 (not completed), 4 (dispatching) or 5 (completed)", {
    status: 422,
    field: "status",
  });
}

/** Each action that the values need: the title, the settings, the status. */
const change =
  (act: Act) =>
  (session: CompanySession, planId: number, values: ActionValues, options: CallOptions): Promise<void> =>
    allOrNothing(async () => {
      const { title, status, ...given } = values;
      // What isn't given is written back as it is read here.
      await lockPlan(db(), session.company.id, planId);
      const row = await getPlan(db(), session.company.id, planId);
      const stored = storedSettings(row);
      const settings = withoutSettingsText(given);
      if (title !== undefined && title !== row.title) await act(session, "plan.rename", { planId, title }, options);
      if (differs(settings, stored)) await act(session, "plan.settings", { planId, ...stored, ...settings }, options);
      if (status !== undefined && status !== row.status) await setStatus(act, session, planId, status, options);
    });

const own = (write: string) => ({ write });

export const planResource = (act: Act): Resource =>
  resource<RoutingPlanRow>({
    name: "routing-plan",
    label: "Plan",
    table: "routing_plans",
    permission: "plan.list",
    search: ["title"],
    example: { title: "Tuesday", warehouse_id: 1, service_date: "2031-11-25" },
    fields: {
      id: ownId(),
      title: text("title", { write: "title", filter: true, sort: true }),
      company_id: reference("company_id"),
      warehouse_id: reference("warehouse_id", { filter: true }),
      query_id: reference("query_id"),
      squash_duration: number("squash_duration", own("squashDuration")),
      avoid_tolls: flag("avoid_tolls", own("avoidTolls")),
      avoid_highways: flag("avoid_highways", own("avoidHighways")),
      solving_time: number("solving_time", own("solvingTime")),
      exploration: whole("exploration", own("exploration")),
      status: whole("status", { write: "status", filter: true, sort: true }),
      settings: jsonText("settings"),
      solution: jsonText("solution"),
      service_date: day("service_date", { filter: true, sort: true }),
      start_location_type: oneOf("start_location_type", ["W", "P", "C"], own("startLocationType")),
      start_location_lng: degrees("start_location_lng", own("startLocationLng")),
      start_location_lat: degrees("start_location_lat", own("startLocationLat")),
      start_location_address: text("start_location_address", own("startLocationAddress")),
      end_location_type: oneOf("end_location_type", ["N", "W", "P", "C"], own("endLocationType")),
      end_location_lng: degrees("end_location_lng", own("endLocationLng")),
      end_location_lat: degrees("end_location_lat", own("endLocationLat")),
      end_location_address: text("end_location_address", own("endLocationAddress")),
      vehicle_settings: jsonText("vehicle_settings", own("vehicleSettings")),
      visit_balance_coefficient: number("visit_balance_coefficient", own("visitBalanceCoefficient")),
      aim: oneOf("aim", ["time", "vehicles", "cost"], own("aim")),
      version: whole("version"),
      created_at: moment("created_at", { sort: true }),
      updated_at: moment("updated_at", { sort: true }),
    },
    store: {
      permission: "plan.create",
      also: {
        // The schema of the action says what a plan without one is told.
        warehouse_id: incoming(z.int().min(0), "warehouseId", (value) => (value === 0 ? undefined : value)),
        service_date: incoming(z.string(), "serviceDate"),
        /** vehicles with a route each; left out: all that the plan may use */
        vehicle_ids: incoming(z.array(z.int().min(1)), "vehicleIds"),
        /** 1: visits that wait become the plan's */
        add_waiting: incoming(z.literal([0, 1]), "addWaiting", (value) => value === 1),
      },
      run: (session, values, options) =>
        allOrNothing(async () => {
          const { title, warehouseId, serviceDate, vehicleIds, addWaiting, status, ...settings } = values;
          const plan = { title, warehouseId, serviceDate, vehicleIds, addWaiting };
          const given = Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined));
          const { planId } = (await act(session, "plan.create", given, options)) as { planId: number };
          await change(act)(session, planId, settings, options);
          if (status !== undefined && status !== PlanStatus.Created)
            await setStatus(act, session, planId, status, options);
          return planId;
        }),
    },
    update: { permission: "plan.update", keepsRest: true, run: change(act) },
    destroy: {
      permission: "plan.remove",
      run: (session, planId, options) => act(session, "plan.remove", { planId }, options),
    },
  });
