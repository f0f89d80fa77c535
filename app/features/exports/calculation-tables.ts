/** A calculation's answer as tables. */
import type { Aim } from "~/domain/calculation/aim";
import { calculationTypeLabel } from "~/domain/calculation/calculation-type";
import { costHeader } from "~/domain/calculation/cost";
import { breakSecOf } from "~/domain/calculation/output";
import type { CalculationOutput, OutputRoute, OutputStep } from "~/domain/calculation/output";
import type { CalculationInput } from "~/domain/calculation/calculation-input";
import { costOf as cost, kmOneDecimal as km, minutesOf } from "~/domain/time/format";
import { sheetTime } from "~/domain/time/sheet-time";
import type { ExportCell, ExportTable } from "~/services/export/table";

export interface ExportedCalculation {
  title: string;
  type: number;
  status: string;
  planTitle: string;
  aim: Aim;
  input: CalculationInput | null;
  output: CalculationOutput | null;
}

/** The summary says it, too. */
const zoneOf = ({ input }: ExportedCalculation): string => input?.base.time_zone ?? "UTC";

/** CSV leaves it out. */
const dayOf = ({ input }: ExportedCalculation): Pick<ExportTable, "day"> =>
  input === null ? {} : { day: input.base.service_date };

export function summaryTable(calculation: ExportedCalculation): ExportTable {
  const { input, output } = calculation;
  const rows: ExportCell[][] = [
    ["Asked at, UTC", calculation.title],
    ["Plan", calculation.planTitle],
    ["Service date", input?.base.service_date ?? null],
    ["Time zone", input?.base.time_zone ?? null],
    ["Type", calculationTypeLabel(calculation.type)],
    ["Status", calculation.status],
    ["Visits asked", input === null ? null : Object.keys(input.visits).length],
    ["Vehicles asked", input === null ? null : Object.keys(input.fleet).length],
  ];
  if (output !== null) {
    const { summary } = output;
    const breaks = breakSecOf(output.routes);
    rows.push(
      ["Routes", summary.routes],
      ["Unscheduled", summary.unassigned],
      ["Distance km", km(summary.distance)],
      ["Driving min", minutesOf(summary.duration)],
      ["On site min", minutesOf(summary.service + summary.setup - breaks)],
      ["Break min", minutesOf(breaks)],
      ["Waiting min", minutesOf(summary.waiting_time)],
      ["Volume m3", summary.amount[0]],
      ["Load kg", summary.amount[1]],
      [costHeader(calculation.aim), cost(summary.cost)],
      ["Solving time s", summary.computing_times.solving / 1000],
    );
  }
  return {
    name: "Summary",
    columns: [
      { header: "What", width: 22 },
      { header: "Value", width: 40 },
    ],
    rows,
  };
}

export function calculatedRoutesTable(calculation: ExportedCalculation): ExportTable {
  const zone = zoneOf(calculation);
  return {
    name: "Routes",
    ...dayOf(calculation),
    columns: [
      "Vehicle",
      "Visits",
      "Load kg",
      "Volume m3",
      "Start",
      "Finish",
      "Distance km",
      "Driving min",
      "On site min",
      "Break min",
      "Waiting min",
      costHeader(calculation.aim),
      "Warnings",
    ].map((header, index) => (index === 0 ? { header, width: 22 } : { header })),
    rows: (calculation.output?.routes ?? []).map((route) => [
      route.vehicle_name,
      route.visits,
      route.amount[1],
      route.amount[0],
      sheetTime(route.start, zone),
      sheetTime(route.finish, zone),
      km(route.distance),
      minutesOf(route.duration),
      minutesOf(route.service + route.setup - breakSecOf([route])),
      minutesOf(breakSecOf([route])),
      minutesOf(route.waiting_time),
      cost(route.cost),
      route.violations.map((one) => one.message).join("; "),
    ]),
  };
}

const STEP_WORDS: Readonly<Record<OutputStep["type"], string>> = {
  start: "Start",
  job: "Visit",
  break: "Break",
  end: "End",
};

export function stepsTable(calculation: ExportedCalculation): ExportTable {
  const zone = zoneOf(calculation);
  const row = (route: OutputRoute, step: OutputStep, number: number | null): ExportCell[] => [
    route.vehicle_name,
    number,
    STEP_WORDS[step.type],
    step.id ?? null,
    step.type === "break" ? "" : (step.description ?? ""),
    sheetTime(step.arrival_time, zone),
    km(step.travel_distance),
    minutesOf(step.travel_duration),
    minutesOf(step.waiting_time),
    step.type === "break" ? 0 : minutesOf(step.setup + step.service),
    step.type === "break" ? minutesOf(step.setup + step.service) : 0,
    step.amount[1],
    step.amount[0],
    step.lat ?? null,
    step.lng ?? null,
    step.violations.map((one) => one.message).join("; "),
  ];
  return {
    name: "Stops",
    ...dayOf(calculation),
    columns: [
      "Vehicle",
      "Stop no.",
      "Kind",
      "Visit id",
      "Name",
      "Arrival",
      "Distance km",
      "Driving min",
      "Waiting min",
      "On site min",
      "Break min",
      "On board kg",
      "On board m3",
      "Latitude",
      "Longitude",
      "Warnings",
    ].map((header) => (header === "Name" || header === "Vehicle" ? { header, width: 26 } : { header })),
    rows: (calculation.output?.routes ?? []).flatMap((route) => {
      let number = 0;
      return route.steps.map((step) => row(route, step, step.type === "job" ? ++number : null));
    }),
  };
}

export function unassignedTable(calculation: ExportedCalculation): ExportTable {
  return {
    name: "Unscheduled",
    columns: [
      { header: "Visit id" },
      { header: "Name", width: 28 },
      { header: "Reason", width: 60 },
      { header: "What would help", width: 60 },
      { header: "Latitude" },
      { header: "Longitude" },
    ],
    rows: (calculation.output?.unassigned ?? []).map((one) => [
      one.id,
      one.name,
      one.reason.message,
      one.reason.suggestion?.message ?? null,
      one.lat,
      one.lng,
    ]),
  };
}
