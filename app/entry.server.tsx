import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { RemixServer, isRouteErrorResponse } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { policyWithChat } from "~/http/content-policy.server";
import { pageBody } from "~/http/page-body.server";
import { referrerPolicyOf } from "~/http/referrer-policy.server";
import { AppError } from "~/lib/errors";
import { NonceContext } from "~/lib/nonce";
import { ReferenceContext } from "~/lib/reference";
import { callerGone, logFault, requestContext } from "~/lib/request-context.server";

const ABORT_AFTER_MS = 10_000;

export default function handleRequest(
  request: Request,
  statusCode: number,
  headers: Headers,
  context: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  const chat = chatOf(context);
  const url = new URL(request.url);
  if (chat !== null) headers.set("Content-Security-Policy", policyWithChat(nonce, url.host, chat));
  const routeIds = context.staticHandlerContext.matches.map(({ route }) => route.id);
  const referrerPolicy = referrerPolicyOf(routeIds, url);
  if (referrerPolicy !== null) headers.set("Referrer-Policy", referrerPolicy);
  const wholePage = isbot(request.headers.get("user-agent") ?? "");
  return new Promise((resolve, reject) => {
    let shellSent = false;
    let status = statusCode;
    const answer = () => {
      shellSent = true;
      const body = pageBody();
      headers.set("Content-Type", "text/html; charset=utf-8");
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
      stream.pipe(body);
    };
    const page = (
      <NonceContext.Provider value={nonce}>
        <ReferenceContext.Provider value={statusCode < 500 ? "" : (requestContext()?.id ?? "")}>
          <RemixServer context={context} url={request.url} abortDelay={ABORT_AFTER_MS} nonce={nonce} />
        </ReferenceContext.Provider>
      </NonceContext.Provider>
    );
    const stream = renderToPipeableStream(page, {
      nonce,
      onShellReady: wholePage ? undefined : answer,
      onAllReady: wholePage ? answer : undefined,
      onShellError: reject,
      onError(error) {
        status = 500;
        if (shellSent) logFault(error);
      },
    });
    setTimeout(() => stream.abort(), ABORT_AFTER_MS + 1_000).unref();
  });
}

/** The origin of the help chat, where the signed-in frame loads it for somebody who has agreed to it. */
function chatOf({ staticHandlerContext: { loaderData } }: EntryContext): string | null {
  const frame = loaderData["routes/_main"] as { helpChat?: { loaded: { origin: string } | null } | null } | undefined;
  return frame?.helpChat?.loaded?.origin ?? null;
}

/** Refusals that the user sees (AppError, Response) are no faults of the server; everything else is logged whole. */
export function handleError(error: unknown): void {
  if (callerGone().aborted) return;
  if (error instanceof AppError && error.status < 500) return;
  // No page at this address, none that takes a form, none of that name.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  logFault(error);
}
