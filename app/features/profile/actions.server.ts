/** What people do to their own accounts, and super admins to those of others. */
import { changeOwnPassword } from "~/auth/change-own-password.server";
import { action, defineActions, personAction, pickActions } from "~/http/actions/define-actions.server";
import { NewId } from "~/http/actions/tells";
import { deletedMessage, SAVED, VERIFICATION_SENT } from "~/lib/action-result";
import { paths } from "~/paths";
import { mailPasswordLink, setPasswordOf } from "./commands/change-password.server";
import { banUser, removeUser, unbanUser } from "./commands/close-account.server";
import { createCompany, createCompanyOf } from "./commands/create-company.server";
import { agreeToChat } from "./commands/agree-to-chat.server";
import { eraseUser } from "./commands/erase-user.server";
import { endOtherSessions, endOwnSession } from "./commands/end-sessions.server";
import {
  changeEmail,
  mailVerification,
  removeSecondFactor,
  saveComment,
  verifyUser,
} from "./commands/manage-account.server";
import { removeOwnImage, saveOwnImage } from "./commands/save-image.server";
import { unlinkIdentity } from "./commands/unlink-identity.server";
import { saveOwnPerson, savePreferences, saveUser } from "./commands/save-person.server";
import { saveClock } from "./commands/save-clock.server";
import {
  ChatConsent,
  DevelopmentClock,
  FactorRemoval,
  NewCompany,
  NewCompanyOfUser,
  IdentityUnlinking,
  OneSession,
  OneUser,
  OwnPassword,
  PersonFields,
  Preferences,
  UserComment,
  UserEmail,
  UserErasure,
  UserFields,
  UserPassword,
} from "./schemas";
import { NoInput } from "~/domain/validation/wire-fields";

const UPDATED = "Successfully updated!";
const saved = () => ({ message: SAVED });
const updated = () => ({ message: UPDATED });

