import type { Knex } from "knex";
import { givenUpSentence } from "~/domain/calculation/failure";
import { addSeconds } from "~/domain/time/utc-text";
import type { Db } from "../client.server";
import { packTexts, unpackTexts } from "../packed-texts.server";
import type { JsonText, RoutingQueryRow, UtcText } from "../tables";
import { withTransaction } from "../transaction.server";
import { tellEnd } from "./calculation-end.server";

/**
 * The durable queue: rows of `routing_queries`. A worker claims a row for some seconds and moves the end of its claim
 * on with every heartbeat. When it ends unexpectedly, the claim lapses and the row waits again, with its last
 * checkpoint. Whatever a worker writes counts only while the claim is still its own.
 */
export interface Claim {
  id: number;
  companyId: number;
  /** names one run of one process; never used twice */
  lockedBy: string;
}

export const LEASE_SEC = 30;
export const MAX_ATTEMPTS = 3;

const held = (db: Db, claim: Claim) =>
  db("routing_queries").where({
    id: claim.id,
    company_id: claim.companyId,
    locked_by: claim.lockedBy,
    status: "running",
  });

/**
 * The plus has the status choose the index, of which few rows are running: by the company, SQLite read all of its past
 * calculations with their long inputs, once for each that waits.
 */
const RUNNING_OF_ITS_COMPANY =
  "(SELECT COUNT(1) FROM routing_queries r WHERE r.status = 'running' AND +r.company_id = routing_queries.company_id)";

/**
 * Claims the most urgent waiting row for `lockedBy`: by priority, then of the company that has the fewest running, then
 * by age. Never one row for two claimers.
 * Call it without a transaction: it has to see what others commit.
 * @returns the row with input and checkpoint, or undefined when nothing waits
 */
export async function claimNextAcrossCompanies(
  db: Db,
  lockedBy: string,
  now: UtcText,
  leaseSec = LEASE_SEC,
): Promise<RoutingQueryRow | undefined> {
  for (;;) {
    const candidate = await db("routing_queries")
      .where({ status: "queued" })
      .orderBy("priority", "desc")
      .orderByRaw(RUNNING_OF_ITS_COMPANY)
      .orderBy("id")
      .first("id");
    if (!candidate) return undefined;
    // The condition on the status decides who wins; the second claimer changes no row and tries the next one.
    const won = await db("routing_queries")
      .where({ id: candidate.id, status: "queued" })
      .update({
        status: "running",
        locked_by: lockedBy,
        locked_until: addSeconds(now, leaseSec),
        heartbeat_at: now,
        attempts: db.raw("attempts + 1"),
        started_at: db.raw("COALESCE(started_at, ?)", [now]),
        updated_at: now,
      });
    if (won !== 1) continue;
    const row = await db("routing_queries").where({ id: candidate.id }).first();
    return row && unpackTexts("routing_queries", row);
  }
}

export interface CalculationProgress {
  /** share of the time, 0..1 */
  progress: number;
  incumbent_cost?: number | null;
  incumbent_unassigned?: number | null;
  /** JSON: best solution so far */
  checkpoint?: JsonText;
}

export interface Heartbeat {
  /** false: the claim was lost, stop and write nothing more */
  held: boolean;
  cancelRequested: boolean;
}

/** Keeps the claim, stores the progress if there is some, and reads whether an end was requested. */
export async function heartbeat(
  db: Db,
  claim: Claim,
  now: UtcText,
  news?: CalculationProgress,
  leaseSec = LEASE_SEC,
): Promise<Heartbeat> {
  const changed = await held(db, claim).update({
    ...news,
    locked_until: addSeconds(now, leaseSec),
    heartbeat_at: now,
    updated_at: now,
  });
  if (changed === 0) return { held: false, cancelRequested: false };
  const row = await db("routing_queries").where({ id: claim.id }).first("cancel_requested");
  return { held: true, cancelRequested: row?.cancel_requested === 1 };
}

export interface FinishedCalculation {
  status: "done" | "failed" | "cancelled" | "stale" | "proposed";
  difference?: JsonText | null;
  output?: JsonText | null;
  summary?: JsonText | null;
  is_correct_output?: 0 | 1;
  incumbent_cost?: number | null;
  incumbent_unassigned?: number | null;
  error_code?: string | null;
  error_message?: string | null;
  applied_at?: UtcText | null;
}

/**
 * Ends a claimed calculation; in the transaction that applies its result, so that both happen or neither.
 * @returns false when the claim was lost meanwhile: roll back
 */
