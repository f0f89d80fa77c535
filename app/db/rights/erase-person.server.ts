/** Takes a person's names and contacts out of everything that is stored; what they have done stays told of a number. */
import { addressOfErased, pseudonymOfPerson } from "~/domain/rights/erasure";
import { personFinder, wordsOf } from "~/domain/rights/person-in-text";
import { parseJson } from "../codecs.server";
import type { Db } from "../client.server";
import type { ShortPieces } from "../short-pieces.server";
import type { AuditLogRow, CompanyMemberRow, UserRow, UtcText } from "../tables";
import { withTransaction } from "../transaction.server";
import { pseudonymOf } from "./erase-company.server";
import type { FilesToErase } from "./erase-company.server";
import { takeOutOfTable, whereMentioned } from "./person-words.server";
import type { PersonInTexts } from "./person-words.server";
import { COMPANY_TABLES } from "./table-uses";

/** Everything that has to be known before the first of it is gone. */
export interface PersonToErase extends PersonInTexts {
  user: UserRow;
  /** rows of their account, and of nobody's account with their e-mail */
  members: CompanyMemberRow[];
  /** rows of somebody else's account with their e-mail: it was let in with a link that was sent to them */
  passedOn: CompanyMemberRow[];
  /** all that they are or were in, or have done something in */
  companyIds: number[];
}

/** Accounts that are to be erased, the oldest wish first. */
export const peopleToErase = async (db: Db, now: UtcText): Promise<number[]> =>
  (await db("users")
    .where("erase_at", "<=", now)
    .whereNull("erased_at")
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
  const companyIds = new Set([
    ...[...members, ...passedOn].map(({ company_id }) => company_id),
    ...((await db("companies").where({ user_id: userId }).pluck("id")) as number[]),
    ...((await db("audit_log")
      .where({ user_id: userId })
      .whereNotNull("company_id")
      .distinct()
      .pluck("company_id")) as number[]),
  ]);
  const words = wordsOf([user, ...members]);
  const pseudonym = pseudonymOfPerson(userId);
  const finder = personFinder(words, pseudonym);
  return { user, members, passedOn, companyIds: [...companyIds], words, pseudonym, finder };
}

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
  for (const companyId of person.companyIds) {
    await forgetInLog(pieces, person, companyId);
    for (const table of COMPANY_TABLES)
      if (table !== "audit_log" && table !== "company_members")
        await takeOutOfTable(db, pieces, { table, person, scope: (query) => query.where({ company_id: companyId }) });
    await takeOutOfTable(db, pieces, { table: "companies", person, scope: (query) => query.where({ id: companyId }) });
  }
  await forgetInLog(pieces, person, null);
  for (const table of ["open_calls", "generator_runs"] as const)
    await takeOutOfTable(db, pieces, { table, person, scope: (query) => query });
  if (person.user.image !== null) await files.remove([person.user.image]);
  await withTransaction(db, (trx) => emptyAccount(trx, person, now));
}

type Entry = Pick<AuditLogRow, "id" | "company_id" | "user_id" | "api_key_id" | "who" | "model" | "ids" | "changes">;

/** Entries by them, about them, and those that mention them. @param companyId null: entries of no company */
function forgetInLog(pieces: ShortPieces, person: PersonToErase, companyId: number | null): Promise<void> {
  let after = 0;
  return pieces.repeat(async (trx, size) => {
    const rows = () => trx("audit_log").where({ company_id: companyId }).where("id", ">", after);
    const ids: number[] = await rows().orderBy("id").limit(size).pluck("id");
    const last = ids.at(-1);
    if (last === undefined) return false;
    const found = rows().where("id", "<=", last);
    found.where((either) => {
      either.where({ user_id: person.user.id }).orWhereIn("model", ["User", "Member"]);
      either.orWhere((one) => whereMentioned(one, ["who", "changes"], person.words));
    });
    for (const row of (await found) as (Entry & AuditLogRow)[]) {
      const changes = forgotten(row, person);
      if (Object.keys(changes).length > 0) await trx("audit_log").where({ id: row.id }).update(changes);
    }
    after = last;
    return ids.length === size;
  });
}

function forgotten(row: Entry, person: PersonToErase): Partial<AuditLogRow> {
  const { user, members, finder } = person;
  const changes: Partial<AuditLogRow> = {};
  const isTheirs = row.user_id === user.id;
  if (isTheirs) Object.assign(changes, { who: person.pseudonym, ip: null, user_agent: null });
  else if (finder.has(row.who)) changes.who = pseudonymOf(row);
  const ids = parseJson<unknown>(row.ids, []);
  const isAbout =
    Array.isArray(ids) &&
    ((row.model === "User" && ids.includes(user.id)) ||
      (row.model === "Member" &&
        members.some(({ id, company_id }) => company_id === row.company_id && ids.includes(id))));
  if (row.changes !== null && (isAbout || finder.has(row.changes))) changes.changes = null;
  return changes;
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
  { user, members, passedOn, words, pseudonym }: PersonToErase,
  now: UtcText,
): Promise<void> {
  const memberIds = members.map(({ id }) => id);
  await trx("push_subscriptions").whereIn("member_id", memberIds).delete();
  await trx("vehicles").whereIn("driver_id", memberIds).update({ driver_id: null });
  await trx("company_members")
    .whereIn("id", memberIds)
    .update({ name: pseudonym, surname: "", email: null, phone: null, status: 0, is_admin: 0, is_dispatcher: 0 });
  for (const member of passedOn) await takeOwnEmail(trx, member);
  for (const table of ["sessions", "user_identities", "user_totps", "user_recovery_codes", "user_passkeys"] as const)
    await trx(table).where({ user_id: user.id }).delete();
  await trx("mails").where({ recipient: user.email }).delete();
  const tokens = trx("tokens").where({ user_id: user.id });
  // Invitations of people without an account name them in their text.
  tokens.orWhere((other) => {
    other.whereNull("user_id");
    whereMentioned(other, ["payload"], words);
  });
  await tokens.delete();
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
