import { authorize } from "~/auth/actor.server";
import type { CompanySession } from "~/auth/session.server";
import { db } from "~/db/database.server";
import { GROUPS, sumFigures } from "~/db/repositories/figures.server";
import type { FigureGroup, GroupedFigures } from "~/db/repositories/figures.server";
import { namesForFigures } from "~/db/repositories/figure-names.server";
import { compareNames } from "~/domain/compare-names";
import { NO_DRIVER, NO_VEHICLE } from "~/domain/constants";
import { chosenDays } from "~/domain/figures/day-range";
import type { ChosenDays } from "~/domain/figures/day-range";
import { addFigures } from "~/domain/figures/figures";
import { byPeriod, periodOf } from "~/domain/figures/periods";
import type { ListOrder } from "~/domain/list-order";
import { currentOrder } from "~/domain/list-order";
import { formatDay } from "~/domain/time/day-words";
import { todayIn } from "~/domain/time/time-zone";
import { freshFigures } from "~/planner/fresh-figures.server";
import { zoneOfUser } from "~/planner/zone-of-warehouse.server";
import { nowSecOf } from "~/services/now.server";
import { chartPoints } from "../chart-points";
import { figureOrder, MEASURES } from "../measures";
import { loadPromisedWindows } from "./promised-windows.server";

export interface FigureRow extends GroupedFigures {
  title: string;
  /** of several days, which `key` is the first of: the last */
  to?: string;
}

const NONE: Readonly<Record<FigureGroup, string>> = {
  driver: NO_DRIVER,
  vehicle: NO_VEHICLE,
  warehouse: "No warehouse",
  day: "",
};

/** What the address asks for. */
interface Asked {
  days: ChosenDays;
  by: FigureGroup;
  /** by a measure's id, or "title" */
  order: ListOrder;
}

async function askedOf(session: CompanySession, request: Request): Promise<Asked> {
  const params = new URL(request.url).searchParams;
  const by = params.get("by") ?? "";
  const group = Object.hasOwn(GROUPS, by) ? (by as FigureGroup) : "driver";
  return {
    days: chosenDays(params, todayIn(await zoneOfUser(session), nowSecOf(session))),
    by: group,
    order: currentOrder(figureOrder(group), params),
  };
}

async function titled(companyId: number, group: FigureGroup, rows: readonly GroupedFigures[]): Promise<FigureRow[]> {
  if (group === "day") return rows.map((row) => ({ ...row, title: formatDay(String(row.key)) }));
  const ids = rows.flatMap(({ key }) => (key === null ? [] : [Number(key)]));
  const names = await namesForFigures(db(), companyId, group, ids);
  return rows.map((row) => ({
    ...row,
    title: row.key === null ? NONE[group] : (names.get(Number(row.key)) ?? `Removed (${row.key})`),
  }));
}

/** What nothing is known of stands last, whichever way. */
function sorted(rows: readonly FigureRow[], order: ListOrder, by: FigureGroup): FigureRow[] {
  const down = order.down ? -1 : 1;
  const measure = MEASURES.find(({ id }) => id === order.by);
  const text = ({ key, title }: FigureRow) => (by === "day" ? String(key) : title);
  const byTitle = (a: FigureRow, b: FigureRow) => compareNames(text(a), text(b));
  return [...rows].sort((a, b) => {
    if (measure === undefined) return down * byTitle(a, b);
    const [x, y] = [measure.of(a.sums), measure.of(b.sums)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byTitle(a, b);
    return down * (x - y) || byTitle(a, b);
  });
}

async function figuresBy(companyId: number, { days, order }: Asked, by: FigureGroup): Promise<FigureRow[]> {
  return sorted(await titled(companyId, by, await sumFigures(db(), companyId, days, by)), order, by);
}

/** What a manager asks at the end of a day. @throws AppError 403 */
export async function loadDashboard(session: CompanySession, request: Request) {
  authorize(session, "company.dashboard");
  const companyId = session.company.id;
  const asked = await askedOf(session, request);
  await freshFigures(companyId, asked.days);
  const [byDay, byOther] = await Promise.all([
    sumFigures(db(), companyId, asked.days, "day"),
    asked.by === "day" ? null : figuresBy(companyId, asked, asked.by),
  ]);
  const periods = byPeriod(
    byDay.map((day) => ({ ...day, key: String(day.key) })),
    asked.days,
  );
  return {
    ...asked,
    sums: addFigures(byDay.map(({ sums }) => sums)),
    routes: byDay.reduce((sum, { routes }) => sum + routes, 0),
    period: periodOf(asked.days),
    chart: chartPoints(periods),
    rows: byOther ?? sorted(periods, asked.order, "day"),
    ...(await loadPromisedWindows(session)),
  };
}
export type DashboardData = Awaited<ReturnType<typeof loadDashboard>>;

/** The tables of the dashboard's file: the chosen one first. @throws AppError 403 */
export async function figureTables(session: CompanySession, request: Request) {
  authorize(session, "company.dashboard");
  const companyId = session.company.id;
  const asked = await askedOf(session, request);
  await freshFigures(companyId, asked.days);
  const groups = [asked.by, ...(Object.keys(GROUPS) as FigureGroup[]).filter((group) => group !== asked.by)];
  const tables: { by: FigureGroup; rows: FigureRow[] }[] = [];
  for (const by of groups) tables.push({ by, rows: await figuresBy(companyId, asked, by) });
  return { days: asked.days, tables };
}
