/** What can be done in the company's list of visits: with one that waits for a plan, and with several, wherever. */
import { count } from "~/domain/format-number";
import { action, defineActions } from "~/http/actions/define-actions.server";
import { BulkTold } from "~/http/actions/tells";
import { bulkAnswer } from "~/http/bulk-answer.server";
import { deletedMessage, SAVED } from "~/lib/action-result";
import { changeListedVisits, removeListedVisits } from "../commands/listed-visits.server";
import { removeWaitingVisit, updateWaitingVisit } from "../commands/waiting-visits.server";
import { removedMessage } from "../messages";
import { ChangeListedVisits, ChangeWaitingVisit, RemoveListedVisits, sharedFieldsOf, VisitId } from "../visit-schemas";
import { sharedFieldsForm } from "./visit-actions.server";

export const LISTED_VISIT_ACTIONS = defineActions({
  "waiting_visit.update": action({
    summary: "Changes a visit that waits for a plan; what is left out stays.",
    permission: "visit.update",
    idempotent: true,
    input: ChangeWaitingVisit,
    run: (session, { version: _version, seen, ...input }, { tab }) => updateWaitingVisit(session, input, { tab, seen }),
    answer: (_done, { visitId }, page) => ({ message: SAVED, ...page.closed(visitId) }),
  }),
  "waiting_visit.remove": action({
    summary: "Deletes a visit that waits for a plan.",
    permission: "visit.remove",
    idempotent: false,
    input: VisitId,
    run: (session, { visitId }, { tab }) => removeWaitingVisit(session, visitId, { tab }),
    answer: (name, _input, page) => ({ message: deletedMessage(name), ...page.closed() }),
  }),
  "listed_visits.update": action({
    summary: "Gives visits of any plans the same values, but for those that refuse them.",
    permission: "visit.update",
    idempotent: true,
    logs: "visits.update",
    input: ChangeListedVisits,
    tells: BulkTold,
    form: sharedFieldsForm,
    run: (session, { ids, versions, ...fields }, { tab }) =>
      changeListedVisits(session, { ids, versions, fields: sharedFieldsOf(fields), tab }),
    answer: (outcome, _input, { request }) =>
      bulkAnswer(request, outcome, { message: SAVED, detail: `${count(outcome.done, "visit")} changed.` }),
  }),
  "listed_visits.remove": action({
    summary: "Deletes visits of any plans, or takes them out of their plans.",
    permission: "visit.remove",
    idempotent: false,
    logs: "visits.remove",
    input: RemoveListedVisits,
    tells: BulkTold,
    run: (session, input, { tab }) => removeListedVisits(session, { ...input, tab }),
    answer: (outcome, { choice }, { request }) => bulkAnswer(request, outcome, removedMessage(outcome.done, choice)),
  }),
});
