import type { PlanTotalsDifference } from "~/domain/calculation/plan-difference";
import { count, formatNumber } from "~/domain/format-number";
import { formatDuration, signed } from "~/domain/time/format";
import { formatDistanceChange, isDistanceChange } from "~/domain/format-units";
import type { Units } from "~/domain/units";

/**
 * What a result changed, in words: '−12.4 km', '−26 min', '−3 unserved', '14 stops moved'. Values that read the same
 * are omitted. A plan that had no stops before has nothing to compare with.
 */
export function differenceWords({ moved, before, after }: PlanTotalsDifference, units: Units): string[] {
  if (before.served === 0) return [];
  const parts: string[] = [];
  const driven = after.distanceM - before.distanceM;
  if (isDistanceChange(driven, units)) parts.push(formatDistanceChange(driven, units));
  const workSec = after.workSec - before.workSec;
  if (Math.abs(workSec) >= 30) parts.push(signed(workSec, formatDuration(Math.abs(workSec))));
  const unserved = before.served - after.served;
  if (unserved !== 0) parts.push(signed(unserved, `${formatNumber(Math.abs(unserved))} unscheduled`));
  const broken = after.violations - before.violations;
  if (broken !== 0) parts.push(signed(broken, count(Math.abs(broken), "warning")));
  parts.push(moved === 0 ? "no stop moved" : `${count(moved, "stop")} moved`);
  return parts;
}
