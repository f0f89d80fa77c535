import { AppError } from "~/lib/errors";
import type { ActionOutcome } from "../action.server";
import type { ActionPage } from "./define-actions.server";

/** What a screen is told when a question stands in the way: it asks, and sends the same again with the answer. */
const QUESTION_CODE = "question";

/** A question is asked in a dialog of the page's address, or told to the script that asks it. */
export function askFirst(
  { text }: { text: string },
  page: ActionPage,
  query: Parameters<NonNullable<ActionPage["href"]>>[0],
): ActionOutcome {
  if (page.href === null) throw new AppError(QUESTION_CODE, text, { status: 409, field: QUESTION_CODE });
  return { redirectTo: page.href(query) };
}
