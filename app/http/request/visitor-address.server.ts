import express from "express";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import type { Env } from "~/env.server";

/** How the visitor's browser calls this server. */
interface VisitorAddress {
  protocol: "http" | "https";
  /**
   * whether the connection or a trusted proxy says which of them; without that a proxy may well have taken off the
   * encryption
   */
  protocolIsKnown: boolean;
  /** with the port, when it is not the usual one */
  host: string;
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?\.?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The first of a list, as proxies write it one after the other. */
const first = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value[0] : value)?.split(",")[0]?.trim();

/**
 * Reads host and scheme of a request. What `X-Forwarded-Host` and `X-Forwarded-Proto` say counts only where TRUST_PROXY
 * says so: everybody else could put another site's name there.
 * @returns a function of the request that gives null where the host is none
 */
export function visitorAddresses(
  settings: Pick<Env, "TRUST_PROXY">,
): (request: IncomingMessage) => VisitorAddress | null {
  const isTrusted = trustOf(settings);
  return (request) => {
    const { headers, socket } = request;
    const byProxy = socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0);
    const forwardedProtocol = byProxy ? first(headers["x-forwarded-proto"])?.toLowerCase() : undefined;
    const encrypted = (socket as TLSSocket).encrypted === true;
    const given = forwardedProtocol === "https" || forwardedProtocol === "http" ? forwardedProtocol : null;
    const protocol = given ?? (encrypted ? "https" : "http");
    const name = (byProxy ? first(headers["x-forwarded-host"]) : undefined) ?? headers.host ?? "";
    const url = HOST.test(name) ? parsed(`${protocol}://${name}`) : null;
    return url === null ? null : { protocol, protocolIsKnown: given !== null || encrypted, host: url.host };
  };
}

/** Express reads all that TRUST_PROXY may say. */
function trustOf({ TRUST_PROXY: trusted }: Pick<Env, "TRUST_PROXY">): (address: string, hop: number) => boolean {
  const app = express();
  app.set("trust proxy", trusted);
  return app.get("trust proxy fn") as (address: string, hop: number) => boolean;
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * Whether the page that sent the request is one of this server's. Browsers name the page's origin with everything that
 * changes something, and with every socket; a program that names none has no browser's cookies. A browser that
 * leaves it out for once still says whether another site asked.
 */
export function isSameOrigin(request: IncomingMessage, address: VisitorAddress): boolean {
  const { origin, "sec-fetch-site": site } = request.headers as IncomingHttpHeaders & { "sec-fetch-site"?: string };
  if (origin === undefined) return [undefined, "same-origin", "none"].includes(site);
  const from = parsed(origin);
  if (from === null || from.host !== address.host) return false;
  return !address.protocolIsKnown || from.protocol === `${address.protocol}:`;
}
