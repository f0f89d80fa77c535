/** What people do with invitations: on the page of the link, and on the list of their own. */
import { z } from "zod";
import { finishSignIn, nextPage } from "~/auth/finish-sign-in.server";
import { currentSession, endSessionOf, switchCompany } from "~/auth/session.server";
import type { Session } from "~/auth/session.server";
import { readAs } from "~/domain/validation/field-reader";
import { cleanText } from "~/domain/validation/text";
import { itemId, optionalText, requiredText } from "~/domain/validation/wire-fields";
import { notAuthorized } from "~/lib/errors";
import { paths } from "~/paths";
import { checkNewPassword, hashPassword } from "~/services/password.server";
import { accountAction } from "./account-action.server";
import type { AccountContext, AccountOutcome } from "./account-action.server";
import { acceptByLink, askByLink, declineByLink, joinByLink } from "./commands/answer-invitation.server";
import type { Visitor } from "./commands/answer-invitation.server";
import { acceptOwn, addFirstCompany, declineOwn, leaveTeam } from "./commands/own-invitations.server";
import { countLinkTry } from "~/auth/mail-limits.server";
import { openInvitation } from "./queries/invitation-page.server";

/** Whom nothing holds: an invitation is answered in the name of their e-mail. */
const visitorOf = (session: Session | null): Visitor | null =>
  session === null || session.held !== undefined || session.user.id === null
    ? null
    : { userId: session.user.id, email: session.user.email };

async function requireVisitor(request: Request): Promise<Visitor> {
  const visitor = visitorOf(await currentSession(request));
  if (visitor === null) throw notAuthorized();
  return visitor;
}

/** Works for the company that was joined. */
async function toCompany(request: Request, companyId: number): Promise<AccountOutcome> {
  const session = await currentSession(request);
  if (session !== null) await switchCompany(session, companyId);
  return { redirectTo: paths.home(), message: "You have joined the team." };
}

const LINK_ANSWERS = ["start", "register", "accept", "decline", "ask", "sign_out"] as const;
const LinkAnswer = z.strictObject({
  token: readAs(z.string().max(255), (text) => text).default(""),
  answer: z.enum(LINK_ANSWERS),
  name: optionalText("Name"),
  surname: optionalText("Surname"),
  password: readAs(z.string().overwrite(cleanText), (text) => text).default(""),
});
type LinkAnswer = z.infer<typeof LinkAnswer>;
const Person = z.object({ name: requiredText("Name") });

async function opened(token: string, person: Parameters<typeof joinByLink>[1], { request }: AccountContext) {
  const user = await joinByLink(token, person);
  const step = await finishSignIn(user, request.headers);
  return { redirectTo: nextPage(step, paths.home()), headers: new Headers({ "Set-Cookie": step.cookie }) };
}

const BY_ANSWER: Readonly<
  Record<(typeof LINK_ANSWERS)[number], (input: LinkAnswer, context: AccountContext) => Promise<AccountOutcome>>
> = {
  start: ({ token }, context) => opened(token, null, context),
  async register({ token, surname, password, ...rest }, context) {
    const { name } = Person.parse(rest);
    const email = await openInvitation(token);
    checkNewPassword(password, email);
    return opened(token, { name, surname, passwordHash: await hashPassword(password) }, context);
  },
  accept: async ({ token }, { request }) =>
    toCompany(request, await acceptByLink(token, await requireVisitor(request))),
  async decline({ token }) {
    await declineByLink(token);
    return { redirectTo: paths.login(), message: "You have declined the invitation." };
  },
  async ask({ token }, { request }) {
    await askByLink(token, await requireVisitor(request));
    return { redirectTo: paths.invitations(), message: "An admin of the company will look at it." };
  },
  async sign_out({ token }, { request }) {
    return { redirectTo: paths.signedOut(paths.invitation(token)), headers: await endSessionOf(request) };
  },
};

/** Only a POST answers: programs that look at mails open every link in them. */
export const answerLink = accountAction({
  input: LinkAnswer,
  async run(input, context) {
    await countLinkTry(context.ip);
    return BY_ANSWER[input.answer](input, context);
  },
});

const Title = z.object({ title: requiredText("Title") });
const Invitation = z.object({ id: itemId() });

/** From one's own account. */
export const answerOwn = accountAction({
  input: z.strictObject({
    answer: z.enum(["accept", "decline", "leave", "add_company"]),
    id: itemId().optional(),
    title: optionalText("Title"),
  }),
  async run({ answer, ...rest }, { request }) {
    const visitor = await requireVisitor(request);
    if (answer === "add_company") {
      await addFirstCompany(visitor, Title.parse(rest).title);
      return { redirectTo: paths.home(), message: "The company has been added." };
    }
    const { id } = Invitation.parse(rest);
    if (answer === "accept") return toCompany(request, await acceptOwn(visitor, id));
    if (answer === "decline") await declineOwn(visitor, id);
    else await leaveTeam(visitor, id);
    const message = answer === "decline" ? "You have declined the invitation." : "You have left the team.";
    return { redirectTo: paths.invitations(), message };
  },
});
