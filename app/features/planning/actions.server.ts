/** What can be done to plans, their routes and their visits. */
import { LISTED_VISIT_ACTIONS } from "./actions/listed-visit-actions.server";
import { ONE_PLAN_ACTIONS, PLAN_LIST_ACTIONS, UNDO_ACTIONS } from "./actions/plan-actions.server";
import { ROUTE_ACTIONS } from "./actions/route-actions.server";
import {
  PLAN_VISIT_ACTIONS,
  PROGRAM_VISIT_ACTIONS,
  VISIT_ACTIONS,
  VISIT_FIELDS_ACTIONS,
} from "./actions/visit-actions.server";

export const PLANNING_ACTIONS = {
  ...PLAN_LIST_ACTIONS,
  ...ONE_PLAN_ACTIONS,
  ...UNDO_ACTIONS,
  ...ROUTE_ACTIONS,
  ...PLAN_VISIT_ACTIONS,
  ...VISIT_FIELDS_ACTIONS,
  ...VISIT_ACTIONS,
  ...PROGRAM_VISIT_ACTIONS,
  ...LISTED_VISIT_ACTIONS,
};
