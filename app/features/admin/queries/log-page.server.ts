import { authorize } from "~/auth/actor.server";
import { linesOfEntries } from "~/audit/lines-of-entries.server";
import type { LoggedChange } from "~/audit/note-in-log.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJson } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { listLogEntriesAcrossCompanies } from "~/db/repositories/audit-log.server";
import type { PlatformLogEntry } from "~/db/repositories/audit-log.server";
import { DAY_SEC } from "~/domain/time/calendar";
import { localToEpoch } from "~/domain/time/time-zone";
import { utcText } from "~/domain/time/utc-text";
import { tableFile } from "~/http/table-file.server";
import type { TableFile, TableFormat } from "~/http/table-file.server";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { readPlatformLogFilter } from "../log-filter";
import type { PlatformLogFilter } from "../log-filter";

const PAGE = 50;

const shown = (value: unknown): string => (value === null || value === undefined ? "–" : String(value));

function shownEntry(row: PlatformLogEntry) {
  const ids = parseJson<number[]>(row.ids, []);
  const who = row.who === "" ? "Not signed in" : row.who;
  return {
    id: row.id,
    createdAt: row.created_at,
    who: row.by_platform === 1 ? `${who} (platform)` : who,
    userId: row.user_id,
    company: row.company_id === null ? null : { id: row.company_id, title: row.company_title ?? `${row.company_id}` },
    action: row.action,
    refused: row.outcome === "done" ? null : row.outcome,
    times: row.times,
    subject:
      row.model === null ? "–" : `${row.model} ${ids.slice(0, 3).join(", ")}${ids.length > 3 ? " …" : ""}`.trim(),
    changes: parseJson<LoggedChange[]>(row.changes, []).flatMap(({ fields }) =>
      Object.entries(fields).map(([field, [was, is]]) => `${field.replaceAll("_", " ")}: ${shown(was)} → ${shown(is)}`),
    ),
    from: [row.ip, row.user_agent].filter(Boolean).join(" "),
  };
}
export type PlatformEntry = ReturnType<typeof shownEntry>;

/** Days are by the clock of whoever reads. */
const zoneOf = async (session: CompanySession, { from, to }: PlatformLogFilter): Promise<string> =>
  from === undefined && to === undefined ? "UTC" : zoneOfUser(session);

async function entriesOf(filter: PlatformLogFilter, timeZone: string, limit: number) {
  const { company, person, action, refused, platform, from, to, before } = filter;
  return listLogEntriesAcrossCompanies(
    db(),
    {
      ...(company === undefined ? {} : { companyId: company }),
      ...(person === undefined ? {} : { userId: person }),
      ...(action === undefined ? {} : { action }),
      ...(refused === undefined ? {} : { refused: true }),
      ...(platform === undefined ? {} : { byPlatform: true }),
      ...(from === undefined ? {} : { from: utcText(localToEpoch(from, 0, timeZone)) }),
      ...(to === undefined ? {} : { until: utcText(localToEpoch(to, DAY_SEC, timeZone)) }),
      ...(before === undefined ? {} : { before }),
    },
    limit,
  );
}

/** What happened in all companies, and in none: newest first. @throws AppError 403 */
export async function loadPlatformLog(session: CompanySession, request: Request) {
  authorize(session, "admin.view");
  const filter = readPlatformLogFilter(new URL(request.url).searchParams);
  const rows = await entriesOf(filter, await zoneOf(session, filter), PAGE + 1);
  const page = rows.slice(0, PAGE);
  return {
    entries: page.map(shownEntry),
    /** the last entry of the page, where older ones follow */
    older: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    filter,
  };
}
export type PlatformLog = Awaited<ReturnType<typeof loadPlatformLog>>;

/** The same entries as a file, at most 10,000. @throws AppError 403 */
export async function platformLogFile(session: CompanySession, request: Request, format: TableFormat): TableFile {
  authorize(session, "admin.view");
  const filter = readPlatformLogFilter(new URL(request.url).searchParams);
  const timeZone = await zoneOf(session, filter);
  return tableFile(format, {
    name: "Platform activity",
    headers: ["Time (UTC)", "Who", "Company", "Action", "Outcome", "Times", "Subject", "Changes", "From"],
    wide: ["Who", "Company", "Changes", "From"],
    rows: await linesOfEntries(
      (before, limit) => entriesOf({ ...filter, before }, timeZone, limit),
      (row) => {
        const { createdAt, who, company, action, refused, times, subject, changes, from } = shownEntry(row);
        return [
          ...[
            createdAt,
            who,
            company?.title ?? "",
            action,
            refused ?? "done",
            times,
            subject,
            changes.join("\n"),
            from,
          ],
        ];
      },
    ),
  });
}
