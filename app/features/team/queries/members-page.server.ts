import { memberName, memberPhone } from "~/domain/access/person-name";
import { removedBy } from "~/audit/removed-by.server";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import { companyCountryCode } from "~/db/repositories/reference.server";
import { findMember, findMembers, listMembers } from "~/db/repositories/members.server";
import type { MemberFilter, MemberRow } from "~/db/repositories/members.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import { can } from "~/domain/access/permissions";
import { LIST_ORDERS, orderOf } from "~/domain/list-order";
import { recordStatusLabel } from "~/domain/record-status";
import { INVITATION_DAYS, INVITATION_LABELS, invitationStateOf, sendInvitation } from "~/domain/team/invitation";
import { mayHandOver } from "~/domain/team/member-rules";
import { isRoleFilter, isStateFilter, ROLE_PARAM, STATE_PARAM } from "~/domain/team/member-filter";
import { roleWords } from "~/domain/team/role-words";
import { DAY_SEC } from "~/domain/time/calendar";
import { addSeconds } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { examplePhone } from "~/domain/validation/national-phone";
import { compareNames } from "~/domain/compare-names";
import { STATUS_DIALOGS } from "~/lib/dialog-param";
import { chosenOf, dialogOf, listOf, listRequest } from "~/http/list-request.server";
import type { ListRequest } from "~/http/list-request.server";
import { tableFile } from "~/http/table-file.server";
import type { TableFile, TableFormat } from "~/http/table-file.server";
import { nowText } from "~/services/now.server";
import { loadInvited } from "./invited-members.server";

const LINK_SEC = INVITATION_DAYS * DAY_SEC;

const shown = (row: MemberRow, ownerUserId: number | null, now: UtcText) => ({
  id: row.id,
  title: memberName(row),
  name: row.name,
  surname: row.surname,
  email: row.email,
  phone: row.phone,
  shownPhone: memberPhone(row),
  status: row.status,
  isCourier: row.is_courier,
  isDispatcher: row.is_dispatcher,
  isAdmin: row.is_admin,
  roles: roleWords(row),
  isOwner: row.user_id !== null && row.user_id === ownerUserId,
  /** the member stands for a company and is no person */
  isCompany: row.related_company_id !== null,
  invitation: invitationStateOf(row),
  /** the link of an invitation that waits works no more */
  linkEnded: row.invited_at !== null && addSeconds(row.invited_at, LINK_SEC) <= now,
  /** an account with another e-mail asks to be let in */
  isAsked: row.asked_user_id !== null,
  canInvite: sendInvitation(row, now).ok,
  canHandOver: mayHandOver(row, { ownerUserId, otherAdmins: 0 }).ok,
});
export type MemberItem = ReturnType<typeof shown>;

/** The member that a dialog of the address is about, with the account that asks to be let in for them. */
async function itemOf(session: CompanySession, request: Request, ownerUserId: number | null) {
  const { id } = dialogOf(request);
  const row = id === null ? undefined : await findMember(db(), session.company.id, id);
  if (row === undefined) return null;
  const asked = row.asked_user_id === null ? undefined : await findUserAcrossCompanies(db(), row.asked_user_id);
  const mayKnow = can(session.actor, "member.invite");
  return { ...shown(row, ownerUserId, nowText()), askedEmail: mayKnow ? (asked?.email ?? null) : null };
}
export type MemberInDialog = NonNullable<Awaited<ReturnType<typeof itemOf>>>;

/**
 * Those that a dialog of the address is about; who is not the company's is left out. First those without whom the
 * company is in trouble: a question names only the first few.
 */
async function chosenMembers(companyId: number, request: Request, ownerUserId: number | null) {
  const members = await findMembers(db(), companyId, chosenOf(request, STATUS_DIALOGS));
  return members
    .map((row) => {
      const isOwner = row.user_id !== null && row.user_id === ownerUserId;
      const role = isOwner ? "owner" : row.is_admin === 1 ? "admin" : null;
      const name = memberName(row);
      return { id: row.id, name: role === null ? name : `${name} (${role})`, weight: isOwner ? 2 : row.is_admin };
    })
    .sort((a, b) => b.weight - a.weight || compareNames(a.name, b.name))
    .map(({ id, name }) => ({ id, name }));
}

async function load(session: CompanySession, request: Request, asked: ListRequest, filter: MemberFilter) {
  const { actor, company } = session;
  const { user_id: ownerUserId } = await getCompany(db(), company.id);
  const { page, search, status } = asked;
  const order = orderOf(LIST_ORDERS.members, new URL(request.url).searchParams);
  const found = await listMembers(db(), company.id, { ...page, search, status, order, ...filter });
  const { id } = dialogOf(request);
  const item = await itemOf(session, request, ownerUserId);
  const now = nowText();
  const list = listOf(asked, found, (row) => shown(row, ownerUserId, now));
  return {
    list: { ...list, narrowed: list.narrowed || filter.invitation !== undefined },
    chosen: await chosenMembers(company.id, request, ownerUserId),
    invited: await loadInvited(session, request),
    item,
    phoneExample: examplePhone(await companyCountryCode(db(), company.id)),
    removedBy: id === null || item !== null ? null : await removedBy(company.id, "company_members", id),
    rights: {
      create: can(actor, "member.roles"),
      update: can(actor, "member.update"),
      remove: can(actor, "member.roles"),
      roles: can(actor, "member.roles"),
      invite: can(actor, "member.invite"),
      handOver: can(actor, "company.handOver"),
    },
  };
}

/** All members with their roles, and the one that a dialog of the address is about. */
export async function loadTeamPage(session: CompanySession, request: Request) {
  authorize(session, "member.list");
  const params = new URL(request.url).searchParams;
  const [role, state] = [params.get(ROLE_PARAM), params.get(STATE_PARAM)];
  const page = await load(session, request, listRequest(request), {
    role: isRoleFilter(role) ? role : undefined,
    invitation: isStateFilter(state) ? state : undefined,
  });
  return { ...page, list: { ...page.list, narrowed: page.list.narrowed || isRoleFilter(role) } };
}

/** Members with the role Driver, and the one that a dialog of the address is about. */
export async function loadDriversPage(session: CompanySession, request: Request) {
  authorize(session, "driver.list");
  return load(session, request, listRequest(request), { role: "courier" });
}

/** The drivers as the list is narrowed and ordered, whatever its page. @throws AppError 403 */
export async function driversFile(session: CompanySession, request: Request, format: TableFormat): TableFile {
  authorize(session, "driver.list");
  const { search, status } = listRequest(request);
  const order = orderOf(LIST_ORDERS.members, new URL(request.url).searchParams);
  const filter = { search, status, order, role: "courier", pageSize: "unpaged" } as const;
  const { rows } = await listMembers(db(), session.company.id, filter);
  const now = nowText();
  return tableFile(format, {
    name: "Drivers",
    headers: ["Id", "Name", "E-mail", "Phone", "Roles", "Invitation", "Status"],
    wide: ["Name", "E-mail"],
    rows: rows
      .map((row) => shown(row, null, now))
      .map((row) => [
        row.id,
        row.title,
        row.email,
        row.shownPhone,
        row.roles.join(", "),
        row.invitation === null ? "" : INVITATION_LABELS[row.invitation],
        recordStatusLabel(row.status),
      ]),
  });
}
