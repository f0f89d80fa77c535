import { PLANNING_CALLS } from "./planning-calls";
import { PLANNING_CONSTANTS } from "./planning-constants";
import { PLANNING_ENTITIES } from "./planning-entities";
import { PLANNING_ENTITIES_PLANS } from "./planning-entities-plans";
import { PLANNING_MESSAGES } from "./planning-messages";
import { PLANNING_PATHS } from "./planning-paths";
import { PLANNING_PRODUCT } from "./planning-product";
import { PLANNING_RIGHTS } from "./planning-rights";
import { PLANNING_SCREENS } from "./planning-screens";
import { PLANNING_STATES_FLOWS } from "./planning-states-flows";
import { PLANNING_STATES_ROUTES } from "./planning-states-routes";
import { PLANNING_STATES_VISITS } from "./planning-states-visits";
import { PLANNING_VALIDATION } from "./planning-validation";
import type { SpecificationRow } from "./row";

/** All rows of the planning core, in the order of the text. */
export const PLANNING_ROWS: readonly SpecificationRow[] = [
  ...PLANNING_PRODUCT,
  ...PLANNING_PATHS,
  ...PLANNING_SCREENS,
  ...PLANNING_ENTITIES,
  ...PLANNING_ENTITIES_PLANS,
  ...PLANNING_STATES_ROUTES,
  ...PLANNING_STATES_VISITS,
  ...PLANNING_STATES_FLOWS,
  ...PLANNING_VALIDATION,
  ...PLANNING_RIGHTS,
  ...PLANNING_CALLS,
  ...PLANNING_MESSAGES,
  ...PLANNING_CONSTANTS,
];
