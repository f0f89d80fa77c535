import { redirect } from "@remix-run/node";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireSession } from "~/auth/session.server";
import type { Session } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { sessionProved } from "~/db/repositories/sessions.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import { addSeconds } from "~/domain/time/utc-text";
import { paths } from "~/paths";
import { services } from "~/services/container.server";
import { nowText } from "~/services/now.server";
import { pendingCookie } from "../social-cookies.server";
import type { PendingLink } from "../social-cookies.server";
import { withFrame } from "./account-page.server";

/** Whoever has signed in within this time needs no further proof. */
const FRESH_SEC = 600;

/** What a link asks for beside the session, which may be somebody else's at an open computer. */
type Proof = "none" | "password" | "again";

export interface LinkPage {
  title: string;
  email: string | null;
  account: string;
  proof: Proof;
}

export async function proofOf({ id, user }: Session): Promise<Proof> {
  const began = id === null ? null : await sessionProved(db(), id);
  if (began !== null && began > addSeconds(nowText(), -FRESH_SEC)) return "none";
  const { password_hash } = await getUserAcrossCompanies(db(), user.id ?? 0);
  return password_hash === null ? "again" : "password";
}

/** What waits for this account's yes; null: nothing, or something of another account. */
export async function pendingFor(
  session: Session,
  request: Request,
): Promise<(PendingLink & { title: string }) | null> {
  const pending = await pendingCookie.read(request);
  const title = pending && services().social.titleOf(pending.issuer);
  return pending && title !== null && pending.userId === session.user.id ? { ...pending, title } : null;
}

/** @throws Response that leads on when nothing waits */
export async function loadSocialLink({ request }: Pick<LoaderFunctionArgs, "request">) {
  const session = await requireSession(request);
  const pending = await pendingFor(session, request);
  if (pending === null) throw redirect(paths.home(), { headers: { "Set-Cookie": await pendingCookie.forget() } });
  const { title, email } = pending;
  const page: LinkPage = { title, email, account: session.user.email, proof: await proofOf(session) };
  return withFrame(request, page);
}
