import type { Db } from "~/db/client.server";
import { listPlanChanges } from "~/db/repositories/plan-changes.server";
import type { PlanChange } from "~/db/repositories/plan-changes.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import type { Plan } from "~/domain/plan/plan";
import { AppError } from "~/lib/errors";

/**
 * What an edit is about. A change of something else in the meantime is no conflict; a change of the same thing is.
 * `fields`: the user typed over values that he saw, so that even a change that nobody logged stops him once.
 */
export interface EditSubject {
  plan?: boolean;
  routeIds?: readonly number[];
  visitIds?: readonly number[];
  fields?: boolean;
}

/** How the plan's log says what a change was about (see save-plan-changes). */
export interface LoggedChange {
  plan: Record<string, unknown> | null;
  routes: ({ id: number } & Record<string, unknown>)[];
  visits: ({ id: number } & Record<string, unknown>)[];
}

export const isLogged = (value: unknown): value is LoggedChange =>
  typeof value === "object" && value !== null && Array.isArray((value as LoggedChange).routes) && Array.isArray((value as LoggedChange).visits);

/** What was done, for the sentence; kinds that nobody knows stay general. */
export const CHANGE_WORDS: Readonly<Record<string, string>> = {
  "plan.rename": "renamed the plan",
  "plan.settings": "changed the plan's settings",
  "plan.complete": "changed the plan's status",
  "plan.dispatch": "started the dispatch",
  "route.add": "added routes",
  "route.change": "changed a route's vehicle or driver",
  "route.settings": "changed a route's settings",
  "route.lock": "locked or unlocked a route",
  "route.approve": "approved the route",
  "route.start": "started the route",
  "route.finish": "finished the route",
  "route.reset": "reset the route",
  "route.empty": "emptied the route",
  "route.remove": "removed a route",
  "visits.remove": "removed visits",
  "visits.move": "moved visits",
  "visits.window": "changed the window of visits",
  "plan.undo": "undid a change",
  "plan.import": "imported visits",
  "visit.add": "added a visit",
  "visit.update": "changed the visit",
  "visit.move": "moved the visit",
  "visit.remove": "removed the visit",
  "suggestion.apply": "applied a suggestion",
  "suggestion.vehicle": "applied a suggestion to a vehicle",
};

function touches(change: PlanChange, subject: EditSubject): boolean {
  const about = isLogged(change.after) ? change.after : null;
  if (about === null) return subject.fields === true;
  if (subject.plan && about.plan !== null && Object.keys(about.plan).some((field) => field !== "status")) return true;
  return about.routes.some((one) => subject.routeIds?.includes(one.id)) || about.visits.some((one) => subject.visitIds?.includes(one.id));
}

export async function nameOf(trx: Db, userId: number | null): Promise<string> {
  const user = userId === null ? undefined : await findUserAcrossCompanies(trx, userId);
  return user ? [user.name, user.surname].filter(Boolean).join(" ") || user.email : "Somebody else";
}

/**
 * @param seen version of the plan that the user saw; undefined takes whatever is there
 * @throws AppError 409 'plan.changed' with a sentence that says what changed
 */
export async function refuseStaleEdit(trx: Db, companyId: number, plan: Pick<Plan, "id" | "version">, seen: number | undefined, subject: EditSubject): Promise<void> {
  if (seen === undefined || seen >= plan.version) return;
  const since = (await listPlanChanges(trx, companyId, plan.id)).filter((change) => change.plan_version > seen);
  const conflict = since.find((change) => touches(change, subject));
  const unlogged = since.length < plan.version - seen;
  if (!conflict && !(unlogged && subject.fields)) return;
  const what = conflict ? `${await nameOf(trx, conflict.user_id)} ${CHANGE_WORDS[conflict.kind] ?? "changed the plan"} meanwhile.` : "The plan was changed meanwhile.";
  throw new AppError("plan.changed", `${what} What you typed is still here: look at the plan, then save again.`, {
    status: 409,
    details: { expectedVersion: seen, version: plan.version, changes: since.map(({ kind, user_id, plan_version, created_at }) => ({ kind, user_id, plan_version, created_at })) },
  });
}
