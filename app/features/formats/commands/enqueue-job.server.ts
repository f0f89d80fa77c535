import { logAuthorOf, noteInLog } from "~/audit/note-in-log.server";
import type { CompanySession } from "~/auth/session.server";
import type { Db } from "~/db/client.server";
import { db } from "~/db/database.server";
import { lockCompany } from "~/db/repositories/companies.server";
import { countOpenFormatJobs, insertFormatJob } from "~/db/repositories/format-jobs.server";
import { afterCommit, withTransaction } from "~/db/transaction.server";
import type { JobFormat, JobInput } from "~/domain/calculation/job-format";
import { jsonText } from "~/lib/json-pieces";
import { inTurns } from "~/lib/turns.server";
import { refuseWithoutPackage } from "~/planner/company-package.server";
import { jobs } from "~/services/jobs.server";
import { waitError } from "~/services/limits/limits.server";
import { nowText } from "~/services/now.server";

/** How many of a company wait or run at a time, so that others have their turn. */
const MOST_OPEN = { vroom: 4, vrp: 4, "vrp-long": 20 } as const;
/** Those that are counted together. */
const WITH: Readonly<Record<JobFormat, readonly JobFormat[]>> = {
  vroom: ["vroom", "vrp"],
  vrp: ["vroom", "vrp"],
  "vrp-long": ["vrp-long"],
};
const TRY_AGAIN_SEC = 5;

/** @throws AppError 429 */
async function refuseOneMore(trx: Db, companyId: number, format: JobFormat): Promise<void> {
  if ((await countOpenFormatJobs(trx, companyId, WITH[format])) < MOST_OPEN[format]) return;
  throw waitError(
    "job.too_many",
    `Your company has ${MOST_OPEN[format]} of these calculations under way already. Please wait for one of them.`,
    TRY_AGAIN_SEC,
  );
}

/**
 * Puts a problem in another product's format into the queue of calculations. @returns its id
 * @throws AppError 429 when as many of the company wait already; 402 when its package has no visits left
 */
export async function enqueueJob(
  session: CompanySession,
  format: JobFormat,
  request: Readonly<Record<string, unknown>>,
): Promise<number> {
  const companyId = session.company.id;
  await refuseOneMore(db(), companyId, format);
  await refuseWithoutPackage(db(), companyId, nowText());
  const { router } = session.user.settings;
  const stored: JobInput = { request, ...(router === undefined ? {} : { router }) };
  const input = await inTurns(jsonText({ ...stored }, 3));
  return withTransaction(db(), async (trx) => {
    // Others of the company may have come while this one was written.
    await lockCompany(trx, companyId);
    await refuseOneMore(trx, companyId, format);
    const id = await insertFormatJob(
      trx,
      companyId,
      { format, input, user_id: session.user.id, api_key_id: session.key?.id ?? null },
      nowText(),
    );
    // The others leave nothing behind.
    if (format === "vrp-long")
      await noteInLog(trx, {
        by: logAuthorOf(session),
        companyId,
        action: "vrp-long",
        subject: { model: "Calculation", ids: [id] },
      });
    afterCommit(trx, () => jobs().wake());
    return id;
  });
}
