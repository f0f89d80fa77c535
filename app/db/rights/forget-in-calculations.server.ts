/** Takes the names of some visits out of the calculations of their plans. */
import { jsonText } from "~/lib/json-pieces";
import { inTurns } from "~/lib/turns.server";
import type { Db } from "../client.server";
import { parseJsonInTurns } from "../codecs.server";
import { packedColumns, packTexts, unpackTexts } from "../packed-texts.server";
import type { ShortPieces } from "../short-pieces.server";
import type { RoutingQueryRow } from "../tables";
import { plansOf } from "./forget-of-visits.server";
import type { VisitsOfCompany } from "./forget-of-visits.server";

/** What was sent to the solver, what it answered, and what that was to change in the plan. */
const TEXTS = ["input", "output", "difference"] as const;
type Texts = Partial<Pick<RoutingQueryRow, (typeof TEXTS)[number]>>;

/** One at a time: the texts of each may have megabytes. */
export async function forgetInCalculations(pieces: ShortPieces, { companyId, visits }: VisitsOfCompany): Promise<void> {
  const visitIds = new Set(visits.map(({ id }) => id));
  for (const planId of plansOf(visits)) {
    const ids = await pieces.look(
      async (db) =>
        (await db("routing_queries").where({ company_id: companyId, plan_id: planId }).pluck("id")) as number[],
    );
    for (const id of ids) await pieces.look((db) => forgetIn(db, id, visitIds));
  }
}

async function forgetIn(db: Db, id: number, visitIds: ReadonlySet<number>): Promise<void> {
  const stored = (await db("routing_queries")
    .where({ id })
    .first([...TEXTS, ...packedColumns("routing_queries")])) as Texts | undefined;
  if (stored === undefined) return;
  const row = await unpackTexts("routing_queries", stored);
  for (const column of TEXTS) {
    const value = await parseJsonInTurns<Record<string, unknown> | null>(row[column] ?? null, null);
    if (value === null || typeof value !== "object" || Array.isArray(value)) continue;
    let isNamed = false;
    for (const [record, field] of namedIn(value, visitIds))
      if (typeof record[field] === "string" && record[field] !== "") {
        record[field] = "";
        isNamed = true;
      }
    if (!isNamed) continue;
    const text = await inTurns(jsonText(value));
    await db("routing_queries")
      .where({ id })
      .update(await packTexts("routing_queries", { [column]: text }));
  }
}

type Json = Record<string, unknown>;

const recordsOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((one): one is Json => typeof one === "object" && one !== null) : [];

/** Where the names of the visits stand, as domain/calculation writes each of the texts. */
function* namedIn(value: Json, visitIds: ReadonlySet<number>): Generator<[record: Json, field: string]> {
  const isTheirs = (id: unknown): boolean => visitIds.has(Number(id));
  const sent = value.visits;
  if (typeof sent === "object" && sent !== null && !Array.isArray(sent))
    for (const [id, visit] of Object.entries(sent as Record<string, Json>)) if (isTheirs(id)) yield [visit, "name"];
  for (const route of recordsOf(value.routes))
    for (const step of recordsOf(route.steps))
      if (isTheirs(step.id) && step.type === "job") yield [step, "description"];
  for (const left of recordsOf(value.unassigned)) if (isTheirs(left.id)) yield [left, "name"];
  for (const move of recordsOf(value.moves)) if (isTheirs(move.visitId)) yield [move, "name"];
}
