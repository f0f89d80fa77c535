/** What can be done before one is signed in or verified; each thing once, for pages and programs. */
import { openBySignIn, safeRedirect } from "~/auth/sign-in.server";
import { currentSession } from "~/auth/session.server";
import { finishSignIn, nextPage } from "~/auth/finish-sign-in.server";
import { signInByPasskey } from "~/auth/passkey-sign-in.server";
import { finishByCode, finishByPasskey } from "~/auth/second-step.server";
import { countLinkTry, countMail } from "~/auth/mail-limits.server";
import type { UserRow } from "~/db/tables";
import { VERIFICATION_SENT } from "~/lib/action-result";
import { AppError, notAuthorized } from "~/lib/errors";
import { paths } from "~/paths";
import { checkNewPassword, hashPassword } from "~/services/password.server";
import { accountAction } from "./account-action.server";
import { choosePassword } from "./commands/choose-password.server";
import { confirmPassword } from "./commands/confirm-password.server";
import { register } from "./commands/register.server";
import { requestReset } from "./commands/request-reset.server";
import { resendVerification } from "./commands/resend-verification.server";
import { resetPassword } from "./commands/reset-password.server";
import { verifyEmail } from "./commands/verify-email.server";
import { asksForPassword } from "./queries/account-page.server";
import {
  ConfirmPassword,
  EmailVerify,
  Forgot,
  NewPassword,
  QuickRegister,
  Reset,
  PasskeySignIn,
  SignIn,
  SignUp,
  VerifyMfa,
} from "./schemas";
import { forgetSignUp, rememberSignUp, signedUpEmail } from "./sign-up-cookie.server";
import { NoInput } from "~/domain/validation/wire-fields";

export const RESET_SENT = "If there is an account with this e-mail, we have sent a link to it.";

export const signIn = accountAction({
  input: SignIn,
  async run({ email, password }, { request, ip }) {
    const form = new FormData();
    form.set("email", email);
    form.set("password", password);
    const { step, headers } = await openBySignIn(form, request, ip);
    const data = step.factors.length === 0 ? true : { second_factor: step.factors };
    return { redirectTo: nextPage(step, paths.home()), headers, data };
  },
});

/** The second step of a sign-in. */
export const verifyMfa = accountAction({
  input: VerifyMfa,
  async run({ code, credential, redirectTo }, { request, ip }) {
    if (code === "" && credential === "")
      throw new AppError("code.missing", "Enter a code.", { status: 422, field: "code" });
    const headers =
      credential === "" ? await finishByCode(request, ip, code) : await finishByPasskey(request, ip, credential);
    return { redirectTo: safeRedirect(redirectTo), headers };
  },
});

/** A sign-in with a passkey alone. */
export const passkeySignIn = accountAction({
  input: PasskeySignIn,
  async run({ credential, redirectTo }, { request, ip }) {
    const headers = new Headers({ "Set-Cookie": await signInByPasskey(request, ip, credential) });
    return { redirectTo: safeRedirect(redirectTo), headers };
  },
});

/** An account, and the mail that verifies it. Nobody is signed in by it: that would tell which e-mails are free. */
export const signUp = accountAction({
  input: SignUp,
  async run({ email, password, name, language_id }, { ip }) {
    checkNewPassword(password, email);
    await countMail(email, ip);
    const passwordHash = await hashPassword(password);
    await register({ email, passwordHash, name, languageId: language_id || null });
    return {
      redirectTo: paths.emailVerify(),
      headers: new Headers({ "Set-Cookie": await rememberSignUp(email, passwordHash) }),
    };
  },
});

/** An account without a password: the mail's link lets its holder choose one. */
export const quickRegister = accountAction({
  input: QuickRegister,
  async run({ email, language_id }, { ip }) {
    await countMail(email, ip);
    await register({ email, passwordHash: null, languageId: language_id || null });
    return { redirectTo: paths.login() };
  },
});

export const requestPassword = accountAction({
  input: Forgot,
  async run({ email }, { ip }) {
    await countMail(email, ip);
    await requestReset(email);
    return { redirectTo: paths.login(), message: RESET_SENT };
  },
});

export const setNewPassword = accountAction({
  input: Reset,
  async run(input, { ip }) {
    await countLinkTry(ip);
    await resetPassword(input);
    return { redirectTo: paths.login(), message: "Your password has been changed. Sign in with it." };
  },
});

/** A password of one's own, in place of one that somebody else has set. */
export const chooseNewPassword = accountAction({
  input: NewPassword,
  async run({ password, redirectTo }, { request }) {
    await choosePassword(await currentSession(request), password);
    return { redirectTo: safeRedirect(redirectTo), message: "Your password has been changed." };
  },
});

/** Who begins is signed in by it; who has worked with the account before signs in as always. */
export const verify = accountAction({
  input: EmailVerify,
  async run({ id, hash, password }, { request, ip }) {
    await countLinkTry(ip);
    const asksPassword = (account: UserRow) => asksForPassword(request, account);
    const { user, begins } = await verifyEmail({ userId: id, token: hash, password, asksPassword });
    const headers = new Headers({ "Set-Cookie": await forgetSignUp() });
    const message = "Your e-mail is verified.";
    if (!begins) return { redirectTo: paths.home(), headers, message };
    const step = await finishSignIn(user, request.headers);
    headers.append("Set-Cookie", step.cookie);
    return { redirectTo: nextPage(step, paths.home()), headers, message };
  },
});

/** For whoever is signed in, or has just signed up in this browser. */
export const resend = accountAction({
  input: NoInput,
  async run(_input, { request, ip }) {
    const session = await currentSession(request);
    const email = session?.user.email ?? (await signedUpEmail(request));
    if (email === null) throw notAuthorized();
    await countMail(email, ip);
    await resendVerification(email);
    return { redirectTo: paths.emailVerify(), message: VERIFICATION_SENT };
  },
});

/** Asks somebody who is signed in for their password once more. */
export const checkPassword = accountAction({
  input: ConfirmPassword,
  async run({ password }, { request }) {
    await confirmPassword(await currentSession(request), password);
    return { redirectTo: paths.home() };
  },
});
