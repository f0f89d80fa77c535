import { authorize } from "~/auth/actor.server";
import { linesOfEntries } from "~/audit/lines-of-entries.server";
import { wordedEntries, wordedEntry } from "~/audit/worded-entries.server";
import type { WordedEntry } from "~/audit/worded-entries.server";
import { MODELS } from "~/audit/subjects";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import {
  accountsForLogAcrossCompanies,
  listLogEntriesAcrossCompanies,
  namesForLog,
} from "~/db/repositories/audit-log.server";
import type { PlatformLogEntry } from "~/db/repositories/audit-log.server";
import { pageOfCompaniesAcrossCompanies, pageOfUsersAcrossCompanies } from "~/db/repositories/platform-lists.server";
import type { UserRow } from "~/db/tables";
import { DAY_SEC } from "~/domain/time/calendar";
import { localToEpoch } from "~/domain/time/time-zone";
import { utcText } from "~/domain/time/utc-text";
import { tableFile } from "~/http/table-file.server";
import type { TableFile, TableFormat } from "~/http/table-file.server";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { paths } from "~/paths";
import { readPlatformLogFilter } from "../log-filter";
import type { PlatformLogFilter } from "../log-filter";

const PAGE = 50;

function plainEntry(row: PlatformLogEntry) {
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
    from: [row.ip, row.user_agent].filter(Boolean).join(" "),
  };
}

/** Pages of a company open for those alone who work in it; those of accounts open here. */
const shownEntry = (row: PlatformLogEntry, words: WordedEntry) => ({
  ...plainEntry(row),
  ...words,
  records: words.records.map(({ id, name }) => ({
    id,
    name,
    to: row.model === MODELS.users ? paths.userProfile(id) : null,
  })),
});
export type PlatformEntry = ReturnType<typeof shownEntry>;

/** Days are by the clock of whoever reads. */
const zoneOf = async (session: CompanySession, { from, to }: PlatformLogFilter): Promise<string> =>
  from === undefined && to === undefined ? "UTC" : zoneOfUser(session);

/** Accounts or companies of one name that a list is narrowed to. */
const MOST_NAMED = 50;
const OF_NAME = { page: 1, pageSize: MOST_NAMED };

const isId = (text: string): boolean => /^\d+$/.test(text);

interface Named {
  id: number;
  /** of a company */
  title?: string;
}

/** Whose entries are meant by a name, a part of it, or an id, which links have. */
async function meant({ company, person }: PlatformLogFilter) {
  const ofName = async (text: string | undefined, find: (search: string) => Promise<{ rows: Named[] }>) => {
    if (text === undefined) return undefined;
    const { rows } = await find(text);
    if (!isId(text)) return rows.map(({ id }) => id);
    // A title may be of digits alone, too; a part of a title would be found at every link that has an id.
    return [Number(text), ...rows.filter(({ title }) => title?.trim() === text).map(({ id }) => id)];
  };
  return {
    companyIds: await ofName(company, (search) =>
      pageOfCompaniesAcrossCompanies(db(), { search, status: undefined, order: undefined }, OF_NAME),
    ),
    userIds: await ofName(person, (search) =>
      pageOfUsersAcrossCompanies(db(), { search, state: undefined, order: undefined }, OF_NAME),
    ),
  };
}

/** What the fields of the filter show: a name also where a link has the id. */
async function namesOfFilter({ company, person }: PlatformLogFilter) {
  const [title] =
    company === undefined || !isId(company)
      ? []
      : await namesForLog<{ title: string }>(db(), "companies", Number(company), [Number(company)], ["title"]);
  const [user] =
    person === undefined || !isId(person) ? [] : await accountsForLogAcrossCompanies<UserRow>(db(), [Number(person)]);
  return {
    company: title?.title ?? company ?? "",
    person: user === undefined ? (person ?? "") : user.email,
  };
}

type Meant = Awaited<ReturnType<typeof meant>>;

async function entriesOf({ companyIds, userIds }: Meant, filter: PlatformLogFilter, timeZone: string, limit: number) {
  const { action, refused, platform, from, to, before } = filter;
  return listLogEntriesAcrossCompanies(
    db(),
    {
      ...(companyIds === undefined ? {} : { companyIds }),
      ...(userIds === undefined ? {} : { userIds }),
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
  const rows = await entriesOf(await meant(filter), filter, await zoneOf(session, filter), PAGE + 1);
  const page = rows.slice(0, PAGE);
  const words = await wordedEntries(db(), page, session.units);
  return {
    entries: page.map((row, nth) => shownEntry(row, words[nth]!)),
    /** the last entry of the page, where older ones follow */
    older: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    filter,
    names: await namesOfFilter(filter),
  };
}
export type PlatformLog = Awaited<ReturnType<typeof loadPlatformLog>>;

/** The same entries as a file, at most 10,000. @throws AppError 403 */
export async function platformLogFile(session: CompanySession, request: Request, format: TableFormat): TableFile {
  authorize(session, "admin.view");
  const filter = readPlatformLogFilter(new URL(request.url).searchParams);
  const timeZone = await zoneOf(session, filter);
  const whose = await meant(filter);
  return tableFile(format, {
    name: "Platform activity",
    headers: ["Time (UTC)", "Who", "Company", "Action", "Outcome", "Times", "Subject", "Changes", "From"],
    wide: ["Who", "Company", "Changes", "From"],
    rows: await linesOfEntries(
      (before, limit) => entriesOf(whose, { ...filter, before }, timeZone, limit),
      (row) => {
        const { createdAt, who, company, action, refused, times, from } = plainEntry(row);
        const { subject, changes } = wordedEntry(row, session.units);
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
