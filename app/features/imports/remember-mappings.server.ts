import { parseJson } from "~/db/codecs.server";
import type { Db } from "~/db/client.server";
import { rememberColumns } from "~/db/repositories/spreadsheet-columns.server";
import type { ImportedColumn } from "~/db/repositories/spreadsheet-columns.server";
import type { RoutingSheetRow } from "~/db/tables";
import { headerKey } from "~/domain/import/headers";
import { ImportEntity } from "~/domain/import/import-fields";
import { rememberedColumns } from "~/domain/import/propose-mapping";
import type { UtcText } from "~/domain/time/utc-text";
import type { ChosenMapping } from "./sheet-book";

/** Keeps what the headers of an imported sheet mean to the company, for its next file. */
export async function rememberMappings(
  trx: Db,
  { company_id: companyId, mappings }: Pick<RoutingSheetRow, "company_id" | "mappings">,
  now: UtcText,
): Promise<void> {
  const sheets = parseJson<ChosenMapping[]>(mappings, []);
  for (const kind of Object.values(ImportEntity)) {
    const columns = new Map<string, ImportedColumn>();
    for (const mapping of sheets)
      for (const { entity, header, field, chosen } of rememberedColumns(mapping)) {
        const key = headerKey(header);
        // Of two columns with one header the one that is imported counts.
        if (entity === kind && key !== "" && (columns.get(key)?.field ?? null) === null)
          columns.set(key, { header: key, field, chosen });
      }
    await rememberColumns(trx, companyId, kind, [...columns.values()], now);
  }
}
