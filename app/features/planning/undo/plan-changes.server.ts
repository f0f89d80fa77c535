import { vehicleName } from "~/domain/vehicle/vehicle";
import { memberName } from "~/domain/access/person-name";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { lastRedoableHead, lastUndoableHead, listPlanChangeHeads } from "~/db/repositories/plan-changes.server";
import { listConfirmationTemplates } from "~/db/repositories/confirmation-templates.server";
import { listMembers } from "~/db/repositories/members.server";
import { getPlan } from "~/db/repositories/plans.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { listVehicles, vehiclesWithRemoved } from "~/db/repositories/vehicles.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import { can } from "~/domain/access/permissions";
import { NO_VEHICLE } from "~/domain/constants";
import { changeName, changeWords, isUndoOrRedo, whyNotUndo } from "~/domain/plan/change-kinds";
import { changedFieldWords } from "~/domain/plan/changed-fields";
import type { ChangeNames } from "~/domain/plan/changed-fields";
import { localParts } from "~/domain/time/time-zone";
import { epochSec } from "~/domain/time/utc-text";
import { DIALOG_PARAM } from "~/lib/dialog-param";
import { isAbout } from "~/domain/plan/plan-log";
import { authorName, authorOf, isMadeBy } from "~/planner/author.server";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";
import { nowSec } from "~/services/now.server";
import { count } from "~/domain/format-number";
import { formatDay } from "~/domain/time/day-words";
import type { Units } from "~/domain/units";

const NAMED = 3;

/** 'Bäckerei Müller · Van 3', '12 visits · 4 routes'; '' for the plan as a whole. */
function aboutWords(about: unknown, routeNames: ReadonlyMap<number, string>): string {
  if (!isAbout(about)) return "";
  const visits =
    about.visits === 0 ? [] : about.visits <= about.names.length ? about.names : [count(about.visits, "visit")];
  const routes =
    about.routeIds.length <= NAMED
      ? about.routeIds.flatMap((id) => routeNames.get(id) ?? [])
      : [count(about.routeIds.length, "route")];
  return [visits.join(", "), routes.join(", ")].filter((part) => part !== "").join(" · ");
}

/** 'moved the visit', 'undid the move of the visit' */
function whatOf({ kind, about }: { kind: string; about: unknown }): string {
  if (!isAbout(about)) return changeWords(kind);
  if (about.undone !== undefined) return `undid ${changeName(about.undone, about.routeIds.length)}`;
  return about.redone !== undefined
    ? `redid ${changeName(about.redone, about.routeIds.length)}`
    : changeWords(kind, { routes: about.routeIds.length });
}

const fieldWords = (about: unknown, names: ChangeNames, units: Units): string[] =>
  isAbout(about) ? (about.fields ?? []).flatMap((field) => changedFieldWords(field, names, units) ?? []) : [];

const MOVES: readonly string[] = ["visit.move", "visits.move"];

