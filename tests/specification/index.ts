import type { SpecificationRow } from "./row";
import { ACCOUNTS_ROWS } from "./rows-accounts";
import { PLANNING_ROWS } from "./rows-planning";

export type { SpecificationRow, SpecificationRowKind } from "./row";
export { ACCOUNTS_ROWS, PLANNING_ROWS };

/** All rows of both specifications: the planning core first, then accounts and administration. */
export const SPECIFICATION_ROWS: readonly SpecificationRow[] = [...PLANNING_ROWS, ...ACCOUNTS_ROWS];
