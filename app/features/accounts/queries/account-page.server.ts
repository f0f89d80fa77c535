import { json, redirect } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { EMAIL_VERIFY, PASSWORD_RESET } from "~/auth/account-links.server";
import { isUnclaimed } from "~/auth/claim-account.server";
import { currentSession } from "~/auth/session.server";
import type { Session } from "~/auth/session.server";
import { safeRedirect } from "~/auth/sign-in.server";
import { isOnlyDriver } from "~/domain/access/actor";
import { db } from "~/db/database.server";
import { parseJson } from "~/db/codecs.server";
import { findToken } from "~/db/repositories/tokens.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import type { TokenRow, UserRow } from "~/db/tables";
import { takeFlash } from "~/http/flash.server";
import type { FlashTone } from "~/lib/flash";
import { SIGNED_IN_HEADER } from "~/lib/page-stamp";
import { paths } from "~/paths";
import { services } from "~/services/container.server";
import type { ShownProvider } from "~/services/social/social-sign-in";
import { clientUrl } from "~/services/clients.server";
import { nowText } from "~/services/now.server";
import { hasChosenPassword, signedUpEmail } from "../sign-up-cookie.server";

type Args = Pick<LoaderFunctionArgs, "request" | "params">;

/** What every page of this area has. */
export interface AccountFrame {
  scriptUrl: string;
  /** of the script for passkeys, which browsers that have them load */
  passkeyScriptUrl: string;
  /** what was done before, or failed */
  message: { text: string; look: "good" | "bad" | "plain" } | null;
  /** in this browser, just before */
  signedOut: boolean;
  /** who one can sign in with instead */
  providers: readonly ShownProvider[];
}

const LOOKS = { success: "good", error: "bad", info: "plain" } as const satisfies Record<FlashTone, string>;

/** The frame, and the headers that go with it. */
export async function frameOf(request: Request): Promise<{ frame: AccountFrame; headers: Headers }> {
  const { flash, headers } = await takeFlash(request);
  const frame: AccountFrame = {
    scriptUrl: clientUrl("account"),
    message: flash && { text: flash.message, look: LOOKS[flash.tone] },
    passkeyScriptUrl: clientUrl("passkeys"),
    signedOut: new URL(request.url).searchParams.has("signedOut"),
    providers: services().social.providers,
  };
  return { frame, headers: new Headers(headers) };
}

export async function withFrame<Page extends object>(request: Request, page: Page) {
  const { frame, headers } = await frameOf(request);
  return json({ ...frame, ...page }, { headers });
}

/** Where the pages of this area lead those who are signed in. */
function placeOf(session: Session): string {
  if (session.held === "email") return paths.emailVerify();
  if (session.held === "password") return paths.newPassword();
  return isOnlyDriver(session.actor) ? paths.driver() : paths.company();
}

/** For those who are not signed in. @throws Response that leads the others on */
export async function loadForStrangers({ request }: Args) {
  const session = await currentSession(request);
  const wanted = new URL(request.url).searchParams.get("redirectTo");
  if (session)
    throw redirect(
      wanted === null || wanted === "" || session.held !== undefined ? placeOf(session) : safeRedirect(wanted),
      { headers: { [SIGNED_IN_HEADER]: String(session.user.id) } },
    );
  return withFrame(request, {});
}

/** @throws Response that leads on who is verified, and who waits for no mail */
export async function loadEmailVerify({ request }: Args) {
  const session = await currentSession(request);
  if (session && session.held !== "email") throw redirect(placeOf(session));
  const email = session?.user.email ?? (await signedUpEmail(request));
  if (email === null) throw redirect(paths.login());
  return withFrame(request, { email, isSignedIn: session !== null });
}

/** @throws Response that leads on whose password is their own */
export async function loadNewPassword({ request }: Args) {
  const session = await currentSession(request);
  const redirectTo = new URL(request.url).searchParams.get("redirectTo") ?? "";
  if (session === null) throw redirect(paths.login(redirectTo || undefined));
  if (session.held !== "password") throw redirect(placeOf(session));
  return withFrame(request, { email: session.user.email, redirectTo });
}

export async function loadReset({ request }: Args) {
  const params = new URL(request.url).searchParams;
  const [token, email] = [params.get("token") ?? "", (params.get("email") ?? "").slice(0, 255)];
  const row = await findToken(db(), PASSWORD_RESET, token, nowText());
  return withFrame(request, { token, email, isOpen: row !== null });
}

/** A link that still works; null for any other. */
export async function findVerifyLink(userId: number | null, hash: string): Promise<TokenRow | null> {
  const row = await findToken(db(), EMAIL_VERIFY, hash, nowText());
  return row !== null && row.user_id === userId ? row : null;
}

/**
 * Whether whoever confirms the e-mail of an account chooses its password with that: nobody has shown before that the
 * e-mail is theirs, and this browser has neither chosen the present one nor is it signed in with it.
 */
export async function asksForPassword(request: Request, user: UserRow): Promise<boolean> {
  if (!isUnclaimed(user) || (await hasChosenPassword(request, user))) return false;
  return (await currentSession(request))?.user.id !== user.id;
}

/** The link of a mail. It only shows what it is for: programs that look at mails open every link in them. */
export async function loadVerifyLink({ request, params: { id = "", hash = "" } }: Args) {
  const row = await findVerifyLink(Number(id), hash);
  const user = row?.user_id == null ? undefined : await findUserAcrossCompanies(db(), row.user_id);
  if (row === null || user === undefined) return withFrame(request, { email: "", isOpen: false, asksPassword: false });
  const email = parseJson<{ email?: string }>(row.payload, {}).email ?? "";
  return withFrame(request, { email, isOpen: true, asksPassword: await asksForPassword(request, user) });
}
