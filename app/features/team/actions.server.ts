/** What can be done to members of the team. */
import { action, defineActions } from "~/http/actions/define-actions.server";
import { deletedMessage, SAVED } from "~/lib/action-result";
import { removeTeamMember } from "./commands/remove-member.server";
import { createTeamMember, editTeamMember } from "./commands/save-member.server";
import { ChangedMember, MemberId, NewMember } from "./schemas";

export const TEAM_ACTIONS = defineActions({
  "member.create": action({
    summary: "Adds a member to the team.",
    permission: "driver.create",
    idempotent: false,
    input: NewMember,
    run: (session, input, { tab }) => createTeamMember(session, input, tab),
    answer: (id, _input, page) => ({ message: SAVED, ...page.closed(id) }),
  }),
  "member.update": action({
    summary: "Changes a member's details, roles and sign-in.",
    permission: "driver.update",
    idempotent: true,
    input: ChangedMember,
    run: (session, { id, ...input }, { tab }) => editTeamMember(session, id, input, tab),
    answer: (_done, { id }, page) => ({ message: SAVED, ...page.closed(id) }),
  }),
  "member.remove": action({
    summary: "Takes a member out of the team.",
    permission: "driver.update",
    idempotent: false,
    input: MemberId,
    run: (session, { id }, { tab }) => removeTeamMember(session, id, tab),
    answer: (name, _input, page) => ({ message: deletedMessage(name), ...page.closed() }),
  }),
});