export const PROFILE_ACTIONS = defineActions({
  "profile.update": personAction({
    summary: "Changes single fields of one's own profile; what is left out stays.",
    permission: "profile.update",
    idempotent: true,
    input: PersonFields,
    run: (session, input, { tab }) => saveOwnPerson(session, input, tab),
    answer: updated,
  }),
  "profile.preferences": personAction({
    summary: "Sets which map, routing engine and units one's own pages use.",
    permission: "profile.update",
    idempotent: true,
    input: Preferences,
    run: (session, input, { tab }) => savePreferences(session, input, tab),
    answer: saved,
  }),
  "profile.clock": action({
    summary: "Sets the product's time for oneself, by the clock of one's own time zone, or goes back to the time.",
    permission: "debug.time",
    idempotent: false,
    input: DevelopmentClock,
    run: (session, input, { tab }) => saveClock(session, input, tab),
    answer: saved,
  }),
  "profile.help_chat": action({
    summary: "Agrees to the help chat, a script of others that is told who one is, or takes that back.",
    permission: "profile.update",
    idempotent: true,
    input: ChatConsent,
    run: (session, { agrees }, { tab }) => agreeToChat(session, agrees, tab),
    answer: (_done, { agrees }) => ({
      message: agrees ? "The help chat is loaded on your pages" : "The help chat is not loaded any more",
      redirectTo: paths.profile(),
    }),
  }),
  "profile.password": personAction({
    summary: "Changes one's own password; all other sessions end.",
    permission: "profile.update",
    idempotent: false,
    input: OwnPassword,
    run: (session, { old_password, new_password }) => changeOwnPassword(session, old_password, new_password),
    answer: updated,
  }),
  "profile.image": action({
    summary: "Takes the picture that comes along as one's own.",
    permission: "profile.update",
    idempotent: false,
    input: NoInput,
    run: (session, _input, { files = [], tab }) => saveOwnImage(session, files, tab),
    answer: updated,
  }),
  "profile.remove_image": action({
    summary: "Removes one's own picture.",
    permission: "profile.update",
    idempotent: true,
    input: NoInput,
    run: (session, _input, { tab }) => removeOwnImage(session, tab),
    answer: updated,
  }),
  "profile.mail_password": action({
    summary: "Mails a link to one's own e-mail with which one chooses a password.",
    permission: "profile.update",
    idempotent: false,
    input: NoInput,
    run: (session) => mailPasswordLink(session),
    answer: () => ({ message: "We have sent a link to your e-mail" }),
  }),
  "identity.unlink": action({
    summary: "Takes from an account elsewhere the right to open one's own; a mail tells of it.",
    permission: "profile.update",
    idempotent: false,
    input: IdentityUnlinking,
    run: (session, input) => unlinkIdentity(session, input),
    answer: () => ({ message: "The account is linked no more" }),
  }),
  "session.end": action({
    summary: "Ends one of one's own sessions.",
    permission: "profile.update",
    idempotent: false,
    input: OneSession,
    run: (session, { session_id }) => endOwnSession(session, session_id),
    answer: () => ({ message: "The session has ended" }),
  }),
  "sessions.end_others": action({
    summary: "Ends all of one's own sessions but this one.",
    permission: "profile.update",
    idempotent: true,
    input: NoInput,
    run: (session) => endOtherSessions(session),
    answer: () => ({ message: "All other sessions have ended" }),
  }),
  "company.create": action({
    summary: "Adds a company of one's own, with its trial.",
    permission: "company.create",
    idempotent: false,
    input: NewCompany,
    tells: NewId,
    run: (session, { title }) => createCompany(session, title),
    answer: () => ({ message: SAVED, redirectTo: paths.profileCompanies() }),
  }),
  "user.add_company": action({
    summary: "Adds a company, with its trial, whose owner is the user.",
    permission: "users.manage",
    idempotent: false,
    input: NewCompanyOfUser,
    tells: NewId,
    run: (session, { user_id, title }) => createCompanyOf(session, user_id, title),
    answer: (_id, { user_id }) => ({ message: SAVED, redirectTo: paths.userCompanies(user_id) }),
  }),
  "user.update": action({
    summary: "Changes single fields of a user's profile; what is left out stays.",
    permission: "users.manage",
    idempotent: true,
    input: UserFields,
    run: (session, { user_id, ...input }, { tab }) => saveUser(session, user_id, input, tab),
    answer: updated,
  }),
  "user.change_email": action({
    summary: "Gives a user another e-mail, verified or to be verified by a mail.",
    permission: "users.manage",
    idempotent: false,
    input: UserEmail,
    run: (session, input) => changeEmail(session, input),
    answer: updated,
  }),
  "user.verify": action({
    summary: "Takes a user's e-mail as verified.",
    permission: "users.manage",
    idempotent: true,
    input: OneUser,
    run: (session, { user_id }) => verifyUser(session, user_id),
    answer: updated,
  }),
  "user.send_verification": action({
    summary: "Sends a user the mail that verifies their e-mail.",
    permission: "users.manage",
    idempotent: false,
    input: OneUser,
    run: (session, { user_id }) => mailVerification(session, user_id),
    answer: () => ({ message: VERIFICATION_SENT }),
  }),
  "user.set_password": action({
    summary: "Gives a user a new password; all their sessions end.",
    permission: "users.manage",
    idempotent: false,
    input: UserPassword,
    run: (session, input) => setPasswordOf(session, input),
    answer: updated,
  }),
  "user.ban": action({
    summary: "Blocks a user: all their sessions end, and nobody signs in with the account.",
    permission: "users.manage",
    idempotent: true,
    input: OneUser,
    run: (session, { user_id }) => banUser(session, user_id),
    answer: updated,
  }),
  "user.unban": action({
    summary: "Lets a blocked user sign in again.",
    permission: "users.manage",
    idempotent: true,
    input: OneUser,
    run: (session, { user_id }) => unbanUser(session, user_id),
    answer: updated,
  }),
  "user.remove": action({
    summary: "Removes a user's account; what they have done keeps their name.",
    permission: "users.manage",
    idempotent: false,
    input: OneUser,
    run: (session, { user_id }) => removeUser(session, user_id),
    answer: (name) => ({ message: deletedMessage(name), redirectTo: paths.adminUsers() }),
  }),
  "user.erase": action({
    summary: "Erases a user: within the hour, names and contacts go from everything that is stored. No way back.",
    permission: "users.manage",
    idempotent: false,
    input: UserErasure,
    run: (session, input) => eraseUser(session, input),
    answer: (name) => ({ message: `${name} is being erased`, redirectTo: paths.adminUsers() }),
  }),
  "user.remove_second_factor": action({
    summary: "Removes the second factors of a user who has lost them; all their sessions end, and a mail tells them.",
    permission: "users.manage",
    idempotent: false,
    input: FactorRemoval,
    run: (session, input) => removeSecondFactor(session, input),
    answer: updated,
  }),
  "user.comment": action({
    summary: "Notes something about a user for super admins.",
    permission: "users.manage",
    idempotent: true,
    input: UserComment,
    run: (session, { user_id, admin_comment }) => saveComment(session, user_id, admin_comment),
    answer: saved,
  }),
});

export const OWN_PROFILE_ACTIONS = pickActions(
  PROFILE_ACTIONS,
  "profile.update",
  "profile.preferences",
  "profile.clock",
  "profile.help_chat",
  "profile.password",
  "profile.image",
  "profile.remove_image",
  "profile.mail_password",
  "identity.unlink",
  "session.end",
  "sessions.end_others",
);
export const OWN_COMPANIES_ACTIONS = pickActions(PROFILE_ACTIONS, "company.create");
export const USER_ACTIONS = pickActions(
  PROFILE_ACTIONS,
  "user.update",
  "user.change_email",
  "user.verify",
  "user.send_verification",
  "user.set_password",
  "user.ban",
  "user.unban",
  "user.remove",
  "user.erase",
  "user.remove_second_factor",
  "user.comment",
);
export const REMOVED_USER_ACTIONS = pickActions(PROFILE_ACTIONS, "user.erase");
export const USER_COMPANIES_ACTIONS = pickActions(PROFILE_ACTIONS, "user.add_company");
