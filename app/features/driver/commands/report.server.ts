import { AppError } from "~/lib/errors";
import type { CompanySession } from "~/auth/session.server";
import { companySettingsFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { findApplied, recordApplied } from "~/db/repositories/applied-commands.server";
import type { ClientCommand } from "~/db/repositories/applied-commands.server";
import { getCompany } from "~/db/repositories/companies.server";
import { getRoute } from "~/db/repositories/routes.server";
import type { Action } from "~/domain/access/permissions";
import type { PlanningChanges } from "~/domain/changes";
import type { CompanySettings } from "~/domain/company/company";
import { refuse } from "~/domain/decision";
import type { Confirmation, Decision } from "~/domain/decision";
import { departedAt } from "~/domain/route/departed";
import { isTooOld, LONGEST_AGE_SEC, reportAgeSec, reportTime } from "~/domain/route/late-report";
import type { PressedTime, TimesOfRoute } from "~/domain/route/late-report";
import type { Route } from "~/domain/route/route";
import type { UtcText } from "~/domain/time/utc-text";
import type { Visit } from "~/domain/visit/visit";
import { changePlanOrAsk } from "~/planner/change-plan.server";
import { routeIn } from "~/planner/plan-change";
import type { Loaded, PlanBase } from "~/planner/plan-change";
import type { ChangeEvent } from "~/realtime/events";
import type { EditSubject } from "~/planner/stale-edit.server";
import { nowSec, nowTextOf } from "~/services/now.server";

const TOO_OLD = "This report is more than two days old and can't be accepted.";

/** What every report from the road may carry beside its subject. */
export interface ReportOptions extends PressedTime {
  /** Made by the client; the same id is applied once, however often it arrives. */
  commandId?: string | undefined;
  /** The sender's socket, left out of the news. */
  tab?: string | undefined;
  /** The question was answered with yes, or is skipped. */
  confirmed?: boolean | undefined;
  /** a dispatcher has read it, and what was reported since */
  isDecided?: boolean | undefined;
}

/** Applied, also when the same command was applied before; or a question to ask first, with nothing changed. */
export type ReportResult =
  { status: "applied"; planId: number; routeId: number } | { status: "confirm"; confirm: Confirmation };

/** All that the rules of the road ask about: one route with its visits, and its company. */
export interface ReportState {
  route: Route;
  /** start, end and break included */
  visits: Visit[];
  company: CompanySettings;
}

export interface Report {
  /** stable name, e.g. 'visit.done' */
  kind: string;
  /** route or visit: an id that a client uses twice for different things is refused */
  subjectId: number;
  subject: EditSubject;
  action: Action;
  planId(): Promise<number>;
  /** the route that is reported about, whose driver may do it too */
  routeId(state: PlanBase & Loaded): number;
  load(trx: Db, base: PlanBase): Promise<Loaded>;
  decide(state: ReportState, pressedAt: UtcText): Decision<PlanningChanges>;
  /** before the plan is locked, of a report that is new. @throws AppError what it is refused with */
  check?: (() => Promise<void>) | undefined;
  /** stored together with the report, or not at all */
  alongside?: ((trx: Db, now: UtcText, done: ReportDone) => Promise<unknown>) | undefined;
}

/** What a report has led to. */
interface ReportDone {
  /** of the route, as they were before */
  visits: readonly Visit[];
  changes: PlanningChanges;
}

interface LoadedReport extends Loaded {
  company: CompanySettings;
  /** when the button was pressed */
  now: UtcText;
}

const visitsOf = (routeId: number, { visits }: Loaded): Visit[] => visits.filter((visit) => visit.routeId === routeId);

/** What is kept of a command: the answer to whoever sends it again. */
type Kept = ReportResult | KeptRefusal;

export interface KeptRefusal {
  status: "refused";
  code: string;
  message: string;
  detail?: string | undefined;
  httpStatus: number;
}

/**
 * What a report was answered before; undefined: it is new. Whatever happened since, such as a visit that was given to
 * another driver, changes nothing about it.
 * @throws AppError the refusal of then; 409 'command.reused'
 */
export async function answeredBefore(
  database: Db,
  companyId: number,
  command: Pick<ClientCommand, "commandId" | "command">,
): Promise<ReportResult | undefined> {
  const kept = await findApplied<Kept>(database, companyId, command);
  if (kept?.status !== "refused") return kept;
  const { code, message, detail, httpStatus } = kept;
  throw new AppError(code, message, { status: httpStatus, ...(detail === undefined ? {} : { detail }) });
}

/** The same command arrived twice: what it answered stands. */
class AppliedBefore extends Error {
  constructor(readonly result: ReportResult) {
    super("The command was applied before.");
  }
}

/**
 * Applies one report from the road: a change of its plan that its driver may make too, once for each command id.
 * @throws AppError 404 (not the company's, or another driver's), 403, and what the decision refuses
 */
export async function applyReport(
  session: CompanySession,
  report: Report,
  { commandId, tab, confirmed, isDecided, ...pressed }: ReportOptions,
): Promise<ReportResult> {
  const companyId = session.company.id;
  const { kind, subject, action } = report;
  const given: ClientCommand | null = commandId
    ? { commandId, command: `${kind}:${report.subjectId}`, userId: session.user.id }
    : null;
  const refuseRepeated = async (database: Db) => {
    const earlier = given && (await answeredBefore(database, companyId, given));
    if (earlier) throw new AppliedBefore(earlier);
  };
  const appliedTo = (state: PlanBase & Loaded) =>
    ({ status: "applied", planId: state.plan.id, routeId: report.routeId(state) }) as const;
  try {
    await refuseRepeated(db());
    // Whatever happens takes time: it counts from one moment.
    const age = reportAgeSec(pressed, nowSec());
    const pressedAt = nowTextOf(session, age);
    await report.check?.();
    const outcome = await changePlanOrAsk<LoadedReport>(
      session,
      {
        kind,
        action,
        planId: await report.planId(),
        subject,
        routeOf: (state) => routeIn(state, report.routeId(state)),
        load: async (trx, base) => {
          // The plan is locked now: the same command cannot arrive between this look and the commit.
          await refuseRepeated(trx);
          const company = companySettingsFromRow(await getCompany(trx, companyId));
          const loaded = await report.load(trx, base);
          const routeId = report.routeId({ ...base, ...loaded });
          const visits = visitsOf(routeId, loaded);
          // Everything counts from then, new times and lateness too: a report that comes late leads to what it would
          // have led to at once.
          const times = { departedAt: departedAt(visits), ...(await plannedTimes(trx, companyId, age, routeId)) };
          return { ...loaded, company, now: reportTime(pressedAt, times, nowTextOf(session)) };
        },
        decide: (state) => {
          if (!isDecided && isTooOld(state.now, nowTextOf(session))) return refuse("report.too_old", TOO_OLD, 422);
          const route = routeIn(state, report.routeId(state));
          return report.decide({ route, visits: visitsOf(route.id, state), company: state.company }, state.now);
        },
        alongside: async (trx, { now, state, changes }) => {
          await report.alongside?.(trx, now, { visits: state.visits, changes });
          if (given) await recordApplied(trx, companyId, given, appliedTo(state), now);
        },
        events: ({ changes }, state) => eventsOf(appliedTo(state), changes),
      },
      { tab, confirmed },
    );
    return outcome.status === "confirm" ? outcome : appliedTo(outcome.changed.state);
  } catch (error) {
    if (error instanceof AppliedBefore) return error.result;
    throw error;
  }
}

/** An age that is possible needs no bounds. */
async function plannedTimes(
  trx: Db,
  companyId: number,
  ageSec: number,
  routeId: number,
): Promise<Partial<TimesOfRoute>> {
  if (ageSec <= LONGEST_AGE_SEC) return {};
  const route = await getRoute(trx, companyId, routeId);
  return { madeAt: route.created_at, startsAt: route.start_time };
}

function eventsOf(
  { planId, routeId }: { planId: number; routeId: number },
  { visits }: PlanningChanges,
): readonly ChangeEvent[] {
  const ids = visits.map((patch) => patch.id);
  const route: ChangeEvent = { model: "RoutingRoute", action: "update", ids: [routeId], planId, routeId };
  return ids.length === 0 ? [route] : [route, { ...route, model: "RoutingVisit", ids }];
}
