/** Members as the API tells them. */
import { z } from "zod";
import { db } from "~/db/database.server";
import { findMembers } from "~/db/repositories/members.server";
import type { MemberRow } from "~/db/repositories/members.server";
import { memberName } from "~/domain/access/person-name";
import { derived, flag, moment, ownId, reference, text, whole } from "~/http/api/fields";
import { resource } from "~/http/api/resource";
import { performAction } from "~/http/actions/perform-action.server";
import { TEAM_ACTIONS } from "./actions.server";

const act = performAction.bind(null, TEAM_ACTIONS);
const own = { write: true, filter: true } as const;
/** Who gets in, and as what, is for admins alone; names and phones for dispatchers, too. */
const access = { ...own, needs: "member.roles" } as const;

export const TEAM_RESOURCES = [
  resource<MemberRow>({
    name: "company-members",
    label: "Member",
    table: "company_members",
    permission: "driver.list",
    search: ["name", "surname", "email"],
    example: { name: "Rita", surname: "Beck", email: "rita@example.com", is_courier: 1 },
    fields: {
      id: ownId(),
      company_id: reference("company_id"),
      email: text("email", access),
      user_id: reference("user_id"),
      name: text("name", { ...own, sort: true }),
      surname: text("surname", { ...own, sort: true }),
      /** as screens call them: a member without a name is told by that of their account */
      title: derived(z.string(), memberName),
      phone: text("phone", { write: true }),
      status: flag("status", access),
      is_courier: flag("is_courier", access),
      is_admin: flag("is_admin", access),
      is_dispatcher: flag("is_dispatcher", access),
      related_company_id: reference("related_company_id", { filter: true }),
      /** 0 waiting, 1 accepted, 2 declined */
      invitation_type: whole("invitation_type", { filter: true }),
      /** null: never invited, or withdrawn */
      invited_at: moment("invited_at", { sort: true }),
      created_at: moment("created_at", { sort: true }),
      updated_at: moment("updated_at", { sort: true }),
    },
    async complete(companyId, rows) {
      const ids = rows.map(({ id }) => id);
      const named = new Map((await findMembers(db(), companyId, ids)).map((member) => [member.id, member]));
      return rows.map((row) => named.get(row.id) ?? row);
    },
    store: {
      permission: "member.roles",
      run: async (session, values, options) => (await act(session, "member.create", values, options)) as number,
    },
    update: {
      permission: "member.update",
      run: (session, id, values, options) =>
        act(session, "member.update", { id, surname: "", phone: "", ...values }, options),
      runFields: (session, id, values, options) => act(session, "member.update", { id, ...values }, options),
    },
    destroy: {
      permission: "member.roles",
      run: (session, id, options) => act(session, "member.remove", { id }, options),
    },
  }),
];
