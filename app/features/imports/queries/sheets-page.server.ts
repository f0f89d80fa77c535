import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listSheetCountries, listSheets } from "~/db/repositories/sheets.server";
import { whenWords } from "~/domain/time/day-words";
import { epochSec } from "~/domain/time/utc-text";
import { listOf, listRequest } from "~/http/list-request.server";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowSec, THE_TIME, validToday } from "~/services/now.server";
import { sheetState } from "~/domain/import/sheet-state";

/** Imports, newest first. */
export async function loadSheetsPage(session: CompanySession, request: Request) {
  authorize(session, "import.run");
  const companyId = session.company.id;
  const asked = listRequest(request);
  const found = await listSheets(db(), companyId, {
    ...asked.page,
    search: asked.search,
    status: asked.status,
    countryId: asked.country,
  });
  const countries = await listSheetCountries(db(), companyId);
  const timeZone = await zoneOfUser(session);
  const now = nowSec();
  return {
    list: listOf(asked, found, (row) => ({
      id: row.id,
      title: row.title,
      state: sheetState(row.state),
      createdAt: row.created_at,
      when: whenWords(epochSec(row.created_at), now, timeZone),
      country: countries.find(({ id }) => id === row.country_id)?.title ?? null,
      status: row.status,
      rowsTotal: row.rows_total,
      rowsApplied: row.rows_applied,
      storedBytes: Number(row.stored_bytes),
    })),
    countries,
    timeZone,
    valid: validToday(THE_TIME, [timeZone]),
  };
}
export type SheetListItem = Awaited<ReturnType<typeof loadSheetsPage>>["list"]["rows"][number];
