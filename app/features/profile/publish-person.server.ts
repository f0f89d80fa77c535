import type { Db } from "~/db/client.server";
import { listAccessesOfUserAcrossCompanies } from "~/db/repositories/members.server";
import { afterCommit } from "~/db/transaction.server";
import { publishChange } from "~/realtime/publisher.server";

/** Tells the pages of every company that the person works for, once it is stored: lists of people, and their own. */
export async function publishPerson(trx: Db, userId: number, tab?: string): Promise<void> {
  const accesses = await listAccessesOfUserAcrossCompanies(trx, userId);
  afterCommit(trx, () => {
    for (const { company_id: companyId } of accesses)
      publishChange(companyId, { model: "User", action: "update", ids: [userId] }, tab);
  });
}
