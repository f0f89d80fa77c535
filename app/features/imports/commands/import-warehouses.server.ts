import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { toFlag } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listWarehouses, updateWarehouse, warehousesByExternalId } from "~/db/repositories/warehouses.server";
import { withTransaction } from "~/db/transaction.server";
import { MAX_IMPORTED_WAREHOUSES } from "~/domain/import/warehouse-columns";
import { warehousesOfRows } from "~/domain/import/warehouses-of-rows";
import type { ImportedWarehouse } from "~/domain/import/warehouses-of-rows";
import type { WarehouseRow } from "~/db/tables";
import { authorOf } from "~/planner/author.server";
import { clocksAndCountries, newWarehouse } from "~/planner/new-warehouse.server";
import { noteRetimesOfWarehouse } from "~/planner/note-retimes.server";
import { retimeAfterWarehouse } from "~/planner/retime-after.server";
import { publishChange } from "~/realtime/publisher.server";
import { nowText } from "~/services/now.server";
import { readList } from "./read-list.server";
import type { ReadList } from "./read-list.server";
import type { StoredUpload } from "./upload-sheet.server";

interface ImportedWarehouses {
  created: number;
  updated: number;
  /** rows that the file hides; absent where there are none */
  hidden?: number;
}

/**
 * Adds the warehouses of a file's first sheet; one with a known external id is updated, or with a known title where the
 * row has no id: an exported list adds none a second time. All of them, or none: what is wrong is told by row and
 * field. The file is not kept.
 * @throws AppError 403, 422 'import.*'
 */
export async function importWarehouses(
  session: CompanySession,
  upload: StoredUpload,
  tab?: string,
): Promise<ImportedWarehouses> {
  const { items, ...left } = await readWarehouses(session, upload);
  const companyId = session.company.id;
  const before: WarehouseRow[] = [];
  const created: number[] = [];
  // Found while nothing is locked.
  const places = await clocksAndCountries(db(), items);
  await withTransaction(db(), async (trx) => {
    before.length = created.length = 0;
    const known = await warehousesByExternalId(
      trx,
      companyId,
      items.flatMap(({ externalId }) => externalId ?? []),
    );
    const { rows } = await listWarehouses(trx, companyId, { pageSize: "unpaged" });
    // One with an external id is meant by that alone: an exported list has it.
    const titled = new KnownTitles(rows.filter((row) => !row.external_id));
    const now = nowText();
    for (const [index, item] of items.entries()) {
      const place = places[index]!;
      const { lat, lng, title } = item;
      const row = item.externalId === undefined ? titled.take(item) : known.get(item.externalId);
      const columns = {
        title,
        lat,
        lng,
        ...(item.address === undefined ? {} : { address: item.address }),
        ...(item.isActive === undefined ? {} : { status: toFlag(item.isActive) }),
      };
      if (row === undefined) {
        const values = { ...columns, external_id: item.externalId ?? null };
        created.push(await newWarehouse(trx, companyId, values, now, place));
      } else {
        before.push(row);
        // One that stays where it is keeps the country and the clock that were chosen for it.
        const stays = row.lat === lat && row.lng === lng;
        const moved = { ...place, country_code: place.country_code ?? row.country_code };
        await updateWarehouse(trx, companyId, row.id, { ...columns, ...(stays ? {} : moved) }, now);
        await noteRetimesOfWarehouse(trx, authorOf(session), row);
      }
    }
  });
  if (created.length > 0) publishChange(companyId, { model: "Warehouse", action: "create", ids: created }, tab);
  const ids = before.map(({ id }) => id);
  if (ids.length > 0) publishChange(companyId, { model: "Warehouse", action: "update", ids }, tab);
  for (const row of before) await retimeAfterWarehouse(session, row, tab);
  return { created: created.length, updated: before.length, ...left };
}

/** Warehouses by their titles, each for one row: of several with one title the one at the same place first. */
class KnownTitles {
  private readonly left: WarehouseRow[];

  constructor(warehouses: readonly WarehouseRow[]) {
    this.left = [...warehouses];
  }

  take({ title, lat, lng }: ImportedWarehouse): WarehouseRow | undefined {
    const isTitled = (row: WarehouseRow): boolean => row.title.toLowerCase() === title.toLowerCase();
    const same = this.left.findIndex((row) => isTitled(row) && row.lat === lat && row.lng === lng);
    const at = same === -1 ? this.left.findIndex(isTitled) : same;
    return at === -1 ? undefined : this.left.splice(at, 1)[0];
  }
}

async function readWarehouses(session: CompanySession, upload: StoredUpload): Promise<ReadList<ImportedWarehouse>> {
  authorize(session, "warehouse.create");
  authorize(session, "warehouse.update");
  return readList(session.company.id, upload, MAX_IMPORTED_WAREHOUSES, warehousesOfRows);
}
