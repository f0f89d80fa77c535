import { lastValues } from "~/domain/validation/form-fields";
import type { LeftOut } from "~/domain/left-out";
import { answerForm, unknownIntent } from "~/http/action.server";
import { bulkAnswer } from "~/http/bulk-answer.server";
import { closedList } from "~/http/list-request.server";
import { deletedMessage, SAVED } from "~/lib/action-result";
import { count } from "~/domain/format-number";
import { changeListedVisits, removeListedVisits } from "./commands/listed-visits.server";
import { removeWaitingVisit, updateWaitingVisit } from "./commands/waiting-visits.server";
import { removedMessage } from "./messages";
import { bulkFieldsOf, ListedVisits, RemoveListedVisits, UpdateVisit, VisitId } from "./schemas";

/** What the company's list of visits can do: with one that waits for a plan, and with several, wherever they are. */
export function visitsListAction(request: Request) {
  return answerForm<{ leftOut: readonly LeftOut[] }>(request, async ({ session, form, intent, tab }) => {
    const fields = lastValues(form);
    switch (intent) {
      case "update-visit": {
        const input = UpdateVisit.parse(fields);
        await updateWaitingVisit(session, input, { tab });
        return { message: SAVED, redirectTo: closedList(request, input.visitId) };
      }
      case "remove-visit": {
        const name = await removeWaitingVisit(session, VisitId.parse(fields).visitId, { tab });
        return { message: deletedMessage(name), redirectTo: closedList(request) };
      }
      case "change-visits": {
        const outcome = await changeListedVisits(session, {
          ...ListedVisits.parse(fields),
          fields: bulkFieldsOf(fields),
          tab,
        });
        return bulkAnswer(request, outcome, { message: SAVED, detail: `${count(outcome.done, "visit")} changed.` });
      }
      case "remove-visits": {
        const { choice, ...chosen } = RemoveListedVisits.parse(fields);
        const outcome = await removeListedVisits(session, { ...chosen, choice, tab });
        return bulkAnswer(request, outcome, removedMessage(outcome.done, choice));
      }
      default:
        throw unknownIntent(intent);
    }
  });
}
