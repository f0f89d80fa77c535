import type { Figures } from "~/domain/figures/figures";
import type { DateText, Flag } from "./basics";

/** Up to which version of a plan its figures were counted. */
export interface PlanFiguresRow {
  id: number;
  company_id: number;
  plan_id: number;
  /** the day that they were counted for */
  service_date: DateText;
  /** 0: to be counted anew */
  version: number;
}

/** What is counted of a route (`domain/figures`). */
export interface RouteFiguresRow extends Figures {
  id: number;
  company_id: number;
  plan_id: number;
  route_id: number;
  service_date: DateText;
  driver_id: number | null;
  vehicle_id: number | null;
  /** the route's, else the plan's */
  warehouse_id: number | null;
}

/** What is judged of a visit; a visit that nothing is judged of has no row. */
export interface VisitFiguresRow {
  id: number;
  company_id: number;
  plan_id: number;
  visit_id: number;
  judged: Flag;
  on_time: Flag;
  overdue: Flag;
  promised: Flag;
  kept: Flag;
}
