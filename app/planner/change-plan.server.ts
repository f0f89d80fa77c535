import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { planFromRow, routeFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { getPlan, lockPlan } from "~/db/repositories/plans.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { withTransaction } from "~/db/transaction.server";
import type { Action } from "~/domain/access/permissions";
import { routeProgress } from "~/domain/calculation/progress";
import { applyChanges } from "~/domain/apply-changes";
import { isUnchanged, mergeChanges, planningChanges } from "~/domain/changes";
import type { PlanningChanges, Recalculation } from "~/domain/changes";
import { refusalError } from "~/domain/decision";
import type { Confirmation } from "~/domain/decision";
import { withPlanStatus } from "~/domain/plan/plan-rules";
import type { PlanSlice } from "~/domain/plan/plan-slice";
import { withPlannedTotals } from "~/domain/route/planned-totals";
import { retimeChanges, routesToRetime } from "~/domain/route/retime-changes";
import type { Retimed, RouteLeg } from "~/domain/route/retime-changes";
import type { Route } from "~/domain/route/route";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import { isUnderWay } from "~/domain/route/under-way";
import { AppError } from "~/lib/errors";
import { inTurns } from "~/lib/turns.server";
import { refuseWithinTransaction } from "~/lib/within-transaction.server";
import { nowText, nowTextOn } from "~/services/now.server";
import { authorOf } from "./author.server";
import type { Author } from "./author.server";
import { loadFleet } from "./load-fleet.server";
import { measureLegs } from "./measure-legs.server";
import type { AcceptedChange, Loaded, PlanBase, PlanChange, PlanDecision, SavedPlan } from "./plan-change";
import { savePlanChange } from "./save-plan-change.server";
import type { SetVehicle } from "./set-vehicle.server";
import { refuseStaleEdit } from "./stale-edit.server";

/** What every form about a plan sends along. */
export interface EditOptions {
  /** the plan's version that the user saw; left out: whatever is there */
  version?: number | undefined;
  /** the sender's socket, left out of the news */
  tab?: string | undefined;
}

export interface ChangeOptions extends EditOptions {
  /** what the change asks is answered with yes */
  confirmed?: boolean | undefined;
}

/** A change that somebody makes, with the right that they need for it. */
export interface PlanCommand<State extends Loaded = Loaded, Said extends object = object> extends PlanChange<
  State,
  Said
> {
  action: Action;
  /** the route whose driver has the right too; left out: it is asked for before anything is loaded */
  routeOf?(state: PlanBase & State): Route;
}

export interface ChangedPlan<State extends Loaded = Loaded, Said extends object = object> extends SavedPlan {
  /** routes that have new times by their order; whoever can calculate may do it again, fully where it says so */
  recalculate: Recalculation[];
  /** as it was loaded, before the change */
  state: PlanBase & State;
  /** what the decision says to whoever made the change */
  accepted: Said;
  /** the vehicle that was changed along with the plan */
  vehicle: SetVehicle | null;
}

type ChangeOutcome<State extends Loaded, Said extends object> =
  { status: "applied"; changed: ChangedPlan<State, Said> } | { status: "confirm"; confirm: Confirmation };

/** A change that is worked out and not saved. */
interface DecidedChange<State extends Loaded = Loaded, Said extends object = object> {
  state: PlanBase & State;
  accepted: AcceptedChange & Said;
  /** with new times, totals and statuses */
  changes: PlanningChanges;
  recalculate: Recalculation[];
}

type Attempt<Result> = { done: Result } | { missing: RouteLeg[] };

/** How often legs may be missing, or somebody else may be faster, before a change gives up. */
const ATTEMPTS = 6;

/**
 * Makes one change of a plan: load, decide, retime, save, log, publish, in one transaction on the locked plan.
 * @throws AppError 403, 404, what the decision refuses, and 409 when somebody else changed the same thing since
 * `version`
 */
export async function changePlan<State extends Loaded, Said extends object = object>(
  session: CompanySession,
  command: PlanCommand<State, Said>,
  options: EditOptions,
): Promise<ChangedPlan<State, Said>> {
  return applied(command, await changePlanOrAsk(session, command, { ...options, confirmed: true }));
}

/** The same for a change that may ask a question first; until it is confirmed, nothing is saved. */
export async function changePlanOrAsk<State extends Loaded, Said extends object = object>(
  session: CompanySession,
  command: PlanCommand<State, Said>,
  options: ChangeOptions,
): Promise<ChangeOutcome<State, Said>> {
  return inTransactions(authorOf(session), guarded(session, command), options);
}

/** A change that follows from what somebody asked for earlier, such as the result of a calculation. */
export async function changePlanFor<State extends Loaded, Said extends object = object>(
  author: Author,
  change: PlanChange<State, Said>,
  options: Pick<EditOptions, "tab"> = {},
): Promise<ChangedPlan<State, Said>> {
  return applied(change, await inTransactions<State, Said>(author, change, { ...options, confirmed: true }));
}

/** Legs that a change within a transaction needs: they are measured when the transaction is rolled back. */
class MissingLegs extends Error {
  constructor(readonly legs: RouteLeg[]) {
    super("The change needs legs that nobody has measured.");
  }
}

/**
 * A transaction of the caller's, inside no other, with changes of one plan in it (`changePlanWithin`), made again with
 * the legs that were missing: whatever it does may happen several times, and counts once.
 */
export const inPlanTransaction = <Result>(
  companyId: number,
  work: (trx: Db, measured: readonly MeasuredLeg[]) => Promise<Result>,
): Promise<Result> =>
  inAttempts(companyId, {}, async (measured): Promise<Attempt<Result>> => {
    refuseWithinTransaction("inPlanTransaction");
    try {
      return { done: await withTransaction(db(), (trx) => work(trx, measured)) };
    } catch (error) {
      if (error instanceof MissingLegs) return { missing: error.legs };
      throw error;
    }
  });

/** A change as a part of the caller's transaction. @param measured what `inPlanTransaction` gives */
export async function changePlanWithin<State extends Loaded, Said extends object = object>(
  trx: Db,
  author: Author,
  change: PlanChange<State, Said>,
  measured: readonly MeasuredLeg[],
): Promise<ChangedPlan<State, Said>> {
  const attempt = await attemptChange<State, Said>(trx, author, change, { confirmed: true }, measured);
  if ("missing" in attempt) throw new MissingLegs(attempt.missing);
  return applied(change, attempt.done);
}

interface PreviewedChange<State extends Loaded, Said extends object> extends DecidedChange<State, Said> {
  /** what the change is to be compared with: the plan without it, and the times of routes on the road as of now */
  unchanged: Pick<PlanSlice, "routes" | "visits">;
}

/**
 * What the command would do now, worked out the same way and not saved.
 * @throws AppError 403, 404, and what the decision refuses
 */
export async function previewChange<State extends Loaded, Said extends object = object>(
  session: CompanySession,
  command: PlanCommand<State, Said>,
): Promise<PreviewedChange<State, Said>> {
  const decided = await decideFor(authorOf(session), guarded(session, command));
  return { ...decided, unchanged: await unchangedNow(session.company.id, decided) };
}

/**
 * A route on the road has the times of its last report, and new ones count from now: so does this. The same of a route
 * that should have left while others are on the road.
 */
async function unchangedNow(
  companyId: number,
  { state, changes, recalculate }: Pick<DecidedChange, "state" | "changes" | "recalculate">,
): Promise<Pick<PlanSlice, "routes" | "visits">> {
  const { routes, visits, now } = state;
  const touched = new Set([...recalculate.map(({ routeId }) => routeId), ...changes.routes.map(({ id }) => id)]);
  const isLive = isUnderWay(routes);
  const moving = routes.filter((route) => {
    const own = visits.filter((visit) => visit.routeId === route.id);
    const isOverdue = isLive && route.startTime !== null && route.startTime < now;
    return touched.has(route.id) && (isOverdue || routeProgress(route, own, now) !== null);
  });
  const asked = planningChanges({ recalculate: moving.map(({ id }) => ({ routeId: id, mode: "position" })) });
  const timed = await retimed(db(), companyId, state, asked, []);
  return applyChanges({ routes, visits }, timed.changes);
}

/** What the change would do now, for nobody in particular. */
export const decideChange = <State extends Loaded, Said extends object = object>(
  companyId: number,
  change: GuardedChange<State, Said>,
): Promise<DecidedChange<State, Said>> => decideFor({ companyId, userId: null }, change);

const decideFor = <State extends Loaded, Said extends object>(
  author: Author,
  change: GuardedChange<State, Said>,
): Promise<DecidedChange<State, Said>> =>
  inAttempts(author.companyId, change, (measured) => loadAndDecide(db(), author, change, undefined, measured));

/** Of a change that is confirmed, or asks nothing. */
function applied<State extends Loaded, Said extends object>(
  { kind }: Pick<PlanChange<State, Said>, "kind">,
  outcome: ChangeOutcome<State, Said>,
): ChangedPlan<State, Said> {
  if (outcome.status === "confirm") throw new Error(`${kind} asks although it is confirmed.`);
  return outcome.changed;
}

/** Each attempt is a transaction of its own. */
const inTransactions = <State extends Loaded, Said extends object>(
  author: Author,
  change: GuardedChange<State, Said>,
  options: ChangeOptions,
): Promise<ChangeOutcome<State, Said>> =>
  inAttempts(author.companyId, change, (measured) =>
    withTransaction(db(), (trx) => attemptChange(trx, author, change, options, measured)),
  );

/**
 * Repeats an attempt with the legs that were missing. They are measured between transactions, never inside one; within
 * `allOrNothing` they are measured for all its changes together, and then all changes are made again.
 */
async function inAttempts<Result>(
  companyId: number,
  { measure = (legs) => measureLegs(companyId, legs) }: Pick<PlanChange, "measure">,
  attempt: (measured: readonly MeasuredLeg[]) => Promise<Attempt<Result>>,
): Promise<Result> {
  const measured: MeasuredLeg[] = [];
  for (let count = 1; ; count += 1) {
    try {
      const result = await attempt(measured);
      if ("done" in result) return result.done;
      if (count === ATTEMPTS)
        throw new AppError("plan.changed", "The plan changes faster than its legs can be measured. Please try again.", {
          status: 409,
        });
      measured.push(...(await measure(result.missing)));
    } catch (error) {
      // Only the stored version lost the race; what the user saw was checked before.
      if (!(error instanceof AppError && error.code === "plan.raced") || count === ATTEMPTS) throw error;
    }
  }
}

interface GuardedChange<State extends Loaded, Said extends object> extends PlanChange<State, Said> {
  /** @throws AppError for somebody who may not do it to this route */
  guard?(state: PlanBase & State): void;
}

function guarded<State extends Loaded, Said extends object>(
  session: CompanySession,
  command: PlanCommand<State, Said>,
): GuardedChange<State, Said> {
  const { action, routeOf, ...change } = command;
  const companyId = session.company.id;
  if (routeOf === undefined) {
    authorize(session, action, { companyId });
    return change;
  }
  return { ...change, guard: (state) => authorize(session, action, { companyId, route: routeOf(state) }) };
}

async function attemptChange<State extends Loaded, Said extends object>(
  trx: Db,
  author: Author,
  change: GuardedChange<State, Said>,
  options: ChangeOptions,
  measured: readonly MeasuredLeg[],
): Promise<Attempt<ChangeOutcome<State, Said>>> {
  // Whoever else changes the plan waits from here on, and then sees what this change did.
  await lockPlan(trx, author.companyId, change.planId);
  const attempt = await loadAndDecide(trx, author, change, options, measured);
  if ("missing" in attempt) return attempt;
  const decided = attempt.done;
  const { state, accepted, recalculate } = decided;
  const { confirm } = accepted;
  if (confirm !== undefined && !options.confirmed) return { done: { status: "confirm", confirm } };
  const facts = { ...change, events: change.events && ((plan: SavedPlan) => change.events!(plan, state)) };
  const { vehicle, ...saved } = await savePlanChange(trx, author, facts, decided, options.tab);
  await change.alongside?.(trx, { ...saved, now: nowText(), state });
  return { done: { status: "applied", changed: { ...saved, vehicle, recalculate, state, accepted } } };
}

async function loadAndDecide<State extends Loaded, Said extends object>(
  trx: Db,
  author: Author,
  change: GuardedChange<State, Said>,
  options: ChangeOptions | undefined,
  measured: readonly MeasuredLeg[],
): Promise<Attempt<DecidedChange<State, Said>>> {
  const { companyId, clock } = author;
  const plan = planFromRow(await getPlan(trx, companyId, change.planId));
  await refuseStaleEdit(trx, author, plan, options?.version, change.subject);
  const routes = (await listRoutesOfPlan(trx, companyId, plan.id)).map(routeFromRow);
  const base: PlanBase = { plan, routes, now: nowTextOn(clock) };
  const state = { ...base, ...(await change.load(trx, base)) };
  change.guard?.(state);

  const decision = await decidedInTurns(change.decide(state));
  if (!decision.ok) throw refusalError(decision.error);
  const decided = {
    state,
    accepted: decision,
    changes: decision.changes,
    recalculate: decision.changes.recalculate,
  };
  const isAsked = decision.confirm !== undefined && options !== undefined && !options.confirmed;
  if (isAsked || isUnchanged(decision.changes)) return { done: decided };

  const timed = await retimed(trx, companyId, state, decision.changes, measured);
  if (timed.missing.length > 0) return { missing: timed.missing };
  const changes = withPlannedTotals(mergeChanges([decision.changes, timed.changes]), state);
  return { done: { ...decided, changes: withPlanStatus(changes, state) } };
}

const decidedInTurns = async <Said extends object>(
  decision: PlanDecision<Said> | Generator<void, PlanDecision<Said>, void>,
): Promise<PlanDecision<Said>> => ("ok" in decision ? decision : inTurns(decision));

async function retimed(
  trx: Db,
  companyId: number,
  state: PlanSlice,
  changes: PlanningChanges,
  measured: readonly MeasuredLeg[],
): Promise<Retimed> {
  const routes = routesToRetime(state, changes);
  if (routes.length === 0) return { changes: mergeChanges([]), missing: [] };
  const fleet = await loadFleet(trx, companyId, { ...state.plan, ...changes.plan?.set }, routes);
  return inTurns(retimeChanges(state, changes, fleet, measured));
}
