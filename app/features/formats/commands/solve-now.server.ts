import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { deleteFormatJob, findFormatJob, formatJobStatus } from "~/db/repositories/format-jobs.server";
import { isUnderway } from "~/domain/calculation/calculation-status";
import type { JobFormat } from "~/domain/calculation/job-format";
import { AppError } from "~/lib/errors";
import { pause } from "~/lib/pause";
import { ownRequestMayWait } from "~/lib/requests-under-way.server";
import { jobs } from "~/services/jobs.server";
import { enqueueJob } from "./enqueue-job.server";
import { jobFault } from "../job-fault";

const LOOK_MS = 40;
/** The turn of the queue and the calculation itself. */
const LONGEST_MS = 120_000;
/** The same for one that is large or was asked to search for long. */
export const LONGEST_LARGE_MS = 300_000;

/**
 * Solves a problem in another product's format while the caller waits, who may go away: then nothing goes on.
 * @returns the answer's text
 * @throws AppError of `jobFault`; 429; 'job.timeout'
 */
export async function solveNow(
  session: CompanySession,
  format: JobFormat,
  request: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  longestMs = LONGEST_MS,
): Promise<string> {
  const companyId = session.company.id;
  const id = await enqueueJob(session, format, request);
  ownRequestMayWait();
  try {
    await untilOver(companyId, id, signal, performance.now() + longestMs);
    const job = await findFormatJob(db(), companyId, id);
    if (job === undefined || job.status !== "done" || job.output === null)
      throw jobFault(job?.error_code ?? null, job?.error_message ?? null);
    return job.output;
  } finally {
    await deleteFormatJob(db(), companyId, id);
    jobs().cancel(id);
  }
}

/** @throws AppError 'job.timeout' when it takes too long, 'job.left' when the caller has gone */
async function untilOver(companyId: number, id: number, signal: AbortSignal, until: number): Promise<void> {
  for (;;) {
    const status = await formatJobStatus(db(), companyId, id);
    if (status === undefined || !isUnderway(status)) return;
    if (signal.aborted) throw new AppError("job.left", "The caller has gone.", { status: 408 });
    if (performance.now() >= until)
      throw new AppError("job.timeout", "The calculation took too long. Try again later, or with fewer stops.", {
        status: 503,
      });
    await pause(LOOK_MS);
  }
}
