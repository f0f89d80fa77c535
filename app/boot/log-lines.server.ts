import { requestContext, senderInLog } from "~/lib/request-context.server";

const METHODS = ["error", "warn", "info"] as const;

/**
 * Puts the time, the id of the request at hand and whose it is before all that is logged from here on.
 * @returns what ends it
 */
export function stampLogLines(nowMs: () => number = Date.now): () => void {
  const lines: Pick<Console, (typeof METHODS)[number]> = console;
  const before = METHODS.map((method) => [method, lines[method]] as const);
  for (const [method, log] of before)
    lines[method] = (...said: unknown[]) => {
      const { id, sender } = requestContext() ?? {};
      const time = new Date(nowMs()).toISOString();
      log([time, id, sender && senderInLog(sender)].filter(Boolean).join(" "), ...said);
    };
  return () => {
    for (const [method, log] of before) lines[method] = log;
  };
}
