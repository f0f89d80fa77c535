import { authorize } from "~/auth/actor.server";
import { publishAccessChange } from "~/auth/access-changes.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { endSessions } from "~/db/repositories/sessions.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { notFound } from "~/lib/errors";

/** Signs one of one's own sessions out; its pages lose their connection. @throws AppError 404 */
export async function endOwnSession(session: CompanySession, id: number): Promise<void> {
  authorize(session, "profile.update");
  const { userId } = ofPerson(session);
  await withTransaction(db(), async (trx) => {
    if ((await endSessions(trx, userId, { id })) === 0) throw notFound("Session");
    afterCommit(trx, () => publishAccessChange(userId));
  });
}

/** Signs out everywhere but here. */
export async function endOtherSessions(session: CompanySession): Promise<void> {
  authorize(session, "profile.update");
  const { sessionId, userId } = ofPerson(session);
  await withTransaction(db(), async (trx) => {
    await endSessions(trx, userId, { exceptId: sessionId });
    afterCommit(trx, () => publishAccessChange(userId));
  });
}
