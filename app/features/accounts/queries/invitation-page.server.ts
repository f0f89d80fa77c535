import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { invitationEnded, INVITATION, memberOfLink } from "~/auth/invitation-links.server";
import { inactiveAccesses } from "~/auth/no-company.server";
import { currentSession, ofPerson, requireSession } from "~/auth/session.server";
import type { Session } from "~/auth/session.server";
import { invitedAccount } from "~/auth/ways-in.server";
import { waitingInvitations } from "~/auth/waiting-invitations.server";
import { db } from "~/db/database.server";
import { getCompany } from "~/db/repositories/companies.server";
import type { MemberRow } from "~/db/repositories/members.server";
import { findToken } from "~/db/repositories/tokens.server";
import { findAccountByEmail } from "~/db/repositories/users.server";
import { fullName } from "~/domain/access/person-name";
import { mayAddInPlace, whyNoCompany } from "~/domain/access/no-company";
import { wayIn } from "~/domain/team/invitation-answer";
import { isOnlyDriverMember, roleWords } from "~/domain/team/role-words";
import { nowText } from "~/services/now.server";
import { withFrame } from "./account-page.server";

async function memberOf(token: string): Promise<MemberRow | null> {
  const row = await findToken(db(), INVITATION, token, nowText());
  return row === null ? null : memberOfLink(db(), row);
}

/** The e-mail of an invitation that waits. @throws AppError 410 */
export async function openInvitation(token: string): Promise<string> {
  const member = await memberOf(token);
  if (member === null) throw invitationEnded();
  return member.email ?? "";
}

/** The link of an invitation. It only shows what it is for. */
export async function loadInvitation({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">) {
  const member = await memberOf(params.token ?? "");
  if (member === null) return withFrame(request, { token: "", invitation: null });
  const session = await currentSession(request);
  const signedInAs = session === null || session.held !== undefined ? null : session.user.email;
  const email = member.email ?? "";
  const account = await invitedAccount(db(), await findAccountByEmail(db(), email));
  const invitation = {
    company: (await getCompany(db(), member.company_id)).title,
    email,
    name: fullName(member),
    first: member.name,
    last: member.surname,
    roles: roleWords(member),
    signedInAs,
    way: wayIn(email, signedInAs, account, isOnlyDriverMember(member)),
  };
  return withFrame(request, { token: params.token ?? "", invitation });
}

export const hasInvitations = async (session: Session): Promise<boolean> =>
  (await waitingInvitations(db(), session.user.email)).length > 0;

/** Why there is no company to work for, and whether another one may be added. */
async function loadWithout(userId: number) {
  const inactive = await inactiveAccesses(db(), userId);
  return { why: whyNoCompany(false, inactive).message, isNone: inactive.length === 0, mayAdd: mayAddInPlace(inactive) };
}

/**
 * Invitations of whoever is signed in, and the teams that they can leave. Whoever belongs to no company is led here,
 * and may add one.
 */
export async function loadOwnInvitations({ request }: Pick<LoaderFunctionArgs, "request">) {
  const session = await requireSession(request);
  const waiting = await waitingInvitations(db(), session.user.email);
  return withFrame(request, {
    email: session.user.email,
    invitations: waiting.map((row) => ({ id: row.member_id, company: row.company_title, roles: roleWords(row) })),
    companies: session.companies,
    without: session.company === null ? await loadWithout(ofPerson(session).userId) : null,
  });
}

/** What the page is made of. */
export type OwnInvitationsPage = SerializeFrom<typeof loadOwnInvitations>;
