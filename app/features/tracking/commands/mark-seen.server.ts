import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { addSettledRoadTask } from "~/db/repositories/road-tasks.server";
import { getRoute } from "~/db/repositories/routes.server";
import { getVisit } from "~/db/repositories/visits.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { RoadTaskKind } from "~/domain/tracking/road-task";
import { epochSec } from "~/domain/time/utc-text";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { isOfRoute } from "../seen";

/**
 * Somebody sees to something that needs attention: the others find it below, with the name. Twice within a second is
 * once.
 * @param key as `keyOf` makes it
 * @throws AppError 403, 404
 */
export async function markSeen(
  session: CompanySession,
  { key, tab }: { key: string; tab?: string | undefined },
): Promise<void> {
  const companyId = session.company.id;
  authorize(session, "task.settle", { companyId });
  const [kind = "", idText] = key.split(":");
  const id = Number(idText);
  await withTransaction(db(), async (trx) => {
    const now = nowText();
    const visit = isOfRoute(kind) ? null : await getVisit(trx, companyId, id);
    const routeId = visit === null ? (await getRoute(trx, companyId, id)).id : visit.route_id;
    const isNew = await addSettledRoadTask(
      trx,
      companyId,
      {
        key: `${RoadTaskKind.Seen}:${key}:${epochSec(now)}`,
        kind: RoadTaskKind.Seen,
        planId: visit?.plan_id ?? null,
        routeId,
        visitId: visit?.id ?? null,
        details: { key },
      },
      { outcome: "seen", userId: session.user.id },
      now,
    );
    if (isNew)
      afterCommit(trx, () => publishChange(companyId, { model: "RoadTask", action: "create", ids: [id] }, tab));
  });
}
