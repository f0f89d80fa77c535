import { db } from "~/db/database.server";
import type { Db } from "~/db/client.server";
import { storedBytesOfSheets } from "~/db/repositories/sheets.server";
import { isTrial } from "~/domain/billing/billing-record";
import { keptImportsFault } from "~/domain/import/kept-imports";
import { AppError } from "~/lib/errors";
import { billingIsOn, recordOf } from "~/planner/company-package.server";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";

/** What these files take; those that are missing take nothing. */
export async function bytesOfFiles(keys: readonly (string | null)[]): Promise<number> {
  const { storage } = services();
  let sum = 0;
  for (const key of keys) {
    if (key === null) continue;
    sum += await storage.open(key).then(
      ({ bytes }) => bytes,
      (error: unknown) => {
        if (error instanceof AppError && error.status === 404) return 0;
        throw error;
      },
    );
  }
  return sum;
}

/** Whether the company pays for a package, or doesn't have to. */
export const isPaying = async (companyId: number): Promise<boolean> =>
  !billingIsOn() || !isTrial((await recordOf(db(), companyId, nowText())).record);

/** @throws AppError 422 'import.kept' where the company keeps too much of earlier imports for so many bytes more */
export async function refuseBeyondKept(
  database: Db,
  companyId: number,
  { bytes, isPaying: pays }: { bytes: number; isPaying: boolean },
): Promise<void> {
  const fault = keptImportsFault(await storedBytesOfSheets(database, companyId), bytes, pays);
  if (fault !== null) throw new AppError("import.kept", fault, { status: 422, field: "file" });
}
