import { companySettingsFromRow, confirmationSettingsFromJson } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { getCompany } from "~/db/repositories/companies.server";
import { confirmationTemplateEver } from "~/db/repositories/confirmation-templates.server";
import type { ConfirmationTemplateRow, RoutingVisitRow } from "~/db/tables";
import { confirmationChoices } from "~/domain/visit/confirmation";
import type { ConfirmationChoice, ConfirmationSource } from "~/domain/visit/confirmation";

const sourceOf = (row: ConfirmationTemplateRow): ConfirmationSource => ({
  deliveryConfirmation: row.delivery_confirmation === 1,
  pickupConfirmation: row.pickup_confirmation === 1,
  confirmationSettings: confirmationSettingsFromJson(row.confirmation_settings),
});

/** What a visit asks for when it is marked done: by its own template, a removed one too, else by the company. */
export async function confirmationOf(db: Db, companyId: number, visit: Pick<RoutingVisitRow, "type" | "confirmation_template_id">): Promise<ConfirmationChoice[]> {
  const template = visit.confirmation_template_id === null ? undefined : await confirmationTemplateEver(db, companyId, visit.confirmation_template_id);
  return confirmationChoices(visit, template === undefined ? null : sourceOf(template), companySettingsFromRow(await getCompany(db, companyId)));
}
