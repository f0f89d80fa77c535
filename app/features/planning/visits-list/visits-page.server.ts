import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { scoped } from "~/db/repositories/scoped.server";
import { findVisit, listVisits } from "~/db/repositories/visits.server";
import type { RoutingPlanRow, RoutingRouteRow, RoutingVisitRow, WarehouseRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import type { RouteStatus } from "~/domain/route/route-status";
import { displayedVisitStatus, shownName } from "~/domain/visit/visit-display";
import { visitSourceLabel } from "~/domain/visit/visit-source";
import type { VisitStatus } from "~/domain/visit/visit-status";
import { visitTypeLabel } from "~/domain/visit/visit-type";
import type { VisitType } from "~/domain/visit/visit-type";
import { chosenOf, dialogOf, listOf, listRequest } from "~/http/list-request.server";
import { PLANNED_PARAM } from "./visits-view";
import { services } from "~/services/container.server";

type Plans = ReadonlyMap<number, Pick<RoutingPlanRow, "title" | "service_date">>;
type Routes = ReadonlyMap<number, Pick<RoutingRouteRow, "status">>;
type Warehouses = ReadonlyMap<number, Pick<WarehouseRow, "title">>;

/** Rows of one table by id; ids of other companies are left out. */
async function byId<Row extends { id: number }>(
  companyId: number,
  table: "routing_plans" | "routing_routes" | "warehouses",
  ids: readonly (number | null)[],
  columns: readonly string[],
): Promise<Map<number, Row>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    wanted.length === 0
      ? []
      : ((await scoped(db(), table, companyId)
          .whereIn(`${table}.id`, wanted)
          .select(["id", ...columns].map((column) => `${table}.${column}`))) as Row[]);
  return new Map(rows.map((row) => [row.id, row]));
}

function shown(row: RoutingVisitRow, plans: Plans, routes: Routes, warehouses: Warehouses) {
  const route = row.route_id === null ? undefined : routes.get(row.route_id);
  const plan = row.plan_id === null ? undefined : plans.get(row.plan_id);
  return {
    id: row.id,
    name: row.name,
    code: row.external_id ?? "",
    address: row.address,
    type: visitTypeLabel(row.type),
    status: displayedVisitStatus(
      { status: row.status as VisitStatus, routeId: row.route_id },
      route ? { status: route.status as RouteStatus } : null,
    ),
    plan: row.plan_id !== null && plan ? { id: row.plan_id, title: plan.title, date: plan.service_date } : null,
    warehouse: row.warehouse_id === null ? null : (warehouses.get(row.warehouse_id)?.title ?? null),
    source: visitSourceLabel(row.source),
    hasPlace: row.lat !== null && row.lng !== null,
  };
}
export type VisitListItem = ReturnType<typeof shown>;

/** Those of the ids that the company has, in the order of the list, and the versions of their plans. */
async function chosenVisits(companyId: number, ids: readonly number[]) {
  const rows =
    ids.length === 0
      ? []
      : ((await scoped(db(), "routing_visits", companyId)
          .whereIn("id", [...ids])
          .orderBy("id", "desc")) as RoutingVisitRow[]);
  const plans = await byId<Pick<RoutingPlanRow, "id" | "version">>(
    companyId,
    "routing_plans",
    rows.map((row) => row.plan_id),
    ["version"],
  );
  return {
    visits: rows.map((row) => ({
      id: row.id,
      name: shownName({ type: row.type as VisitType, name: row.name }),
      isPlanned: row.plan_id !== null,
    })),
    versions: [...plans.values()].map(({ id, version }) => `${id}:${version}`).join(","),
  };
}

/**
 * Every visit of the company, newest first, and the waiting one that a dialog of the list is about.
 * @throws AppError 403
 */
export async function loadVisitsPage(session: CompanySession, request: Request) {
  const companyId = session.company.id;
  authorize(session, "visit.list", { companyId });
  const asked = listRequest(request);
  const planned = { "0": false, "1": true }[new URL(request.url).searchParams.get(PLANNED_PARAM) ?? ""];
  const found = await listVisits(db(), companyId, { ...asked.page, search: asked.search, planned });
  const [plans, routes, warehouses] = await Promise.all([
    byId<Pick<RoutingPlanRow, "id" | "title" | "service_date">>(
      companyId,
      "routing_plans",
      found.rows.map((row) => row.plan_id),
      ["title", "service_date"],
    ),
    byId<Pick<RoutingRouteRow, "id" | "status">>(
      companyId,
      "routing_routes",
      found.rows.map((row) => row.route_id),
      ["status"],
    ),
    byId<Pick<WarehouseRow, "id" | "title">>(
      companyId,
      "warehouses",
      found.rows.map((row) => row.warehouse_id),
      ["title"],
    ),
  ]);
  const dialog = dialogOf(request);
  const subject = dialog.id === null ? undefined : await findVisit(db(), companyId, dialog.id);
  return {
    list: {
      ...listOf(asked, found, (row) => shown(row, plans, routes, warehouses)),
      narrowed: asked.search !== "" || planned !== undefined,
    },
    /** a visit in a plan is changed there */
    subject: subject && subject.plan_id === null ? visitFromRow(subject) : null,
    chosen: await chosenVisits(companyId, chosenOf(request, ["edit-visits", "remove-visits"])),
    map: services().baseMaps.current(session.user.settings.map),
    rights: {
      update: can(session.actor, "visit.update"),
      remove: can(session.actor, "visit.remove"),
      import: can(session.actor, "import.run"),
    },
  };
}
export type VisitsPageData = Awaited<ReturnType<typeof loadVisitsPage>>;
