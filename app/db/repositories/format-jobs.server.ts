import { UNDERWAY } from "~/domain/calculation/calculation-status";
import type { CalculationStatus } from "~/domain/calculation/calculation-status";
import { CalculationType } from "~/domain/calculation/calculation-type";
import { JOB_PRIORITY } from "~/domain/calculation/job-format";
import type { JobFormat } from "~/domain/calculation/job-format";
import type { Db } from "../client.server";
import { unpackTexts } from "../packed-texts.server";
import type { RoutingQueryRow, UtcText } from "../tables";
import { insertScoped } from "./scoped.server";

/** Problems in other products' formats: rows of the calculations' queue that no screen shows. */
const jobs = (db: Db, companyId: number) => db("routing_queries").where("company_id", companyId).whereNotNull("format");

export type NewFormatJob = Pick<RoutingQueryRow, "user_id" | "api_key_id" | "input"> & { format: JobFormat };

/** @returns its id */
export const insertFormatJob = (db: Db, companyId: number, job: NewFormatJob, now: UtcText): Promise<number> =>
  insertScoped(
    db,
    "routing_queries",
    companyId,
    {
      ...job,
      title: job.format,
      type: CalculationType.Api,
      priority: JOB_PRIORITY[job.format],
      status: "queued",
    },
    now,
  );

/** With input and output. */
export async function findFormatJob(db: Db, companyId: number, id: number): Promise<RoutingQueryRow | undefined> {
  const row = await jobs(db, companyId).where({ id }).first();
  return row && unpackTexts("routing_queries", row);
}

/** Cheap enough to be asked several times a second. */
export async function formatJobStatus(db: Db, companyId: number, id: number): Promise<CalculationStatus | undefined> {
  return (await jobs(db, companyId).where({ id }).first("status"))?.status;
}

/** Those of the formats that wait or run. */
export async function countOpenFormatJobs(db: Db, companyId: number, formats: readonly JobFormat[]): Promise<number> {
  const [row] = await jobs(db, companyId)
    .whereIn("format", [...formats])
    .whereIn("status", [...UNDERWAY])
    .count({ count: "*" });
  return Number(row?.count ?? 0);
}

/** One that runs loses its claim and ends. */
export async function deleteFormatJob(db: Db, companyId: number, id: number): Promise<void> {
  await jobs(db, companyId).where({ id }).delete();
}

/** Jobs of these formats that nothing has happened to since `before`. */
export async function removeOldFormatJobsAcrossCompanies(
  db: Db,
  formats: readonly JobFormat[],
  before: UtcText,
): Promise<void> {
  await db("routing_queries")
    .whereIn("format", [...formats])
    .where("updated_at", "<", before)
    .delete();
}
