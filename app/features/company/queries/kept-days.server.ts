/** What a company would lose if it kept things for fewer days. */
import type { Db } from "~/db/client.server";
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
import { DAYS_PARAM, FOR_GOOD, KEEP_POSITIONS_DIALOG, KEEP_PROOFS_DIALOG, SHOWN_DAYS_PARAM } from "../kept-dialogs";

const daysAgo = (days: number): UtcText => addSeconds(nowText(), -days * DAY_SEC);

export const positionsLostBy = (from: Db, companyId: number, days: number): Promise<number> =>
  countOldPositions(from, companyId, daysAgo(days));

export const proofsLostBy = (from: Db, companyId: number, days: number): Promise<ProofCount> =>
  countOldProofs(from, companyId, daysAgo(days));

interface AskedDays {
  days: number;
  /** what the field showed before; null: not known */
  shown: string | null;
}
export type KeptQuestion = AskedDays &
  (({ dialog: typeof KEEP_PROOFS_DIALOG } & ProofCount) | { dialog: typeof KEEP_POSITIONS_DIALOG; positions: number });

/** The question that the address of the settings page asks; null: none. */
export async function keptQuestionOf(request: Request, companyId: number): Promise<KeptQuestion | null> {
  const { name } = dialogOf(request);
  const asked = new URL(request.url).searchParams;
  const days = Number(asked.get(DAYS_PARAM) ?? "");
  const before = asked.get(SHOWN_DAYS_PARAM);
  const shown = before === FOR_GOOD ? "" : before;
  const isWithin = ({ min, max }: { min: number; max: number }) => Number.isInteger(days) && days >= min && days <= max;
  if (name === KEEP_PROOFS_DIALOG && isWithin(PROOFS_KEPT_DAYS))
    return { dialog: name, days, shown, ...(await proofsLostBy(db(), companyId, days)) };
  if (name === KEEP_POSITIONS_DIALOG && isWithin(KEPT_DAYS))
    return { dialog: name, days, shown, positions: await positionsLostBy(db(), companyId, days) };
  return null;
}
