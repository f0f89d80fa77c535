/** Takes a person's names and contacts out of everything that is stored; what they have done stays told of a number. */
import { fullName } from "~/domain/access/person-name";
import { RecordStatus } from "~/domain/record-status";
import { addressOfErased, pseudonymOfPerson } from "~/domain/rights/erasure";
import { personFinder, wordsOf } from "~/domain/rights/person-in-text";
import { parseJson } from "../codecs.server";
import type { Db } from "../client.server";
import type { ShortPieces } from "../short-pieces.server";
import type { AuditLogRow, CompanyMemberRow, RoadTaskRow, UserRow, UtcText } from "../tables";
import { withTransaction } from "../transaction.server";
import { pseudonymOf } from "./erase-company.server";
import type { FilesToErase } from "./erase-company.server";
import { takeOutOfTable, whereMentioned } from "./person-words.server";
import type { KnownAs, PersonInTexts } from "./person-words.server";
import { COMPANY_TABLES } from "./table-uses";

/** Everything that has to be known before the first of it is gone. */
export interface PersonToErase {
  user: UserRow;
  pseudonym: string;
  /** their e-mail, if they have proven that it is theirs */
  proven: KnownAs;
  /** rows of their account, and of nobody's account with their e-mail */
  members: CompanyMemberRow[];
  /** rows of somebody else's account with their e-mail: it was let in with a link that was sent to them */
  passedOn: CompanyMemberRow[];
  /** all that they are or were in, or have done something in, with the words that are theirs there */
  companies: ReadonlyMap<number, KnownAs>;
}

/** Accounts that are to be erased, the oldest wish first. @param but ids to leave out */
export const peopleToErase = async (db: Db, now: UtcText, but: readonly number[] = []): Promise<number[]> =>
  (await db("users")
    .where("erase_at", "<=", now)
    .whereNull("erased_at")
    .whereNotIn("id", [...but])
    .orderBy("erase_at")
    .limit(20)
    .pluck("id")) as number[];

export async function personToErase(db: Db, userId: number): Promise<PersonToErase> {
  const user = (await db("users").where({ id: userId }).first()) as UserRow;
  const members = (await db("company_members").where({ user_id: userId })) as CompanyMemberRow[];
  // Whoever has not proven that an e-mail is theirs is none of the members who have it.
  const withEmail =
    user.email_verified_at === null
      ? []
      : ((await db("company_members")
          .where({ email: user.email })
          .where((other) => void other.whereNull("user_id").orWhereNot({ user_id: userId }))) as CompanyMemberRow[]);
  members.push(...withEmail.filter(({ user_id }) => user_id === null));
  const passedOn = withEmail.filter(({ user_id }) => user_id !== null);
  const owned = (await db("companies").where({ user_id: userId }).pluck("id")) as number[];
  const companyIds = new Set([
    ...[...members, ...passedOn].map(({ company_id }) => company_id),
    ...owned,
    ...((await db("audit_log")
      .where({ user_id: userId })
      .whereNotNull("company_id")
      .distinct()
      .pluck("company_id")) as number[]),
  ]);
  const pseudonym = pseudonymOfPerson(userId);
  const knownAs = (known: Parameters<typeof wordsOf>[0]): KnownAs => {
    const words = wordsOf(known);
    return { words, finder: personFinder(words, pseudonym) };
  };
  const email = { name: null, surname: null, email: user.email_verified_at === null ? null : user.email };
  const othersEmails = new Set(await emailsOfOthers(db, userId, members));
  const inTeam = (companyId: number): KnownAs => {
    const ofCompany = members.filter(({ company_id }) => company_id === companyId);
    const called = ofCompany.map((one) => (othersEmails.has(one.email ?? "") ? { ...one, email: null } : one));
    // Whoever owns the company has written what it says about them.
    return knownAs([email, ...called, ...(owned.includes(companyId) ? [{ ...user, email: null }] : [])]);
  };
  const companies = new Map([...companyIds].map((companyId) => [companyId, inTeam(companyId)]));
  return { user, members, passedOn, companies, pseudonym, proven: knownAs([email]) };
}

/** A member may have come with a link that was sent to somebody else: the e-mail in the row is theirs then. */
const emailsOfOthers = async (db: Db, userId: number, members: readonly CompanyMemberRow[]): Promise<string[]> =>
  (await db("users")
    .whereNot({ id: userId })
    .whereIn(
      "email",
      members.flatMap(({ email }) => email ?? []),
    )
    .pluck("email")) as string[];

