import type { Request, Response } from "express";
import type { IncomingMessage } from "node:http";
import { refused } from "~/lib/action-result";
import { escapeMarkup } from "~/lib/escape-markup";
import { BASE_PATH } from "~/paths";

/** Seconds after which a caller who got 503 may ask again. */
export const LATER_SEC = 5;

/** How long what is left of a body is passed over, so that its sender reads the answer and no broken connection. */
const LINGER_MS = 5_000;

/**
 * An answer without a page, because the request is refused before Remix: a page's own script gets it as the refusal
 * that its forms know how to show, a program in the API's envelope, everybody else as a sentence.
 */
export function refuseRequest(
  request: Request,
  response: Response,
  status: number,
  sentence: string,
  retryAfterSec = status === 503 ? LATER_SEC : undefined,
): void {
  const isCall = isApiCall(request);
  const isScript = !isCall && typeof request.query._data === "string";
  const isPage = !isCall && !isScript && (request.headers.accept ?? "").includes("text/html");
  const json = isCall ? envelopeOf(status, sentence) : isScript ? refused(sentence) : null;
  const page = (): string =>
    pageWith(sentence, titleOf(request, status), [referenceOf(response, status), wayOf(request, status)]);
  const text = json !== null ? JSON.stringify(json) : isPage ? page() : sentence;
  if (isScript) response.set("X-Remix-Response", "yes");
  if (retryAfterSec !== undefined) response.set("Retry-After", String(retryAfterSec));
  if (isCall && status === 401) response.set("WWW-Authenticate", "Bearer");
  response
    .status(status)
    .type(json !== null ? "json" : isPage ? "html" : "text")
    .set({ "Cache-Control": "no-store", "Content-Length": String(Buffer.byteLength(text)) });
  if (request.method !== "HEAD") response.write(text);
  // The sentence is there at once; the connection ends with the answer, which would cut off who still sends.
  void discardRest(request).then(() => response.end());
}

/** As the API's door refuses. */
const envelopeOf = (status: number, sentence: string): object =>
  status === 401 ? { status: "not_authorized", data: sentence } : { status: "fail", data: sentence, message: sentence };

/** The path may be one that can't be read. */
export const isApiCall = ({ originalUrl }: Pick<Request, "originalUrl">): boolean =>
  originalUrl.startsWith(`${BASE_PATH}/api/`);

/** Of a fault, for those who ask for help: the id that the log names. */
const referenceOf = (response: Response, status: number): string => {
  const id = response.getHeader("X-Request-Id");
  return status >= 500 && id !== undefined ? `<p>Reference ${escapeMarkup(String(id))}</p>` : "";
};

function titleOf({ method }: Request, status: number): string {
  if (status >= 500) return "Something goes wrong";
  // A form that came from another site is no question of rights.
  if (status === 403 && method === "GET") return "You have no access";
  return status === 404 || status === 410 ? "Not found" : "Not accepted";
}

/** Where the same address may answer soon, the way to it; a form would be sent again without being asked. */
const wayOf = ({ method }: Request, status: number): string =>
  method === "GET" && (status >= 500 || status === 429) ? `<p><a href="">Try again</a></p>` : "";

const pageWith = (sentence: string, title: string, more: readonly string[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${title}</title><main style="font:16px/1.5 system-ui;max-width:32rem;margin:15vh auto;padding:1rem">` +
  `<p role="alert">${escapeMarkup(sentence)}</p>${more.join("")}<p><a href="${BASE_PATH}/">To the start page</a></p>` +
  `</main></html>`;

/** Reads the rest of an unread body for a moment; a client that goes on sending is cut off. */
export function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  // A reader that gave up in the middle still listens, which would keep the rest from flowing.
  request.removeAllListeners("readable");
  setImmediate(() => request.resume());
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      request.destroy();
      resolve();
    }, LINGER_MS);
    request.once("end", over).once("close", over).once("error", over);
  });
}
