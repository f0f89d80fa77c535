/** All accounts and all companies, for super admins: every query here crosses companies. */
import type { Knex } from "knex";
import type { UserState } from "~/domain/access/platform-lists";
import type { ListOrder, OrderColumn } from "~/domain/list-order";
import type { Db } from "../client.server";
import { whereContains } from "../dialect.server";
import type { CompanyRow, UserRow } from "../tables";
import { companyColumns, membersOf, userColumns } from "./list-columns.server";
import { orderParts, pagedInOrder } from "./ordered-pages.server";
import type { Paged, PageRequest } from "./paging.server";

/** Of a file. */
const MAX_LISTED = 50_000;

export interface UserListFilter {
  search: string;
  state: UserState | undefined;
  /** undefined: the newest first */
  order: ListOrder<OrderColumn<"users">> | undefined;
}

const USER_COLUMNS = [
  "users.id",
  "users.name",
  "users.surname",
  "users.email",
  "users.phone",
  "users.status",
  "users.email_verified_at",
  "users.active_at",
  "users.created_at",
  "users.deleted_at",
] as const;
export type ListedUser = Pick<
  UserRow,
  | "id"
  | "name"
  | "surname"
  | "email"
  | "phone"
  | "status"
  | "email_verified_at"
  | "active_at"
  | "created_at"
  | "deleted_at"
>;

function usersFound(db: Db, { search, state }: UserListFilter): Knex.QueryBuilder {
  const query = db("users");
  // Of those who are erased, or will be within the hour, there is nothing to be done any more.
  if (state === "removed")
    query.whereNotNull("users.deleted_at").whereNull("users.erase_at").whereNull("users.erased_at");
  else query.whereNull("users.deleted_at");
  if (state === "unverified") query.whereNull("users.email_verified_at");
  else if (state !== undefined && state !== "removed") query.where("users.status", state);
  whereContains(query, ["users.name", "users.surname", "users.email", "users.phone"], search);
  return query;
}

export function pageOfUsersAcrossCompanies(
  db: Db,
  filter: UserListFilter,
  page: PageRequest,
): Promise<Paged<ListedUser>> {
  const columns = userColumns(db);
  const parts = orderParts(columns, filter.order, [{ ...columns.id, down: true }]);
  return pagedInOrder(db, usersFound(db, filter), page, { id: "users.id", parts }, (query) => {
    query.select(...USER_COLUMNS);
  });
}

/** At most MAX_LISTED. */
export const listAllUsersAcrossCompanies = async (db: Db, filter: UserListFilter): Promise<ListedUser[]> =>
  (await pageOfUsersAcrossCompanies(db, filter, { first: MAX_LISTED })).rows;

export interface CompanyListFilter {
  search: string;
  status: 0 | 1 | undefined;
  /** undefined: the newest first */
  order: ListOrder<OrderColumn<"companies">> | undefined;
}

export interface ListedCompany extends Pick<CompanyRow, "id" | "title" | "status" | "created_at"> {
  /** null: it has no owner, or their account was removed */
  owner_id: number | null;
  owner_name: string | null;
  owner_surname: string | null;
  owner_email: string | null;
  country: string | null;
  members: number;
}

const COMPANY_COLUMNS = [
  "companies.id",
  "companies.title",
  "companies.status",
  "companies.created_at",
  "owner.id as owner_id",
  "owner.name as owner_name",
  "owner.surname as owner_surname",
  "owner.email as owner_email",
  "country.title as country",
] as const;

function companiesFound(db: Db, { search, status }: CompanyListFilter): Knex.QueryBuilder {
  const query = db("companies")
    .leftJoin("users as owner", (join) => join.on("owner.id", "companies.user_id").andOnNull("owner.deleted_at"))
    .leftJoin("countries as country", "country.id", "companies.country_id")
    .whereNull("companies.deleted_at");
  if (status !== undefined) query.where("companies.status", status);
  whereContains(query, ["companies.title", "companies.email", "owner.name", "owner.surname", "owner.email"], search);
  return query;
}

export function pageOfCompaniesAcrossCompanies(
  db: Db,
  filter: CompanyListFilter,
  page: PageRequest,
): Promise<Paged<ListedCompany>> {
  const columns = companyColumns(db);
  const parts = orderParts(columns, filter.order, [{ ...columns.id, down: true }]);
  return pagedInOrder(db, companiesFound(db, filter), page, { id: "companies.id", parts }, (query) => {
    query.select(...COMPANY_COLUMNS, db.raw("? as ??", [membersOf(db), "members"]));
  });
}

/** At most MAX_LISTED. */
export const listAllCompaniesAcrossCompanies = async (db: Db, filter: CompanyListFilter): Promise<ListedCompany[]> =>
  (await pageOfCompaniesAcrossCompanies(db, filter, { first: MAX_LISTED })).rows;
