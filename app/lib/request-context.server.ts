import { AsyncLocalStorage } from "node:async_hooks";

/** Where the request at hand comes from: for the log, so that nobody hands it from function to function. */
export interface RequestContext {
  /** answered as `X-Request-Id` */
  id: string;
  /** of the visitor, as far as TRUST_PROXY lets it be known */
  ip: string;
  userAgent: string;
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

/** A fault of the program, with the id that its answer carries. */
export function logFault(error: unknown): void {
  const id = requestContext()?.id;
  if (id === undefined) console.error(error);
  else console.error(`Request ${id}:`, error);
}
