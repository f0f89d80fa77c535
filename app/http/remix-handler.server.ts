import { createRequestHandler } from "@remix-run/node";
import type { ServerBuild } from "@remix-run/node";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { ReadableStream } from "node:stream/web";
import { BUILD_HEADER } from "~/lib/other-build";
import { callerGone } from "~/lib/request-context.server";
import { ownRequestIsAStream, workOfRequest } from "~/lib/requests-under-way.server";
import { withLater } from "~/http/later.server";
import { LATER_SEC, refuseRequest } from "~/http/request/refuse-request.server";
import { BASE_PATH } from "~/paths";
import type { GivenBody } from "~/http/request-body.server";

/** What Express found out before the pages are asked. */
export interface HttpLocals {
  /** read or limited by `limitBodies` */
  body: GivenBody;
  /** scheme and host as the visitor's browser has them */
  origin: string;
  /** of this answer's scripts */
  nonce: string;
}

declare module "@remix-run/node" {
  interface AppLoadContext {
    nonce: string;
    /** of the visitor, as far as TRUST_PROXY lets it be known */
    ip: string;
  }
}

/**
 * Addresses that phones ask the whole day, with the route that answers. Remix's router goes through all routes for each
 * request, twice: much beside the little work for one of these.
 */
const DIRECT: readonly { path: RegExp; route: string }[] = [
  { path: /^\/driver\/position\/(?<routeId>\d+)$/, route: "routes/driver.position.$routeId" },
];

/** The route's own action, for a POST to one of those addresses. */
function directAction({ routes }: ServerBuild, { method, path }: Request) {
  if (method !== "POST") return null;
  for (const direct of DIRECT) {
    const found = direct.path.exec(path.slice(BASE_PATH.length));
    const action = routes[direct.route]?.module.action;
    if (found !== null && action !== undefined) return { action, params: { ...found.groups } };
  }
  return null;
}

/**
 * Hands a request to Remix and its answer back. Remix's own adapter reads bodies without a limit and believes every
 * proxy, so that this one takes both from what was found out before.
 */
export function remixHandler(build: ServerBuild, mode: string): RequestHandler {
  const handle = createRequestHandler(withLater(build), mode);
  const answerRequest = async (request: Request, response: Response, next: NextFunction) => {
    const { body, origin, nonce } = response.locals as HttpLocals;
    try {
      const asked = webRequest(request, origin, body);
      const context = { nonce, ip: request.ip ?? "" };
      const direct = directAction(build, request);
      const answer =
        direct === null
          ? await handle(asked, context)
          : ((await direct.action({ request: asked, params: direct.params, context })) as globalThis.Response);
      // Remix calls it a fault of the program.
      if (answer.status === 405 && answer.headers.has("X-Remix-Error"))
        return refuseRequest(request, response, 405, `${request.method} is not answered here.`);
      if (isBareRefusal(request, answer)) {
        for (const cookie of answer.headers.getSetCookie()) response.append("Set-Cookie", cookie);
        const waitSec = Number(answer.headers.get("Retry-After")) || undefined;
        return refuseRequest(request, response, answer.status, await answer.text(), waitSec);
      }
      // While somebody develops, pages are given each new build as it comes.
      if (request.query._data !== undefined && mode !== "development") response.set(BUILD_HEADER, build.assets.version);
      await send(response, answer);
    } catch (error) {
      next(error);
    }
  };
  return (request, response, next) => void workOfRequest(() => answerRequest(request, response, next));
}

/**
 * A file that somebody followed a link to, and that isn't there: its route answers with the sentence alone, as programs
 * and scripts want it. In a browser's window it would stand on an empty page without a way back.
 */
const isBareRefusal = ({ method, headers }: Request, answer: globalThis.Response): boolean =>
  method === "GET" &&
  answer.status >= 400 &&
  (answer.headers.get("Content-Type") ?? "").startsWith("text/plain") &&
  (headers.accept ?? "").includes("text/html");

function webRequest(request: Request, origin: string, body: GivenBody): globalThis.Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const hasBody = body !== null && request.method === "POST";
  return new globalThis.Request(`${origin}${request.originalUrl}`, {
    method: request.method,
    headers,
    signal: callerGone(),
    ...(hasBody ? { body: Buffer.isBuffer(body) ? body : ReadableStream.from(body), duplex: "half" } : {}),
  } as RequestInit);
}

async function send(response: Response, answer: globalThis.Response): Promise<void> {
  response.statusMessage = answer.statusText;
  response.status(answer.status);
  for (const [name, value] of answer.headers) {
    if (name.toLowerCase() === "set-cookie") response.append(name, value);
    else response.set(name, value);
  }
  if (answer.status === 503 && !answer.headers.has("Retry-After")) response.set("Retry-After", String(LATER_SEC));
  if (answer.headers.get("Content-Type") === "text/event-stream") ownRequestIsAStream();
  if (answer.body) await pipeBody(answer.body, response);
  else response.end();
}

/** Not faster than the visitor reads it: a file must not pile up in memory. */
async function pipeBody(body: globalThis.ReadableStream<Uint8Array>, response: Response): Promise<void> {
  const reader = body.getReader();
  let goOn = (): void => undefined;
  // One listener for all: the compression in between never lets go of one that it was given.
  response.on("drain", () => goOn());
  response.once("close", () => {
    goOn();
    reader.cancel().catch(() => undefined);
  });
  while (!response.destroyed) {
    const { done, value } = await reader.read();
    if (done || response.destroyed) break;
    const room = response.write(value);
    (response as Response & { flush?: () => void }).flush?.();
    if (!room) await new Promise<void>((resolve) => (goOn = resolve));
  }
  // The visitor may have left before the answer was ready: "close" was emitted before anything listened.
  if (response.destroyed) reader.cancel().catch(() => undefined);
  response.end();
}
