/** What can be done to members of the team. */
import { action, defineActions } from "~/http/actions/define-actions.server";
import { BulkTold, NewId } from "~/http/actions/tells";
import { count } from "~/domain/format-number";
import { bulkAnswer } from "~/http/bulk-answer.server";
import { deletedMessage, SAVED } from "~/lib/action-result";
import { handOverCompany } from "./commands/hand-over.server";
import {
  allowAskedAccount,
  inviteTeamMember,
  inviteTeamMembers,
  refuseAskedAccount,
  withdrawTeamInvitation,
} from "./commands/invitations.server";
import { removeTeamMember } from "./commands/remove-member.server";
import { createTeamMember, editTeamMember, setStatusOfMembers } from "./commands/save-member.server";
import { ChangedMember, MemberId, MemberIds, MembersStatus, NewMember } from "./schemas";

export const TEAM_ACTIONS = defineActions({
  "member.create": action({
    summary: "Adds a member to the team; with an e-mail they are invited.",
    permission: "member.roles",
    idempotent: false,
    input: NewMember,
    tells: NewId,
    run: (session, input, { tab }) => createTeamMember(session, input, tab),
    answer: (id, { email, invite, status }, page) => ({
      message: SAVED,
      detail: email !== "" && invite && status ? `An invitation was sent to ${email}.` : undefined,
      ...page.closed(id),
    }),
  }),
  "member.update": action({
    summary: "Changes a member's details, and for admins their roles and status.",
    permission: "member.update",
    idempotent: true,
    input: ChangedMember,
    run: (session, { id, seen, ...input }, { tab }) => editTeamMember(session, id, input, tab, seen),
    answer: (_done, { id }, page) => ({ message: SAVED, ...page.closed(id) }),
  }),
  "members.status": action({
    summary: "Makes several members active or inactive, but for those that may not be changed.",
    permission: "member.roles",
    idempotent: true,
    input: MembersStatus,
    tells: BulkTold,
    run: (session, { ids, status }, { tab }) => setStatusOfMembers(session, ids, status, tab),
    answer: (outcome, _input, { request }) =>
      bulkAnswer(request, outcome, { message: SAVED, detail: `${count(outcome.done, "member")} changed.` }),
  }),
  "member.remove": action({
    summary: "Takes a member out of the team.",
    permission: "member.roles",
    idempotent: false,
    input: MemberId,
    run: (session, { id }, { tab }) => removeTeamMember(session, id, tab),
    answer: (name, _input, page) => ({ message: deletedMessage(name), ...page.closed() }),
  }),
  "member.invite": action({
    summary: "Sends a member an invitation, or another one with a new link.",
    permission: "member.invite",
    idempotent: false,
    input: MemberId,
    run: (session, { id }, { tab }) => inviteTeamMember(session, id, tab),
    answer: (email, { id }, page) => ({ message: `An invitation was sent to ${email}`, ...page.closed(id) }),
  }),
  "members.invite": action({
    summary: "Sends several members an invitation, or another one with a new link, but for those who can't get one.",
    permission: "member.invite",
    idempotent: false,
    input: MemberIds,
    tells: BulkTold,
    run: (session, { ids }, { tab }) => inviteTeamMembers(session, ids, tab),
    answer: (outcome, _input, { request }) =>
      bulkAnswer(request, outcome, {
        message: outcome.done === 1 ? "An invitation was sent" : "Invitations were sent",
        detail: `${count(outcome.done, "member")} invited.`,
      }),
  }),
  "member.withdraw": action({
    summary: "Withdraws an invitation that waits for an answer.",
    permission: "member.invite",
    idempotent: false,
    input: MemberId,
    run: (session, { id }, { tab }) => withdrawTeamInvitation(session, id, tab),
    answer: (name, { id }, page) => ({ message: `The invitation of ${name} was withdrawn`, ...page.closed(id) }),
  }),
  "member.allow_account": action({
    summary: "Lets the account in that asked with another person's invitation.",
    permission: "member.invite",
    idempotent: false,
    input: MemberId,
    run: (session, { id }, { tab }) => allowAskedAccount(session, id, tab),
    answer: (name, { id }, page) => ({ message: `${name} has joined the team`, ...page.closed(id) }),
  }),
  "member.refuse_account": action({
    summary: "Keeps the account out that asked with another person's invitation.",
    permission: "member.invite",
    idempotent: false,
    input: MemberId,
    run: (session, { id }, { tab }) => refuseAskedAccount(session, id, tab),
    answer: (_name, { id }, page) => ({ message: "The account was refused", ...page.closed(id) }),
  }),
  "company.hand_over": action({
    summary: "Makes a member the owner of the company.",
    permission: "company.handOver",
    idempotent: false,
    input: MemberId,
    run: (session, { id }, { tab }) => handOverCompany(session, id, tab),
    answer: (name, _input, page) => ({ message: `${name} is the owner now`, ...page.closed() }),
  }),
});
