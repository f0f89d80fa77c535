import type { Db } from "~/db/client.server";
import { companySettingsFromRow } from "~/db/codecs.server";
import { getCompany } from "~/db/repositories/companies.server";
import { findPlan } from "~/db/repositories/plans.server";
import { companyCountryCode } from "~/db/repositories/reference.server";
import { findWarehouse } from "~/db/repositories/warehouses.server";
import type { RoutingSheetRow } from "~/db/tables";
import type { ImportDefaults } from "~/domain/import/imported";
import { completedPhone } from "~/domain/validation/national-phone";
import { zoneOfWarehouse } from "~/planner/zone-of-warehouse.server";

/**
 * What the rows of an import don't say themselves. A company without a country has that of the import's warehouse; an
 * import without a warehouse has the clock of its plan's.
 */
export async function importDefaults(
  db: Db,
  sheet: Pick<RoutingSheetRow, "company_id" | "warehouse_id" | "plan_id">,
): Promise<ImportDefaults> {
  const companyId = sheet.company_id;
  const settings = companySettingsFromRow(await getCompany(db, companyId));
  const own = await companyCountryCode(db, companyId);
  const plan = sheet.plan_id === null ? undefined : await findPlan(db, companyId, sheet.plan_id);
  const warehouseId = sheet.warehouse_id ?? plan?.warehouse_id ?? null;
  const warehouse = warehouseId === null ? undefined : await findWarehouse(db, companyId, warehouseId);
  const country = own ?? warehouse?.country_code ?? null;
  return {
    ...settings,
    completePhone: country === null ? undefined : (text) => completedPhone(text, country),
    clock: { timeZone: zoneOfWarehouse(warehouse), serviceDate: plan?.service_date ?? null },
  };
}
