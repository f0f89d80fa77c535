import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { cancelCalculation } from "~/features/calculations/commands/cancel-calculation.server";
import { discardProposal, keepCalculation } from "~/features/calculations/commands/decide-proposal.server";
import { reOptimise } from "~/features/calculations/commands/re-optimise.server";
import { CALCULATE_DIALOG, loadSmallChangeOffer } from "~/features/calculations/queries/small-change.server";
import { DecideCalculation, ReOptimise } from "~/features/calculations/schemas";
import { duplicatePlan } from "~/features/planning/commands/duplicate-plan.server";
import { addRoutes } from "~/features/planning/commands/add-routes.server";
import {
  completePlan,
  dispatchPlan,
  removeAllVisitsOfPlan,
  removePlan,
  renamePlan,
  returnToWarehouse,
  updatePlanSettings,
} from "~/features/planning/commands/plan-commands.server";
import { approvePlan } from "~/features/planning/commands/route-commands.server";
import { setDrivers } from "~/features/planning/commands/set-drivers.server";
import { addVisit } from "~/features/planning/commands/visit-commands.server";
import { redoPlanChange, undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import {
  AddRoutes,
  AddVisit,
  CompletePlan,
  DuplicatePlan,
  PlanEdit,
  driversOf,
  PlanSettings,
  RenamePlan,
  UndoChange,
} from "~/features/planning/schemas";
import { approvedMessage, discardedMessage, duplicatedWords, removedAllMessage } from "~/features/planning/messages";
import { unknownIntent } from "~/http/action.server";
import type { ActionContext, ActionOutcome } from "~/http/action.server";
import { lastValues } from "~/domain/validation/form-fields";
import { ACTION_DONE, deletedMessage, SAVED } from "~/lib/action-result";
import { paths } from "~/paths";
import { routeAction } from "./route-actions.server";
import { visitAction } from "./visit-actions.server";
import type { PageOfPlan } from "./visit-actions.server";

/** Every intent of the plan page; those about one route or visit are shared with the route page. */
export async function planAction(
  context: ActionContext,
  planId: number,
  page: PageOfPlan,
): Promise<ActionOutcome | void> {
  const { session, form, intent, tab } = context;
  const fields = lastValues(form);
  const options = { ...PlanEdit.parse(fields), tab };
  switch (intent) {
    case "calculate":
      if (fields.anew !== "1" && (await loadSmallChangeOffer(session, planId)) !== null)
        return { redirectTo: page.href({ dialog: CALCULATE_DIALOG }) };
      return void (await calculatePlan(session, tab === undefined ? { planId } : { planId, tab }));
    case "cancel-calculation":
      return void (await cancelCalculation(session, tab === undefined ? { planId } : { planId, tab }));
    case "rename-plan":
      await renamePlan(session, { planId, ...RenamePlan.parse(fields) }, options);
      return { message: SAVED };
    case "duplicate-plan": {
      const input = DuplicatePlan.parse(fields);
      const copy = await duplicatePlan(session, { planId, ...input }, { tab });
      return { message: ACTION_DONE, detail: duplicatedWords(input.title, copy), redirectTo: paths.plan(copy.planId) };
    }
    case "complete-plan":
      return void (await completePlan(session, { planId, ...CompletePlan.parse(fields) }, options));
    case "dispatch-plan":
      return void (await dispatchPlan(session, { planId }, options));
    case "update-settings":
      await updatePlanSettings(session, { planId, ...PlanSettings.parse(fields) }, options);
      return { message: SAVED };
    case "return-to-warehouse":
      await returnToWarehouse(session, { planId }, options);
      return { message: "Routes end at the warehouse" };
    case "add-routes":
      await addRoutes(
        session,
        { planId, ...AddRoutes.parse({ ...fields, vehicleIds: form.getAll("vehicleIds") }) },
        options,
      );
      return { message: SAVED };
    case "add-visit":
      await addVisit(session, { planId, ...AddVisit.parse(fields) }, options);
      return { message: SAVED };
    case "approve-plan":
      return approvedMessage(await approvePlan(session, { planId }, options));
    case "set-drivers":
      await setDrivers(session, { planId, drivers: driversOf(fields) }, options);
      return { message: SAVED };
    case "re-optimise":
      await reOptimise(session, { planId, ...ReOptimise.parse({ ...fields, routeIds: form.getAll("routeIds") }), tab });
      return { message: "Looking for the moves that gain most" };
    case "discard-proposal":
      await discardProposal(session, { ...DecideCalculation.parse(fields), planId, tab });
      return { message: "Proposal discarded", detail: "The plan was not changed." };
    case "keep-calculation":
      return void (await keepCalculation(session, { ...DecideCalculation.parse(fields), planId, tab }));
    case "discard-calculation":
      return discardedMessage(await undoPlanChange(session, { planId, ...UndoChange.parse(fields), tab }));
    case "undo-change": {
      const { undone } = await undoPlanChange(session, { planId, ...UndoChange.parse(fields), tab });
      return { message: `Undone: ${undone}` };
    }
    case "redo-change": {
      const { redone } = await redoPlanChange(session, { planId, tab });
      return { message: `Redone: ${redone}` };
    }
    case "remove-all-visits":
      return removedAllMessage(await removeAllVisitsOfPlan(session, { planId }, options));
    case "remove-plan": {
      const { title } = await removePlan(session, { planId }, options);
      return { message: deletedMessage(title), redirectTo: paths.planning() };
    }
    default: {
      const done = (await routeAction(context, page)) ?? (await visitAction(context, page));
      if (done === null) throw unknownIntent(intent);
      return done;
    }
  }
}
