import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { listExports } from "~/db/repositories/company-exports.server";
import { fullName } from "~/domain/access/person-name";
import { can } from "~/domain/access/permissions";
import { ERASED_AFTER_DAYS, UNANSWERED_DAYS } from "~/domain/rights/erasure";
import { whenWords } from "~/domain/time/day-words";
import { epochSec } from "~/domain/time/utc-text";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowSecOf, nowText, validToday } from "~/services/now.server";

/** What administrators may do with all data of their company. @throws AppError 403 */
export async function loadDataPage(session: CompanySession) {
  authorize(session, "company.export");
  const companyId = session.company.id;
  const company = await getCompany(db(), companyId);
  const timeZone = await zoneOfUser(session);
  const [now, nowSec] = [nowText(), nowSecOf(session)];
  const exports = (await listExports(db(), companyId)).map((row) => ({
    id: row.id,
    when: whenWords(epochSec(row.created_at), nowSec, timeZone),
    who: fullName({ name: row.user_name, surname: row.user_surname }) || "–",
    bytes: row.bytes,
    /** a process that died has left no word */
    state: row.outcome ?? (row.busy_until > now ? ("sending" as const) : ("broken" as const)),
  }));
  return {
    valid: validToday(session, [timeZone]),
    exports,
    isBusy: exports.some(({ state }) => state === "sending"),
    positionsKeptDays: company.positions_kept_days,
    proofsKeptDays: company.proofs_kept_days,
    erasedAfterDays: ERASED_AFTER_DAYS,
    unansweredDays: UNANSWERED_DAYS,
    mayRemove: can(session.actor, "company.remove", { companyId }),
  };
}
export type DataPage = Awaited<ReturnType<typeof loadDataPage>>;
