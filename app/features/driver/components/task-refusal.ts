import type { ActionResult } from "~/lib/action-result";

/** The page has one answer for the forms of all tasks. */
export const refusalOfTask = (result: ActionResult<unknown> | null, id: number): ActionResult<unknown> | null =>
  result?.ok === false && result.values?.taskId === String(id) ? result : null;