/**
 * Erases one person. What names them goes last, so that whoever is killed in the middle finds all of it again with the
 * next call.
 */
export async function erasePerson(
  db: Db,
  pieces: ShortPieces,
  person: PersonToErase,
  { now, files }: { now: UtcText; files: FilesToErase },
): Promise<void> {
  const { pseudonym, proven } = person;
  for (const [companyId, inTeam] of person.companies) {
    const known: PersonInTexts = { pseudonym, proven, inTeam };
    await forgetInLog(pieces, person, { companyId, inTeam });
    await forgetInTasks(pieces, person, companyId);
    for (const table of COMPANY_TABLES)
      if (table !== "audit_log" && table !== "company_members")
        await takeOutOfTable(db, pieces, {
          table,
          person: known,
          scope: (query) => query.where({ company_id: companyId }),
        });
    await takeOutOfTable(db, pieces, {
      table: "companies",
      person: known,
      scope: (query) => query.where({ id: companyId }),
    });
  }
  await forgetInLog(pieces, person, { companyId: null, inTeam: proven });
  for (const table of ["open_calls", "generator_runs"] as const)
    await takeOutOfTable(db, pieces, {
      table,
      person: { pseudonym, proven, inTeam: proven },
      scope: (query) => query,
    });
  if (person.user.image !== null) await files.remove([person.user.image]);
  await withTransaction(db, (trx) => emptyAccount(trx, person, now));
}

type Entry = Pick<AuditLogRow, "id" | "company_id" | "user_id" | "api_key_id" | "who" | "model" | "ids" | "changes">;

interface InLog {
  /** null: entries of no company */
  companyId: number | null;
  inTeam: KnownAs;
}

/** Entries by them, about them, and those that mention them. */
function forgetInLog(pieces: ShortPieces, person: PersonToErase, { companyId, inTeam }: InLog): Promise<void> {
  let after = 0;
  return pieces.repeat(async (trx, size) => {
    const rows = () => trx("audit_log").where({ company_id: companyId }).where("id", ">", after);
    const ids: number[] = await rows().orderBy("id").limit(size).pluck("id");
    const last = ids.at(-1);
    if (last === undefined) return false;
    const found = rows().where("id", "<=", last);
    found.where((either) => {
      either.where({ user_id: person.user.id }).orWhereIn("model", ["User", "Member"]);
      if (inTeam.words.contacts.length + inTeam.words.names.length > 0)
        either.orWhere((one) => whereMentioned(one, ["who", "changes"], inTeam.words));
    });
    for (const row of (await found) as (Entry & AuditLogRow)[]) {
      const changes = forgotten(row, person, inTeam);
      if (Object.keys(changes).length > 0) await trx("audit_log").where({ id: row.id }).update(changes);
    }
    after = last;
    return ids.length === size;
  });
}

function forgotten(row: Entry, { user, members, pseudonym, proven }: PersonToErase, inTeam: KnownAs) {
  const changes: Partial<AuditLogRow> = {};
  const isTheirs = row.user_id === user.id;
  if (isTheirs) changes.who = pseudonym;
  else if (proven.finder.has(row.who)) changes.who = pseudonymOf(row);
  const ids = parseJson<unknown>(row.ids, []);
  const isAbout =
    Array.isArray(ids) &&
    ((row.model === "User" && ids.includes(user.id)) ||
      (row.model === "Member" &&
        members.some(({ id, company_id }) => company_id === row.company_id && ids.includes(id))));
  // Who signs up or asks for a password isn't signed in.
  const isOfNobody = row.user_id === null && row.api_key_id === null;
  if (isTheirs || (isAbout && isOfNobody)) Object.assign(changes, { ip: null, user_agent: null });
  const text = row.changes;
  if (text !== null && (isAbout || proven.finder.has(text) || inTeam.finder.has(aboutTeam(text))))
    changes.changes = null;
  return changes;
}

/** Records of these are about customers, or hold texts about them. */
const OF_CUSTOMERS: readonly unknown[] = ["Visit", "Task", "Calculation", "Import", "Webhook delivery"];

