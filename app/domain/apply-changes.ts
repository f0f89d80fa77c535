import { atOnce, mapped } from "~/lib/pieces";
import type { Pieces } from "~/lib/pieces";
import type { Patch, PlanningChanges } from "./changes";
import type { Plan } from "./plan/plan";
import type { Route } from "./route/route";
import type { Visit } from "./visit/visit";

/** The records that changes are applied to; each list may be a part of the plan's. */
export interface PlanRecords {
  plan: Plan;
  routes: readonly Route[];
  visits: readonly Visit[];
}

function* patched<T extends { id: number }>(
  records: readonly T[],
  patches: readonly Patch<T>[],
  removedIds: readonly number[],
): Pieces<T[]> {
  const sets = new Map(patches.map((patch) => [patch.id, patch.set]));
  const removed = new Set(removedIds);
  const kept = removed.size === 0 ? records : records.filter((record) => !removed.has(record.id));
  return yield* mapped(kept, (record) => {
    const set = sets.get(record.id);
    return set === undefined ? record : { ...record, ...set };
  });
}

/**
 * The records as they stand once the changes are saved: patched, without what is removed. Records that the changes
 * create are not among them, because they have no id yet; records that the changes restore are, if the given ones
 * include them. A record without a patch is the same object as before.
 */
export function* applyChangesInPieces<Records extends Partial<PlanRecords>>(
  records: Records,
  changes: PlanningChanges,
): Pieces<Records> {
  const { plan, routes, visits } = records;
  return {
    ...records,
    ...(plan && { plan: { ...plan, ...changes.plan?.set } }),
    ...(routes && { routes: yield* patched(routes, changes.routes, changes.removeRouteIds) }),
    ...(visits && { visits: yield* patched(visits, changes.visits, changes.removeVisitIds) }),
  };
}

/** The same in one piece, for short lists. */
export const applyChanges = <Records extends Partial<PlanRecords>>(
  records: Records,
  changes: PlanningChanges,
): Records => atOnce(applyChangesInPieces(records, changes));
