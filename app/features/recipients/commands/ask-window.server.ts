import { db } from "~/db/database.server";
import { addRoadTask, listRoadTasksOfVisit, settleRoadTask } from "~/db/repositories/road-tasks.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/client.server";
import { refusalError } from "~/domain/decision";
import { windowInWords } from "~/domain/time/time-window";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { canAskForWindow, checkWindow, RequestOutcome } from "~/domain/tracking/window-request";
import { AppError } from "~/lib/errors";
import { publishChange } from "~/realtime/publisher.server";
import { nowSec, nowText } from "~/services/now.server";
import type { OpenedVisit } from "../queries/open-link.server";
import { clockOfDay, etaOf, stageOf } from "../queries/visit-page.server";
import { refuseUnless } from "../refuse-unless";

/**
 * Asks the dispatcher for another window. One that waits for its answer is replaced by the new one; the same window is
 * asked for once.
 * @throws AppError 403 (not offered), 409 (too late, too often), 422
 */
export async function askForWindow(link: OpenedVisit, window: { from: string; to: string }): Promise<void> {
  const { company, settings, visit, plan } = link;
  refuseUnless(settings.requests);
  const now = nowSec();
  const clock = clockOfDay(link);
  if (clock === null || plan === null)
    throw new AppError("request.no_day", "The day isn’t settled yet.", { status: 409 });
  const possible = checkWindow(window, clock, now);
  if (!possible.ok) throw refusalError(possible.error);
  const stage = stageOf(link);
  const eta = await etaOf(link, stage);
  const request = {
    ...window,
    before: windowInWords(visit.startTime, visit.endTime, ""),
    visitName: visit.name,
  };
  await withTransaction(db(), async (trx) => {
    const earlier = await listRoadTasksOfVisit(trx, company.id, visit.id, RoadTaskKind.Request);
    const isSame = earlier.some(
      ({ plan_id, details, settled_at }) =>
        settled_at === null && plan_id === plan.id && details.from === window.from && details.to === window.to,
    );
    if (isSame) return;
    const can = canAskForWindow(stage, eta?.stopsBefore ?? null, earlier.length);
    if (!can.ok) throw refusalError(can.error);
    await withdraw(trx, company.id, earlier);
    const task = {
      // The number tells a second request for the same window from a form that was sent twice.
      key: `request:${visit.id}:${earlier.length}`,
      kind: RoadTaskKind.Request,
      planId: plan.id,
      routeId: visit.routeId,
      visitId: visit.id,
      details: request,
    };
    if (await addRoadTask(trx, company.id, task, nowText())) tell(trx, link, "create");
  });
}

/** Takes back what waits for its answer. Twice is once. */
export async function withdrawRequest(link: OpenedVisit): Promise<void> {
  await withTransaction(db(), async (trx) => {
    const tasks = await listRoadTasksOfVisit(trx, link.company.id, link.visit.id, RoadTaskKind.Request);
    if (await withdraw(trx, link.company.id, tasks)) tell(trx, link, "update");
  });
}

async function withdraw(
  trx: Db,
  companyId: number,
  tasks: readonly { id: number; settled_at: string | null }[],
): Promise<boolean> {
  let any = false;
  for (const { id } of tasks.filter(({ settled_at }) => settled_at === null)) {
    const outcome = { outcome: RequestOutcome.Withdrawn, userId: null };
    any = (await settleRoadTask(trx, companyId, id, outcome, nowText())) || any;
  }
  return any;
}

const tell = (trx: Db, { company, visit }: OpenedVisit, action: "create" | "update"): void =>
  afterCommit(trx, () =>
    publishChange(company.id, {
      model: "RoadTask",
      action,
      ids: [],
      ...(visit.planId === null ? {} : { planId: visit.planId }),
    }),
  );
