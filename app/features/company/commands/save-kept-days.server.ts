/** For how long a company keeps what it has. What becomes too old goes within the hour, for good. */
import type { z } from "zod";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { lockCompany, updateCompany } from "~/db/repositories/companies.server";
import type { CompanyChanges } from "~/db/repositories/companies.server";
import type { CompanyRow } from "~/db/tables";
import { withTransaction } from "~/db/transaction.server";
import { isShorterKept } from "~/domain/company/kept-days";
import { refuseStaleFields } from "~/domain/validation/stale-fields";
import type { FieldTexts } from "~/domain/validation/stale-fields";
import { pick } from "~/lib/pick";
import { fieldTexts } from "~/lib/shown-values";
import { nowText } from "~/services/now.server";
import type { PositionsKept, ProofsKept } from "../schemas";
import type { PositionsKeptTold, ProofsKeptTold } from "../tells";
import { positionsLostBy, proofsLostBy } from "../queries/kept-days.server";
import { settingsWords } from "../settings-form-values";
import { publishSettings } from "./publish-settings.server";

const textsOf = (company: CompanyRow) =>
  fieldTexts<"positions_kept_days" | "proofs_kept_days">(pick(company, ["positions_kept_days", "proofs_kept_days"]));

/**
 * @param seen what the form's field showed before
 * @param askedFirst what is lost by it and not yet agreed to; null: nothing
 * @returns what is asked first; null: it is stored
 * @throws AppError 409 where somebody else has changed them since they were `seen`
 */
async function keepFor<Lost>(
  session: CompanySession,
  next: Pick<CompanyChanges, "positions_kept_days" | "proofs_kept_days">,
  { seen, tab }: { seen: FieldTexts; tab: string | undefined },
  askedFirst: (trx: Db, company: CompanyRow) => Promise<Lost | null>,
): Promise<Lost | null> {
  const { id } = session.company;
  const asked = await withTransaction(db(), async (trx) => {
    const company = await lockCompany(trx, id);
    const texts = { seen, stored: textsOf(company), next: textsOf({ ...company, ...next }) };
    refuseStaleFields("company.changed", texts, (name) => settingsWords(name, texts.stored[name]));
    const lost = await askedFirst(trx, company);
    if (lost === null) await updateCompany(trx, id, next, nowText());
    return lost;
  });
  if (asked === null) publishSettings(session, tab);
  return asked;
}

/** For how many days it is known where vehicles were; left out, it stays. @throws AppError 403, 409 */
export async function savePositionsKept(
  session: CompanySession,
  { confirmed, seen, positions_kept_days: days }: PositionsKept,
  tab?: string,
): Promise<z.infer<typeof PositionsKeptTold>> {
  authorize(session, "company.settings");
  if (days === undefined) return { status: "applied" };
  const positions = await keepFor(session, { positions_kept_days: days }, { seen, tab }, async (trx, company) => {
    if (confirmed || !isShorterKept(days, company.positions_kept_days)) return null;
    return (await positionsLostBy(trx, company.id, days)) || null;
  });
  return positions === null ? { status: "applied" } : { status: "confirm", positions };
}

/** For how many days photos and signatures are kept; left out, it stays. @throws AppError 403, 409 */
export async function saveProofsKept(
  session: CompanySession,
  { confirmed, seen, proofs_kept_days: days }: ProofsKept,
  tab?: string,
): Promise<z.infer<typeof ProofsKeptTold>> {
  authorize(session, "company.settings");
  if (days === undefined) return { status: "applied" };
  const lost = await keepFor(session, { proofs_kept_days: days }, { seen, tab }, async (trx, company) => {
    if (confirmed || days === null || !isShorterKept(days, company.proofs_kept_days)) return null;
    const { photos, signatures } = await proofsLostBy(trx, company.id, days);
    return photos + signatures > 0 ? { photos, signatures } : null;
  });
  return lost === null ? { status: "applied" } : { status: "confirm", ...lost };
}
