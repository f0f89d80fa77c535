/**
 * For the log, with its causes: "The mail server could not be reached. connect ECONNREFUSED 192.0.2.1:587".
 * A cause whose words were said is left out.
 */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const why = error.cause === undefined ? "" : errorWords(error.cause);
  return error.message.includes(why) ? error.message : `${error.message} ${why}`;
}

/** Where in the program it was thrown, a line for each step; without its words, which may name people. */
export function errorSteps(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? "").split("\n") : [];
  return lines.filter((line) => /^ {4}at .*:\d+:\d+\)?$/.test(line)).join("\n");
}
