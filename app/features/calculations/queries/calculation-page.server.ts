import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { parseJsonInTurns } from "~/db/codecs.server";
import { db } from "~/db/database.server";
import { findPlan } from "~/db/repositories/plans.server";
import { getCalculation } from "~/db/repositories/calculations.server";
import { listRoutesOfPlan } from "~/db/repositories/routes.server";
import { findUserAcrossCompanies } from "~/db/repositories/users.server";
import { can } from "~/domain/access/permissions";
import { calculationTypeLabel } from "~/domain/calculation/calculation-type";
import { breakSecOf } from "~/domain/calculation/output";
import type { CalculationOutput } from "~/domain/calculation/output";
import { isDoubtful, measuredSentence } from "~/domain/calculation/measured-summary";
import type { Aim } from "~/domain/calculation/aim";
import { costInWords } from "~/domain/calculation/cost";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { formatNumber } from "~/domain/format-number";
import { formatDuration, formatSeconds } from "~/domain/time/format";
import { epochSec } from "~/domain/time/utc-text";
import { calculationMap, routeLines } from "../calculation-view";
import { isUnderway } from "~/domain/calculation/calculation-status";
import { outcomeSentence } from "../calculation-words";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { whenWords } from "~/domain/time/day-words";
import { askedBy } from "./list-calculations.server";
import { services } from "~/services/container.server";
import { formatDistance } from "~/domain/format-units";
import type { Units } from "~/domain/units";
import { nowSec } from "~/services/now.server";

const CALCULATION_TABS = ["map", "json", "export"] as const;
type CalculationTab = (typeof CALCULATION_TABS)[number];

/** The calculation and the tab that the history's address opens; null for none. */
export function askedCalculation(request: Request): { id: number; tab: CalculationTab } | null {
  const params = new URL(request.url).searchParams;
  const id = Number(params.get("query") ?? "");
  if (!Number.isSafeInteger(id) || id <= 0) return null;
  return { id, tab: CALCULATION_TABS.find((tab) => tab === params.get("tab")) ?? "map" };
}

/** Figures of the result, in the order of the dialog. */
function facts(
  output: CalculationOutput,
  input: CalculationInput | null,
  aim: Aim,
  units: Units,
): [label: string, value: string][] {
  const { summary } = output;
  const visits = output.routes.reduce((sum, route) => sum + route.visits, 0);
  const breaks = breakSecOf(output.routes);
  return [
    ["Routes", String(summary.routes)],
    [
      "Visits",
      input === null
        ? formatNumber(visits)
        : `${formatNumber(visits)} / ${formatNumber(Object.keys(input.visits).length)}`,
    ],
    ["Unscheduled", String(summary.unassigned)],
    ["Distance", formatDistance(summary.distance, units)],
    ["Driving", formatDuration(summary.duration)],
    ["On site", formatDuration(summary.service + summary.setup - breaks)],
    ...(breaks === 0 ? [] : [["Breaks", formatDuration(breaks)] satisfies [string, string]]),
    ["Waiting", formatDuration(summary.waiting_time)],
    ["Cost", costInWords(aim, summary.cost).text],
    ["Solving time", formatSeconds(summary.computing_times.solving)],
  ];
}

/** One calculation with its answer; the map's data only for the tab that shows it. @throws AppError 403, 404 */
export async function loadCalculation(session: CompanySession, { id, tab }: { id: number; tab: CalculationTab }) {
  const companyId = session.company.id;
  authorize(session, "calculation.view", { companyId });
  const row = await getCalculation(db(), companyId, id);
  const input = await parseJsonInTurns<CalculationInput | null>(row.input, null);
  const output = await parseJsonInTurns<CalculationOutput | null>(row.output, null);
  const plan = row.plan_id === null ? undefined : await findPlan(db(), companyId, row.plan_id);
  const planRouteIds =
    plan === undefined ? [] : (await listRoutesOfPlan(db(), companyId, plan.id)).map((route) => route.id);
  const user = row.user_id === null ? undefined : await findUserAcrossCompanies(db(), row.user_id);
  const base = input?.base;
  const clock = base === undefined ? null : { timeZone: base.time_zone, serviceDate: base.service_date };
  const measured = output?.summary.routing?.measured;
  const state = {
    status: row.status,
    share: row.progress,
    applied: row.applied_at !== null,
    tryOut: row.plan_version === null,
    errorMessage: row.error_message,
  };
  const right = (action: Parameters<typeof can>[1]): boolean => can(session.actor, action, { companyId });
  return {
    id: row.id,
    tab,
    title: whenWords(epochSec(row.created_at), nowSec(), await zoneOfUser(session)),
    plan: plan ? { id: plan.id, title: plan.title } : null,
    by: askedBy({ user_name: user?.name ?? null, user_surname: user?.surname ?? null }),
    type: calculationTypeLabel(row.type),
    ...state,
    sentence: outcomeSentence(state),
    /** what became of the legs that the search had estimated; null where there were none */
    measured: measured === undefined ? null : measuredSentence(measured, session.units),
    isDoubtful: measured !== undefined && isDoubtful(measured),
    facts: output === null ? [] : facts(output, input, row.aim, session.units),
    routes: routeLines(output, clock, planRouteIds, session.units),
    timeZone: clock?.timeZone ?? "UTC",
    parts: { input: row.input !== null, output: row.output !== null },
    map:
      tab === "map"
        ? {
            ...calculationMap(input, output, planRouteIds),
            baseMap: services().baseMaps.current(session.user.settings.map),
          }
        : null,
    rights: {
      calculate: right("debug.calculate"),
      testApi: right("debug.testApi"),
      stop: right("calculation.cancel") && isUnderway(row.status),
      export: right("calculation.export"),
    },
  };
}
export type CalculationView = Awaited<ReturnType<typeof loadCalculation>>;
