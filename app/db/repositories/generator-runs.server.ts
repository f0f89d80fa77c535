/** Runs of the generator belong to the platform, so all of this crosses companies. */
import { GeneratorStatus } from "~/domain/generator/generator-status";
import type { GeneratorOptions } from "~/domain/generator/made-up-company";
import { notFound } from "~/lib/errors";
import { parseJson } from "../codecs.server";
import type { Db } from "../client.server";
import type { GeneratorRunRow, UtcText } from "../tables";

const MAX_LISTED = 100;

export async function insertRun(
  db: Db,
  options: GeneratorOptions,
  userId: number | null,
  now: UtcText,
): Promise<number> {
  const run = { user_id: userId, title: options.title, status: GeneratorStatus.Making, made: "[]" };
  const [id] = await db("generator_runs").insert({
    ...run,
    options: JSON.stringify(options),
    created_at: now,
    updated_at: now,
  });
  return Number(id);
}

/** The newest first. */
export const listRuns = async (db: Db): Promise<GeneratorRunRow[]> =>
  db("generator_runs").orderBy("id", "desc").limit(MAX_LISTED);

/** @throws AppError 404 */
export async function lockRun(trx: Db, runId: number): Promise<GeneratorRunRow> {
  const row = await trx("generator_runs").where({ id: runId }).forUpdate().first();
  if (row === undefined) throw notFound("Run");
  return row;
}

/** Takes the oldest run that is not finished, so that no other process works on it until then. */
export async function claimRun(db: Db, now: UtcText, until: UtcText): Promise<GeneratorRunRow | null> {
  const free = () =>
    db("generator_runs")
      .whereIn("status", [GeneratorStatus.Making, GeneratorStatus.Removing])
      .where((lock) => void lock.whereNull("locked_until").orWhere("locked_until", "<=", now));
  const row = await free().orderBy("id").first();
  if (row === undefined) return null;
  const claimed = await free().where({ id: row.id }).update({ locked_until: until });
  return claimed === 1 ? row : null;
}

export const releaseRun = async (db: Db, runId: number): Promise<void> =>
  void (await db("generator_runs").where({ id: runId }).update({ locked_until: null }));

type RunChanges = Partial<Pick<GeneratorRunRow, "status" | "failure">> & { made?: readonly number[] };

export async function updateRun(trx: Db, runId: number, { made, ...changes }: RunChanges, now: UtcText): Promise<void> {
  const row = { ...changes, ...(made === undefined ? {} : { made: JSON.stringify(made) }), updated_at: now };
  await trx("generator_runs").where({ id: runId }).update(row);
}

export const deleteRun = async (trx: Db, runId: number): Promise<void> =>
  void (await trx("generator_runs").where({ id: runId }).delete());

export const madeBy = ({ made }: GeneratorRunRow): number[] => parseJson<number[]>(made, []);
export const optionsOf = ({ options }: GeneratorRunRow): GeneratorOptions =>
  parseJson<GeneratorOptions>(options, {} as GeneratorOptions);

/** The company and everything in it: its rows are there through it alone. */
export const deleteMadeUpCompany = async (trx: Db, companyId: number): Promise<void> =>
  void (await trx("companies").where({ id: companyId }).delete());
