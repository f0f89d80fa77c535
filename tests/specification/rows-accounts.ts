import { ACCOUNTS_CALLS } from "./accounts-calls";
import { ACCOUNTS_CONSTANTS } from "./accounts-constants";
import { ACCOUNTS_ENTITIES } from "./accounts-entities";
import { ACCOUNTS_MESSAGES } from "./accounts-messages";
import { ACCOUNTS_PATHS } from "./accounts-paths";
import { ACCOUNTS_PRODUCT } from "./accounts-product";
import { ACCOUNTS_PROFILE } from "./accounts-profile";
import { ACCOUNTS_RIGHTS } from "./accounts-rights";
import { ACCOUNTS_SCREENS } from "./accounts-screens";
import { ACCOUNTS_STATES } from "./accounts-states";
import { ACCOUNTS_VALIDATION } from "./accounts-validation";
import type { SpecificationRow } from "./row";

/** All rows of accounts and administration, in the order of the text. */
export const ACCOUNTS_ROWS: readonly SpecificationRow[] = [
  ...ACCOUNTS_PRODUCT,
  ...ACCOUNTS_PATHS,
  ...ACCOUNTS_PROFILE,
  ...ACCOUNTS_SCREENS,
  ...ACCOUNTS_ENTITIES,
  ...ACCOUNTS_STATES,
  ...ACCOUNTS_VALIDATION,
  ...ACCOUNTS_RIGHTS,
  ...ACCOUNTS_CALLS,
  ...ACCOUNTS_MESSAGES,
  ...ACCOUNTS_CONSTANTS,
];
