/** What programs are told of changes of a plan: ids and versions, and never the plan that a change holds. */
import { z } from "zod";
import { Question } from "~/http/actions/tells";

const id = z.int().min(1);
const ids = z.array(id).readonly();

export const PlanChanged = z
  .object({
    planId: id,
    /** the plan's, after the change */
    version: z.int(),
    /** of the plan's log; null: nothing was changed */
    changeId: id.nullable(),
    createdVisitIds: ids,
    createdRouteIds: ids,
  })
  .meta({ id: "PlanChanged" });

/** What a page is told of a change, so that it can offer to undo this one. */
export type ChangeMade = Pick<z.infer<typeof PlanChanged>, "changeId">;

export const NewPlan = z.object({ planId: id, visits: z.int(), routes: z.int() });
export const CopiedPlan = NewPlan.extend({
  /** visits that came to a route */
  planned: z.int(),
  /** why the routes that were to be kept are not; null: they are, or weren't asked for */
  notKept: z.string().nullable(),
  /** names of vehicles that have no route in the copy */
  inactive: z.array(z.string()).readonly(),
});
export const NewVisits = z.object({ visitIds: z.array(id) });
export const NewRoutes = z.object({ routeIds: ids, version: z.int() });
export const RemovedVisits = z.object({ removed: z.int(), kept: z.int() });
export const ApprovedRoutes = z.object({
  approved: z.int(),
  locked: z.int(),
  withoutDriver: z.array(z.string()).readonly(),
});
/** confirm: nothing was done; the same with `confirmed` does it */
export const StartedRoutes = z.discriminatedUnion("status", [
  z.object({ status: z.literal("applied"), started: z.int() }),
  z.object({ status: z.literal("confirm"), confirm: Question }),
]);

/** confirm: nothing was done; the same with `confirmed` does it */
export const SuggestionTold = z.discriminatedUnion("status", [
  z.object({ status: z.literal("applied"), sentence: z.string(), changeId: z.int().nullable() }),
  z.object({ status: z.literal("confirm") }),
]);
export const LoadedDay = z.object({ planId: z.int(), isReady: z.boolean() });
