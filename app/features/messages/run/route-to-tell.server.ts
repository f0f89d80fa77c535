import { messageSettingsFromRow, routeFromRow, visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { getCompany } from "~/db/repositories/companies.server";
import { findPlan } from "~/db/repositories/plans.server";
import { findRoute } from "~/db/repositories/routes.server";
import { listVisitsOfRoute } from "~/db/repositories/plan-visits.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { CompanyRow } from "~/db/tables";
import { dueMessages } from "~/domain/messages/due-messages";
import type { DueMessage, RouteToTell } from "~/domain/messages/due-messages";
import type { MessageChannel } from "~/domain/messages/message-kind";
import { isMessageOn, onSinceBy } from "~/domain/messages/message-settings";
import type { MessageSettings } from "~/domain/messages/message-settings";
import type { Route } from "~/domain/route/route";
import { dialledPhone } from "~/domain/validation/national-phone";
import type { DialledPhone } from "~/domain/validation/national-phone";
import type { Visit } from "~/domain/visit/visit";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";

/** Everything that messages about a route's stops are made from. */
export interface LoadedRoute extends RouteToTell {
  company: CompanyRow;
  settings: MessageSettings;
  route: Route;
  visits: Visit[];
  /** of the warehouse, ISO 3166 alpha-2; "" when it isn't known */
  country: string;
}

/** Null: the route is gone. @throws AppError 404 for a company that is gone */
export async function loadRouteToTell(db: Db, companyId: number, routeId: number): Promise<LoadedRoute | null> {
  const company = await getCompany(db, companyId);
  const row = await findRoute(db, companyId, routeId);
  const plan = row === undefined ? undefined : await findPlan(db, companyId, row.plan_id);
  if (row === undefined || plan === undefined) return null;
  const warehouse = plan.warehouse_id === null ? undefined : await findWarehouse(db, companyId, plan.warehouse_id);
  const settings = messageSettingsFromRow(company);
  return {
    company,
    settings,
    route: routeFromRow(row),
    visits: (await listVisitsOfRoute(db, companyId, routeId)).map(visitFromRow),
    serviceDate: plan.service_date,
    timeZone: zoneOfWarehouse(warehouse),
    country: warehouse?.country_code ?? "",
  };
}

/** What is due by this way now, as far as it is switched on. @param now epoch seconds */
export const dueBy = (loaded: LoadedRoute, channel: MessageChannel, now: number): DueMessage[] =>
  dueMessages({ ...loaded, onSince: onSinceBy(loaded.settings, channel) }, now).filter(({ kind }) =>
    isMessageOn(loaded.settings, kind, channel),
  );

/** A recipient's number, as the phones of the warehouse's country write it. */
export const phoneOf = (visit: Pick<Visit, "recipientPhone">, country: string): DialledPhone | null =>
  dialledPhone(visit.recipientPhone, country);
