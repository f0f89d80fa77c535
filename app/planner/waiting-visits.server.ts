import { visitFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { lockVisits } from "~/db/repositories/visits.server";
import type { Visit } from "~/domain/visit/visit";

interface WaitingVisits {
  /** in no plan: until the transaction ends no plan takes them, and nobody else changes them */
  waiting: Visit[];
  /** in a plan by now: they are changed there, with `changePlan` */
  planned: Visit[];
}

/** Whatever changes visits that wait for a plan begins with this, and changes none but those. @throws AppError 404 */
export async function lockWaiting(trx: Db, companyId: number, visitIds: readonly number[]): Promise<WaitingVisits> {
  const visits = (await lockVisits(trx, companyId, visitIds)).map(visitFromRow);
  return {
    waiting: visits.filter(({ planId }) => planId === null),
    planned: visits.filter(({ planId }) => planId !== null),
  };
}
