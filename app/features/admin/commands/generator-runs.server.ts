import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { insertRun, lockRun, updateRun } from "~/db/repositories/generator-runs.server";
import { withTransaction } from "~/db/transaction.server";
import { GeneratorStatus } from "~/domain/generator/generator-status";
import { AppError } from "~/lib/errors";
import { requiredMessage } from "~/domain/validation/text";
import type { NewRunInput } from "../schemas";
import { nowText } from "~/services/now.server";

const required = (label: string, field: string): AppError =>
  new AppError("generator.place", requiredMessage(label), { status: 422, field });

/** Asks for made-up companies; they are made in the background, one after the other. @throws AppError 403, 422 */
export async function startRun(session: CompanySession, { lat, lng, ...input }: NewRunInput): Promise<number> {
  authorize(session, "system.generator");
  if (lat === null) throw required("Latitude", "lat");
  if (lng === null) throw required("Longitude", "lng");
  const options = { ...input, lat, lng };
  return withTransaction(db(), (trx) => insertRun(trx, options, session.user.id, nowText()));
}

/** Ends a run, and takes away what it made. @returns its title. @throws AppError 403, 404 */
export async function removeRun(session: CompanySession, runId: number): Promise<string> {
  authorize(session, "system.generator");
  return withTransaction(db(), async (trx) => {
    const { title } = await lockRun(trx, runId);
    await updateRun(trx, runId, { status: GeneratorStatus.Removing }, nowText());
    return title;
  });
}
