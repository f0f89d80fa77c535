import type { PlanTotalsDifference } from "~/domain/calculation/plan-difference";
import { formatKm } from "~/domain/time/format";
import { count } from "~/ui/format";

const signed = (value: number, text: string): string => `${value > 0 ? "+" : "−"}${text}`;

/**
 * What a result changed, in words: '−12.4 km', '−0.4 h', '−3 unserved', '14 stops moved'. Values that read the same are
 * left out; a plan that had no stops before has no difference to speak of.
 */
export function differenceWords({ moved, before, after }: PlanTotalsDifference): string[] {
  if (before.served === 0) return [];
  const parts: string[] = [];
  const km = after.distanceM - before.distanceM;
  if (Math.abs(km) >= 50) parts.push(signed(km, formatKm(Math.abs(km))));
  const hours = after.workSec - before.workSec;
  if (Math.abs(hours) >= 180) parts.push(signed(hours, `${(Math.abs(hours) / 3600).toFixed(1)} h`));
  const unserved = before.served - after.served;
  if (unserved !== 0) parts.push(signed(unserved, `${Math.abs(unserved)} unserved`));
  const broken = after.violations - before.violations;
  if (broken !== 0) parts.push(signed(broken, count(Math.abs(broken), "violation")));
  parts.push(moved === 0 ? "no stop moved" : `${count(moved, "stop")} moved`);
  return parts;
}
