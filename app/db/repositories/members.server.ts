import type { Db } from "../client.server";
import { orderByText, whereContains } from "../dialect.server";
import type { Changes, CompanyMemberRow, Flag, New, UtcText } from "../tables";
import type { ListOrder, OrderColumn } from "~/domain/list-order";
import { RecordStatus } from "~/domain/record-status";
import { notFound } from "~/lib/errors";
import { memberColumns } from "./list-columns.server";
import { orderParts, pagedInOrder } from "./ordered-pages.server";
import type { Paged, PageRequest } from "./paging.server";
import { insertScoped, scoped, updateScoped } from "./scoped.server";
import { InvitationType } from "~/domain/team/invitation";
import type { InvitationState } from "~/domain/team/invitation";
import type { RoleFilter } from "~/domain/team/member-filter";
import { isSelectableDriver } from "~/domain/team/member-rules";

export type NewMember = New<CompanyMemberRow, never>;
export type MemberChanges = Changes<CompanyMemberRow>;

const withAddress = <T extends { email?: string | null }>(values: T): T =>
  values.email ? { ...values, email: values.email.trim().toLowerCase() } : values;

/** A company that a user may work for, and as what. */
export interface UserAccess {
  company_id: number;
  company_title: string;
  /** null for an owner who is no member */
  member_id: number | null;
  is_owner: Flag;
  is_admin: Flag;
  is_dispatcher: Flag;
  is_courier: Flag;
  /** ISO 3166 alpha-2 of the person, else of the company */
  country_code: string | null;
}

/** Companies that are there and are the user's, by title: theirs, or with an accepted invitation. */
function accessesOf(db: Db, userId: number, { onlyActive }: { onlyActive: boolean }) {
  const query = db("companies")
    .leftJoin("company_members as member", (join) => {
      join
        .on("member.company_id", "companies.id")
        .andOnVal("member.user_id", userId)
        .andOnVal("member.invitation_type", InvitationType.Accepted);
      if (onlyActive) join.andOnVal("member.status", RecordStatus.Active);
    })
    .whereNull("companies.deleted_at")
    .where((either) => either.where("companies.user_id", userId).orWhereNotNull("member.id"))
    .select(
      "companies.id as company_id",
      "companies.title as company_title",
      "member.is_admin",
      "member.is_dispatcher",
      "member.is_courier",
      "companies.user_id as owner_id",
    );
  if (onlyActive) query.where("companies.status", RecordStatus.Active);
  return orderByText(query, "companies.title").orderBy("companies.id");
}

/** The roles are of a membership, and null for an owner who is no member. */
type Role = "is_admin" | "is_dispatcher" | "is_courier";
type Found<Access> = Omit<Access, "is_owner" | Role> & { owner_id: number | null } & Record<Role, Flag | null>;

/** Every active company that the user owns or is an active member of (invitation accepted), by title. */
export async function listAccessesOfUserAcrossCompanies(db: Db, userId: number): Promise<UserAccess[]> {
  const query = accessesOf(db, userId, { onlyActive: true })
    .leftJoin("users as person", (join) => join.andOnVal("person.id", userId))
    .joinRaw("left join countries as country on country.id = coalesce(person.country_id, companies.country_id)")
    .select("member.id as member_id", "country.code as country_code");
  const rows = (await query) as Found<UserAccess>[];
  return rows.map(({ owner_id, ...row }) => ({
    ...row,
    is_owner: owner_id === userId ? 1 : 0,
    is_admin: row.is_admin ?? 0,
    is_dispatcher: row.is_dispatcher ?? 0,
    is_courier: row.is_courier ?? 0,
  }));
}

/** A company that somebody works for, or would if it and their membership were active: for lists, and no right. */
export interface ListedAccess extends Omit<UserAccess, "member_id" | "country_code"> {
  /** whether the company is active */
  company_status: Flag;
  /** whether they may work for it */
  is_active: Flag;
}

/** The same with those that are switched off, which give no right. */
export async function listEveryAccessOfUserAcrossCompanies(db: Db, userId: number): Promise<ListedAccess[]> {
  const query = accessesOf(db, userId, { onlyActive: false }).select(
    "companies.status as company_status",
    "member.status as member_status",
  );
  type Row = Found<Omit<ListedAccess, "is_active">> & { member_status: Flag | null };
  return ((await query) as Row[]).map(({ owner_id, member_status: status, ...row }) => {
    const isOwner = owner_id === userId;
    // An owner manages their company whatever their membership is; its roles are theirs while it is active.
    const hasRoles = !isOwner || status === RecordStatus.Active;
    return {
      ...row,
      is_owner: isOwner ? 1 : 0,
      is_admin: hasRoles ? (row.is_admin ?? 0) : 0,
      is_dispatcher: hasRoles ? (row.is_dispatcher ?? 0) : 0,
      is_courier: hasRoles ? (row.is_courier ?? 0) : 0,
      is_active: row.company_status === RecordStatus.Active && (isOwner || status === RecordStatus.Active) ? 1 : 0,
    };
  });
}

