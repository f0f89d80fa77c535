import type { Db } from "~/db/client.server";
import { companySettingsFromRow } from "~/db/codecs.server";
import { getCompany } from "~/db/repositories/companies.server";
import { companyCountryCode } from "~/db/repositories/reference.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { RoutingSheetRow } from "~/db/tables";
import type { ImportDefaults } from "~/domain/import/imported";
import { completedPhone } from "~/domain/validation/national-phone";

/** What the rows of an import don't say themselves. A company without a country has that of the import's warehouse. */
export async function importDefaults(
  db: Db,
  { company_id: companyId, warehouse_id: warehouseId }: Pick<RoutingSheetRow, "company_id" | "warehouse_id">,
): Promise<ImportDefaults> {
  const settings = companySettingsFromRow(await getCompany(db, companyId));
  const own = await companyCountryCode(db, companyId);
  const warehouse = own !== null || warehouseId === null ? undefined : await findWarehouse(db, companyId, warehouseId);
  const country = own ?? warehouse?.country_code ?? null;
  return { ...settings, completePhone: country === null ? undefined : (text) => completedPhone(text, country) };
}
