import type { ActionResult } from "~/lib/action-result";

const LINES = 3;

/**
 * What a toast says about an action: nothing where the dialog or the visit panel shows the refusal in its own form, and
 * the first lines of a long list of faults.
 */
export function resultForToast<Data>(result: ActionResult<Data> | null, dialog: string | null): ActionResult<Data> | null {
  if (result === null || result.ok) return result;
  if (dialog !== null || result.values?.intent === "update-visit") return null;
  const lines = result.message.split("\n");
  return lines.length <= LINES ? result : { ...result, message: [...lines.slice(0, LINES), `and ${lines.length - LINES} more`].join("\n") };
}
