import { env } from "~/env.server";
import type { Env } from "~/env.server";

/** Where the browser gets Google's tiles and a session for them. */
const GOOGLE_TILES = "https://tile.googleapis.com";

/**
 * The Content-Security-Policy of an answer. Scripts run only from this server's files or with this answer's nonce;
 * styles may stand in attributes, because the component library writes them there.
 * @returns a function of the answer's nonce, of the host as the visitor's browser has it, and of the help chat's origin
 *   where its script is loaded: it may do what such a script needs, and from there alone
 */
export function contentPolicy(
  settings: Pick<Env, "MAP_TILES_URL" | "REMIX_DEV_ORIGIN" | "GOOGLE_MAPS_BROWSER_KEY">,
): (nonce: string, host: string | undefined, chat?: string) => string {
  const tiles = tileSource(settings.MAP_TILES_URL ?? "");
  const google = settings.GOOGLE_MAPS_BROWSER_KEY === undefined ? "" : ` ${GOOGLE_TILES}`;
  const development = settings.REMIX_DEV_ORIGIN?.replace(/^http(s?):\/\/([^/]+).*$/i, " ws$1://$2") ?? "";
  return (nonce, host, chat) => {
    const its = chat === undefined ? "" : ` ${chat}`;
    const sockets = host === undefined ? "" : ` ws://${host} wss://${host}`;
    const itsSocket = its.replace(/ http(s?):/, " ws$1:");
    return [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'${its}`,
      `style-src 'self' 'unsafe-inline'${its}`,
      `img-src 'self' data: blob:${tiles}${google}${its}`,
      ...(chat === undefined ? [] : [`font-src 'self'${its}`, `media-src 'self'${its}`, `frame-src 'self'${its}`]),
      // Some browsers don't count a socket to the same host as "self".
      `connect-src 'self'${sockets}${google}${development}${its}${itsSocket}`,
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; ");
  };
}

/** The policy of a document that loads the help chat's script. */
export const policyWithChat = (nonce: string, host: string, chat: string): string =>
  contentPolicy(env())(nonce, host, chat);

/** The host of a tiles' address; of 'https://{a-c}.tiles.example/…' every host below tiles.example. */
function tileSource(template: string): string {
  const [, scheme = "", host] = /^(https?:)?\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(template) ?? [];
  if (host === undefined || /[\s;,'"]/.test(host)) return "";
  return ` ${scheme}${scheme && "//"}${host.replace(/^.*\{[^}]*\}[^.]*\./, "*.")}`;
}
