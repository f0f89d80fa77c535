import type { ActionOutcome } from "~/http/action.server";
import { DIALOG_PARAM } from "~/lib/dialog-param";

/**
 * What was done in a dialog ends on the page without it. A redirect, and not the dialog closing itself: that would be a
 * second navigation, which breaks off the reload of the page's data.
 */
export function closeDialog(request: Request, outcome: ActionOutcome | void, pageUrl: string): ActionOutcome {
  const inDialog = new URL(request.url).searchParams.has(DIALOG_PARAM);
  return inDialog && outcome?.redirectTo === undefined ? { ...outcome, redirectTo: pageUrl } : (outcome ?? {});
}
