/** Takes what is told of some visits out of the JSON of rows that tell of others, too. */
import { inBatches } from "~/lib/in-batches";
import { camel, parseJson } from "../codecs.server";
import type { ShortPieces } from "../short-pieces.server";
import type { WebhookDeliveryRow } from "../tables";
import { blankInPlanChanges } from "./blank-plan-changes.server";
import { IDS_AT_ONCE } from "./find-recipient.server";
import type { VisitOfRecipient } from "./find-recipient.server";
import { TABLE_USES } from "./table-uses";

/** The texts of a visit about its recipient, and about what became of it. */
export const VISIT_TEXTS: readonly string[] = TABLE_USES.routing_visits.columns.recipients ?? [];

export interface VisitsOfCompany {
  companyId: number;
  visits: readonly VisitOfRecipient[];
}

/** Plan by plan: a calculation's change of a large plan has megabytes. */
export async function forgetInPlanChanges(pieces: ShortPieces, { companyId, visits }: VisitsOfCompany): Promise<void> {
  const visitIds = new Set(visits.map(({ id }) => id));
  for (const planId of plansOf(visits)) {
    const ofPlan = visits.filter((visit) => visit.planId === planId).map(({ id }) => id);
    const names = new Set<string>();
    for (const batch of inBatches(ofPlan, IDS_AT_ONCE))
      for (const name of await pieces.look(
        async (db) =>
          (await db("routing_visits").where({ company_id: companyId }).whereIn("id", batch).pluck("name")) as string[],
      ))
        names.add(name);
    await pieces.look((db) =>
      blankInPlanChanges(db, companyId, {
        planIds: [planId],
        visitIds,
        fields: VISIT_TEXTS.map((column) => camel(column)),
        marks: [],
        names,
      }),
    );
  }
}

export const plansOf = (visits: readonly VisitOfRecipient[]): number[] => [
  ...new Set(visits.flatMap(({ planId }) => planId ?? [])),
];

type Body = { data?: { visits?: { id?: unknown; external_id?: unknown }[] } } | null;

/** What programs were told names visits by the ids that came with them. */
export function forgetInWebhooks(pieces: ShortPieces, { companyId, visits }: VisitsOfCompany): Promise<void> {
  const visitIds = new Set(visits.map(({ id }) => id));
  let after = 0;
  return pieces.repeat(async (trx, size) => {
    const rows = (await trx("webhook_deliveries")
      .where({ company_id: companyId })
      .where("id", ">", after)
      .orderBy("id")
      .limit(size)
      .select("id", "body")) as Pick<WebhookDeliveryRow, "id" | "body">[];
    for (const { id, body: stored } of rows) {
      const body = parseJson<Body>(stored, null);
      const told = Array.isArray(body?.data?.visits) ? body.data.visits : [];
      const theirs = told.filter((visit) => visitIds.has(Number(visit.id)));
      if (theirs.length === 0) continue;
      for (const visit of theirs) visit.external_id = "";
      // What the program said to it may name them, too.
      const changes = { body: JSON.stringify(body), answer_text: null, failure: null };
      await trx("webhook_deliveries").where({ id }).update(changes);
    }
    after = rows.at(-1)?.id ?? after;
    return rows.length === size;
  });
}
