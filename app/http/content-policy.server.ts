import type { Env } from "~/env.server";

/** Where the browser gets Google's tiles and a session for them. */
const GOOGLE_TILES = "https://tile.googleapis.com";

/**
 * The Content-Security-Policy of an answer. Scripts run only from this server's files or with this answer's nonce;
 * styles
 * may stand in attributes, because the component library writes them there.
 * @returns a function of the answer's nonce and of the host as the visitor's browser has it
 */
export function contentPolicy(
  settings: Pick<Env, "MAP_TILES_URL" | "REMIX_DEV_ORIGIN" | "GOOGLE_MAPS_BROWSER_KEY">,
): (nonce: string, host: string | undefined) => string {
  const tiles = tileSource(settings.MAP_TILES_URL ?? "");
  const google = settings.GOOGLE_MAPS_BROWSER_KEY === undefined ? "" : ` ${GOOGLE_TILES}`;
  const development = settings.REMIX_DEV_ORIGIN?.replace(/^http(s?):\/\/([^/]+).*$/i, " ws$1://$2") ?? "";
  return (nonce, host) =>
    [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}'`,
      "style-src 'self' 'unsafe-inline'",
      `img-src 'self' data: blob:${tiles}${google}`,
      // Some browsers don't count a socket to the same host as "self".
      `connect-src 'self'${host === undefined ? "" : ` ws://${host} wss://${host}`}${google}${development}`,
      "worker-src 'self' blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; ");
}

/** The host of a tiles' address; of 'https://{a-c}.tiles.example/…' every host below tiles.example. */
function tileSource(template: string): string {
  const [, scheme = "", host] = /^(https?:)?\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(template) ?? [];
  if (host === undefined || /[\s;,'"]/.test(host)) return "";
  return ` ${scheme}${scheme && "//"}${host.replace(/^.*\{[^}]*\}[^.]*\./, "*.")}`;
}
