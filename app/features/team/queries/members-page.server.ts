import { memberName } from "~/domain/access/person-name";
import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { findMember, listMembers } from "~/db/repositories/members.server";
import type { CompanyMemberRow } from "~/db/tables";
import { can } from "~/domain/access/permissions";
import { dialogOf, listOf, listRequest } from "~/http/list-request.server";

const shown = (row: CompanyMemberRow) => ({
  id: row.id,
  title: memberName(row),
  name: row.name,
  surname: row.surname,
  email: row.email,
  phone: row.phone,
  status: row.status,
  isCourier: row.is_courier,
  isDispatcher: row.is_dispatcher,
  isAdmin: row.is_admin,
  hasAccount: row.user_id !== null,
});
export type MemberItem = ReturnType<typeof shown>;

/** All members with their roles, and the one that a dialog of the address is about. */
export async function loadTeamPage(session: CompanySession, request: Request) {
  authorize(session, "member.list");
  const asked = listRequest(request);
  const found = await listMembers(db(), session.company.id, {
    ...asked.page,
    search: asked.search,
    status: asked.status,
  });
  const dialog = dialogOf(request);
  const item = dialog.id === null ? undefined : await findMember(db(), session.company.id, dialog.id);
  return {
    list: listOf(asked, found, shown),
    item: item ? shown(item) : null,
    rights: {
      create: can(session.actor, "driver.create"),
      update: can(session.actor, "member.update"),
      roles: can(session.actor, "member.roles"),
    },
  };
}

/** Members with the role Driver, and the one that a dialog of the address is about. */
export async function loadDriversPage(session: CompanySession, request: Request) {
  authorize(session, "driver.list");
  const asked = listRequest(request);
  const found = await listMembers(db(), session.company.id, {
    ...asked.page,
    search: asked.search,
    status: asked.status,
    driversOnly: true,
  });
  const dialog = dialogOf(request);
  const item = dialog.id === null ? undefined : await findMember(db(), session.company.id, dialog.id);
  return {
    list: listOf(asked, found, shown),
    item: item ? shown(item) : null,
    rights: {
      create: can(session.actor, "driver.create"),
      update: can(session.actor, "driver.update"),
      roles: can(session.actor, "member.roles"),
    },
  };
}
