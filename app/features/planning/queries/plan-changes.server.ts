import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { lastUndoableHead, listPlanChangeHeads } from "~/db/repositories/plan-changes.server";
import { getPlan } from "~/db/repositories/plans.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { vehiclesEver } from "~/db/repositories/vehicles.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import { can } from "~/domain/access/permissions";
import { NO_VEHICLE } from "~/domain/constants";
import { changeWords, whyNotUndo } from "~/domain/plan/change-kinds";
import { localParts } from "~/domain/time/time-zone";
import { epochSec } from "~/domain/time/utc-text";
import { DIALOG_PARAM } from "~/lib/dialog-param";
import { isAbout } from "~/planner/plan-log";
import { nameOf } from "~/planner/stale-edit.server";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { nowSec } from "~/services/now.server";
import { count, formatDay } from "~/ui/format";

const NAMED = 3;

/** 'Bäckerei Müller · Van 3', '12 visits · 4 routes'; '' for the plan as a whole. */
function aboutWords(about: unknown, routeNames: ReadonlyMap<number, string>): string {
  if (!isAbout(about)) return "";
  const visits = about.visits === 0 ? [] : about.visits <= about.names.length ? about.names : [count(about.visits, "visit")];
  const routes = about.routeIds.length <= NAMED ? about.routeIds.flatMap((id) => routeNames.get(id) ?? []) : [count(about.routeIds.length, "route")];
  return [visits.join(", "), routes.join(", ")].filter((part) => part !== "").join(" · ");
}

const MOVES: readonly string[] = ["visit.move", "visits.move"];

/** What undo would take back for this user: 'Moved Beech to Van 2'; null when there is nothing of his. */
export async function undoableWords(session: CompanySession, planId: number, routes: readonly { id: number; vehicle: string }[]): Promise<string | null> {
  const head = await lastUndoableHead(db(), session.company.id, planId, session.user.id);
  if (head === undefined) return null;
  const routeNames = new Map(routes.map(({ id, vehicle }) => [id, vehicle]));
  const { about } = head;
  if (MOVES.includes(head.kind) && isAbout(about)) {
    const visits = about.visits === 1 ? (about.names[0] ?? "") : count(about.visits, "visit");
    if (about.to === null) return `Took ${visits} off ${about.routeIds.length === 1 ? (routeNames.get(about.routeIds[0] ?? 0) ?? "the route") : "their routes"}`;
    const where = routeNames.get(about.to ?? about.routeIds[0] ?? 0);
    if (where !== undefined) return about.to === undefined ? `Moved ${visits} within ${where}` : `Moved ${visits} to ${where}`;
  }
  const [words, what] = [changeWords(head.kind), aboutWords(about, routeNames)];
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${what === "" ? "" : `: ${what}`}`;
}

/** Who changed what in the plan, newest first, and what of it this user can take back. @throws AppError 403, 404 */
export async function loadPlanChanges(session: CompanySession, planId: number) {
  const companyId = session.company.id;
  authorize(session, "plan.view", { companyId });
  const plan = await getPlan(db(), companyId, planId);
  const routes = await listRoutesOfPlan(db(), companyId, planId);
  const vehicles = new Map((await vehiclesEver(db(), companyId, routes.flatMap((route) => route.vehicle_id ?? []))).map((row) => [row.id, row.title || row.plate]));
  const routeNames = new Map(routes.map((route) => [route.id, (route.vehicle_id === null ? undefined : vehicles.get(route.vehicle_id)) ?? NO_VEHICLE]));
  const timeZone = zoneOfWarehouse(plan.warehouse_id === null ? undefined : await findWarehouse(db(), companyId, plan.warehouse_id));
  const today = localParts(nowSec(), timeZone).date;
  const mayUpdate = can(session.actor, "plan.update", { companyId });
  const names = new Map<number | null, string>();
  const changes = [];
  for (const head of await listPlanChangeHeads(db(), companyId, planId)) {
    if (!names.has(head.user_id)) names.set(head.user_id, await nameOf(db(), head.user_id));
    const { date, time } = localParts(epochSec(head.created_at), timeZone);
    const undone = head.undone_at !== null && head.kind !== "plan.undo";
    changes.push({
      id: head.id,
      who: head.user_id === session.user.id ? "You" : (names.get(head.user_id) ?? ""),
      what: isAbout(head.about) && head.about.undone !== undefined ? `undid: ${changeWords(head.about.undone)}` : changeWords(head.kind),
      about: aboutWords(head.about, routeNames),
      when: date === today ? time : `${formatDay(date)} ${time}`,
      undone,
      /** an undoing stands in the list, and that is all */
      isUndoing: head.kind === "plan.undo",
      /** why it can't be undone by this user; null: he may try */
      whyNot: mayUpdate ? whyNotUndo({ kind: head.kind, userId: head.user_id, undone: head.undone_at !== null }, session.user.id) : "You have no access",
    });
  }
  return { planId, changes };
}
export type PlanChangesData = Awaited<ReturnType<typeof loadPlanChanges>>;

/** For the plan page, when its address asks for the list. */
export const loadAskedChanges = async (session: CompanySession, planId: number, request: Request): Promise<PlanChangesData | null> =>
  new URL(request.url).searchParams.get(DIALOG_PARAM) === "changes" ? loadPlanChanges(session, planId) : null;
