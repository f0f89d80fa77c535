/** What can be done to calculations and their results. */
import { count } from "~/domain/format-number";
import { action, defineActions, pickActions } from "~/http/actions/define-actions.server";
import { StartedCalculation } from "~/http/actions/tells";
import { paths } from "~/paths";
import { calculatePlan } from "./commands/calculate-plan.server";
import { calculateRoute } from "./commands/calculate-route.server";
import { cancelCalculation } from "./commands/cancel-calculation.server";
import { applyProposal, discardProposal, keepCalculation } from "./commands/decide-proposal.server";
import { reOptimise, reOptimiseAgain } from "./commands/re-optimise.server";
import { repeatCalculation } from "./commands/repeat-calculation.server";
import { stopCalculation } from "./commands/stop-calculation.server";
import { storeCalculation } from "./commands/store-calculation.server";
import { testMatrix } from "./commands/test-matrix.server";
import { routeMatrix } from "./queries/route-matrix.server";
import { RouteMatrixInput } from "./route-matrix";
import { CALCULATE_DIALOG, loadSmallChangeOffer } from "./queries/small-change.server";
import {
  CalculationId,
  DecideCalculation,
  DiscardProposal,
  PlanOfCalculation,
  QueryId,
  ReOptimise,
  RouteOfCalculation,
  StartCalculation,
  StoreCalculation,
} from "./schemas";
import { AppliedProposal, CalculationOrOffer, DiscardedProposal, RepeatedProposal, RouteMatrixTold } from "./tells";

export const CALCULATION_ACTIONS = defineActions({
  "calculation.start": action({
    summary: "Calculates a plan; where a few moves would do, says so first.",
    permission: "calculation.run",
    idempotent: false,
    input: StartCalculation,
    tells: CalculationOrOffer,
    async run(session, { planId, anew }, { tab }) {
      if (!anew && (await loadSmallChangeOffer(session, planId)) !== null) return { status: "offer" as const };
      return { status: "started" as const, ...(await calculatePlan(session, { planId, tab })) };
    },
    answer: ({ status }, _input, page) =>
      status === "offer" ? { redirectTo: page.href?.({ dialog: CALCULATE_DIALOG }) } : {},
  }),
  "calculation.store": action({
    summary: "Calculates an input that is sent with it; the result is kept with the calculation.",
    permission: "calculation.run",
    idempotent: false,
    input: StoreCalculation,
    tells: StartedCalculation,
    run: (session, input, { tab }) => storeCalculation(session, input, tab),
  }),
  "calculation.cancel": action({
    summary: "Ends the calculations of a plan; a running one keeps the best that it has found.",
    permission: "calculation.cancel",
    idempotent: false,
    input: PlanOfCalculation,
    run: (session, { planId }, { tab }) => cancelCalculation(session, { planId, tab }),
  }),
  "calculation.keep": action({
    summary: "Says that an applied calculation stays.",
    permission: "calculation.run",
    idempotent: true,
    input: DecideCalculation,
    run: (session, input, { tab }) => keepCalculation(session, { ...input, tab }),
  }),
  "route.calculate": action({
    summary: "Calculates the best order of one route's stops.",
    permission: "calculation.run",
    idempotent: false,
    input: RouteOfCalculation,
    tells: StartedCalculation,
    run: (session, { routeId }, { tab }) => calculateRoute(session, { routeId, tab }),
    // The plan page shows how far it is; the route's own page has no bar for it.
    answer: (_done, _input, page) => (page.afterRouteRemoved === undefined ? {} : { message: "Calculating..." }),
  }),
  "proposal.start": action({
    summary: "Looks for a better plan in which at most so many stops move.",
    permission: "calculation.run",
    idempotent: false,
    input: ReOptimise,
    tells: StartedCalculation,
    run: (session, input, { tab }) => reOptimise(session, { ...input, tab }),
    answer: () => ({ message: "Looking for the moves that gain most" }),
  }),
  "proposal.discard": action({
    summary: "Discards a proposal; the plan stays as it is.",
    permission: "calculation.run",
    idempotent: false,
    input: DiscardProposal,
    tells: DiscardedProposal,
    run: (session, input, { tab }) => discardProposal(session, { ...input, tab }),
    answer: ({ planId }, input) => ({
      message: "Proposal discarded",
      detail: "The plan was not changed.",
      // From the proposal's own page, which has nothing left to show.
      ...(input.planId === undefined ? { redirectTo: paths.plan(planId) } : {}),
    }),
  }),
  "proposal.apply": action({
    summary: "Puts a proposal into its plan.",
    permission: "calculation.run",
    idempotent: false,
    logs: "proposal.apply",
    input: QueryId,
    tells: AppliedProposal,
    run: (session, { queryId }, { tab }) => applyProposal(session, { queryId, tab }),
    answer: ({ planId, moved }) => ({
      message: "Proposal applied",
      detail: `${count(moved, "stop")} moved. Undo takes it back.`,
      redirectTo: paths.plan(planId),
    }),
  }),
  "proposal.repeat": action({
    summary: "Asks for a proposal again, of the plan as it stands now.",
    permission: "calculation.run",
    idempotent: false,
    input: QueryId,
    tells: RepeatedProposal,
    run: (session, { queryId }, { tab }) => reOptimiseAgain(session, { queryId, tab }),
    answer: ({ planId }) => ({ redirectTo: paths.plan(planId) }),
  }),
  "calculation.repeat": action({
    summary: "Calculates a stored input once more, to look at the result; the plan stays as it is.",
    permission: "debug.calculate",
    idempotent: false,
    input: CalculationId,
    tells: StartedCalculation,
    run: (session, { id }, { tab }) => repeatCalculation(session, { queryId: id, tab }),
    answer: ({ queryId }) => ({ message: "Calculating...", redirectTo: paths.calculation(queryId) }),
  }),
  "route-matrix": action({
    summary: "Gives travel times and distances between all places of a calculation's input.",
    permission: "calculation.run",
    readsOnly: true,
    idempotent: true,
    input: RouteMatrixInput,
    tells: RouteMatrixTold,
    run: (session, input) => routeMatrix(session, input),
  }),
  "calculation.test_matrix": action({
    summary: "Asks the routing engine for the travel tables of a stored input.",
    permission: "debug.testApi",
    idempotent: true,
    input: CalculationId,
    run: (session, { id }) => testMatrix(session, id),
    answer: (message, { id }) => ({ message, redirectTo: paths.calculation(id) }),
  }),
  "calculation.stop": action({
    summary: "Ends one calculation; a running one keeps the best that it has found.",
    permission: "calculation.cancel",
    idempotent: false,
    input: CalculationId,
    run: (session, { id }, { tab }) => stopCalculation(session, { queryId: id, tab }),
    answer: (_done, { id }) => ({ redirectTo: paths.calculation(id) }),
  }),
});

export const PLAN_CALCULATION_ACTIONS = pickActions(
  CALCULATION_ACTIONS,
  "calculation.start",
  "calculation.cancel",
  "calculation.keep",
  "proposal.start",
  "proposal.discard",
);
export const ROUTE_CALCULATION_ACTIONS = pickActions(CALCULATION_ACTIONS, "route.calculate");
export const PROPOSAL_ACTIONS = pickActions(
  CALCULATION_ACTIONS,
  "proposal.apply",
  "proposal.discard",
  "proposal.repeat",
);
export const HISTORY_ACTIONS = pickActions(
  CALCULATION_ACTIONS,
  "calculation.repeat",
  "calculation.test_matrix",
  "calculation.stop",
);
