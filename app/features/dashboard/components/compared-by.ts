/** What the figures are compared by, in words: long ranges have weeks in place of days. */
import type { Period } from "~/domain/figures/periods";
import type { DashboardData } from "../queries/dashboard.server";

type By = DashboardData["by"];

const HEADERS: Readonly<Record<By, string>> = {
  driver: "Driver",
  vehicle: "Vehicle",
  warehouse: "Warehouse",
  day: "Day",
};

export const groupHeader = (by: By, period: Period): string =>
  by === "day" && period === "week" ? "Week" : HEADERS[by];

/** The values of the address's parameter; without it, drivers are compared. */
export const groupChoices = (period: Period) =>
  (Object.keys(HEADERS) as By[]).map((by) => ({
    value: by === "driver" ? null : by,
    label: groupHeader(by, period),
  }));
