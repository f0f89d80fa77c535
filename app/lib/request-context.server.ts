import { AsyncLocalStorage } from "node:async_hooks";

/** Where the request at hand comes from: for the log, so that nobody hands it from function to function. */
export interface RequestContext {
  /** answered as `X-Request-Id` */
  id: string;
  /** of the visitor, as far as TRUST_PROXY lets it be known */
  ip: string;
  userAgent: string;
  /** method and path as the log may have them, see `loggedAddress` */
  address?: string;
  /** aborted when the connection was closed before the answer was sent: nobody waits for it any more */
  gone?: AbortSignal;
}

const contexts = new AsyncLocalStorage<RequestContext>();

export const withRequestContext = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work);

/** Undefined for what runs by itself. */
export const requestContext = (): RequestContext | undefined => contexts.getStore();

const NEVER = new AbortController().signal;

/**
 * Aborted when whoever asked has gone before the answer's end. A Request's own `signal` is not to be relied on: it is
 * tied to the one that the Request was made with by weak references, so that it stays silent once the runtime has
 * let go of the Request, which nobody holds while its answer is sent.
 */
export const callerGone = (): AbortSignal => requestContext()?.gone ?? NEVER;

/** As long as no part of an address but hashes and tokens, which open what they lead to. */
const TOKEN_LENGTH = 20;

/** 'POST /platform/login', without the query and without tokens. */
export const loggedAddress = (method: string, path: string): string =>
  `${method} ${path
    .split("/")
    .map((part) => (part.length < TOKEN_LENGTH ? part : "…"))
    .join("/")}`;

/** A fault of the program, with the id that its answer carries. */
export function logFault(error: unknown): void {
  const { id, address } = requestContext() ?? {};
  if (id === undefined) console.error(error);
  else console.error(`Request ${id}${address === undefined ? "" : `, ${address}`}:`, error);
}
