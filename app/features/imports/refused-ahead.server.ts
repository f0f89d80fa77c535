import { routeFromRow } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import type { RoutingSheetRow } from "~/db/tables";
import type { ImportedVisit } from "~/domain/import/imported";
import { visitsWithTheirRoutes } from "~/planner/load-visits.server";
import { decideVisits } from "./decide-visits";
import { RowOutcome } from "./row-outcome";
import type { ImportNote } from "./row-notes";

/** What a row says of a visit. */
export interface ReadVisit {
  item: ImportedVisit;
  /** the fields that the row itself has a value for */
  given: ReadonlySet<string>;
}

/**
 * Why rows will not change the visits that they speak of, as things stand now: by the rule that decides it when they
 * are imported. A visit that waits for a plan is on no route, and nothing of it is refused.
 * @param known ids of visits by row
 */
export async function refusedAhead<R extends { row: number }>(
  trx: Db,
  { id, company_id: companyId, plan_id: planId }: Pick<RoutingSheetRow, "id" | "company_id" | "plan_id">,
  read: ReadonlyMap<R, ReadVisit>,
  known: ReadonlyMap<R, number>,
): Promise<Map<R, ImportNote>> {
  const notes = new Map<R, ImportNote>();
  if (planId === null || known.size === 0) return notes;
  const visits = await visitsWithTheirRoutes(trx, companyId, [...new Set(known.values())]);
  const routes = (await listRoutesOfPlan(trx, companyId, planId)).map(routeFromRow);
  const owner = { companyId, planId, warehouseId: null, sheetId: id, warehouses: new Map<string, { id: number }>() };
  const rows = [...known].map(([row, knownId], rowId) => ({ ...read.get(row)!, rowId, row: row.row, knownId }));
  const keys = [...known.keys()];
  for (const { rowId, outcome, notes: said } of decideVisits(rows, owner, { visits, routes }).known) {
    const row = keys[rowId]!;
    const [why] = said;
    if (outcome === RowOutcome.Dropped && why !== undefined)
      // The row stays left out when its route is unlocked meanwhile: what was checked is what is imported.
      notes.set(row, { ...why, message: `${why.message} Check the rows again when that has changed.` });
  }
  return notes;
}
