import { labelOf } from "../labels";
import type { ValueOf } from "../labels";

/** How a visit came into the system. */
export const VisitSource = { Web: 1, Import: 2, Api: 3 } as const;
export type VisitSource = ValueOf<typeof VisitSource>;

export const VISIT_SOURCE_LABELS: Readonly<Record<VisitSource, string>> = {
  [VisitSource.Web]: "Web",
  [VisitSource.Import]: "Import",
  [VisitSource.Api]: "API",
};

export const visitSourceLabel = (source: number | null | undefined): string => labelOf(VISIT_SOURCE_LABELS, source);
