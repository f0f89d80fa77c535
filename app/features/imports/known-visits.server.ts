import type { Db } from "~/db/client.server";
import { visitsOfSameFile } from "~/db/repositories/sheet-rows.server";
import { idsByExternalId } from "~/db/repositories/visits.server";
import type { RoutingSheetRow, RoutingSheetRowRow } from "~/db/tables";

type Row = Pick<RoutingSheetRowRow, "sheet" | "row" | "match_key">;

/**
 * The visits that rows speak of: those of the plan with the same external id. Where no plan says for which day a visit
 * is, ids say nothing: a customer who orders every day comes with the same one. A row is also known again by its place,
 * where the very same file was imported to the same plan, or to none, before.
 */
export async function knownVisits<R extends Row>(
  trx: Db,
  sheet: Pick<RoutingSheetRow, "id" | "company_id" | "plan_id" | "file_hash">,
  rows: readonly R[],
): Promise<Map<R, number>> {
  const { company_id: companyId, plan_id: planId } = sheet;
  const known = new Map<R, number>();
  const keyed = planId === null ? [] : rows.filter((row) => row.match_key !== null);
  if (planId !== null && keyed.length > 0) {
    const keys = keyed.map((row) => row.match_key!);
    const byKey = await idsByExternalId(trx, companyId, planId, keys);
    for (const row of keyed) {
      const id = byKey.get(row.match_key!);
      if (id !== undefined) known.set(row, id);
    }
  }
  const places = rows.filter((row) => planId === null || row.match_key === null);
  if (sheet.file_hash === null || places.length === 0) return known;
  const file = { sheetId: sheet.id, hash: sheet.file_hash, planId };
  const earlier = await visitsOfSameFile(trx, companyId, file, places);
  const byPlace = new Map(earlier.map(({ sheet: at, row, visit_id }) => [`${at} ${row}`, visit_id]));
  for (const row of places) {
    const id = byPlace.get(`${row.sheet} ${row.row}`);
    if (id !== undefined) known.set(row, id);
  }
  return known;
}
