import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { listLogEntries, listLoggedActions } from "~/db/repositories/audit-log.server";
import { listMembers } from "~/db/repositories/members.server";
import { linesOfEntries } from "~/audit/lines-of-entries.server";
import { MODELS } from "~/audit/subjects";
import { wordedEntries, wordedEntry } from "~/audit/worded-entries.server";
import type { WordedEntry } from "~/audit/worded-entries.server";
import type { AuditLogRow } from "~/db/tables";
import { memberName } from "~/domain/access/person-name";
import { DAY_SEC } from "~/domain/time/calendar";
import { whenWords } from "~/domain/time/day-words";
import { localToEpoch } from "~/domain/time/time-zone";
import { epochSec, utcText } from "~/domain/time/utc-text";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { services } from "~/services/container.server";
import { nowSec, THE_TIME, validToday } from "~/services/now.server";
import type { ExportTable } from "~/services/export/table";
import { csvLines } from "~/services/export/csv";
import { readLogFilter } from "../log-filter";
import type { LogFilter } from "../log-filter";

const PAGE = 50;

async function entriesOf(session: CompanySession, filter: LogFilter, timeZone: string, limit: number) {
  const { person, action, subject, refused, from, to, before } = filter;
  return listLogEntries(
    db(),
    session.company.id,
    {
      ...(person === undefined ? {} : { userId: person }),
      ...(action === undefined ? {} : { action }),
      ...(subject === undefined ? {} : { model: subject }),
      ...(refused === undefined ? {} : { refused: true }),
      ...(from === undefined ? {} : { from: utcText(localToEpoch(from, 0, timeZone)) }),
      ...(to === undefined ? {} : { until: utcText(localToEpoch(to, DAY_SEC, timeZone)) }),
      ...(before === undefined ? {} : { before }),
    },
    limit,
  );
}

const plainEntry = (row: AuditLogRow) => ({
  id: row.id,
  createdAt: row.created_at,
  who: row.who === "" ? "Not signed in" : row.by_platform === 1 ? `${row.who} (platform)` : row.who,
  action: row.action,
  refused: row.outcome === "done" ? null : row.outcome,
  times: row.times,
  ip: row.ip ?? "–",
  userAgent: row.user_agent ?? "",
  requestId: row.request_id ?? "",
});

/** With the time in words of the day, which a file has no use for. */
const shownEntry = (row: AuditLogRow, words: WordedEntry, now: number, timeZone: string) => ({
  ...plainEntry(row),
  ...words,
  when: whenWords(epochSec(row.created_at), now, timeZone),
});
export type LogEntry = ReturnType<typeof shownEntry>;

/** What happened in the company, newest first. @throws AppError 403 */
export async function loadLogPage(session: CompanySession, request: Request) {
  authorize(session, "company.log");
  const filter = readLogFilter(new URL(request.url).searchParams);
  const timeZone = await zoneOfUser(session);
  const rows = await entriesOf(session, filter, timeZone, PAGE + 1);
  const page = rows.slice(0, PAGE);
  const now = nowSec();
  const words = await wordedEntries(db(), page, session.units);
  const members = await listMembers(db(), session.company.id, { pageSize: "unpaged" });
  const people = new Map<number, string>();
  for (const member of members.rows) if (member.user_id !== null) people.set(member.user_id, memberName(member));
  for (const { user_id, who } of page) if (user_id !== null && !people.has(user_id)) people.set(user_id, who);
  return {
    entries: page.map((row, nth) => shownEntry(row, words[nth]!, now, timeZone)),
    /** the last entry of the page, where older ones follow */
    older: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    filter,
    actions: await listLoggedActions(db(), session.company.id),
    people: [...people].map(([id, name]) => ({ value: String(id), label: name })),
    subjects: [...new Set(Object.values(MODELS))],
    timeZone,
    valid: validToday(THE_TIME, [timeZone]),
  };
}
export type LogPage = Awaited<ReturnType<typeof loadLogPage>>;

/** The same entries as a file, at most 10,000. @throws AppError 403 */
export async function logFile(
  session: CompanySession,
  request: Request,
  format: "xlsx" | "csv",
): Promise<Uint8Array | Iterable<string>> {
  authorize(session, "company.log");
  const filter = readLogFilter(new URL(request.url).searchParams);
  const timeZone = await zoneOfUser(session);
  const rows = await linesOfEntries(
    (before, limit) => entriesOf(session, before === undefined ? filter : { ...filter, before }, timeZone, limit),
    (row) => {
      const { createdAt, who, action, times, ip, userAgent, requestId } = plainEntry(row);
      const { subject, changes } = wordedEntry(row, session.units);
      return [createdAt, who, action, row.outcome, times, subject, changes.join("\n"), ip, userAgent, requestId];
    },
  );
  const table: ExportTable = {
    name: "Activity",
    columns: [
      "Time (UTC)",
      "Who",
      "Action",
      "Outcome",
      "Times",
      "Subject",
      "Changes",
      "Address",
      "Browser",
      "Request",
    ].map((header) => ({ header, width: header === "Changes" ? 60 : 18 })),
    rows,
  };
  return format === "csv" ? csvLines(table) : services().files.make({ kind: "workbook", tables: [table] });
}
