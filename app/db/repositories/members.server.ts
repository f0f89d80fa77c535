import type { Db } from "../client.server";
import { orderByText, whereContains } from "../dialect.server";
import type { Changes, CompanyMemberRow, Flag, New, UtcText } from "../tables";
import { notFound } from "~/lib/errors";
import { paged } from "./paging.server";
import type { Paged, PageRequest } from "./paging.server";
import { findById, getById, insertScoped, scoped, updateScoped } from "./scoped.server";

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
}

/** Every active company that the user owns or is an active member of (invitation accepted), by title. */
export async function listAccessesOfUserAcrossCompanies(db: Db, userId: number): Promise<UserAccess[]> {
  const query = db("companies")
    .leftJoin("company_members as member", (join) => {
      join
        .on("member.company_id", "companies.id")
        .andOnVal("member.user_id", userId)
        .andOnVal("member.status", 1)
        .andOnVal("member.invitation_type", 1);
    })
    .where("companies.status", 1)
    .whereNull("companies.deleted_at")
    .where((either) => either.where("companies.user_id", userId).orWhereNotNull("member.id"))
    .select(
      "companies.id as company_id",
      "companies.title as company_title",
      "member.id as member_id",
      "member.is_admin",
      "member.is_dispatcher",
      "member.is_courier",
      "companies.user_id as owner_id",
    );
  type Found = Omit<UserAccess, "is_owner"> & { owner_id: number | null };
  const rows = (await orderByText(query, "companies.title").orderBy("companies.id")) as Found[];
  return rows.map(({ owner_id, ...row }) => ({
    ...row,
    is_owner: owner_id === userId ? 1 : 0,
    is_admin: row.is_admin ?? 0,
    is_dispatcher: row.is_dispatcher ?? 0,
    is_courier: row.is_courier ?? 0,
  }));
}

export const getMember = (db: Db, companyId: number, memberId: number): Promise<CompanyMemberRow> =>
  getById(db, "company_members", companyId, memberId);
export const findMember = (db: Db, companyId: number, memberId: number): Promise<CompanyMemberRow | undefined> =>
  findById(db, "company_members", companyId, memberId);

export interface MemberFilter extends PageRequest {
  search?: string | undefined;
  status?: Flag | undefined;
  driversOnly?: boolean | undefined;
}

/** Members by name. */
export function listMembers(db: Db, companyId: number, filter: MemberFilter = {}): Promise<Paged<CompanyMemberRow>> {
  const query = scoped(db, "company_members", companyId);
  if (filter.status !== undefined) query.where({ status: filter.status });
  if (filter.driversOnly) query.where({ is_courier: 1 });
  whereContains(query, ["name", "surname", "email", "phone"], filter.search);
  return paged<CompanyMemberRow>(query, filter, (page) => {
    orderByText(page, "name");
    orderByText(page, "surname").orderBy("id");
  });
}

/** Active drivers by name: who can be chosen for a vehicle. */
export async function listDrivers(db: Db, companyId: number): Promise<CompanyMemberRow[]> {
  return (await listMembers(db, companyId, { status: 1, driversOnly: true, pageSize: "all" })).rows;
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