/** What an entry tells of records of the team alone. */
function aboutTeam(changes: string): string {
  const told = parseJson<unknown>(changes, null);
  if (!Array.isArray(told)) return "";
  return JSON.stringify(told.filter((one: { model?: unknown } | null) => !OF_CUSTOMERS.includes(one?.model)));
}

/** Who made a report that waits for a dispatcher, or has waited. */
function forgetInTasks(pieces: ShortPieces, { user, pseudonym }: PersonToErase, companyId: number): Promise<void> {
  let after = 0;
  return pieces.repeat(async (trx, size) => {
    const rows = (await trx("road_tasks")
      .where({ company_id: companyId })
      .where("id", ">", after)
      .orderBy("id")
      .limit(size)
      // Its pictures may be handed over meanwhile.
      .forUpdate()
      .select("id", "details")) as Pick<RoadTaskRow, "id" | "details">[];
    for (const { id, details } of rows) {
      const report = parseJson<{ by?: unknown; byId?: unknown } | null>(details, null);
      if (report === null || typeof report !== "object" || typeof report.by !== "string") continue;
      // Reports of earlier versions tell no more than the name.
      const isTheirs = report.byId === undefined ? report.by === fullName(user) : report.byId === user.id;
      if (!isTheirs || report.by === pseudonym) continue;
      await trx("road_tasks")
        .where({ id })
        .update({ details: JSON.stringify({ ...report, by: pseudonym }) });
    }
    after = rows.at(-1)?.id ?? after;
    return rows.length === size;
  });
}

/** Invitations of people without an account name them in their text. */
async function removeInvitations(trx: Db, { words, finder }: KnownAs): Promise<void> {
  if (words.contacts.length === 0) return;
  const naming = trx("tokens").whereNull("user_id").select("id", "payload");
  whereMentioned(naming, ["payload"], words);
  const rows = await naming;
  const ids = rows.filter(({ payload }) => finder.has(String(payload))).map(({ id }) => id);
  await trx("tokens").whereIn("id", ids).delete();
}

/**
 * Of a row that somebody else works with, the e-mail alone is the person's: that of the account takes its place, unless
 * another member of the team has it.
 */
async function takeOwnEmail(trx: Db, { id, company_id, user_id }: CompanyMemberRow): Promise<void> {
  const account = (await trx("users").where({ id: user_id! }).first("email")) as Pick<UserRow, "email"> | undefined;
  const email = account?.email.toLowerCase() ?? null;
  const taken = email === null ? undefined : await trx("company_members").where({ company_id, email }).first("id");
  await trx("company_members")
    .where({ id })
    .update({ email: taken === undefined ? email : null });
}

/** All that is the person's own: ways in, sessions, mails to them, the rows of the account and of its memberships. */
async function emptyAccount(
  trx: Db,
  { user, members, passedOn, proven, pseudonym }: PersonToErase,
  now: UtcText,
): Promise<void> {
  const memberIds = members.map(({ id }) => id);
  await trx("push_subscriptions").whereIn("member_id", memberIds).delete();
  await trx("vehicles").whereIn("driver_id", memberIds).update({ driver_id: null });
  await trx("company_members").whereIn("id", memberIds).update({
    name: pseudonym,
    surname: "",
    email: null,
    phone: null,
    status: RecordStatus.Inactive,
    is_admin: 0,
    is_dispatcher: 0,
  });
  for (const member of passedOn) await takeOwnEmail(trx, member);
  for (const table of ["sessions", "user_identities", "user_totps", "user_recovery_codes", "user_passkeys"] as const)
    await trx(table).where({ user_id: user.id }).delete();
  if (user.email_verified_at !== null) await trx("mails").where({ recipient: user.email }).delete();
  await trx("tokens").where({ user_id: user.id }).delete();
  await removeInvitations(trx, proven);
  await trx("users")
    .where({ id: user.id })
    .update({
      name: pseudonym,
      surname: "",
      email: addressOfErased(user.id),
      username: null,
      image: null,
      phone: null,
      language_id: null,
      country_id: null,
      time_zone: null,
      active_at: null,
      status: "ban",
      email_verified_at: null,
      admin_comment: null,
      settings: null,
      password_hash: null,
      current_company_id: null,
      platform_role: "none",
      is_admin: 0,
      deleted_at: user.deleted_at ?? now,
      updated_at: now,
      erased_at: now,
    });
}
