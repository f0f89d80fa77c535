import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { planFromRow, routeFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getPlan } from "~/db/repositories/plans.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { withTransaction } from "~/db/transaction.server";
import type { Action } from "~/domain/access/permissions";
import { isUnchanged, mergeChanges } from "~/domain/changes";
import type { PlanningChanges, Recalculation } from "~/domain/changes";
import type { Decision } from "~/domain/decision";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import type { UtcText } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { AppError } from "~/lib/errors";
import { nowText } from "~/services/now.server";
import { measureRouteLegs, retimeChanges } from "./retime-routes.server";
import type { RouteLeg } from "./retime-routes.server";
import { savePlanChanges } from "./save-plan-changes.server";
import { refuseStaleEdit } from "./stale-edit.server";
import type { EditSubject } from "./stale-edit.server";
import type { About, ChangedVehicle } from "~/domain/plan/plan-log";
import type { PlanSlice } from "~/domain/plan/plan-slice";
import { withPlanStatus } from "./with-plan-status";

/** What every form about a plan sends along. */
export interface EditOptions {
  /** the plan's version that the user saw; left out: whatever is there */
  version?: number | undefined;
  /** the sender's socket, left out of the news */
  tab?: string | undefined;
}

export interface PlanCommand {
  /** stable name for the plan's log: 'route.approve' */
  kind: string;
  action: Action;
  planId: number;
  subject: EditSubject;
  /** visits that the decision needs: whole routes, start, end and break included, wherever times may change */
  visits(trx: Db, slice: Omit<PlanSlice, "visits">): Promise<Visit[]>;
  decide(slice: PlanSlice): Decision<PlanningChanges> | Promise<Decision<PlanningChanges>>;
  /** which of the subject's visits it was done to in the end, once it is decided; left out: all of them */
  chosen?(): readonly number[];
  /** takes an earlier change back: noted in the log, but nothing that undo takes back again */
  isUndoing?: boolean | undefined;
  /** what the list of changes says that it was about, once it is decided; otherwise it follows from the subject */
  about?(): About | undefined;
  /** changed along with the plan, once it is decided: for the log */
  vehicles?(): readonly ChangedVehicle[];
  /** in the same transaction, after saving; with the id in the plan's log */
  saved?(trx: Db, now: UtcText, changeId: number): Promise<void>;
}

export interface ChangedPlan {
  planId: number;
  /** of the plan, after the change */
  version: number;
  changes: PlanningChanges;
  /**
   * routes that have new times already by their order; whoever can calculate may do it again, fully where it says so
   */
  recalculate: Recalculation[];
  /** ids of `changes.createVisits`, in their order */
  createdVisitIds: number[];
  /** in the plan's log; null: nothing was changed */
  changeId: number | null;
}

/** How often somebody else may be faster, or legs be missing, before the command gives up. */
const ATTEMPTS = 6;

/** A change that is worked out and not saved. */
export interface DecidedChange {
  slice: PlanSlice;
  /** with new times, totals and statuses */
  changes: PlanningChanges;
  recalculate: Recalculation[];
}

type Decided = { ready: DecidedChange } | { missing: RouteLeg[] };
type Outcome = { done: ChangedPlan } | { missing: RouteLeg[] };

const changedTooOften = (): AppError =>
  new AppError("plan.changed", "The plan changes faster than its legs can be measured. Please try again.", {
    status: 409,
  });

/**
 * Carries out one change of a plan: load, decide, new times by position for the routes that changed, save in one
 * transaction with the plan's version, log, tell the others after the commit. Legs that are not measured yet are
 * measured between two tries, never inside the transaction.
 * @throws AppError 403, 404, what the decision refuses, and 409 when somebody else changed the same thing since
 * `version`
 */
export async function changePlan(
  session: CompanySession,
  command: PlanCommand,
  options: EditOptions,
): Promise<ChangedPlan> {
  const companyId = session.company.id;
  authorize(session, command.action, { companyId });
  const measured: MeasuredLeg[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await withTransaction(db(), (trx) => attemptChange(trx, session, command, options, measured));
      if ("done" in outcome) return outcome.done;
      if (attempt === ATTEMPTS) throw changedTooOften();
      measured.push(...(await measureRouteLegs(companyId, outcome.missing)));
    } catch (error) {
      // Only the stored version lost the race; what the user saw was checked before.
      if (!(error instanceof AppError && error.code === "plan.raced") || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * What the command would do now, worked out the same way and not saved.
 * @throws AppError 403, 404, and what the decision refuses
 */
export async function previewChange(session: CompanySession, command: PlanCommand): Promise<DecidedChange> {
  const companyId = session.company.id;
  authorize(session, command.action, { companyId });
  const measured: MeasuredLeg[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const outcome = await decideChange(db(), companyId, command, {}, measured);
    if ("ready" in outcome) return outcome.ready;
    measured.push(...(await measureRouteLegs(companyId, outcome.missing)));
  }
  throw changedTooOften();
}

async function attemptChange(
  trx: Db,
  session: CompanySession,
  command: PlanCommand,
  options: EditOptions,
  measured: readonly MeasuredLeg[],
): Promise<Outcome> {
  const companyId = session.company.id;
  const decided = await decideChange(trx, companyId, command, options, measured);
  if ("missing" in decided) return decided;
  const { slice, changes, recalculate } = decided.ready;
  const { plan, now } = slice;
  const vehicles = command.vehicles?.() ?? [];
  if (isUnchanged(changes) && vehicles.length === 0)
    return {
      done: { planId: plan.id, version: plan.version, changes, recalculate, createdVisitIds: [], changeId: null },
    };
  const author = { companyId, userId: session.user.id };
  const subject = { ...command.subject, visitIds: command.chosen?.() ?? command.subject.visitIds };
  const saved = await savePlanChanges(trx, author, {
    kind: command.kind,
    slice,
    changes,
    subject,
    about: command.about?.(),
    vehicles,
    tab: options.tab,
    isUndoing: command.isUndoing,
  });
  if (saved.changeId !== null) await command.saved?.(trx, now, saved.changeId);
  return {
    done: {
      planId: plan.id,
      version: saved.version,
      changes,
      recalculate,
      createdVisitIds: saved.createdVisitIds,
      changeId: saved.changeId,
    },
  };
}

async function decideChange(
  trx: Db,
  companyId: number,
  command: PlanCommand,
  options: EditOptions,
  measured: readonly MeasuredLeg[],
): Promise<Decided> {
  const now = nowText();
  const plan = planFromRow(await getPlan(trx, companyId, command.planId));
  await refuseStaleEdit(trx, companyId, plan, options.version, command.subject);
  const routes = (await listRoutesOfPlan(trx, companyId, plan.id)).map(routeFromRow);
  const slice: PlanSlice = { plan, routes, now, visits: await command.visits(trx, { plan, routes, now }) };

  const decision = await command.decide(slice);
  if (!decision.ok)
    throw new AppError(decision.error.code, decision.error.message, {
      status: decision.error.status,
      field: Object.keys(decision.error.fields ?? {})[0],
    });
  if (isUnchanged(decision.changes)) return { ready: { slice, changes: decision.changes, recalculate: [] } };

  const timed = await retimeChanges(trx, companyId, slice, decision.changes, measured);
  if (timed.missing.length > 0) return { missing: timed.missing };
  return {
    ready: {
      slice,
      changes: withPlanStatus(mergeChanges([decision.changes, timed.changes]), slice),
      recalculate: decision.changes.recalculate,
    },
  };
}
