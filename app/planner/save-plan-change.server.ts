import type { Db } from "~/db/client.server";
import { savePlanningChanges } from "~/db/planning-changes.server";
import { takeBackSignatures } from "~/db/repositories/attachments.server";
import { recordPlanChange } from "~/db/repositories/plan-changes.server";
import { routeFromRow, visitFromRow } from "~/db/codecs.server";
import { getByIds } from "~/db/repositories/scoped.server";
import { tellWebhooks } from "~/db/repositories/webhook-outbox.server";
import { afterCommit } from "~/db/transaction.server";
import { isUnchanged, withoutSame } from "~/domain/changes";
import type { PlanningChanges } from "~/domain/changes";
import { aboutOf, fieldsOf, logOf } from "~/domain/plan/plan-log";
import type { ChangedVehicle, CreatedIds } from "~/domain/plan/plan-log";
import type { PlanSlice } from "~/domain/plan/plan-slice";
import { eventsOfChange } from "~/domain/webhooks/events-of-change";
import { AppError } from "~/lib/errors";
import { inTurns } from "~/lib/turns.server";
import type { ChangeEvent } from "~/realtime/events";
import { publishChange } from "~/realtime/publisher.server";
import type { Author } from "./author.server";
import type { AcceptedChange, PlanChange, SavedPlan } from "./plan-change";
import { setVehicle } from "./set-vehicle.server";
import type { SetVehicle } from "./set-vehicle.server";
import { nowText } from "~/services/now.server";

interface ChangeFacts extends Pick<
  PlanChange,
  "kind" | "subject" | "vehicles" | "isUndoing" | "queryId" | "followsId"
> {
  /** what others are told after the commit; left out: that the plan changed */
  events?: ((saved: SavedPlan) => readonly ChangeEvent[]) | undefined;
}

interface Decided {
  state: PlanSlice;
  accepted: AcceptedChange;
  changes: PlanningChanges;
}

/**
 * The one way in which a plan changes: saves what was decided, raises the plan's version, logs who did what, and tells
 * the company's other tabs after the commit.
 * @throws AppError 409 'plan.raced' when the plan changed since it was loaded: load again and decide again
 */
export async function savePlanChange(
  trx: Db,
  author: Author,
  change: ChangeFacts,
  { state, accepted, changes: decided }: Decided,
  tab: string | undefined,
): Promise<SavedPlan & { vehicle: SetVehicle | null }> {
  const { companyId } = author;
  const { plan } = state;
  // Rows and the log keep the time, whatever the rules took for it.
  const now = nowText();
  const untouched = {
    planId: plan.id,
    version: plan.version,
    createdVisitIds: [],
    createdRouteIds: [],
    changeId: null,
  };
  if (isUnchanged(decided) && accepted.vehicle === undefined && (change.vehicles ?? []).length === 0)
    return { ...untouched, changes: decided, vehicle: null };

  const vehicle = accepted.vehicle === undefined ? null : await setVehicle(trx, author, accepted.vehicle, now, tab);
  const vehicles = [...(change.vehicles ?? []), ...(vehicle === null ? [] : [vehicle.changed])];
  // What had to be recalculated is in the changes already.
  const changes = { ...(await inTurns(withoutSame(decided, state))), recalculate: [] };
  const cleared = changes.visits.flatMap(({ id, set }) => (set.completedAt === null ? [id] : []));
  await takeBackSignatures(trx, companyId, cleared);
  const { version, ...created } = await savePlanningChanges(trx, companyId, plan.id, plan.version, changes, now).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === "plan.changed")
        throw new AppError("plan.raced", error.message, { status: 409, cause: error, details: error.details });
      throw error;
    },
  );
  const changeId =
    version === plan.version && vehicles.length === 0
      ? null
      : await logChange(trx, author, change, { state, accepted, changes, created, version, vehicles });
  const saved: SavedPlan = { planId: plan.id, version, changes: decided, ...created, changeId };
  await tellWebhooks(
    trx,
    companyId,
    async () => {
      const restored = await restoredOf(trx, companyId, changes);
      return eventsOfChange(state, { kind: change.kind, version, changes, created, restored });
    },
    now,
  );
  const events = change.events?.(saved) ?? [
    { model: "RoutingPlan", action: "update", ids: [plan.id], planId: plan.id } as const,
  ];
  afterCommit(trx, () => {
    for (const event of events) publishChange(companyId, event, tab);
  });
  return { ...saved, vehicle };
}

/** What a change brings back, as it is stored now. */
async function restoredOf(trx: Db, companyId: number, { restoreRouteIds, restoreVisitIds }: PlanningChanges) {
  return {
    routes: (await getByIds(trx, "routing_routes", companyId, restoreRouteIds)).map(routeFromRow),
    visits: (await getByIds(trx, "routing_visits", companyId, restoreVisitIds)).map(visitFromRow),
  };
}

interface LogEntry {
  state: PlanSlice;
  accepted: AcceptedChange;
  changes: PlanningChanges;
  created: CreatedIds;
  version: number;
  vehicles: readonly ChangedVehicle[];
}

/** @returns the id in the plan's log */
async function logChange(
  trx: Db,
  { companyId, userId, apiKeyId = null }: Author,
  change: ChangeFacts,
  { state, accepted, changes, created, version, vehicles }: LogEntry,
): Promise<number> {
  const subject = {
    routeIds: accepted.routeIds ?? change.subject.routeIds,
    visitIds: accepted.visitIds ?? change.subject.visitIds,
  };
  const log = await inTurns(logOf(state, changes, created, { chosen: subject.visitIds, vehicles }));
  const about = accepted.about ?? {
    ...(await inTurns(aboutOf(state, changes, subject))),
    ...(change.queryId === undefined ? { fields: fieldsOf(log.before, log.after) } : {}),
  };
  return recordPlanChange(
    trx,
    companyId,
    {
      planId: state.plan.id,
      userId,
      apiKeyId,
      kind: change.kind,
      planVersion: version,
      isUndoing: change.isUndoing,
      queryId: change.queryId,
      followsId: change.followsId,
      about: { ...about, routeIds: [...about.routeIds, ...created.createdRouteIds] },
      ...log,
    },
    nowText(),
  );
}
