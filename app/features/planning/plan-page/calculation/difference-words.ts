import type { PlanTotalsDifference } from "~/domain/calculation/plan-difference";
import { formatNumber } from "~/domain/format-number";
import { formatDuration, formatKm, signed } from "~/domain/time/format";
import { count } from "~/domain/format-number";

/**
 * What a result changed, in words: '−12.4 km', '−26 min', '−3 unserved', '14 stops moved'. Values that read the same
 * are omitted. A plan that had no stops before has nothing to compare with.
 */
export function differenceWords({ moved, before, after }: PlanTotalsDifference): string[] {
  if (before.served === 0) return [];
  const parts: string[] = [];
  const km = after.distanceM - before.distanceM;
  if (Math.abs(km) >= 50) parts.push(signed(km, formatKm(Math.abs(km))));
  const workSec = after.workSec - before.workSec;
  if (Math.abs(workSec) >= 30) parts.push(signed(workSec, formatDuration(Math.abs(workSec))));
  const unserved = before.served - after.served;
  if (unserved !== 0) parts.push(signed(unserved, `${formatNumber(Math.abs(unserved))} unscheduled`));
  const broken = after.violations - before.violations;
  if (broken !== 0) parts.push(signed(broken, count(Math.abs(broken), "violation")));
  parts.push(moved === 0 ? "no stop moved" : `${count(moved, "stop")} moved`);
  return parts;
}
