/** What a company would lose if it kept things for fewer days. */
import { db } from "~/db/database.server";
import { countOldPositions } from "~/db/repositories/positions.server";
import { countOldProofs } from "~/db/repositories/proofs.server";
import type { ProofCount } from "~/db/repositories/proofs.server";
import { KEPT_DAYS } from "~/domain/position/position";
import { PROOFS_KEPT_DAYS } from "~/domain/rights/erasure";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { dialogOf } from "~/http/list-request.server";
import { nowText } from "~/services/now.server";
import { DAYS_PARAM, KEEP_POSITIONS_DIALOG, KEEP_PROOFS_DIALOG } from "../kept-dialogs";

const daysAgo = (days: number): UtcText => addSeconds(nowText(), -days * DAY_SEC);

export const positionsLostBy = (companyId: number, days: number): Promise<number> =>
  countOldPositions(db(), companyId, daysAgo(days));

export const proofsLostBy = (companyId: number, days: number): Promise<ProofCount> =>
  countOldProofs(db(), companyId, daysAgo(days));

export type KeptQuestion = { days: number } & (
  ({ dialog: typeof KEEP_PROOFS_DIALOG } & ProofCount) | { dialog: typeof KEEP_POSITIONS_DIALOG; positions: number }
);

/** The question that the address of the settings page asks; null: none. */
export async function keptQuestionOf(request: Request, companyId: number): Promise<KeptQuestion | null> {
  const { name } = dialogOf(request);
  const days = Number(new URL(request.url).searchParams.get(DAYS_PARAM) ?? "");
  const isWithin = ({ min, max }: { min: number; max: number }) => Number.isInteger(days) && days >= min && days <= max;
  if (name === KEEP_PROOFS_DIALOG && isWithin(PROOFS_KEPT_DAYS))
    return { dialog: name, days, ...(await proofsLostBy(companyId, days)) };
  if (name === KEEP_POSITIONS_DIALOG && isWithin(KEPT_DAYS))
    return { dialog: name, days, positions: await positionsLostBy(companyId, days) };
  return null;
}
