import { fullName } from "~/domain/access/person-name";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import {
  listCalculatedCountries,
  listCalculatedPlans,
  listCalculationHistory,
} from "~/db/repositories/calculations.server";
import type { CalculationHistoryRow } from "~/db/repositories/calculations.server";
import { calculationTypeLabel } from "~/domain/calculation/calculation-type";
import type { Aim } from "~/domain/calculation/aim";
import { costInWords } from "~/domain/calculation/cost";
import type { OutputSummary } from "~/domain/calculation/output";
import { localToEpoch } from "~/domain/time/time-zone";
import { epochSec, utcText } from "~/domain/time/utc-text";
import { listOf, listRequest } from "~/http/list-request.server";
import { tableFile } from "~/http/table-file.server";
import type { TableFile, TableFormat } from "~/http/table-file.server";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { whenWords } from "~/domain/time/day-words";
import { DAY_SEC } from "~/domain/time/calendar";
import { STATUS_WORDS } from "../calculation-words";
import { readHistoryFilter } from "../schemas";
import type { HistoryFilter } from "../schemas";
import { nowSec, THE_TIME, validToday } from "~/services/now.server";

export const askedBy = (row: Pick<CalculationHistoryRow, "user_name" | "user_surname">): string =>
  fullName({ name: row.user_name, surname: row.user_surname }) || "–";

const costWords = (aim: Aim, cost: number | null) => (cost === null ? null : costInWords(aim, cost));

function shownInList(row: CalculationHistoryRow, now: number, timeZone: string) {
  const summary = parseJson<Partial<OutputSummary> | null>(row.summary, null);
  return {
    id: row.id,
    when: whenWords(epochSec(row.created_at), now, timeZone),
    createdAt: row.created_at,
    plan: row.plan_title,
    by: askedBy(row),
    type: calculationTypeLabel(row.type),
    status: row.status,
    share: row.progress,
    tryOut: row.plan_version === null,
    routes: summary?.routes ?? null,
    visits: summary?.visits ?? null,
    unassigned: summary?.unassigned ?? row.incumbent_unassigned,
    distanceM: summary?.distance ?? null,
    durationSec: summary?.duration ?? null,
    cost: costWords(row.aim, summary?.cost ?? row.incumbent_cost),
    solvingMs: summary?.computing_times?.solving ?? null,
  };
}
export type CalculationListItem = ReturnType<typeof shownInList>;

/** Days by the history's clock as instants. A day lasts until the next one begins, 23 to 25 hours. */
function period({ from, to }: HistoryFilter, timeZone: string): { since?: string; before?: string } {
  return {
    ...(from === undefined ? {} : { since: utcText(localToEpoch(from, 0, timeZone)) }),
    ...(to === undefined ? {} : { before: utcText(localToEpoch(to, DAY_SEC, timeZone)) }),
  };
}

const narrowedBy = (filter: HistoryFilter, search: string, timeZone: string) => ({
  search,
  planId: filter.plan,
  countryId: filter.country,
  status: filter.status,
  type: filter.type,
  ...period(filter, timeZone),
});

/** Of a file: the newest. */
const MAX_EXPORTED = 10_000;

/** The same calculations as a file, at most 10,000. @throws AppError 403 */
export async function historyFile(session: CompanySession, request: Request, format: TableFormat): TableFile {
  authorize(session, "calculation.list", { companyId: session.company.id });
  const timeZone = await zoneOfUser(session);
  const filter = readHistoryFilter(new URL(request.url).searchParams);
  const { rows } = await listCalculationHistory(db(), session.company.id, {
    pageSize: MAX_EXPORTED,
    ...narrowedBy(filter, listRequest(request).search, timeZone),
  });
  const now = nowSec();
  return tableFile(format, {
    name: "Calculations",
    headers: [
      ...["Id", "Time (UTC)", "Plan", "Asked by", "Type", "Status", "Routes", "Visits", "Unassigned"],
      ...["Distance, km", "Duration, min", "Cost", "Solving, s"],
    ],
    wide: ["Plan", "Asked by"],
    rows: rows
      .map((row) => shownInList(row, now, timeZone))
      .map((row) => [
        row.id,
        row.createdAt,
        row.plan,
        row.by,
        row.type,
        STATUS_WORDS[row.status],
        row.routes,
        row.visits,
        row.unassigned,
        row.distanceM === null ? null : row.distanceM / 1000,
        row.durationSec === null ? null : Math.round(row.durationSec / 60),
        row.cost?.text ?? null,
        row.solvingMs === null ? null : row.solvingMs / 1000,
      ]),
  });
}

/** The company's calculations, newest first, as the address filters them. @throws AppError 403 */
export async function listCalculations(session: CompanySession, request: Request) {
  authorize(session, "calculation.list", { companyId: session.company.id });
  const companyId = session.company.id;
  const asked = listRequest(request);
  const filter = readHistoryFilter(new URL(request.url).searchParams);
  const timeZone = await zoneOfUser(session);
  const now = nowSec();
  const narrowed = narrowedBy(filter, asked.search, timeZone);
  const found = await listCalculationHistory(db(), companyId, { ...asked.page, ...narrowed });
  return {
    list: listOf(asked, found, (row) => shownInList(row, now, timeZone)),
    filter,
    choices: {
      plans: await listCalculatedPlans(db(), companyId),
      countries: await listCalculatedCountries(db(), companyId),
    },
    timeZone,
    valid: validToday(THE_TIME, [timeZone]),
  };
}