export async function finishCalculation(
  trx: Db,
  claim: Claim,
  result: FinishedCalculation,
  now: UtcText,
): Promise<boolean> {
  return withTransaction(trx, async (all) => {
    if (!(await endHeld(all, claim, result, now))) return false;
    await tellEnd(all, claim, { status: result.status, errorCode: result.error_code }, now);
    return true;
  });
}

async function endHeld(trx: Db, claim: Claim, result: FinishedCalculation, now: UtcText): Promise<boolean> {
  const changed = await held(trx, claim).update({
    ...(await packTexts("routing_queries", result)),
    ...(result.status === "done" ? { progress: 1 } : {}),
    checkpoint: null,
    locked_by: null,
    locked_until: null,
    finished_at: now,
    updated_at: now,
  });
  return changed === 1;
}

/** Puts a claimed row back without counting the attempt: the process stops in order. @returns false when not held */
export async function releaseCalculation(db: Db, claim: Claim, now: UtcText): Promise<boolean> {
  const changed = await held(db, claim).update({
    status: "queued",
    locked_by: null,
    locked_until: null,
    attempts: db.raw("attempts - 1"),
    updated_at: now,
  });
  return changed === 1;
}

/** A row whose worker died at the nth attempt waits again, or is given up. */
const afterDeath = (attempts: number, now: UtcText) => ({
  locked_by: null,
  locked_until: null,
  updated_at: now,
  ...(attempts >= MAX_ATTEMPTS
    ? {
        status: "failed" as const,
        error_code: "calculation.crashed",
        error_message: givenUpSentence(attempts),
        finished_at: now,
      }
    : { status: "queued" as const }),
});

/**
 * For the parent of a calculation's process that died: gives its row back. @returns what became of the row;
 * undefined when it was not held
 */
export async function requeueAfterDeath(db: Db, claim: Claim, now: UtcText): Promise<"queued" | "failed" | undefined> {
  const row = (await held(db, claim).first("attempts")) as Pick<RoutingQueryRow, "attempts"> | undefined;
  if (row === undefined) return undefined;
  const after = afterDeath(row.attempts, now);
  return withTransaction(db, async (trx) => {
    if ((await held(trx, claim).update(after)) === 0) return undefined;
    if (after.status === "failed") await tellEnd(trx, claim, { status: "failed", errorCode: after.error_code }, now);
    return after.status;
  });
}

export interface Requeued {
  requeued: Pick<RoutingQueryRow, "id" | "company_id" | "plan_id" | "format">[];
  failed: Pick<RoutingQueryRow, "id" | "company_id" | "plan_id" | "format">[];
}

/**
 * Rows whose claim has lapsed wait again; after `MAX_ATTEMPTS` crashes they fail instead of crashing workers again and
 * again.
 */
export const requeueLapsedAcrossCompanies = (db: Db, now: UtcText): Promise<Requeued> =>
  requeue(db, now, (rows) => void rows.where("locked_until", "<", now));

/**
 * The single process of an SQLite installation has just started: nobody else can hold a claim, and what is running was
 * running when the process before was killed.
 */
export const requeueAllAcrossCompanies = (db: Db, now: UtcText): Promise<Requeued> => requeue(db, now, () => undefined);

async function requeue(db: Db, now: UtcText, which: (rows: Knex.QueryBuilder) => void): Promise<Requeued> {
  const running = (within: Db = db) => {
    const rows: Knex.QueryBuilder = within("routing_queries").where({ status: "running" });
    which(rows);
    return rows;
  };
  const dead = (await running().select("id", "company_id", "plan_id", "format", "attempts", "locked_by")) as Pick<
    RoutingQueryRow,
    "id" | "company_id" | "plan_id" | "format" | "attempts" | "locked_by"
  >[];
  const result: Requeued = { requeued: [], failed: [] };
  for (const { attempts, locked_by, ...row } of dead) {
    const after = afterDeath(attempts, now);
    const changed = await withTransaction(db, async (trx) => {
      const updated = await running(trx).where({ id: row.id, locked_by }).update(after);
      const of = { id: row.id, companyId: row.company_id };
      if (updated === 1 && after.status === "failed")
        await tellEnd(trx, of, { status: "failed", errorCode: after.error_code }, now);
      return updated;
    });
    if (changed === 1) (after.status === "failed" ? result.failed : result.requeued).push(row);
  }
  return result;
}
