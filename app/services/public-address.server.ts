import type { Env } from "~/env.server";
import { env } from "~/env.server";
import { absolute } from "~/paths";

type Settings = Pick<Env, "PUBLIC_URL" | "APP_HOST" | "SECURE_COOKIES" | "HOST" | "PORT">;

/** Hosts that listen everywhere are no address to go to. */
const ANY_HOST = ["0.0.0.0", "::"];

/**
 * Scheme and host under which people reach this server. From the settings alone: a request says whatever its sender
 * likes, and a link with another site's host in a mail of ours would hand over its token.
 */
export function publicOrigin({ PUBLIC_URL, APP_HOST, SECURE_COOKIES, HOST, PORT }: Settings): string {
  if (PUBLIC_URL !== undefined) return new URL(PUBLIC_URL).origin;
  const scheme = SECURE_COOKIES === "1" ? "https" : "http";
  if (APP_HOST !== undefined) return new URL(`${scheme}://${APP_HOST}`).origin;
  const host = ANY_HOST.includes(HOST) ? "localhost" : HOST.includes(":") ? `[${HOST}]` : HOST;
  return new URL(`${scheme}://${host}:${PORT}`).origin;
}

/** A link for mails. @param path one of `paths` */
export const publicLink = (path: string): string => `${publicOrigin(env())}${absolute(path)}`;
