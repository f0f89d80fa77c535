import { createCookie } from "@remix-run/node";
import { createHash, randomBytes } from "node:crypto";
import { DAY_SEC } from "~/domain/time/calendar";
import { env } from "~/env.server";
import { BASE_PATH } from "~/paths";
import { serverSecret } from "~/services/secret.server";

/** Accounts that one browser is remembered for; the oldest goes first. */
const MAX_ACCOUNTS = 5;
const YEAR_SEC = 365 * DAY_SEC;

interface KnownBrowser {
  id: string;
  /** hashes of e-mails: the cookie does not reveal who signs in here */
  accounts: string[];
}

let cookie: ReturnType<typeof createCookie> | undefined;

function browserCookie() {
  cookie ??= createCookie("platform_browser", {
    path: `${BASE_PATH}/login`,
    httpOnly: true,
    sameSite: "lax",
    secure: env().SECURE_COOKIES === "1",
    maxAge: YEAR_SEC,
    secrets: [serverSecret()],
  });
  return cookie;
}

const hashOf = (email: string): string => createHash("sha256").update(email).digest("base64url").slice(0, 22);

function isKnownBrowser(value: unknown): value is KnownBrowser {
  const { id, accounts } = (value ?? {}) as Partial<KnownBrowser>;
  return typeof id === "string" && Array.isArray(accounts) && accounts.every((one) => typeof one === "string");
}

async function read(cookieHeader: string | null): Promise<KnownBrowser | null> {
  const value: unknown = await browserCookie().parse(cookieHeader);
  return isKnownBrowser(value) ? value : null;
}

/** The browser's id where the account was signed in from it before; null where it was not. */
export async function knownBrowserOf(cookieHeader: string | null, email: string): Promise<string | null> {
  const known = await read(cookieHeader);
  return known !== null && known.accounts.includes(hashOf(email)) ? known.id : null;
}

/** The cookie of a browser in which the account has just been signed in. */
export async function rememberBrowser(cookieHeader: string | null, email: string): Promise<string> {
  const known = await read(cookieHeader);
  const others = (known?.accounts ?? []).filter((one) => one !== hashOf(email));
  const id = known?.id ?? randomBytes(16).toString("base64url");
  return browserCookie().serialize({
    id,
    accounts: [...others, hashOf(email)].slice(-MAX_ACCOUNTS),
  } satisfies KnownBrowser);
}
