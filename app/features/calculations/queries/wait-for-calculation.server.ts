import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findCalculationHead } from "~/db/repositories/calculations.server";
import { isUnderway } from "~/domain/calculation/calculation-status";
import type { CalculationStatus } from "~/domain/calculation/calculation-status";

const POLL_MS = 150;

/**
 * Waits until a calculation has ended, in whichever process it runs.
 * @returns its status then, or when the time is over
 */
export async function waitForCalculation(
  session: CompanySession,
  queryId: number,
  longestMs: number,
): Promise<CalculationStatus | null> {
  const until = performance.now() + longestMs;
  for (;;) {
    const status = (await findCalculationHead(db(), session.company.id, queryId))?.status ?? null;
    if (status === null || !isUnderway(status) || performance.now() >= until) return status;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
