import { answerAccountForm } from "~/features/accounts/account-action.server";
import type { AccountAction } from "~/features/accounts/account-action.server";
import { databaseLimiter } from "~/db/limiter.server";
import { useDatabase as setDatabase } from "~/db/database.server";
import type { Db } from "~/db/client.server";
import { setServices } from "~/services/container.server";
import type { Services } from "~/services/container.server";
import { openBody } from "~/mail/mail-body.server";
import { limitsWith, setLimits } from "~/services/limits/limits.server";
import { epochSec } from "~/domain/time/utc-text";
import type { UtcText } from "~/domain/time/utc-text";
import { askDocumented } from "./documented";
import { testServices } from "./services";

/** The limits of a database, and a clock that stands. */
export function startAccounts(db: Db, now: UtcText, given: Partial<Services> = {}): void {
  setLimits(limitsWith(databaseLimiter(db)));
  setServices(testServices({ clock: { nowMs: () => epochSec(now) * 1000 }, ...given }));
}

/** Before each test of accounts: its database, in which nothing was mailed and nothing counted. */
export async function beginAccounts(db: Db, now: UtcText, given: Partial<Services> = {}): Promise<void> {
  setDatabase(db);
  startAccounts(db, now, given);
  for (const table of ["mails", "limits"] as const) await db(table).delete();
}

export function endAccounts(): void {
  setLimits(undefined);
  setServices(undefined);
  setDatabase(undefined);
}

interface Sent {
  cookie?: string;
  ip?: string;
  params?: Record<string, string>;
  host?: string;
  headers?: Record<string, string>;
}

const IP = "203.0.113.1";

/** A page's form, as a browser without scripts sends it. */
export async function sendForm(
  action: AccountAction,
  fields: Record<string, string>,
  { cookie = "", host = "localhost", ip = IP, params = {} }: Sent = {},
): Promise<Response> {
  const request = new Request(`http://${host}/platform/page`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "text/html", Cookie: cookie },
  });
  return answerAccountForm(action, { request, context: { nonce: "", ip } }, params);
}

/** A program's call of the API. */
export function sendCall(
  path: string,
  body: Record<string, unknown>,
  { cookie = "", ip = IP, host = "localhost", headers = {} }: Sent = {},
): Promise<Response> {
  const request = new Request(`http://${host}/platform/api/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", Cookie: cookie, ...headers },
  });
  return askDocumented(request, path, ip);
}

/** The cookies that an answer sets, as a browser sends them back; those that it clears are left out. */
export const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .filter((cookie) => !/Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

export interface QueuedMail {
  to: string;
  subject: string;
  text: string;
  /** the address in it */
  link: string;
}

/** The mails that wait, the oldest first; rows without a mail are left out. */
export async function queuedMails(db: Db): Promise<QueuedMail[]> {
  const rows = await db("mails").whereNotNull("body").orderBy("id");
  return rows.map(({ recipient, subject, body }) => {
    const { text } = openBody(body ?? "");
    return { to: recipient, subject, text, link: /https?:\/\/\S+/.exec(text)?.[0] ?? "" };
  });
}

/** What a verification link says. */
export function verifyParams(link: string): { id: string; hash: string } {
  const [, id = "", hash = ""] = /\/api\/email\/verify\/(\d+)\/([\w-]+)$/.exec(link) ?? [];
  return { id, hash };
}

/** What a reset link says. */
export function resetParams(link: string): { token: string; email: string } {
  const { searchParams } = new URL(link);
  return { token: searchParams.get("token") ?? "", email: searchParams.get("email") ?? "" };
}
