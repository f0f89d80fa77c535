import { requestContext } from "~/lib/request-context.server";

const METHODS = ["error", "warn", "info"] as const;

/** Puts the time, and the id of the request at hand, before all that is logged from here on. @returns what ends it */
export function stampLogLines(nowMs: () => number = Date.now): () => void {
  const lines: Pick<Console, (typeof METHODS)[number]> = console;
  const before = METHODS.map((method) => [method, lines[method]] as const);
  for (const [method, log] of before)
    lines[method] = (...said: unknown[]) => {
      const id = requestContext()?.id;
      const time = new Date(nowMs()).toISOString();
      log(id === undefined ? time : `${time} ${id}`, ...said);
    };
  return () => {
    for (const [method, log] of before) lines[method] = log;
  };
}
