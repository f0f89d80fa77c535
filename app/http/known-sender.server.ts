import type { IncomingMessage } from "node:http";
import { sessionOfCall } from "~/http/api/session-of-call.server";
import { notAuthorized } from "~/lib/errors";

/** The headers that say who sends. */
const SAYING_WHO = ["authorization", "x-api-key", "cookie"] as const;

/**
 * Whose body it is, before it is read: the company, or the person who has none.
 * @throws AppError 401 when neither a key nor a session says so, 429 after too many wrong keys
 */
export async function knownSender({ headers }: Pick<IncomingMessage, "headers">, ip: string): Promise<string> {
  const given = new Headers();
  for (const name of SAYING_WHO) {
    const value = headers[name];
    if (value !== undefined) given.set(name, String(value));
  }
  const session = await sessionOfCall({ headers: given }, ip);
  if (session === null) throw notAuthorized();
  return session.company === null ? `user ${session.user.id}` : `company ${session.company.id}`;
}
