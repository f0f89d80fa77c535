import { isInactive, shownAccess } from "./profile-page.server";
import { authorize } from "~/auth/actor.server";
import { ofPerson } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import {
  listAccessesOfUserAcrossCompanies,
  listEveryAccessOfUserAcrossCompanies,
} from "~/db/repositories/members.server";
import type { ListedAccess, UserAccess } from "~/db/repositories/members.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { companyRoleOf, hasRole } from "~/domain/access/company-role";
import { mayManage } from "~/domain/access/manage-user";
import { fullName } from "~/domain/access/person-name";
import { pageRange } from "~/domain/paging";
import { ROLE_PARAM } from "~/domain/team/member-filter";
import { listRequest } from "~/http/list-request.server";
import { searchKey } from "~/lib/search-key";
import { csvLines } from "~/services/export/csv";
import type { ExportTable } from "~/services/export/table";
import { services } from "~/services/container.server";

interface Subject {
  userId: number;
  /** the company that they work for now */
  currentId: number | null;
  list(userId: number): Promise<(UserAccess | ListedAccess)[]>;
}

/** One switches between one's own, so that they are those that one may work for. */
const listOwn: Subject["list"] = (userId) => listAccessesOfUserAcrossCompanies(db(), userId);
/** A super admin sees what is switched off, too. */
const listAll: Subject["list"] = (userId) => listEveryAccessOfUserAcrossCompanies(db(), userId);

/** Oneself, or for super admins anybody. @throws AppError 403, 404 */
async function subjectOf(session: CompanySession, userId: number | null): Promise<Subject> {
  if (userId === null) {
    authorize(session, "profile.update");
    return { userId: ofPerson(session).userId, currentId: session.company.id, list: listOwn };
  }
  authorize(session, "users.manage");
  const user = await getUserAcrossCompanies(db(), userId);
  return { userId, currentId: user.current_company_id, list: listAll };
}

/** A person works for a handful of companies: they are searched and filtered here. */
async function companiesFound({ userId, list }: Subject, request: Request) {
  const wanted = searchKey(listRequest(request).search);
  const role = companyRoleOf(new URL(request.url).searchParams.get(ROLE_PARAM));
  const accesses = await list(userId);
  return accesses.filter(
    (access) => searchKey(access.company_title).includes(wanted) && (role === null || hasRole(access, role)),
  );
}

const isCurrent = (access: UserAccess | ListedAccess, { currentId }: Subject): boolean =>
  access.company_id === currentId && !isInactive(access);

async function companiesPage(subject: Subject, request: Request) {
  const { paging } = listRequest(request);
  const found = await companiesFound(subject, request);
  const { page, from, to } = pageRange(paging, found.length);
  return {
    rows: found.slice(Math.max(0, from - 1), to).map((access) => ({
      ...shownAccess(access),
      isCurrent: isCurrent(access, subject),
    })),
    total: found.length,
    paging: { ...paging, page },
  };
}

/** One's own companies. @throws AppError 403 */
export const loadOwnCompanies = async (session: CompanySession, request: Request) =>
  companiesPage(await subjectOf(session, null), request);

export type CompaniesPage = Awaited<ReturnType<typeof loadOwnCompanies>>;

/** The companies of another account, for super admins. @throws AppError 403, 404 */
export async function loadUserCompanies(session: CompanySession, userId: number, request: Request) {
  const page = await companiesPage(await subjectOf(session, userId), request);
  const user = await getUserAcrossCompanies(db(), userId);
  return {
    ...page,
    user: { id: userId, title: fullName(user) || user.email, mayChange: mayManage(session.actor, user).ok },
  };
}

const yes = (flag: 0 | 1 | boolean): string => (flag === 1 || flag === true ? "Yes" : "No");

const COLUMNS = ["Company id", "Company", "Current", "Owner", "Admin", "Dispatcher", "Driver"];

/** All companies of the list as a file, not one page alone. @param userId null: one's own. @throws AppError 403, 404 */
export async function companiesFile(
  session: CompanySession,
  userId: number | null,
  request: Request,
  format: "xlsx" | "csv",
): Promise<Uint8Array | Iterable<string>> {
  const subject = await subjectOf(session, userId);
  // One's own are those that one works for.
  const isOwn = userId === null;
  const table: ExportTable = {
    name: "Companies",
    columns: [...COLUMNS, ...(isOwn ? [] : ["Status"])].map((header) => ({
      header,
      width: header === "Company" ? 40 : 12,
    })),
    rows: (await companiesFound(subject, request)).map((access) => [
      access.company_id,
      access.company_title,
      yes(isCurrent(access, subject)),
      yes(access.is_owner),
      yes(access.is_admin),
      yes(access.is_dispatcher),
      yes(access.is_courier),
      ...(isOwn ? [] : [isInactive(access) ? "Inactive" : "Active"]),
    ]),
  };
  return format === "csv" ? csvLines(table) : services().files.make({ kind: "workbook", tables: [table] });
}
