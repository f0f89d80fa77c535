import { leftOutWords } from "~/domain/left-out";
import type { BulkOutcome, LeftOut } from "~/domain/left-out";
import { AppError } from "~/lib/errors";
import type { Message } from "~/lib/action-result";
import type { ActionOutcome } from "./action.server";
import { isPlainForm } from "./flash.server";
import { closedList } from "./list-request.server";

/**
 * What a form about chosen rows of a list answers. Rows that were left out are told by name: to a script as data, so
 * that its dialog lists them all, otherwise in the message.
 * @throws AppError 409 when nothing was done at all
 */
export function bulkAnswer(
  request: Request,
  { done, leftOut }: BulkOutcome,
  said: Message,
): ActionOutcome<{ leftOut: readonly LeftOut[] }> {
  if (done === 0)
    throw new AppError("bulk.nothing", leftOut.length === 0 ? "There was nothing to change." : leftOutWords(leftOut), {
      status: 409,
    });
  if (leftOut.length === 0) return { ...said, redirectTo: closedList(request) };
  if (!isPlainForm(request)) return { ...said, data: { leftOut } };
  return {
    ...said,
    detail: [said.detail, leftOutWords(leftOut)].filter(Boolean).join(" "),
    redirectTo: closedList(request),
  };
}