/**
 * Whether somebody ever had a company: they own one or are in the team of one, whatever became of it and of them there.
 */
export async function everHadCompanyAcrossCompanies(db: Db, userId: number): Promise<boolean> {
  const owned = (await db("companies").where({ user_id: userId }).first("id")) as unknown;
  return owned !== undefined || (await db("company_members").where({ user_id: userId }).first("id")) !== undefined;
}

/** A member with the names and the phone of the account that is linked, and of the company that they stand for. */
export interface MemberRow extends CompanyMemberRow {
  user_name: string | null;
  user_surname: string | null;
  user_email: string | null;
  user_phone: string | null;
  related_title: string | null;
}

const members = (db: Db, companyId: number) =>
  scoped(db, "company_members", companyId)
    .leftJoin("users as account", "account.id", "company_members.user_id")
    .leftJoin("companies as related", "related.id", "company_members.related_company_id");

const NAMED = [
  "company_members.*",
  "account.name as user_name",
  "account.surname as user_surname",
  "account.email as user_email",
  "account.phone as user_phone",
  "related.title as related_title",
] as const;

export const findMember = async (db: Db, companyId: number, memberId: number): Promise<MemberRow | undefined> =>
  (await members(db, companyId)
    .where("company_members.id", memberId)
    .select(...NAMED)
    .first()) as MemberRow | undefined;

export const findMembers = async (db: Db, companyId: number, ids: readonly number[]): Promise<MemberRow[]> =>
  (await members(db, companyId)
    .whereIn("company_members.id", [...ids])
    .select(...NAMED)) as MemberRow[];

export const findMemberOfEmail = async (db: Db, companyId: number, email: string): Promise<MemberRow | undefined> =>
  (await members(db, companyId)
    .where("company_members.email", email.trim().toLowerCase())
    .first(...NAMED)) as MemberRow | undefined;

/** @throws AppError 404 */
export async function getMember(db: Db, companyId: number, memberId: number): Promise<MemberRow> {
  const row = await findMember(db, companyId, memberId);
  if (!row) throw notFound("Member");
  return row;
}

/** In the order of the ids. @throws AppError 404 when one is missing */
export async function getMembers(db: Db, companyId: number, ids: readonly number[]): Promise<MemberRow[]> {
  const found = new Map((await findMembers(db, companyId, ids)).map((member) => [member.id, member]));
  return ids.map((id) => {
    const member = found.get(id);
    if (member === undefined) throw notFound("Member");
    return member;
  });
}

export const findMemberOfUser = async (
  db: Db,
  companyId: number,
  userId: number,
): Promise<CompanyMemberRow | undefined> =>
  (await scoped(db, "company_members", companyId).where({ user_id: userId }).first()) as CompanyMemberRow | undefined;

export interface MemberFilter extends PageRequest {
  search?: string | undefined;
  status?: Flag | undefined;
  role?: RoleFilter | undefined;
  invitation?: InvitationState | undefined;
  /** undefined: by name */
  order?: ListOrder<OrderColumn<"members">> | undefined;
}

const INVITATION_TYPES: Readonly<Record<InvitationState, InvitationType>> = {
  none: InvitationType.Waiting,
  waiting: InvitationType.Waiting,
  accepted: InvitationType.Accepted,
  declined: InvitationType.Declined,
};

/** Members by name, unless another order is asked for. */
export function listMembers(db: Db, companyId: number, filter: MemberFilter = {}): Promise<Paged<MemberRow>> {
  const { status, role, invitation } = filter;
  const query = members(db, companyId);
  if (status !== undefined) query.where("company_members.status", status);
  if (role !== undefined) query.where(`company_members.is_${role}`, 1);
  if (invitation !== undefined) query.where("company_members.invitation_type", INVITATION_TYPES[invitation]);
  if (invitation === "none") query.whereNull("company_members.invited_at");
  if (invitation === "waiting") query.whereNotNull("company_members.invited_at");
  const own = ["name", "surname", "email", "phone"].map((column) => `company_members.${column}`);
  whereContains(query, [...own, "account.name", "account.surname", "account.phone", "related.title"], filter.search);
  const columns = memberColumns(db);
  const parts = orderParts(columns, filter.order, [columns.name, columns.id]);
  return pagedInOrder<MemberRow>(db, query, filter, { id: "company_members.id", parts }, (page) => {
    page.select(...NAMED);
  });
}

/** Who can be chosen for a vehicle, by name. */
export async function listDrivers(db: Db, companyId: number): Promise<MemberRow[]> {
  const { rows } = await listMembers(db, companyId, {
    status: RecordStatus.Active,
    role: "courier",
    pageSize: "unpaged",
  });
  return rows.filter(isSelectableDriver);
}

