/** What can be done to plans. */
import { askFirst } from "~/http/actions/ask-first.server";
import { action, defineActions } from "~/http/actions/define-actions.server";
import { withoutFields } from "~/http/actions/decode-form";
import type { DecodedForm, PostedFields } from "~/http/actions/decode-form";
import { ACTION_DONE, deletedMessage, SAVED } from "~/lib/action-result";
import { paths } from "~/paths";
import { addRoutes } from "../commands/add-routes.server";
import { createPlan } from "../commands/create-plan.server";
import { duplicatePlan } from "../commands/duplicate-plan.server";
import { hideFirstSteps } from "../commands/hide-first-steps.server";
import {
  completePlan,
  dispatchPlan,
  removeAllVisitsOfPlan,
  removePlan,
  renamePlan,
  returnToWarehouse,
  updatePlanSettings,
} from "../commands/plan-commands.server";
import { approvePlan } from "../commands/route-commands.server";
import { removeSampleDay } from "../commands/sample-day.server";
import { setDrivers } from "../commands/set-drivers.server";
import { startRoutes } from "../commands/start-routes.server";
import { redoPlanChange, undoPlanChange } from "../commands/undo-plan-change.server";
import { DRIVER_FIELD } from "../driver-field";
import { createdMessage } from "../plans/new-plan-view";
import { SAMPLE_TITLE } from "../plans/sample-words";
import {
  approvedMessage,
  discardedMessage,
  dispatchedMessage,
  duplicatedWords,
  removedAllMessage,
  startedMessage,
} from "../messages";
import {
  AddRoutes,
  CompletePlan,
  CreatePlan,
  DuplicatePlan,
  PlanEdit,
  PlanId,
  PlanSettings,
  RenamePlan,
  SetDrivers,
  StartRoutes,
  UndoChange,
} from "../schemas";
import { ApprovedRoutes, CopiedPlan, NewPlan, NewRoutes, PlanChanged, RemovedVisits, StartedRoutes } from "../tells";
import { NoInput } from "~/domain/validation/wire-fields";
import { numberOf } from "~/domain/validation/field-reader";

/** Vehicles that aren't ticked count only where the form lets vehicles be chosen. */
const newPlanForm = (posted: PostedFields, decode: (posted: PostedFields) => DecodedForm): DecodedForm => {
  const chooses = posted.values.chooseVehicles === "1";
  const { wire, faults } = decode(withoutFields(posted, (name) => name === "vehicleIds" && !chooses));
  return { wire: chooses ? { vehicleIds: [], ...wire } : wire, faults };
};

/** A field for each route. */
const driversForm = (posted: PostedFields, decode: (posted: PostedFields) => DecodedForm): DecodedForm => {
  const drivers = Object.entries(posted.values).flatMap(([name, text]) =>
    name.startsWith(DRIVER_FIELD)
      ? [
          {
            routeId: numberOf(name.slice(DRIVER_FIELD.length)),
            driverId: text === "" || text === "0" ? null : numberOf(text),
          },
        ]
      : [],
  );
  const { wire, faults } = decode(posted);
  return { wire: { ...wire, drivers }, faults };
};

