/** What takes several areas: a change with the calculation that follows it, a day with everything in it. */
import { allOrNothing } from "~/db/database.server";
import { action, defineActions } from "~/http/actions/define-actions.server";
import { paths } from "~/paths";
import { calculatePlan } from "./calculations/commands/calculate-plan.server";
import { calculateRoute } from "./calculations/commands/calculate-route.server";
import { RouteOfCalculation } from "./calculations/schemas";
import { StartedCalculation } from "~/http/actions/tells";
import { unlockRoute } from "./planning/commands/route-commands.server";
import { applySuggestion, savedButNotCalculated } from "./planning/commands/apply-suggestion.server";
import { NoInput } from "~/domain/validation/wire-fields";
import { LoadedDay, SuggestionTold } from "./planning/tells";
import { ApplySuggestion } from "./planning/visit-schemas";
import { completeProfile } from "./profile/commands/complete-profile.server";
import { CompleteProfile } from "./profile/schemas";
import { createWarehouse } from "./resources/commands/save-warehouse.server";
import { NewWarehouse } from "./resources/schemas";
import { loadSampleDay } from "./sample-day.server";

export const SUGGESTION_ACTIONS = defineActions({
  "suggestion.apply": action({
    summary: "Makes the change that would serve an unserved visit, and calculates the plan.",
    permission: "plan.update",
    idempotent: false,
    logs: "suggestion.apply",
    input: ApplySuggestion,
    tells: SuggestionTold,
    async run(session, { version, ...input }, { tab }) {
      const answer = await applySuggestion(session, input, { version, tab });
      if (answer.status === "confirm") return answer;
      const { planId } = input;
      await calculatePlan(session, { planId, tab, followsChangeId: answer.changeId ?? undefined }).catch(
        (error: unknown) => {
          throw savedButNotCalculated(error);
        },
      );
      return answer;
    },
    answer: (done, { planId, visitId }, page) =>
      done.status === "confirm"
        ? { redirectTo: page.href?.({ dialog: "apply-suggestion", visit: visitId }) }
        : { message: done.sentence, redirectTo: paths.plan(planId) },
  }),
});

export const REST_OF_ROUTE_ACTIONS = defineActions({
  "route.recalculate_rest": action({
    summary: "Calculates the best order of the stops that are left on a route; a locked route is unlocked for it.",
    permission: "calculation.run",
    idempotent: false,
    logs: "route.lock",
    input: RouteOfCalculation,
    tells: StartedCalculation,
    run: (session, { routeId }, { tab }) =>
      allOrNothing(async () => {
        await unlockRoute(session, { routeId }, { tab });
        return calculateRoute(session, { routeId, tab });
      }),
    answer: () => ({ message: "Calculating...", detail: "The route is unlocked, so that its order can change." }),
  }),
});

export const SAMPLE_ACTIONS = defineActions({
  "sample_day.load": action({
    summary: "Loads the sample day: made, calculated, and partly on the road.",
    permission: "plan.create",
    idempotent: true,
    input: NoInput,
    tells: LoadedDay,
    run: (session, _input, { tab }) => loadSampleDay(session, tab),
    answer: ({ planId, isReady }) => ({
      message: isReady ? "The sample day is loaded" : "The sample day is loaded; its calculation goes on",
      redirectTo: paths.plan(planId),
    }),
  }),
});

export const COMPLETION_ACTIONS = defineActions({
  "profile.complete": action({
    summary: "Fills in what an account begins without; owners describe their company and its first warehouse.",
    permission: "profile.update",
    idempotent: true,
    input: CompleteProfile,
    run: (session, input, { tab }) =>
      allOrNothing(async () => {
        const warehouse = await completeProfile(session, input, tab);
        if (warehouse !== null) await createWarehouse(session, NewWarehouse.parse(warehouse), tab);
      }),
    answer: () => ({ redirectTo: paths.home() }),
  }),
});
