/** What the input of a calculation is built from, and its clock. */
import { secondsSinceMidnight } from "../time/time-zone";
import type { CompanySettings } from "../company/company";
import type { Plan } from "../plan/plan";
import type { Route } from "../route/route";
import type { UtcText } from "../time/utc-text";
import type { Vehicle } from "../vehicle/vehicle";
import type { Visit } from "../visit/visit";
import type { Warehouse } from "../warehouse/warehouse";
import type { CalculationMode } from "./calculation-input";

export interface CalculationSource {
  company: CompanySettings;
  plan: Plan;
  /** the plan's and the routes' */
  warehouses: readonly Warehouse[];
  vehicles: readonly Vehicle[];
  /** see planScope and routeScope */
  routes: readonly Route[];
  visits: readonly Visit[];
  mode: CalculationMode;
  /** IANA name, of the plan's warehouse */
  timeZone: string;
  now: UtcText;
  /** drivers of the plan are on the road: until then nobody else leaves in the past (`liveUntil`) */
  liveUntil?: number | null | undefined;
}

/** 'HH:mm' of the warehouse's clock as seconds since the service date's midnight. */
export const clockSec = (source: Pick<CalculationSource, "plan" | "timeZone">, hhmm: string): number | null =>
  secondsSinceMidnight(source.plan.serviceDate, hhmm, source.timeZone);
