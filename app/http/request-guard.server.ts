import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import { givenKey } from "~/auth/api-key.server";
import { DAY_SEC } from "~/domain/time/calendar";
import type { Env } from "~/env.server";
import { contentPolicy } from "./content-policy.server";
import { discardRest, isApiCall, refuseRequest } from "~/http/request/refuse-request.server";
import type { HttpLocals } from "./remix-handler.server";
import { isSameOrigin, visitorAddresses } from "~/http/request/visitor-address.server";

const METHODS = ["GET", "HEAD", "POST"];
const YEAR_SEC = 365 * DAY_SEC;

/**
 * What every request passes first: headers that hold for every answer, and a refusal of what no page of ours sends.
 * Behind it method, host and path are readable, so that no later handler fails on them.
 */
export function requestGuard(settings: Env): RequestHandler {
  const addressOf = visitorAddresses(settings);
  const policy = contentPolicy(settings);
  return (request, response, next) => {
    response.once("close", () => void discardRest(request));
    const locals = response.locals as HttpLocals;
    const address = addressOf(request);
    locals.nonce = randomBytes(16).toString("base64");
    response.set({
      "Content-Security-Policy": policy(locals.nonce, address?.host),
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "same-origin",
      "Permissions-Policy": "camera=(self), geolocation=(self), microphone=()",
    });
    if (settings.SECURE_COOKIES === "1" || address?.protocol === "https")
      response.set("Strict-Transport-Security", `max-age=${YEAR_SEC}`);

    if (!METHODS.includes(request.method)) {
      response.set("Allow", METHODS.join(", "));
      return refuseRequest(request, response, 405, `${request.method} is not answered here.`);
    }
    if (address === null) return refuseRequest(request, response, 400, "The name of the host cannot be read.");
    if (!isReadable(request.url)) return refuseRequest(request, response, 400, "This address cannot be read.");
    // A program proves with its key who it is, on each call; the cookie that comes with it counts for nothing.
    const hasKey = isApiCall(request) && keyOf(request) !== null;
    if (hasKey) delete request.headers.cookie;
    // SameSite=Lax already keeps the cookie of a form of another site back; this refuses the form itself.
    if (request.method === "POST" && !hasKey && !isSameOrigin(request, address))
      return refuseRequest(request, response, 403, "This request came from another site.");
    locals.origin = `${address.protocol}://${address.host}`;
    // Remix compares a form's origin once more, and would trust any proxy.
    request.headers.host = address.host;
    delete request.headers["x-forwarded-host"];
    next();
  };
}

const textOf = (value: string | string[] | undefined): string => String(value ?? "");

const keyOf = ({ headers }: IncomingMessage): string | null =>
  givenKey(new Headers({ Authorization: textOf(headers.authorization), "X-Api-Key": textOf(headers["x-api-key"]) }));

/** Longer than any of a page's; the router takes its time for the slashes of one that is. */
const MAX_PATH_CHARS = 2_000;

/** From the root, with escapes that mean a character, and none that means a zero byte. */
function isReadable(url: string): boolean {
  const path = url.split(/[?#]/)[0] ?? "";
  if (path.length > MAX_PATH_CHARS || !path.startsWith("/") || path.includes("\\")) return false;
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}
