/** The lists of all users and all companies: a page of them, and as a file. */
import { authorize } from "~/auth/actor.server";
import { askedProof } from "~/auth/proof.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import {
  listAllCompaniesAcrossCompanies,
  listAllUsersAcrossCompanies,
  pageOfCompaniesAcrossCompanies,
  pageOfUsersAcrossCompanies,
} from "~/db/repositories/platform-lists.server";
import type {
  CompanyListFilter,
  ListedCompany,
  ListedUser,
  UserListFilter,
} from "~/db/repositories/platform-lists.server";
import { listClosedAcrossCompanies } from "~/db/repositories/companies.server";
import { fullName } from "~/domain/access/person-name";
import { userStateOf } from "~/domain/access/platform-lists";
import { LIST_ORDERS, orderOf } from "~/domain/list-order";
import { PAGE_SIZE_ADMIN } from "~/domain/constants";
import { RecordStatus } from "~/domain/record-status";
import { ERASED_AFTER_DAYS, erasedFrom } from "~/domain/rights/erasure";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds } from "~/domain/time/utc-text";
import { listOf, listRequest } from "~/http/list-request.server";
import { STATUS_PARAM } from "~/lib/list-params";
import { tableFile } from "~/http/table-file.server";
import type { TableFile, TableFormat } from "~/http/table-file.server";
import { nowText } from "~/services/now.server";
import type { ExportTable } from "~/services/export/table";

function userFilter(request: Request): UserListFilter {
  const params = new URL(request.url).searchParams;
  return {
    search: listRequest(request).search,
    state: userStateOf(params.get(STATUS_PARAM)),
    order: orderOf(LIST_ORDERS.users, params),
  };
}

function companyFilter(request: Request): CompanyListFilter {
  const { search, status } = listRequest(request);
  return { search, status, order: orderOf(LIST_ORDERS.companies, new URL(request.url).searchParams) };
}

const shownUser = (row: ListedUser) => ({
  id: row.id,
  title: fullName(row) || row.email,
  email: row.email,
  phone: row.phone,
  isBanned: row.status === "ban",
  isVerified: row.email_verified_at !== null,
  isRemoved: row.deleted_at !== null,
  activeAt: row.active_at,
  registeredAt: row.created_at,
});
export type UserOfList = ReturnType<typeof shownUser>;

const shownCompany = (row: ListedCompany) => ({
  id: row.id,
  title: row.title,
  owner:
    row.owner_id === null
      ? null
      : {
          id: row.owner_id,
          title: fullName({ name: row.owner_name ?? "", surname: row.owner_surname ?? "" }) || (row.owner_email ?? ""),
        },
  country: row.country,
  members: Number(row.members),
  isActive: row.status === RecordStatus.Active,
  createdAt: row.created_at,
});
export type CompanyOfList = ReturnType<typeof shownCompany>;

/** @throws AppError 403 */
export async function loadUsersPage(session: CompanySession, request: Request) {
  authorize(session, "users.manage");
  const asked = listRequest(request, PAGE_SIZE_ADMIN);
  const filter = userFilter(request);
  const list = listOf(asked, await pageOfUsersAcrossCompanies(db(), filter, asked.page), shownUser);
  return {
    list: { ...list, narrowed: list.search !== "" || filter.state !== undefined },
    proof: await askedProof(session),
  };
}

/** Deleted companies that may come back, with the day from which on that is too late. */
async function closedCompanies() {
  const rows = await listClosedAcrossCompanies(db(), addSeconds(nowText(), -ERASED_AFTER_DAYS * DAY_SEC));
  return rows.map(({ id, title, deleted_at }) => ({
    id,
    title,
    closedAt: deleted_at,
    erasedFrom: erasedFrom(deleted_at),
  }));
}
export type ClosedCompany = Awaited<ReturnType<typeof closedCompanies>>[number];

/** @throws AppError 403 */
export async function loadCompaniesPage(session: CompanySession, request: Request) {
  authorize(session, "companies.listAll");
  const asked = listRequest(request, PAGE_SIZE_ADMIN);
  const found = await pageOfCompaniesAcrossCompanies(db(), companyFilter(request), asked.page);
  return { list: listOf(asked, found, shownCompany), currentId: session.company.id, closed: await closedCompanies() };
}

const WIDE = ["Name", "Surname", "Title", "E-mail", "Owner"];

/** As the list is narrowed and ordered, whatever its page. @throws AppError 403 */
export async function usersFile(session: CompanySession, request: Request, format: TableFormat): TableFile {
  authorize(session, "users.manage");
  const rows = (await listAllUsersAcrossCompanies(db(), userFilter(request))).map(
    (row): ExportTable["rows"][number] => [
      row.id,
      row.name,
      row.surname,
      row.email,
      row.phone ?? "",
      row.deleted_at !== null ? "Removed" : row.status === "ban" ? "Banned" : "Active",
      row.email_verified_at ?? "",
      row.active_at ?? "",
      row.created_at,
    ],
  );
  const headers = ["Id", "Name", "Surname", "E-mail", "Phone", "Status", "Verified", "Last active", "Registered"];
  return tableFile(format, { name: "Users", headers, rows, wide: WIDE });
}

/** As the list is narrowed and ordered, whatever its page. @throws AppError 403 */
export async function companiesFile(session: CompanySession, request: Request, format: TableFormat): TableFile {
  authorize(session, "companies.listAll");
  const found = (await listAllCompaniesAcrossCompanies(db(), companyFilter(request))).map(shownCompany);
  const rows = found.map((row): ExportTable["rows"][number] => [
    row.id,
    row.title,
    row.owner?.title ?? "",
    row.country ?? "",
    row.members,
    row.isActive ? "Active" : "Inactive",
    row.createdAt,
  ]);
  const headers = ["Id", "Title", "Owner", "Country", "Members", "Status", "Created"];
  return tableFile(format, { name: "Companies", headers, rows, wide: WIDE });
}