/** What undo would take back for this user: 'Moved Beech to Van 2'; null when they have no change. */
export async function undoableWords(
  session: CompanySession,
  planId: number,
  routes: readonly { id: number; vehicle: string }[],
): Promise<string | null> {
  const head = await lastUndoableHead(db(), session.company.id, planId, authorOf(session));
  if (head === undefined) return null;
  const routeNames = new Map(routes.map(({ id, vehicle }) => [id, vehicle]));
  const { about } = head;
  if (MOVES.includes(head.kind) && isAbout(about)) {
    const visits = about.visits === 1 ? (about.names[0] ?? "") : count(about.visits, "visit");
    if (about.to === null) {
      const oneRoute = routeNames.get(about.routeIds[0] ?? 0) ?? "the route";
      return `Took ${visits} off ${about.routeIds.length === 1 ? oneRoute : "their routes"}`;
    }
    const where = routeNames.get(about.to ?? about.routeIds[0] ?? 0);
    if (where !== undefined)
      return about.to === undefined ? `Moved ${visits} within ${where}` : `Moved ${visits} to ${where}`;
  }
  const [words, what] = [whatOf(head), aboutWords(about, routeNames)];
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${what === "" ? "" : `: ${what}`}`;
}

/** What redo would repeat for this user: 'the move of the visit'; null when there is nothing. */
export async function redoableWords(session: CompanySession, planId: number): Promise<string | null> {
  const head = await lastRedoableHead(db(), session.company.id, planId, authorOf(session));
  if (head === undefined) return null;
  return isAbout(head.about) ? changeName(head.about.undone ?? "", head.about.routeIds.length) : changeName("");
}

/** Who changed what in the plan, newest first, and which changes this user can take back. @throws AppError 403, 404 */
export async function loadPlanChanges(session: CompanySession, planId: number) {
  const companyId = session.company.id;
  authorize(session, "plan.view", { companyId });
  const plan = await getPlan(db(), companyId, planId);
  const routes = await listRoutesOfPlan(db(), companyId, planId);
  const vehicles = new Map(
    (
      await vehiclesWithRemoved(
        db(),
        companyId,
        routes.flatMap((route) => route.vehicle_id ?? []),
      )
    ).map((row) => [row.id, vehicleName(row)]),
  );
  const routeNames = new Map(
    routes.map((route) => [
      route.id,
      (route.vehicle_id === null ? undefined : vehicles.get(route.vehicle_id)) ?? NO_VEHICLE,
    ]),
  );
  const timeZone = zoneOfWarehouse(
    plan.warehouse_id === null ? undefined : await findWarehouse(db(), companyId, plan.warehouse_id),
  );
  const today = localParts(nowSec(), timeZone).date;
  const members = new Map(
    (await listMembers(db(), companyId, { pageSize: "unpaged" })).rows.map((member) => [member.id, memberName(member)]),
  );
  const vehicleNames = new Map(
    (await listVehicles(db(), companyId, { pageSize: "unpaged" })).rows.map((row) => [row.id, vehicleName(row)]),
  );
  const templates = new Map((await listConfirmationTemplates(db(), companyId)).map((row) => [row.id, row.title]));
  const fieldNames: ChangeNames = {
    route: (id) => routeNames.get(id),
    vehicle: (id) => vehicleNames.get(id),
    driver: (id) => members.get(id),
    template: (id) => templates.get(id),
  };
  const mayUpdate = can(session.actor, "plan.update", { companyId });
  const author = authorOf(session);
  const names = new Map<string, string>();
  const changes = [];
  for (const head of await listPlanChangeHeads(db(), companyId, planId)) {
    const maker = `${head.user_id} ${head.api_key_id}`;
    if (!names.has(maker)) names.set(maker, await authorName(db(), companyId, head));
    const { date, time } = localParts(epochSec(head.created_at), timeZone);
    const undone = head.undone_at !== null && !isUndoOrRedo(head.kind);
    changes.push({
      id: head.id,
      who: isMadeBy(head, author) ? "You" : (names.get(maker) ?? ""),
      what: whatOf(head),
      about: aboutWords(head.about, routeNames),
      /** 'Window from: 08:00 → 09:30' */
      fields: fieldWords(head.about, fieldNames, session.units),
      when: date === today ? time : `${formatDay(date)} ${time}`,
      undone,
      /** undo and redo are listed without a button */
      isUndoing: isUndoOrRedo(head.kind),
      /** why it can't be undone by this user; null: they may try */
      whyNot: mayUpdate
        ? whyNotUndo({ kind: head.kind, undone: head.undone_at !== null }, isMadeBy(head, author))
        : "You have no access",
    });
  }
  return { planId, changes };
}
export type PlanChangesData = Awaited<ReturnType<typeof loadPlanChanges>>;

/** For the plan page, when its address asks for the list. */
export const loadAskedChanges = async (
  session: CompanySession,
  planId: number,
  request: Request,
): Promise<PlanChangesData | null> =>
  new URL(request.url).searchParams.get(DIALOG_PARAM) === "changes" ? loadPlanChanges(session, planId) : null;
