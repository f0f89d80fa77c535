import type { ActionResult } from "~/lib/action-result";

const LINES = 3;

/**
 * What a toast says about an action: nothing where the dialog or the visit panel shows the refusal in its own form, and
 * the first lines of a long list of faults.
 */
export function resultForToast<Data>(
  result: ActionResult<Data> | null,
  dialog: string | null,
): ActionResult<Data> | null {
  if (result === null || result.ok) return result;
  if (dialog !== null || result.values?.intent?.startsWith("visit.update")) return null;
  const lines = result.message.split("\n");
  if (lines.length <= LINES) return result;
  // A long list of faults is already cut, and its last line counts the rest.
  const uncounted = Number(/^… and (\d+) more/.exec(lines.at(-1) ?? "")?.[1] ?? 1) - 1;
  return { ...result, message: [...lines.slice(0, LINES), `and ${lines.length - LINES + uncounted} more`].join("\n") };
}
