import { db } from "~/db/database.server";
import { listVisitsByIds, planVersions } from "~/db/repositories/visit-lists.server";
import { shownName } from "~/domain/visit/visit-display";

/** Those of the ids that the company has, in the order of the list, and the versions of their plans. */
export async function chosenVisits(companyId: number, ids: readonly number[]) {
  const rows = await listVisitsByIds(db(), companyId, ids);
  const versions = await planVersions(
    db(),
    companyId,
    rows.map((row) => row.plan_id),
  );
  return {
    visits: rows.map((row) => ({
      id: row.id,
      name: shownName({ type: row.type, name: row.name }),
      isPlanned: row.plan_id !== null,
    })),
    versions: [...versions].map(([id, version]) => `${id}:${version}`).join(","),
  };
}