/** What is done to a plan on its own page, or on a page of it. */
export const ONE_PLAN_ACTIONS = defineActions({
  "plan.rename": action({
    summary: "Renames a plan.",
    permission: "plan.update",
    idempotent: true,
    logs: "plan.rename",
    input: RenamePlan,
    tells: PlanChanged,
    run: (session, { version, ...input }, { tab }) => renamePlan(session, input, { version, tab }),
    answer: (_done, { planId }, page) => ({ message: SAVED, ...page.closed(planId) }),
  }),
  "plan.complete": action({
    summary: "Marks a plan as completed, or as not completed.",
    permission: "plan.update",
    idempotent: true,
    logs: "plan.complete",
    input: CompletePlan,
    tells: PlanChanged,
    run: (session, { version, ...input }, { tab }) => completePlan(session, input, { version, tab }),
  }),
  "plan.remove": action({
    summary: "Removes a plan with its routes and visits.",
    permission: "plan.remove",
    idempotent: false,
    input: PlanEdit,
    run: (session, { planId, version }, { tab }) => removePlan(session, { planId }, { version, tab }),
    answer: ({ title }, _input, page) => ({ message: deletedMessage(title), redirectTo: page.afterPlanRemoved }),
  }),
  "plan.duplicate": action({
    summary: "Makes a plan for another day of this one: its settings, routes and visits.",
    permission: "plan.create",
    idempotent: false,
    input: DuplicatePlan,
    tells: CopiedPlan,
    run: (session, input, { tab }) => duplicatePlan(session, input, { tab }),
    answer: (copy, { title }) => ({
      message: ACTION_DONE,
      detail: duplicatedWords(title, copy),
      redirectTo: paths.plan(copy.planId),
    }),
  }),
  "plan.dispatch": action({
    summary: "Starts the dispatch of a plan.",
    permission: "plan.dispatch",
    idempotent: true,
    logs: "plan.dispatch",
    input: PlanEdit,
    tells: PlanChanged,
    run: (session, { planId, version }, { tab }) => dispatchPlan(session, { planId }, { version, tab }),
    answer: () => dispatchedMessage(),
  }),
  "plan.settings": action({
    summary: "Sets how a plan is calculated, and what holds for all its routes; what is left out stays.",
    permission: "plan.update",
    idempotent: true,
    logs: "plan.settings",
    input: PlanSettings,
    tells: PlanChanged,
    run: (session, { version, ...input }, { tab }) => updatePlanSettings(session, input, { version, tab }),
    answer: () => ({ message: SAVED }),
  }),
  "plan.return_to_warehouse": action({
    summary: "Lets the routes of a plan end at the warehouse.",
    permission: "plan.update",
    idempotent: true,
    logs: "plan.settings",
    input: PlanEdit,
    tells: PlanChanged,
    run: (session, { planId, version }, { tab }) => returnToWarehouse(session, { planId }, { version, tab }),
    answer: () => ({ message: "Routes end at the warehouse" }),
  }),
  "plan.remove_visits": action({
    summary: "Removes every visit of a plan; locked routes keep theirs.",
    permission: "visit.remove",
    idempotent: true,
    logs: "visits.remove",
    input: PlanEdit,
    tells: RemovedVisits,
    run: (session, { planId, version }, { tab }) => removeAllVisitsOfPlan(session, { planId }, { version, tab }),
    answer: removedAllMessage,
  }),
  "plan.approve": action({
    summary: "Approves the routes of a plan.",
    permission: "route.approve",
    idempotent: true,
    logs: "route.approve",
    input: PlanEdit,
    tells: ApprovedRoutes,
    run: (session, { planId, version }, { tab }) => approvePlan(session, { planId }, { version, tab }),
    answer: approvedMessage,
  }),
  "plan.start_routes": action({
    summary: "Starts several approved routes of a plan.",
    permission: "route.start",
    idempotent: false,
    logs: "route.start",
    input: StartRoutes,
    tells: StartedRoutes,
    run: (session, { planId, routeIds, version, confirmed }, { tab }) =>
      startRoutes(session, { planId, routeIds }, { version, tab, confirmed }),
    answer: (result, _input, page) =>
      result.status === "applied" ? startedMessage(result) : askFirst(result.confirm, page, { dialog: "start-routes" }),
  }),
  "route.add": action({
    summary: "Adds a route to a plan for each of some vehicles.",
    permission: "route.create",
    idempotent: false,
    logs: "route.add",
    input: AddRoutes,
    tells: NewRoutes,
    run: (session, { version, ...input }, { tab }) => addRoutes(session, input, { version, tab }),
    answer: () => ({ message: SAVED }),
  }),
  "drivers.set": action({
    summary: "Sets the drivers of several routes of a plan.",
    permission: "route.update",
    idempotent: true,
    logs: "route.change",
    input: SetDrivers,
    tells: PlanChanged,
    form: driversForm,
    run: (session, { planId, version, drivers }, { tab }) =>
      setDrivers(
        session,
        { planId, drivers: new Map(drivers.map(({ routeId, driverId }) => [routeId, driverId])) },
        { version, tab },
      ),
    answer: () => ({ message: SAVED }),
  }),
  "calculation.discard": action({
    summary: "Takes an applied calculation back.",
    permission: "plan.update",
    idempotent: false,
    logs: "plan.undo",
    input: UndoChange,
    tells: PlanChanged,
    run: (session, input, { tab }) => undoPlanChange(session, { ...input, isDiscard: true, tab }),
    answer: (done) => discardedMessage(done),
  }),
});

export const UNDO_ACTIONS = defineActions({
  "plan.undo": action({
    summary: "Takes a change of a plan back: the user's own newest, or the one that is named.",
    permission: "plan.update",
    idempotent: false,
    logs: "plan.undo",
    input: UndoChange,
    tells: PlanChanged,
    run: (session, input, { tab }) => undoPlanChange(session, { ...input, tab }),
    answer: ({ undone }) => ({ message: `Undone: ${undone}` }),
  }),
  "plan.redo": action({
    summary: "Makes the change again that the user took back last.",
    permission: "plan.update",
    idempotent: false,
    logs: "plan.redo",
    input: PlanId,
    tells: PlanChanged,
    run: (session, { planId }, { tab }) => redoPlanChange(session, { planId, tab }),
    answer: ({ redone }) => ({ message: `Redone: ${redone}` }),
  }),
});

/** What is done on the page of all plans alone. */
export const PLAN_LIST_ACTIONS = defineActions({
  "plan.create": action({
    summary: "Makes a plan for a day, with a route for each vehicle.",
    permission: "plan.create",
    idempotent: false,
    input: CreatePlan,
    tells: NewPlan,
    form: newPlanForm,
    run: (session, input, { tab }) => createPlan(session, input, { tab }),
    answer: (created, { title }) => ({
      message: createdMessage(title, created),
      redirectTo: paths.plan(created.planId),
    }),
  }),
  "sample_day.remove": action({
    summary: "Removes the sample day with everything that belongs to it alone.",
    permission: "plan.remove",
    idempotent: true,
    input: NoInput,
    run: (session, _input, { tab }) => removeSampleDay(session, { tab }),
    answer: () => ({ message: deletedMessage(SAMPLE_TITLE), redirectTo: paths.planningMain() }),
  }),
  "first_steps.hide": action({
    summary: "Hides the user's first steps.",
    permission: "profile.update",
    idempotent: true,
    input: NoInput,
    run: (session) => hideFirstSteps(session),
  }),
});
