/** For how long a company keeps what it has. What becomes too old goes within the hour, for good. */
import type { z } from "zod";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getCompany, updateCompany } from "~/db/repositories/companies.server";
import type { CompanyRow } from "~/db/tables";
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

/** @throws AppError 409 where somebody else has changed them since they were `seen` */
function refuseStale<Name extends "positions_kept_days" | "proofs_kept_days">(
  company: CompanyRow,
  next: Readonly<Record<Name, number | null>>,
  seen: FieldTexts,
): void {
  const stored = fieldTexts<"positions_kept_days" | "proofs_kept_days">(
    pick(company, ["positions_kept_days", "proofs_kept_days"]),
  );
  const texts = { seen, stored, next: fieldTexts(next) };
  refuseStaleFields("company.changed", texts, (name) => settingsWords(name, stored[name]));
}

/** For how many days it is known where vehicles were; left out, it stays. @throws AppError 403, 409 */
export async function savePositionsKept(
  session: CompanySession,
  { confirmed, seen, positions_kept_days: days }: PositionsKept,
  tab?: string,
): Promise<z.infer<typeof PositionsKeptTold>> {
  authorize(session, "company.settings");
  const { id } = session.company;
  if (days === undefined) return { status: "applied" };
  const company = await getCompany(db(), id);
  refuseStale(company, { positions_kept_days: days }, seen);
  if (!confirmed && isShorterKept(days, company.positions_kept_days)) {
    const positions = await positionsLostBy(id, days);
    if (positions > 0) return { status: "confirm", positions };
  }
  await updateCompany(db(), id, { positions_kept_days: days }, nowText());
  publishSettings(session, tab);
  return { status: "applied" };
}

/** For how many days photos and signatures are kept; left out, it stays. @throws AppError 403, 409 */
export async function saveProofsKept(
  session: CompanySession,
  { confirmed, seen, proofs_kept_days: days }: ProofsKept,
  tab?: string,
): Promise<z.infer<typeof ProofsKeptTold>> {
  authorize(session, "company.settings");
  const { id } = session.company;
  if (days === undefined) return { status: "applied" };
  const company = await getCompany(db(), id);
  refuseStale(company, { proofs_kept_days: days }, seen);
  if (!confirmed && days !== null && isShorterKept(days, company.proofs_kept_days)) {
    const lost = await proofsLostBy(id, days);
    if (lost.photos + lost.signatures > 0) return { status: "confirm", ...lost };
  }
  await updateCompany(db(), id, { proofs_kept_days: days }, nowText());
  publishSettings(session, tab);
  return { status: "applied" };
}
