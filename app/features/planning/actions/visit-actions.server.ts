/** What can be done to visits of a plan. */
import { count } from "~/domain/format-number";
import { withoutFields } from "~/http/actions/decode-form";
import type { DecodedForm, PostedFields } from "~/http/actions/decode-form";
import { action, defineActions } from "~/http/actions/define-actions.server";
import { deletedMessage, SAVED } from "~/lib/action-result";
import { addVisit, addVisits } from "../commands/add-visits.server";
import { debugVisit } from "../commands/debug-visit.server";
import { editVisits } from "../commands/edit-visits.server";
import { changeVisits, changeVisitsWindow, moveVisits, removeVisits } from "../commands/selection-commands.server";
import { moveVisit, removeVisit, updateVisit, updateVisitFields } from "../commands/visit-commands.server";
import { detachedMessage, removedMessage } from "../messages";
import { NewVisits, PlanChanged } from "../tells";
import type { ChangeMade } from "../tells";
import {
  AddVisit,
  AddVisits,
  ChangeVisits,
  ChangeWindow,
  ChosenVisits,
  DebugVisit,
  EditVisits,
  MoveVisit,
  MoveVisits,
  RemoveVisit,
  RemoveVisits,
  sharedFieldsOf,
  UpdateVisit,
  UpdateVisitFields,
  VisitEdit,
} from "../visit-schemas";

/** Of a form that changes several visits: an empty field leaves what each of them has. */
export const sharedFieldsForm = (posted: PostedFields, decode: (posted: PostedFields) => DecodedForm): DecodedForm =>
  decode(withoutFields(posted, (_name, text) => text.trim() === ""));

export const PLAN_VISIT_ACTIONS = defineActions({
  "visit.add": action({
    summary: "Adds a visit to a plan.",
    permission: "visit.create",
    idempotent: false,
    logs: "visit.add",
    input: AddVisit,
    tells: PlanChanged,
    run: (session, { version, ...input }, { tab }) => addVisit(session, input, { version, tab }),
    answer: () => ({ message: SAVED }),
  }),
});

/** Single fields as they are left, in the visit's panel too. */
export const VISIT_FIELDS_ACTIONS = defineActions({
  "visit.update_fields": action({
    summary: "Changes single fields of a visit; what is left out stays.",
    permission: "visit.update",
    idempotent: true,
    logs: "visit.update",
    input: UpdateVisitFields,
    tells: PlanChanged,
    run: (session, { visitId, seen, ...fields }, { tab }) =>
      updateVisitFields(session, { visitId, fields, seen }, { tab }),
    // A field in the panel says by itself that it was saved.
    answer: ({ stored }, _input, page) => ({ ...(page.href === null ? {} : { message: SAVED }), data: { stored } }),
  }),
});

const madeChange = ({ changeId }: ChangeMade): { data: ChangeMade } => ({ data: { changeId } });

export const VISIT_ACTIONS = defineActions({
  "visit.update": action({
    summary: "Changes all fields of a visit.",
    permission: "visit.update",
    idempotent: true,
    logs: "visit.update",
    input: UpdateVisit,
    tells: PlanChanged,
    run: (session, { version, ...input }, { tab }) => updateVisit(session, input, { version, tab }),
    answer: () => ({ message: SAVED }),
  }),
  "visit.move": action({
    summary: "Moves a visit to another place of its route, to another route, or off its route.",
    permission: "visit.move",
    idempotent: true,
    logs: "visit.move",
    input: MoveVisit,
    tells: PlanChanged,
    run: (session, { version, ...input }, { tab }) => moveVisit(session, input, { version, tab }),
  }),
  "visit.unassign": action({
    summary: "Takes a visit off its route.",
    permission: "visit.move",
    idempotent: true,
    logs: "visit.move",
    input: VisitEdit,
    tells: PlanChanged,
    run: (session, { visitId, version }, { tab }) => moveVisit(session, { visitId, toRouteId: null }, { version, tab }),
  }),
  "visits.move": action({
    summary: "Moves several visits, in the order in which they are named.",
    permission: "visit.move",
    idempotent: true,
    logs: "visits.move",
    input: MoveVisits,
    tells: PlanChanged,
    run: (session, { version, ...input }, { tab }) => moveVisits(session, input, { version, tab }),
    answer: (done) => madeChange(done),
  }),
  "visits.unassign": action({
    summary: "Takes several visits off their routes.",
    permission: "visit.move",
    idempotent: true,
    logs: "visits.move",
    input: ChosenVisits,
    tells: PlanChanged,
    run: (session, { visitIds, version }, { tab }) =>
      moveVisits(session, { visitIds, toRouteId: null }, { version, tab }),
  }),
  "visits.window": action({
    summary: "Gives several visits the same time window.",
    permission: "visit.update",
    idempotent: true,
    logs: "visits.window",
    input: ChangeWindow,
    tells: PlanChanged,
    run: (session, { version, ...input }, { tab }) => changeVisitsWindow(session, input, { version, tab }),
    answer: (done) => madeChange(done),
  }),
  "visits.update": action({
    summary: "Gives several visits the same values; what is left out stays.",
    permission: "visit.update",
    idempotent: true,
    logs: "visits.update",
    input: ChangeVisits,
    tells: PlanChanged,
    form: sharedFieldsForm,
    run: (session, { visitIds, version, ...fields }, { tab }) =>
      changeVisits(session, { visitIds, fields: sharedFieldsOf(fields) }, { version, tab }),
    answer: (done, { visitIds }) => ({
      ...madeChange(done),
      message: SAVED,
      detail: `${count(visitIds.length, "visit")} changed.`,
    }),
  }),
  "visits.remove": action({
    summary: "Deletes several visits, or takes them out of their plan.",
    permission: "visit.remove",
    idempotent: false,
    logs: "visits.remove",
    input: RemoveVisits,
    tells: PlanChanged,
    run: (session, { version, ...input }, { tab }) => removeVisits(session, input, { version, tab }),
    answer: (done, { visitIds, choice }) => ({ ...madeChange(done), ...removedMessage(visitIds.length, choice) }),
  }),
  "visit.remove": action({
    summary: "Deletes a visit, or takes it out of its plan.",
    permission: "visit.remove",
    idempotent: false,
    logs: "visit.remove",
    input: RemoveVisit,
    tells: PlanChanged,
    run: (session, { version, ...input }, { tab }) => removeVisit(session, input, { version, tab }),
    answer: ({ name }, { choice }) => (choice === "detach" ? detachedMessage(name) : { message: deletedMessage(name) }),
  }),
  "visit.debug": action({
    summary: "Sets position and times of a visit directly, to look into a fault.",
    permission: "debug.visit",
    idempotent: true,
    input: DebugVisit,
    run: (session, input, { tab }) => debugVisit(session, input, tab),
    answer: () => ({ message: SAVED }),
  }),
});

/** What programs do beside that. */
export const PROGRAM_VISIT_ACTIONS = defineActions({
  "visits.edit": action({
    summary: "Changes fields and places of several visits of a plan, of each its own: all of them, in one change.",
    permission: "visit.update",
    idempotent: true,
    logs: "visits.update",
    input: EditVisits,
    tells: PlanChanged,
    run: (session, input, { tab }) => editVisits(session, input, tab),
  }),
  "visits.add": action({
    summary: "Adds visits to a plan, or visits that wait for one: all of them, in one change.",
    permission: "visit.create",
    idempotent: false,
    logs: "visits.add",
    input: AddVisits,
    tells: NewVisits,
    run: (session, input, { tab }) => addVisits(session, input, tab),
  }),
});
