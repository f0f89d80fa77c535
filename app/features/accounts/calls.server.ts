/** The calls of the API that need no company: signing in and up, and links of mails. */
import { json, redirect } from "@remix-run/node";
import { z } from "zod";
import { SECOND_FACTORS } from "~/domain/access/second-factor";
import { endSessionOf } from "~/auth/session.server";
import { openCall } from "~/http/api/api-call.server";
import type { ApiCall } from "~/http/api/api-call.server";
import { AppError } from "~/lib/errors";
import { paths } from "~/paths";
import * as actions from "./account-actions.server";
import type { AccountAction, AccountContext } from "./account-action.server";
import { askPasskey } from "./commands/ask-passkey.server";
import { linkEnded } from "./commands/verify-email.server";
import { findVerifyLink } from "./queries/account-page.server";
import { PasskeyOptions } from "./passkey-options";
import {
  ConfirmPassword,
  EmailVerify,
  NewPassword,
  Forgot,
  PasskeyQuestion,
  PasskeySignIn,
  QuickRegister,
  Reset,
  SignIn,
  SignUp,
  VerifyMfa,
} from "./schemas";
import { NoInput } from "~/domain/validation/wire-fields";

const Done = z.literal(true);

/** Carries an action out and gives its cookies back with the envelope. */
async function answer<Input extends z.ZodType>(
  { run }: AccountAction<Input>,
  input: z.output<Input>,
  context: AccountContext,
): Promise<Response> {
  const { headers = new Headers(), data = true } = await run(input, context);
  return json({ status: "success", data }, { headers });
}

/** A program, and neither a browser nor what looks through mails. */
const asksForJson = ({ headers }: Request): boolean => /\bapplication\/json\b/i.test(headers.get("Accept") ?? "");

const POST = ["POST"] as const;

