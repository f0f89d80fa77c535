import { visitFromRow } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { findReply, saveReply } from "~/db/repositories/recipient-replies.server";
import { getVisit, updateVisit } from "~/db/repositories/visits.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/client.server";
import { planningChanges } from "~/domain/changes";
import { accept, refusalError, refuse } from "~/domain/decision";
import { RECIPIENT_NOTE_KIND } from "~/domain/plan/change-kinds";
import { isAhead } from "~/domain/tracking/recipient-stage";
import { withRecipientWords } from "~/domain/tracking/recipient-words";
import type { RecipientWords } from "~/domain/tracking/recipient-words";
import { isPast } from "~/domain/visit/visit-order";
import { changePlanFor } from "~/planner/change-plan.server";
import { lockWaiting } from "~/planner/waiting-visits.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import type { OpenedVisit } from "../queries/open-link.server";
import { stageOf } from "../queries/visit-page.server";
import { refuseUnless } from "../refuse-unless";

const TOO_LATE = refuse("recipient.late", "This delivery can’t be changed any more.", 409);
const MOVED = refuse("recipient.moved", "Your delivery was just planned anew. Please try again.", 409);

type Keep = (trx: Db) => Promise<void>;

/**
 * What the driver should know, in the visit's note, where every page and print has it. The same again changes nothing.
 * @throws AppError 403 (not offered), 409 (too late), 422
 */
export async function leaveNote(link: OpenedVisit, words: RecipientWords): Promise<void> {
  const { company, settings, visit } = link;
  refuseUnless(settings.requests);
  if (!isAhead(stageOf(link))) throw refusalError(TOO_LATE.error);
  const keep: Keep = (trx) =>
    saveReply(trx, company.id, visit.id, { note: words.note, safe_place: words.safePlace }, nowText());
  const planId = visit.planId ?? (await leaveWithoutPlan(link, words, keep));
  if (planId !== null) await leaveInPlan(link, planId, words, keep);
}

async function leaveInPlan(link: OpenedVisit, planId: number, words: RecipientWords, keep: Keep): Promise<void> {
  const { company, visit } = link;
  await changePlanFor(
    { companyId: company.id, userId: null },
    {
      kind: RECIPIENT_NOTE_KIND,
      planId,
      subject: { visitIds: [visit.id] },
      load: async (trx) => ({
        visits: [visitFromRow(await getVisit(trx, company.id, visit.id))],
        said: await saidBefore(trx, link),
      }),
      decide({ visits: [now], said: before }) {
        if (now === undefined || isPast(now)) return TOO_LATE;
        if (now.planId !== planId) return MOVED;
        const said = withRecipientWords(now.recipientNote, before, words);
        return said.ok
          ? accept(planningChanges({ visits: [{ id: now.id, set: { recipientNote: said.note } }] }))
          : { ok: false, error: said.error };
      },
      alongside: keep,
    },
  );
}

async function saidBefore(trx: Db, { company, visit }: OpenedVisit): Promise<RecipientWords | null> {
  const reply = await findReply(trx, company.id, visit.id);
  return reply === undefined ? null : { note: reply.note, safePlace: reply.safe_place };
}

/** @returns the plan that has taken the visit since the link was opened: nothing is stored then; else null */
async function leaveWithoutPlan(link: OpenedVisit, words: RecipientWords, keep: Keep): Promise<number | null> {
  const { company, visit } = link;
  return withTransaction(db(), async (trx) => {
    const { waiting, planned } = await lockWaiting(trx, company.id, [visit.id]);
    const [now] = waiting;
    if (now === undefined) return planned[0]!.planId;
    const said = withRecipientWords(now.recipientNote, await saidBefore(trx, link), words);
    if (!said.ok) throw refusalError(said.error);
    await updateVisit(trx, company.id, visit.id, { recipient_note: said.note }, nowText());
    await keep(trx);
    afterCommit(trx, () => publishChange(company.id, { model: "RoutingVisit", action: "update", ids: [visit.id] }));
    return null;
  });
}
