import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findCalculationHead } from "~/db/repositories/calculations.server";
import { isUnderway } from "~/domain/calculation/calculation-status";
import type { CalculationStatus } from "~/domain/calculation/calculation-status";
import { pause } from "~/lib/pause";
import { isBeingStopped } from "~/lib/requests-under-way.server";

const POLL_MS = 150;

/**
 * Waits until a calculation has ended, in whichever process it runs.
 * @returns its status then, or when the time is over or the server stops
 */
export async function waitForCalculation(
  session: CompanySession,
  queryId: number,
  longestMs: number,
): Promise<CalculationStatus | null> {
  const until = performance.now() + longestMs;
  for (;;) {
    const status = (await findCalculationHead(db(), session.company.id, queryId))?.status ?? null;
    const isOver = status === null || !isUnderway(status);
    if (isOver || performance.now() >= until || isBeingStopped()) return status;
    await pause(POLL_MS);
  }
}