/** Holds changes of the team apart, so that of two admins who demote each other one stays. */
export async function lockTeam(trx: Db, companyId: number): Promise<{ ownerUserId: number | null }> {
  const company = await trx("companies").where({ id: companyId }).forUpdate().first("user_id");
  return { ownerUserId: company?.user_id ?? null };
}

/** Active admins with an active account beside this member; the owner is one whatever their roles say. */
export async function countOtherAdmins(
  trx: Db,
  companyId: number,
  member: Pick<CompanyMemberRow, "id" | "user_id">,
  ownerUserId: number | null,
): Promise<number> {
  const userIds: number[] = await scoped(trx, "company_members", companyId)
    .where({ is_admin: 1, "company_members.status": RecordStatus.Active, invitation_type: InvitationType.Accepted })
    .whereNot("company_members.id", member.id)
    .whereNotNull("user_id")
    .pluck("user_id");
  if (ownerUserId !== null && ownerUserId !== member.user_id) userIds.push(ownerUserId);
  const working = await trx("users")
    .whereIn("id", userIds)
    .where({ status: "active" })
    .whereNull("deleted_at")
    .pluck("id");
  return working.length;
}

/** @returns the new id. @throws AppError 409 naming the e-mail */
export const insertMember = (db: Db, companyId: number, values: NewMember, now: UtcText): Promise<number> =>
  insertScoped(db, "company_members", companyId, withAddress(values), now);

/** @throws AppError 404, 409 */
export const updateMember = (
  db: Db,
  companyId: number,
  memberId: number,
  changes: MemberChanges,
  now: UtcText,
): Promise<void> => updateScoped(db, "company_members", companyId, memberId, withAddress(changes), now);

/** Removes the member for good; vehicles and routes lose their driver. @throws AppError 404 */
export async function removeMember(db: Db, companyId: number, memberId: number): Promise<void> {
  const removed = await scoped(db, "company_members", companyId).where({ id: memberId }).delete();
  if (removed === 0) throw notFound("Member");
}

/** The accounts of all members, active or not. */
export const listUserIdsOfMembers = async (db: Db, companyId: number): Promise<number[]> =>
  (await scoped(db, "company_members", companyId).whereNotNull("user_id").pluck("user_id")) as number[];

/** An invitation that waits, as the person who was invited sees it. */
export interface WaitingInvitation {
  company_id: number;
  company_title: string;
  member_id: number;
  is_admin: Flag;
  is_dispatcher: Flag;
  is_courier: Flag;
}

/** Invitations of an e-mail that were sent after `since` and wait for an answer, the newest first. */
export const listInvitationsAcrossCompanies = async (
  db: Db,
  email: string,
  since: UtcText,
): Promise<WaitingInvitation[]> =>
  (await db("company_members as member")
    .join("companies", "companies.id", "member.company_id")
    .where({
      "member.email": email,
      "member.invitation_type": InvitationType.Waiting,
      "member.status": RecordStatus.Active,
    })
    .where("member.invited_at", ">", since)
    .where("companies.status", RecordStatus.Active)
    .whereNull("companies.deleted_at")
    .orderBy([{ column: "member.invited_at", order: "desc" }, { column: "member.id" }])
    .select(
      "companies.id as company_id",
      "companies.title as company_title",
      "member.id as member_id",
      "member.is_admin",
      "member.is_dispatcher",
      "member.is_courier",
    )) as WaitingInvitation[];

/** Whether the owner or a member has this e-mail, in the team or to sign in, even with an account that was removed. */
export async function isMembersEmail(db: Db, companyId: number, email: string): Promise<boolean> {
  const address = email.trim().toLowerCase();
  const member = (await scoped(db, "company_members", companyId).where({ email: address }).first("id")) as unknown;
  if (member !== undefined) return true;
  const owner = db("companies").where({ id: companyId }).whereNotNull("user_id").select("user_id");
  const linked = scoped(db, "company_members", companyId).whereNotNull("user_id").select("user_id");
  const account = await db("users")
    .where({ email: address })
    .where((either) => either.whereIn("id", owner).orWhereIn("id", linked))
    .first("id");
  return account !== undefined;
}

/** E-mails of the owner and of the administrators who can sign in, each once. */
export async function administratorEmailsOf(db: Db, companyId: number): Promise<string[]> {
  const owner = db("companies").where({ id: companyId }).whereNotNull("user_id").select("user_id");
  const admins = scoped(db, "company_members", companyId)
    .where({ status: RecordStatus.Active, is_admin: 1, invitation_type: InvitationType.Accepted })
    .whereNotNull("user_id")
    .select("user_id");
  return (await db("users")
    .where({ status: "active" })
    .whereNull("deleted_at")
    .where((either) => either.whereIn("id", owner).orWhereIn("id", admins))
    .orderBy("id")
    .pluck("email")) as string[];
}
