import { parseJson } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { listPlanChanges } from "~/db/repositories/plan-changes.server";
import type { PlanChangeAfter } from "~/db/repositories/plan-changes.server";
import { changeWords, FOLLOWING_KINDS, isReport, MEASURE_KIND } from "~/domain/plan/change-kinds";
import type { Plan } from "~/domain/plan/plan";
import { AppError } from "~/lib/errors";
import { authorName, isMadeBy } from "./author.server";
import type { Author } from "./author.server";
import { decidedRoutes, decidedVisits, isAbout, isLogged } from "~/domain/plan/plan-log";
import type { LoggedSide } from "~/domain/plan/plan-log";

/**
 * What an edit is about. A change of something else in the meantime is no conflict; a change of the same thing is.
 * `fields`: the user typed over values that they saw, so that even a change that nobody logged stops them once.
 * `timed`: they decided by the times of the routes, which reports change, too.
 */
export interface EditSubject {
  plan?: boolean;
  routeIds?: readonly number[];
  visitIds?: readonly number[];
  fields?: boolean;
  timed?: boolean;
}

/** What follows from routes and calculations: nobody typed it. */
const FOLLOWING_PLAN_FIELDS: ReadonlySet<string> = new Set(["status", "queryId", "travelEngine", "travelNote"]);

/**
 * Times and totals of a route are nobody's decision: who types over its fields doesn't mean them, and neither reports
 * nor changes elsewhere stop a button. A visit that a colleague brought to the route does.
 */
const routesOf = (kind: string, about: LoggedSide, { fields, timed }: EditSubject): number[] =>
  timed !== true && (fields === true || isReport(kind) || FOLLOWING_KINDS.includes(kind))
    ? decidedRoutes(about)
    : about.routes.map((route) => route.id);

function touches(change: PlanChangeAfter, subject: EditSubject): boolean {
  const about = isLogged(change.after) ? change.after : null;
  if (about === null) return subject.fields === true;
  if (subject.plan && about.plan !== null && Object.keys(about.plan).some((field) => !FOLLOWING_PLAN_FIELDS.has(field)))
    return true;
  return (
    routesOf(change.kind, about, subject).some((id) => subject.routeIds?.includes(id)) ||
    decidedVisits(about).some((id) => subject.visitIds?.includes(id))
  );
}

/** 'Rita Beck moved the visit “Bakery”', as who did what. */
export async function describeChange(
  trx: Db,
  change: Pick<PlanChangeAfter, "company_id" | "user_id" | "api_key_id" | "kind" | "about">,
): Promise<string> {
  const about = parseJson<unknown>(change.about, null);
  const visit = isAbout(about) && about.visits === 1 && change.kind.startsWith("visit.") ? about.names[0] : "";
  const routes = isAbout(about) ? about.routeIds.length : 1;
  const what = changeWords(change.kind, { visit: visit ?? "", routes });
  return `${await authorName(trx, change.company_id, change)} ${what}`;
}

/**
 * Visits that the person changed themself are no conflict: they saw it at once, before the page had its new version.
 * What they type over is, and so is a route's button, of which a second press may be a mistake.
 */
const ownVisitsLeftOut = (subject: EditSubject): EditSubject =>
  subject.fields === true ? subject : { ...subject, visitIds: [] };

/**
 * @param seen version of the plan that the user saw; undefined takes whatever is there
 * @throws AppError 409 'plan.changed' with a sentence that says what changed
 */
export async function refuseStaleEdit(
  trx: Db,
  by: Author,
  plan: Pick<Plan, "id" | "version">,
  seen: number | undefined,
  subject: EditSubject,
): Promise<void> {
  if (seen === undefined || seen >= plan.version) return;
  const since = await listPlanChanges(trx, by.companyId, plan.id, { version: seen });
  const isOwn = (change: PlanChangeAfter) => by.userId !== null && isMadeBy(change, by);
  const conflict = since.find(
    (change) => change.kind !== MEASURE_KIND && touches(change, isOwn(change) ? ownVisitsLeftOut(subject) : subject),
  );
  const unlogged = new Set(since.map((change) => change.plan_version)).size < plan.version - seen;
  if (!conflict && !(unlogged && subject.fields)) return;
  const what = conflict ? await describeChange(trx, conflict) : "The plan was changed";
  const then = subject.fields
    ? "Your entries are kept: check the plan, then save again."
    : "Nothing was changed: check the plan, then try again.";
  throw new AppError("plan.changed", `${what} in the meantime. ${then}`, {
    status: 409,
    // The form has this version in a hidden field: it is the one that its user knows of now.
    stale: { version: { now: String(plan.version) } },
    details: {
      expectedVersion: seen,
      version: plan.version,
      changes: since.map(({ kind, user_id, plan_version, created_at }) => ({
        kind,
        user_id,
        plan_version,
        created_at,
      })),
    },
  });
}
