/** Takes texts and places of visits out of the log of their plans, and leaves there what was done. */
import { isLogged } from "~/domain/plan/plan-log";
import type { LoggedSide } from "~/domain/plan/plan-log";
import { jsonText } from "~/lib/json-pieces";
import { inTurns } from "~/lib/turns.server";
import type { Db } from "../client.server";
import { parseJsonInTurns } from "../codecs.server";
import type { PlanChangeRow } from "../tables";

/** Fields of visits, named as in the domain. */
interface TextsOfVisits {
  planIds: readonly number[];
  visitIds: ReadonlySet<number>;
  fields: readonly string[];
  /** what such a change has in its JSON: the others aren't read */
  marks: readonly string[];
}

/** @returns the ids of the changes that tell of these visits */
export async function blankInPlanChanges(db: Db, companyId: number, texts: TextsOfVisits): Promise<number[]> {
  const { planIds, visitIds, fields, marks } = texts;
  if (planIds.length === 0 || visitIds.size === 0) return [];
  const ids: number[] = await db("plan_changes")
    // With the plus the plans lead, and not all that was ever changed in the company (scoped.server.ts).
    .whereRaw("+company_id = ?", [companyId])
    .whereIn("plan_id", [...planIds])
    .where((any) => {
      for (const mark of marks) any.orWhere("before", "like", `%${mark}%`).orWhere("after", "like", `%${mark}%`);
    })
    .orderBy("id")
    .pluck("id");
  const about: number[] = [];
  // One at a time: that of a calculation has megabytes.
  for (const id of ids) {
    const row = (await db("plan_changes").where({ id }).first("before", "after")) as
      Pick<PlanChangeRow, "before" | "after"> | undefined;
    if (row === undefined) continue;
    const sides = [await blanked(row.before, visitIds, fields), await blanked(row.after, visitIds, fields)] as const;
    if (sides.some(({ tells }) => tells)) about.push(id);
    for (const [nth, column] of (["before", "after"] as const).entries()) {
      const { text } = sides[nth]!;
      if (text !== null)
        await db("plan_changes")
          .where({ id })
          .update({ [column]: text });
    }
  }
  return about;
}

/** @returns text: null where nothing had to be blanked */
async function blanked(
  stored: string | null,
  visitIds: ReadonlySet<number>,
  fields: readonly string[],
): Promise<{ text: string | null; tells: boolean }> {
  const side = await parseJsonInTurns<unknown>(stored, null);
  if (!isLogged(side)) return { text: null, tells: false };
  const records = side.visits.filter(({ id }) => visitIds.has(id));
  let hasChanged = false;
  for (const record of records)
    for (const field of fields) {
      const nothing = typeof record[field] === "string" ? "" : null;
      if (record[field] === undefined || record[field] === nothing) continue;
      record[field] = nothing;
      hasChanged = true;
    }
  return { text: hasChanged ? await inTurns(jsonText(plain(side))) : null, tells: records.length > 0 };
}

const plain = (side: LoggedSide): Record<string, unknown> => ({ ...side });