export const ACCOUNT_CALLS: readonly ApiCall[] = [
  openCall({
    path: "login",
    again: true,
    methods: POST,
    access: "anyone",
    summary:
      "Signs in with e-mail and password; the session's cookie comes with the answer. An account with a second " +
      "factor answers which ones it takes: nobody is signed in until verify-mfa has got one, within ten minutes.",
    input: SignIn,
    answer: z.union([Done, z.strictObject({ second_factor: z.array(z.enum(SECOND_FACTORS)) })]),
    changes: true,
    example: { email: "dispatcher@demo.example", password: "several words" },
    run: (_session, input, options) =>
      answer(actions.signIn, input, options).catch((error: unknown) => {
        // 401 means to a program that its session has ended, whatever is said with it.
        if (!(error instanceof AppError) || error.status !== 401) throw error;
        throw new AppError(error.code, error.message, { status: 422 });
      }),
  }),
  openCall({
    path: "verify-mfa",
    again: true,
    methods: POST,
    access: "anyone",
    summary:
      "The second step of a sign-in, with the cookie of the first: a code of the app, a recovery code, or what a " +
      "passkey answers to passkey/question.",
    input: VerifyMfa.omit({ redirectTo: true }),
    answer: Done,
    changes: true,
    example: { code: "123456" },
    run: (_session, input, options) => answer(actions.verifyMfa, { ...input, redirectTo: "" }, options),
  }),
  openCall({
    path: "passkey/question",
    methods: POST,
    access: "anyone",
    summary: "What a browser is to ask its passkeys, or a new one: options of WebAuthn, which are answered once.",
    input: PasskeyQuestion,
    answer: PasskeyOptions,
    changes: false,
    example: { for: "sign_in" },
    run: (session, input, { request, ip }) => askPasskey(session, input.for, request, ip),
  }),
  openCall({
    path: "passkey/login",
    methods: POST,
    access: "anyone",
    summary: "Signs in with a passkey alone; the session's cookie comes with the answer.",
    input: PasskeySignIn.omit({ redirectTo: true }),
    answer: Done,
    changes: true,
    example: { credential: "the answer of the browser, as JSON" },
    run: (_session, input, options) => answer(actions.passkeySignIn, { ...input, redirectTo: "" }, options),
  }),
  openCall({
    path: "logout",
    again: true,
    whileHeld: true,
    methods: POST,
    access: "anyone",
    summary: "Ends the session of the cookie.",
    input: NoInput,
    answer: Done,
    changes: true,
    async run(_session, _input, { request }) {
      return json({ status: "success", data: true }, { headers: await endSessionOf(request) });
    },
  }),
  openCall({
    path: "register",
    methods: POST,
    access: "anyone",
    summary: "Makes an account, or sends a mail to the one that there is; the answer is the same.",
    input: SignUp,
    answer: Done,
    changes: true,
    example: { email: "new@example.com", password: "several words" },
    run: (_session, input, options) => answer(actions.signUp, input, options),
  }),
  openCall({
    path: "users/quick-register",
    methods: POST,
    access: "anyone",
    summary: "Makes an account without a password; a mail lets its holder choose one.",
    input: QuickRegister,
    answer: Done,
    changes: true,
    example: { email: "new@example.com", language_id: 1 },
    run: (_session, input, options) => answer(actions.quickRegister, input, options),
  }),
  openCall({
    path: "password/email",
    methods: POST,
    access: "anyone",
    summary: "Sends a link for a new password, if there is an account.",
    input: Forgot,
    answer: Done,
    changes: true,
    example: { email: "dispatcher@demo.example" },
    run: (_session, input, options) => answer(actions.requestPassword, input, options),
  }),
  openCall({
    path: "password/reset",
    redirects: true,
    methods: ["GET", "POST"],
    access: "anyone",
    summary: "Sets a new password with a link's token; GET leads to the page for it.",
    input: Reset,
    answer: Done,
    changes: "by POST",
    example: { token: "of the link", email: "dispatcher@demo.example", password: "several words" },
    async run(_session, input, options) {
      if (options.request.method === "POST") return answer(actions.setNewPassword, input, options);
      return redirect(paths.reset(input.token, input.email));
    },
  }),
  openCall({
    path: "password/choose",
    methods: POST,
    access: "user",
    whileHeld: true,
    summary:
      "Chooses a password in place of one that a super admin has set. Until then all other calls but logout and " +
      "user/check-auth answer 403.",
    input: NewPassword.omit({ redirectTo: true }),
    answer: Done,
    changes: true,
    example: { password: "several words" },
    run: (_session, input, options) => answer(actions.chooseNewPassword, { ...input, redirectTo: "" }, options),
  }),
  openCall({
    path: "password/confirm",
    methods: POST,
    access: "user",
    summary: "Checks the password of whoever is signed in.",
    input: ConfirmPassword,
    answer: Done,
    changes: false,
    run: (_session, input, options) => answer(actions.checkPassword, input, options),
  }),
  openCall({
    path: "email/verify",
    inPath: ["id", "hash"],
    redirects: true,
    methods: ["GET", "POST"],
    access: "anyone",
    summary:
      "Verifies an e-mail with its link, also as email/verify/{id}/{hash}. GET changes nothing: it tells whether the " +
      "e-mail of whoever is signed in is verified, or 410 for a link that has ended, and leads browsers to its page.",
    input: EmailVerify,
    answer: z.union([Done, z.strictObject({ verified: z.boolean() })]),
    changes: "by POST",
    example: { id: 1, hash: "of the link" },
    async run(session, input, options) {
      if (options.request.method === "POST") return answer(actions.verify, input, options);
      const { id, hash } = input;
      if (hash !== "") {
        // Mail programs and browsers open the link of a mail: they get the page that asks.
        if (!asksForJson(options.request)) return redirect(paths.confirmEmail(String(id ?? 0), hash));
        if ((await findVerifyLink(id, hash)) === null) throw linkEnded();
      }
      return { verified: session !== null && session.held !== "email" };
    },
  }),
  openCall({
    path: "email/resend",
    methods: POST,
    access: "anyone",
    summary: "Sends the verification again to whoever is signed in, or has just signed up in this browser.",
    input: NoInput,
    answer: Done,
    changes: true,
    run: (_session, input, options) => answer(actions.resend, input, options),
  }),
  openCall({
    path: "user/check-auth",
    methods: ["GET"],
    access: "anyone",
    whileHeld: true,
    summary: "Whether somebody is signed in.",
    input: NoInput,
    answer: z.strictObject({ authenticated: z.boolean() }),
    changes: false,
    run: (session) => Promise.resolve({ authenticated: session !== null }),
  }),
];
