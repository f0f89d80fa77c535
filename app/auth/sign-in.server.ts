import { json, redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { openSession } from "./session.server";
import { countFailure, tooManyFailures } from "./sign-in-limit.server";
import { db } from "~/db/database.server";
import { findUserByEmailAcrossCompanies } from "~/db/repositories/users.server";
import type { UserRow } from "~/db/tables";
import { AppError } from "~/lib/errors";
import { BASE_PATH, paths } from "~/paths";
import { verifyPassword } from "~/services/password.server";

const WRONG = "The e-mail or the password is not correct.";

const authenticator = new Authenticator<UserRow>();

authenticator.use(
  new FormStrategy(async ({ form }) => {
    const email = String(form.get("email") ?? "").trim().toLowerCase();
    const password = String(form.get("password") ?? "");
    if (!email || !password) throw new AppError("auth.wrong", "Enter your e-mail and your password.", { status: 422 });
    if (tooManyFailures(email, performance.now())) throw new AppError("auth.too_many", "Too many login attempts.", { status: 429 });
    const user = await findUserByEmailAcrossCompanies(db(), email);
    if (!(await verifyPassword(user?.password_hash ?? null, password)) || !user) {
      countFailure(email, performance.now());
      throw new AppError("auth.wrong", WRONG, { status: 401 });
    }
    if (user.status !== "active") throw new AppError("auth.banned", "This account is blocked. Ask the administrator of your company.", { status: 403 });
    return user;
  }),
  "password",
);

/** Any origin: only tells whether the browser would stay on the one it is on. */
const HERE = "http://here.invalid";
const BASE = new RegExp(`^${BASE_PATH}(?=/)`);
const NEVER = [paths.login(), paths.logout()];

/**
 * Only a path of this app: a link that leads elsewhere after sign-in would be a trap. Never back to the sign-in, nor
 * to the sign-out. The path is judged as a browser and the router read it: dots resolved, escapes decoded, any case.
 */
export function safeRedirect(target: FormDataEntryValue | null): string {
  if (typeof target !== "string" || !target.startsWith("/") || hasControlCharacter(target)) return paths.home();
  try {
    const { origin, pathname, search, hash } = new URL(target, HERE);
    const decoded = decodeURIComponent(pathname);
    const page = decoded.toLowerCase().replace(BASE, "").replace(/\/+$/, "");
    const refused = origin !== HERE || /\/\/|\\/.test(decoded) || hasControlCharacter(decoded) || NEVER.some((path) => page === path || page.startsWith(`${path}/`));
    return refused ? paths.home() : `${pathname}${search}${hash}`;
  } catch {
    return paths.home(); // no address, or an escape that is none
  }
}

/** Browsers drop tabs and line ends from an address: '/<tab>/elsewhere' would become '//elsewhere'. */
function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < " " || (character >= "\u007f" && character <= "\u009f"));
}

/** The sign-in form's action: a redirect with the session's cookie, or the refusal for the form to show. */
export async function signIn(request: Request) {
  const form = await request.clone().formData();
  try {
    const user = await authenticator.authenticate("password", request);
    return redirect(safeRedirect(form.get("redirectTo")), { headers: { "Set-Cookie": await openSession(user) } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return json({ message: error.message, email: String(form.get("email") ?? "") }, { status: error.status });
  }
}
