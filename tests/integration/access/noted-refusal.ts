import { randomUUID } from "node:crypto";
import type { Db } from "~/db/client.server";
import { withRequestContext } from "~/lib/request-context.server";

let asked = 0;

/**
 * Asks from an address of its own, so that no bound of the log is met.
 * @returns beside the answer what the log says of a refusal; undefined: it has none
 */
export async function withRefusal<T>(
  db: Db,
  ask: () => Promise<T>,
): Promise<{ answer: T; refusal: string | undefined }> {
  asked += 1;
  const from = { id: randomUUID(), ip: `2001:db8::${asked.toString(16)}`, userAgent: "" };
  const answer = await withRequestContext(from, ask);
  // The newest alone: no index leads to the entries of a request, and there are thousands in the end.
  const newest = await db("audit_log").orderBy("id", "desc").limit(10).select("request_id", "outcome");
  const entry = newest.find((one) => one.request_id === from.id && one.outcome !== "done");
  return { answer, refusal: entry?.outcome };
}
