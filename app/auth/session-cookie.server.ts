import { createCookie } from "@remix-run/node";
import { createHash, randomBytes } from "node:crypto";
import { SESSION_LONGEST_SEC } from "~/domain/access/session-life";
import { env } from "~/env.server";
import { BASE_PATH } from "~/paths";
import { serverSecret } from "~/services/secret.server";

let cookie: ReturnType<typeof createCookie> | undefined;

function sessionCookie() {
  cookie ??= createCookie("platform_session", {
    path: BASE_PATH,
    httpOnly: true,
    sameSite: "lax",
    secure: env().SECURE_COOKIES === "1",
    // The row decides when a session ends; the cookie must not go before it.
    maxAge: SESSION_LONGEST_SEC,
    // A cookie with another signature is no cookie of ours.
    secrets: [serverSecret()],
  });
  return cookie;
}

/** A new id of a session: 256 random bits. */
export const newSessionToken = (): string => randomBytes(32).toString("base64url");

/** What the database stores of the id: a reader of the table can't sign in with it. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The id in the Cookie header, or null: none, or one that was not signed here. */
export async function tokenFromCookie(cookieHeader: string | null | undefined): Promise<string | null> {
  const value: unknown = await sessionCookie().parse(cookieHeader ?? null);
  return typeof value === "string" && value !== "" ? value : null;
}

export const cookieOfToken = (token: string): Promise<string> => sessionCookie().serialize(token);
export const clearedCookie = (): Promise<string> => sessionCookie().serialize("", { maxAge: 0 });
