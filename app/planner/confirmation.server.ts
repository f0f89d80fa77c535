import { companySettingsFromRow, confirmationSettingsFromJson } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { getCompany } from "~/db/repositories/companies.server";
import { confirmationTemplatesWithRemoved } from "~/db/repositories/confirmation-templates.server";
import type { ConfirmationTemplateRow, RoutingVisitRow } from "~/db/tables";
import { confirmationChoices } from "~/domain/visit/confirmation";
import type { ConfirmationChoice, ConfirmationSource } from "~/domain/visit/confirmation";

const sourceOf = (row: ConfirmationTemplateRow): ConfirmationSource => ({
  deliveryConfirmation: row.delivery_confirmation === 1,
  pickupConfirmation: row.pickup_confirmation === 1,
  confirmationSettings: confirmationSettingsFromJson(row.confirmation_settings),
});

type AskedVisit = Pick<RoutingVisitRow, "type" | "confirmation_template_id">;

/** What each visit asks for when it is marked done: by its own template, a removed one too, else by the company. */
export async function confirmationsOf<V extends AskedVisit>(
  db: Db,
  companyId: number,
  visits: readonly V[],
): Promise<Map<V, ConfirmationChoice[]>> {
  const company = companySettingsFromRow(await getCompany(db, companyId));
  const ids = visits.flatMap((visit) => visit.confirmation_template_id ?? []);
  const templates = new Map(
    (await confirmationTemplatesWithRemoved(db, companyId, ids)).map((row) => [row.id, sourceOf(row)]),
  );
  return new Map(
    visits.map((visit) => [
      visit,
      confirmationChoices(
        visit,
        (visit.confirmation_template_id === null ? undefined : templates.get(visit.confirmation_template_id)) ?? null,
        company,
      ),
    ]),
  );
}

export const confirmationOf = async (db: Db, companyId: number, visit: AskedVisit): Promise<ConfirmationChoice[]> =>
  (await confirmationsOf(db, companyId, [visit])).get(visit) ?? [];
