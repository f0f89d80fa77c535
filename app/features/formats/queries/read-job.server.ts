import type { CompanySession } from "~/auth/session.server";
import { parseJsonInTurns } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { findFormatJob } from "~/db/repositories/format-jobs.server";
import type { RoutingQueryRow } from "~/db/tables";
import type { CalculationStatus } from "~/domain/calculation/calculation-status";
import type { JobInput } from "~/domain/calculation/job-format";
import { UNKNOWN_FAILURE } from "~/domain/calculation/failure";
import { notFound } from "~/lib/errors";

const WORDS: Partial<Record<CalculationStatus, "pending" | "processing" | "finished">> = {
  queued: "pending",
  running: "processing",
  done: "finished",
};

const moment = (utc: string | null): string | null => (utc === null ? null : `${utc.replace(" ", "T")}Z`);

/** A long job as Routific tells it. @throws AppError 404, of another company's too */
export async function readJob(session: CompanySession, id: number): Promise<Record<string, unknown>> {
  const row = await findFormatJob(db(), session.company.id, id);
  if (row === undefined || row.format !== "vrp-long") throw notFound("Job");
  const { request } = await parseJsonInTurns<JobInput>(row.input, { request: {} });
  const status = WORDS[row.status] ?? "error";
  const output = await outputOf(row, status);
  return {
    id: String(row.id),
    status,
    input: request,
    ...(output === undefined ? {} : { output }),
    created_at: moment(row.created_at),
    started_at: moment(row.started_at),
    finished_at: moment(row.finished_at),
  };
}

async function outputOf(row: RoutingQueryRow, status: string): Promise<unknown> {
  if (status === "error") return row.error_message ?? UNKNOWN_FAILURE;
  return status === "finished" ? parseJsonInTurns<unknown>(row.output, null) : undefined;
}
