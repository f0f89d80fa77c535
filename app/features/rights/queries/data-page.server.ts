import { authorize } from "~/auth/actor.server";
import { askedProof } from "~/auth/proof.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { listExports } from "~/db/repositories/company-exports.server";
import { listErasures } from "~/db/repositories/recipient-erasures.server";
import { fullName } from "~/domain/access/person-name";
import { can } from "~/domain/access/permissions";
import { ERASED_AFTER_DAYS, UNANSWERED_DAYS } from "~/domain/rights/erasure";
import { shownContact } from "~/domain/rights/recipient-contact";
import { whenWords } from "~/domain/time/day-words";
import { epochSec } from "~/domain/time/utc-text";
import { dialogOf } from "~/http/list-request.server";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowSecOf, nowText } from "~/services/now.server";
import { lookedForRecipient } from "../looked-for.server";
import { ERASE_RECIPIENT_DIALOG, ERASURE_PARAM } from "../recipient-dialog";

/** What administrators may do with all data of their company. @throws AppError 403 */
export async function loadDataPage(session: CompanySession, request: Request) {
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
  const erasures = (await listErasures(db(), companyId)).map((row) => ({
    id: row.id,
    when: whenWords(epochSec(row.confirmed_at ?? row.created_at), nowSec, timeZone),
    who: fullName({ name: row.user_name, surname: row.user_surname }) || "–",
    visits: row.visits + row.removed_visits,
    state: row.outcome ?? ("erasing" as const),
  }));
  return {
    exports,
    erasures,
    lookedFor: await lookedForIn(session, request),
    isBusy: exports.some(({ state }) => state === "sending"),
    positionsKeptDays: company.positions_kept_days,
    proofsKeptDays: company.proofs_kept_days,
    erasedAfterDays: ERASED_AFTER_DAYS,
    unansweredDays: UNANSWERED_DAYS,
    mayRemove: can(session.actor, "company.remove", { companyId }),
  };
}
export type DataPage = Awaited<ReturnType<typeof loadDataPage>>;

/** The recipient whom the address asks about; null: none, or nobody has looked for them lately. */
async function lookedForIn(session: CompanySession, request: Request) {
  const id = Number(new URL(request.url).searchParams.get(ERASURE_PARAM) ?? "");
  if (dialogOf(request).name !== ERASE_RECIPIENT_DIALOG || !Number.isSafeInteger(id)) return null;
  const looked = await lookedForRecipient(session, id);
  if (looked === null) return null;
  const { visits, removed_visits: removed, pictures, messages, imports } = looked.row;
  return {
    id,
    contact: shownContact(looked.contact),
    blocker: looked.blocker,
    counts: { visits, removed, pictures, messages, imports },
    proof: await askedProof(session),
  };
}
