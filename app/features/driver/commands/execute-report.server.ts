import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { applyOnce, findApplied } from "~/db/repositories/applied-commands.server";
import { lockPlan } from "~/db/repositories/plans.server";
import { withTransaction } from "~/db/transaction.server";
import type { Action } from "~/domain/access/permissions";
import type { PlanningChanges } from "~/domain/changes";
import type { Confirmation, Decision } from "~/domain/decision";
import type { MeasuredLeg } from "~/domain/route/stops-ahead";
import { utcText } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { AppError } from "~/lib/errors";
import type { ChangeEvent } from "~/realtime/events";
import { services } from "~/services/container.server";
import { measureLegs } from "~/planner/measure-legs.server";
import { savePlanChanges } from "~/planner/save-plan-changes.server";
import { loadRouteState } from "../route-state.server";
import type { RouteState } from "../route-state.server";
import type { Decided } from "./decide-with-times";
import { decideWithTimes } from "./decide-with-times";

/** What every report from the road may carry beside its subject. */
export interface ReportOptions {
  /** Made by the client; the same id is applied once, however often it arrives. */
  commandId?: string | undefined;
  /** The sender's socket, left out of the news. */
  tab?: string | undefined;
  /** The question was answered with yes, or is skipped. */
  confirmed?: boolean | undefined;
  /**
   * Seconds since the button was pressed, by the sender's own clock: a report made without a network counts from then.
   */
  ageSec?: number | undefined;
}

/** Applied, also when the same command was applied before; or a question to ask first, with nothing changed. */
export type ReportResult =
  { status: "applied"; planId: number; routeId: number } | { status: "confirm"; confirm: Confirmation };

export interface ReportCommand {
  /** stable name, e.g. 'visit.done' */
  name: string;
  /** what it is done to: an id that a client uses twice for different things is refused */
  subject: number;
  action: Action;
  routeOf(database: Db): Promise<number>;
  decide(state: RouteState, pressedAt: UtcText): Decision<PlanningChanges>;
  /** stored together with the report, or not at all */
  alongside?: ((trx: Db, now: UtcText) => Promise<unknown>) | undefined;
}

const LONGEST_AGE_SEC = 48 * 3600;
/** How often the order may change between measuring and saving before the command gives up. */
const ATTEMPTS = 5;

/** Somebody was faster: look again. The transaction is rolled back. */
class StateChanged extends Error {}

/**
 * Carries out one report from the road: load, decide, new times for the rest of the route, save in one transaction,
 * tell the others. Legs are measured before the transaction; inside it the decision is taken again on the locked plan.
 * @throws AppError 404 (not the company's, or another driver's), 403, and what the decision refuses
 */
export async function executeReport(
  session: CompanySession,
  command: ReportCommand,
  options: ReportOptions,
): Promise<ReportResult> {
  const companyId = session.company.id;
  const nowSec = Math.floor(services().clock.nowMs() / 1000);
  const now = utcText(nowSec);
  const pressedAt = utcText(nowSec - Math.min(Math.max(Math.round(options.ageSec ?? 0), 0), LONGEST_AGE_SEC));
  const decide = (state: RouteState, legs: readonly MeasuredLeg[]) => {
    authorize(session, command.action, { companyId, route: state.route });
    return decideWithTimes(state, command.decide(state, pressedAt), legs, now);
  };

  const given = options.commandId
    ? { commandId: options.commandId, command: `${command.name}:${command.subject}`, userId: session.user.id }
    : null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const earlier = given ? await findApplied<ReportResult>(db(), companyId, given) : undefined;
    if (earlier) return earlier;
    const routeId = await command.routeOf(db());
    const state = await loadRouteState(db(), companyId, routeId);
    const draft = decide(state, []);
    if (draft.question && !options.confirmed) return { status: "confirm", confirm: draft.question };
    const legs = await measureLegs(draft.missing, () => state);
    const result = { status: "applied", planId: state.plan.id, routeId } as const;

    try {
      return await withTransaction(db(), async (trx) => {
        const work = () =>
          saveReport(trx, session, { command, result, options, now, decide: (fresh) => decide(fresh, legs) });
        return given ? (await applyOnce(trx, companyId, given, now, work)).result : work();
      });
    } catch (error) {
      if (!(error instanceof StateChanged || (error instanceof AppError && error.code === "plan.raced"))) throw error;
    }
  }
  throw new AppError(
    "plan.changed",
    "Somebody else has changed this plan meanwhile. Look at it again, then repeat your change.",
    { status: 409 },
  );
}

interface ReportToSave {
  command: ReportCommand;
  result: ReportResult & { status: "applied" };
  options: ReportOptions;
  now: UtcText;
  decide(state: RouteState): Decided;
}

/** Takes the decision on what is stored now, and stores what follows from it, in the plan's log too. */
async function saveReport(
  trx: Db,
  session: CompanySession,
  { command, result, options, now, decide }: ReportToSave,
): Promise<ReportResult> {
  const companyId = session.company.id;
  const { planId, routeId } = result;
  // Whoever else changes the plan waits from here on, and sees what we did.
  await lockPlan(trx, companyId, planId);
  const state = await loadRouteState(trx, companyId, routeId);
  const { changes, question, missing } = decide(state);
  if (missing.length > 0 || (question && !options.confirmed)) throw new StateChanged();
  await command.alongside?.(trx, now);
  const ids = changes.visits.map((patch) => patch.id);
  const events: ChangeEvent[] = [{ model: "RoutingRoute", action: "update", ids: [routeId], planId, routeId }];
  if (ids.length > 0) events.push({ model: "RoutingVisit", action: "update", ids, planId, routeId });
  const subject = command.name.startsWith("route.") ? { routeIds: [routeId] } : { visitIds: [command.subject] };
  const slice = { plan: state.plan, routes: [state.route], visits: state.visits, now };
  await savePlanChanges(
    trx,
    { companyId, userId: session.user.id },
    { kind: command.name, slice, changes, subject, tab: options.tab, events },
  );
  return result;
}
