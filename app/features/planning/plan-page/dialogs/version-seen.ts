import { refusalOf } from "~/lib/action-result";
import type { ActionResult } from "~/lib/action-result";

/**
 * The version that a form says its user saw. A refusal for another reason is no news of what colleagues did: the form
 * goes on with the version that it sent, also where its page was made anew, without scripts.
 * @param opened the plan's when the form was opened
 */
export function versionSeen(result: ActionResult<unknown> | null, intent: string, opened: number): string | number {
  const refusal = refusalOf(result, intent);
  return refusal?.stale?.version ?? refusal?.values?.version ?? opened;
}
