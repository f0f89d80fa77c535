import { calculatePlan } from "~/features/calculations/commands/calculate-plan.server";
import { cancelCalculation } from "~/features/calculations/commands/cancel-calculation.server";
import { discardProposal, keepCalculation } from "~/features/calculations/commands/decide-proposal.server";
import { reOptimise } from "~/features/calculations/commands/re-optimise.server";
import { DecideCalculation, ReOptimise } from "~/features/calculations/schemas";
import { addRoutes } from "~/features/planning/commands/add-routes.server";
import { completePlan, dispatchPlan, removeAllVisitsOfPlan, removePlan, renamePlan, updatePlanSettings } from "~/features/planning/commands/plan-commands.server";
import { approvePlan } from "~/features/planning/commands/route-commands.server";
import { addVisit } from "~/features/planning/commands/visit-commands.server";
import { undoPlanChange } from "~/features/planning/commands/undo-plan-change.server";
import { AddRoutes, AddVisit, CompletePlan, PlanEdit, PlanSettings, RenamePlan, UndoChange } from "~/features/planning/schemas";
import { unknownIntent } from "~/http/action.server";
import type { ActionContext, ActionOutcome } from "~/http/action.server";
import { lastValues } from "~/domain/validation/form-fields";
import { paths } from "~/paths";
import { routeAction } from "./route-actions.server";
import { visitAction } from "./visit-actions.server";
import type { PageOfPlan } from "./visit-actions.server";

const SAVED = "Successfully saved";

/** Every intent of the plan page; those about one route or visit are shared with the route page. */
export async function planAction(context: ActionContext, planId: number, page: PageOfPlan): Promise<ActionOutcome | void> {
  const { session, form, intent, tab } = context;
  const fields = lastValues(form);
  const options = { ...PlanEdit.parse(fields), tab };
  switch (intent) {
    case "calculate":
      return void (await calculatePlan(session, tab === undefined ? { planId } : { planId, tab }));
    case "cancel-calculation":
      return void (await cancelCalculation(session, tab === undefined ? { planId } : { planId, tab }));
    case "rename-plan":
      await renamePlan(session, { planId, ...RenamePlan.parse(fields) }, options);
      return { message: SAVED };
    case "complete-plan":
      return void (await completePlan(session, { planId, ...CompletePlan.parse(fields) }, options));
    case "dispatch-plan":
      return void (await dispatchPlan(session, { planId }, options));
    case "update-settings":
      await updatePlanSettings(session, { planId, ...PlanSettings.parse(fields) }, options);
      return { message: SAVED };
    case "add-routes":
      await addRoutes(session, { planId, ...AddRoutes.parse({ ...fields, vehicleIds: form.getAll("vehicleIds") }) }, options);
      return { message: SAVED };
    case "add-visit":
      await addVisit(session, { planId, ...AddVisit.parse(fields) }, options);
      return { message: SAVED };
    case "approve-plan": {
      const { changes } = await approvePlan(session, { planId }, options);
      return { message: changes.routes.length === 1 ? "1 route approved" : `${changes.routes.length} routes approved` };
    }
    case "re-optimise":
      await reOptimise(session, { planId, ...ReOptimise.parse({ ...fields, routeIds: form.getAll("routeIds") }), tab });
      return { message: "Looking for the moves that gain most" };
    case "discard-proposal":
      await discardProposal(session, { ...DecideCalculation.parse(fields), tab });
      return { message: "The proposal was discarded. The plan is as it was." };
    case "keep-calculation":
      return void (await keepCalculation(session, { ...DecideCalculation.parse(fields), tab }));
    case "discard-calculation":
      await undoPlanChange(session, { planId, ...UndoChange.parse(fields), tab });
      return { message: "Discarded: the plan is as it was before" };
    case "undo-change": {
      const { undone } = await undoPlanChange(session, { planId, ...UndoChange.parse(fields), tab });
      return { message: `Undone: ${undone}` };
    }
    case "remove-all-visits":
      return void (await removeAllVisitsOfPlan(session, { planId }, options));
    case "remove-plan": {
      const { title } = await removePlan(session, { planId }, options);
      return { message: `${title} has been deleted!`, redirectTo: paths.planning() };
    }
    default: {
      const done = (await routeAction(context, page)) ?? (await visitAction(context, page));
      if (done === null) throw unknownIntent(intent);
      return done;
    }
  }
}
