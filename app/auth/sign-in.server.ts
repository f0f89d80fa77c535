import { json, redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { knownBrowserOf, rememberBrowser } from "./known-browser.server";
import { finishSignIn, nextPage } from "./finish-sign-in.server";
import type { SignInStep } from "./finish-sign-in.server";
import { resetTries, countTry } from "./try-limits.server";
import { noteInLog } from "~/audit/note-in-log.server";
import { db } from "~/db/database.server";
import { findUserByEmailAcrossCompanies } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { readForm } from "~/http/request/read-form.server";
import { refused } from "~/lib/action-result";
import { hasControlCharacter } from "~/lib/control-characters";
import { AppError } from "~/lib/errors";
import { BASE_PATH, paths } from "~/paths";
import { tooManyTries } from "~/services/hash-gate.server";
import { retryAfterOf } from "~/services/limits/limits.server";
import { verifyPassword } from "~/services/password.server";

const WRONG_CREDENTIALS = "The e-mail or the password is not correct.";
const BLOCKED = "This account is blocked. Ask the administrator of your company.";

export const blockedAccount = (): AppError => new AppError("auth.banned", BLOCKED, { status: 403 });

/** Of an e-mail and of a password. */
const MAX_LENGTH = 255;

interface Credentials {
  email: string;
  password: string;
}

/** @throws AppError for what no account can have: nothing is counted, kept or hashed for it */
function credentialsOf(form: FormData): Credentials {
  const email = String(form.get("email") ?? "")
    .trim()
    .toLowerCase();
  const password = String(form.get("password") ?? "");
  if (!email || !password) throw new AppError("auth.wrong", "Enter your e-mail and your password.", { status: 422 });
  if (email.length > MAX_LENGTH || password.length > MAX_LENGTH)
    throw new AppError("auth.wrong", WRONG_CREDENTIALS, { status: 401 });
  return { email, password };
}

const authenticator = new Authenticator<UserRow>();

authenticator.use(
  new FormStrategy(async ({ form }) => {
    const { email, password } = credentialsOf(form);
    const user = await findUserByEmailAcrossCompanies(db(), email);
    const isRight = await verifyPassword(user?.password_hash ?? null, password);
    if (!isRight || !user) throw await noted(user, new AppError("auth.wrong", WRONG_CREDENTIALS, { status: 401 }));
    if (user.status !== "active") throw await noted(user, blockedAccount());
    return user;
  }),
  "password",
);

/** The refusal, once it is in the audit log of the account's company. */
async function noted(user: UserRow | undefined, refusal: AppError): Promise<AppError> {
  await noteInLog(db(), {
    by: null,
    companyId: user?.current_company_id ?? null,
    action: "session.sign_in",
    refusal: refusal.code,
    subject: { model: "User", ids: user === undefined ? [] : [user.id] },
  });
  return refusal;
}

/** Longer than any page's address; its slashes would take their time. */
const MAX_TARGET_CHARS = 2_000;

/** Any origin: only tells whether the browser would stay on the one it is on. */
const ANY_ORIGIN = "http://here.invalid";
const BASE = new RegExp(`^${BASE_PATH}(?=/)`);
const UNSAFE_TARGETS = [paths.login(), paths.logout(), paths.verifyMfa()];

/**
 * Only a path of this app: a link that leads elsewhere after sign-in could be used for phishing. Never back to the
 * sign-in, nor to the sign-out. The path is judged as a browser and the router read it: dots resolved, escapes decoded,
 * any case.
 */
export function safeRedirect(target: FormDataEntryValue | null): string {
  // Browsers drop tabs and line ends from an address: '/<tab>/elsewhere' would become '//elsewhere'.
  if (typeof target !== "string" || target.length > MAX_TARGET_CHARS) return paths.home();
  if (!target.startsWith("/") || hasControlCharacter(target)) return paths.home();
  try {
    const { origin, pathname, search, hash } = new URL(target, ANY_ORIGIN);
    const decoded = decodeURIComponent(pathname);
    const page = decoded.toLowerCase().replace(BASE, "").replace(/\/+$/, "");
    const isRefused =
      origin !== ANY_ORIGIN ||
      /\/\/|\\/.test(decoded) ||
      hasControlCharacter(decoded) ||
      UNSAFE_TARGETS.some((path) => page === path || page.startsWith(`${path}/`));
    return isRefused ? paths.home() : `${pathname}${search}${hash}`;
  } catch {
    return paths.home(); // no address, or an escape that is none
  }
}

/**
 * Signs in with the fields `email` and `password`, as far as these lead.
 * @param ip of the visitor
 * @returns the step that was made, and the headers with its cookies
 * @throws AppError 401, 403 (blocked), 422, 429
 */
export async function openBySignIn(
  form: FormData,
  request: Request,
  ip: string,
): Promise<{ step: SignInStep; headers: Headers }> {
  const { email } = credentialsOf(form);
  const cookies = request.headers.get("Cookie");
  const given = { email, ip, knownBrowser: await knownBrowserOf(cookies, email) };
  // Before the hash: of tries that come at once no more are answered than of those that come one by one.
  const waitSec = await countTry(given);
  if (waitSec > 0) throw tooManyTries(waitSec);
  const user = await authenticator.authenticate("password", new Request(request.url, { method: "POST", body: form }));
  await resetTries(given);
  const step = await finishSignIn(user, request.headers);
  const headers = new Headers({ "Set-Cookie": step.cookie });
  headers.append("Set-Cookie", await rememberBrowser(cookies, email));
  return { step, headers };
}

/** The sign-in form's action: a redirect, or the refusal for the form to show. */
export async function signIn(request: Request, ip: string) {
  let typed = "";
  try {
    const form = await readForm(request);
    typed = String(form.get("email") ?? "");
    const { step, headers } = await openBySignIn(form, request, ip);
    return redirect(nextPage(step, safeRedirect(form.get("redirectTo"))), { headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const retryAfterSec = retryAfterOf(error);
    return json(refused(error.message, { detail: error.detail, values: { email: typed } }), {
      status: error.status,
      headers: retryAfterSec === undefined ? {} : { "Retry-After": String(retryAfterSec) },
    });
  }
}
