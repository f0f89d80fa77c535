import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { insertAnnouncement } from "~/db/repositories/site-announcements.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import { announcedVersion, publishSite } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";

/** Pages of this process hear of it at once, those of others with their next look. @throws AppError 403 */
export async function announceUpgrade(session: CompanySession): Promise<void> {
  authorize(session, "site.announce");
  await withTransaction(db(), async (trx) => {
    const id = await insertAnnouncement(trx, nowText());
    afterCommit(trx, () => publishSite(announcedVersion(id)));
  });
}
