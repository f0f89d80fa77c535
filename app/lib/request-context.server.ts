import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Whose request it is, by their ids. */
interface Sender {
  userId: number | null;
  companyId: number | null;
  /** of a program */
  keyId: number | null;
}

/** Where the request at hand comes from: for the log, so that nobody hands it from function to function. */
export interface RequestContext {
  /** answered as `X-Request-Id` */
  id: string;
  /** of the visitor, as far as TRUST_PROXY lets it be known */
  ip: string;
  userAgent: string;
  /** method and path as the log may have them, see `loggedAddress` */
  address?: string;
  /** once the session, or the key, is known */
  sender?: Sender;
  /** aborted when the connection was closed before the answer was sent: nobody waits for it any more */
  gone?: AbortSignal;
}

const contexts = new AsyncLocalStorage<RequestContext>();

export const withRequestContext = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work);

/** Undefined for what runs by itself. */
export const requestContext = (): RequestContext | undefined => contexts.getStore();

/** Lines of the log name the sender from now on. */
export function noteSender(sender: Sender): void {
  const context = contexts.getStore();
  if (context !== undefined) context.sender = sender;
}

/** 'user 3 company 7': ids alone, because the log is no place for names. */
export function senderInLog({ userId, companyId, keyId }: Sender): string {
  const ids = { user: userId, key: keyId, company: companyId };
  return Object.entries(ids)
    .flatMap(([name, id]) => (id === null ? [] : [`${name} ${id}`]))
    .join(" ");
}

/** As the audit log can keep it; proxies give ids of 32 digits, or as we do. */
const WELL_FORMED = /^[A-Za-z0-9-]{16,36}$/;

/** The id that a proxy gave a request, or a new one. @param given of a proxy that is trusted */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && WELL_FORMED.test(given) ? given : randomUUID();

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
