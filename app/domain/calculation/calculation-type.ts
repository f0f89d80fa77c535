import { labelOf } from "../labels";
import type { ValueOf } from "../labels";

/** Who started a calculation; Web is used for recalculations too. */
export const CalculationType = { System: 0, Api: 1, Web: 2 } as const;
export type CalculationType = ValueOf<typeof CalculationType>;

export const CALCULATION_TYPE_LABELS: Readonly<Record<CalculationType, string>> = {
  [CalculationType.System]: "System",
  [CalculationType.Api]: "API",
  [CalculationType.Web]: "Web",
};

export const calculationTypeLabel = (type: number | null | undefined): string => labelOf(CALCULATION_TYPE_LABELS, type);
