/** The solver's plan → an answer in Routific's format. Durations are minutes, distances metres, times hh:mm. */
import { clockSec, clockText, minutesOf } from "./clock";
import { lateSec } from "./build-problem";
import type { RoutificRequest, RoutificVehicle } from "./request";
import type { ReasonCode, Solution, SolutionRoute, SolutionStep } from "solver/contract/public";

interface RoutificStop {
  location_id: string;
  location_name: string;
  arrival_time: string;
  finish_time?: string;
  /** from the stop before */
  distance?: number;
  too_late?: boolean;
  late_by?: number;
}

interface RoutificBreak {
  break: true;
  id: string;
  start_time: string;
  end_time: string;
}

interface RoutificAnswer {
  status: "success";
  total_travel_time: number;
  total_idle_time: number;
  total_working_time: number;
  total_break_time: number;
  /** km */
  total_distance: number;
  total_visit_lateness: number;
  num_late_visits: number;
  total_overtime: number;
  vehicle_overtime: Record<string, number>;
  num_unserved: number;
  unserved: Record<string, string> | null;
  solution: Record<string, (RoutificStop | RoutificBreak)[]>;
  /** encoded lines on the map by vehicle, one for each leg */
  polylines?: Record<string, string[]>;
}

/** Why no vehicle serves a visit; the first rule that keeps it from the first vehicle. */
const REASONS: Partial<Record<ReasonCode, string>> = {
  no_way: "no road leads there",
  skills: "no vehicle of its type can serve it",
  capacity: "no vehicle has room for its load",
  time_window: "no vehicle can be there in its time window",
  working_hours: "no shift is long enough for it",
  break: "the breaks leave no time for it",
};
const NO_ROOM = "no vehicle can serve it together with the others";
const TOO_SHORT = "it takes longer than its time window";

const finishOf = ({ arrivalSec, waitingSec, setupSec, serviceSec }: SolutionStep): number =>
  arrivalSec + waitingSec + setupSec + serviceSec;

interface Sums {
  travelSec: number;
  idleSec: number;
  workSec: number;
  breakSec: number;
  distanceM: number;
  lateSec: number;
  late: number;
}

/** @param impossible visits that the problem does not have, because nothing can serve them */
export function routificAnswer(
  request: RoutificRequest,
  { routes, unassigned }: Pick<Solution, "routes" | "unassigned">,
  impossible: readonly string[],
  polylines?: ReadonlyMap<number, string[]>,
): RoutificAnswer {
  const visitIds = Object.keys(request.visits);
  const sums: Sums = { travelSec: 0, idleSec: 0, workSec: 0, breakSec: 0, distanceM: 0, lateSec: 0, late: 0 };
  const solution: RoutificAnswer["solution"] = {};
  const overtime: Record<string, number> = {};
  const lines: Record<string, string[]> = {};
  Object.entries(request.fleet).forEach(([name, vehicle], index) => {
    const route = routes.find(({ vehicleId }) => vehicleId === index + 1);
    solution[name] = route === undefined ? [] : stopsOf(request, name, vehicle, route, visitIds, sums);
    overtime[name] = route === undefined ? 0 : overtimeSec(vehicle, route);
    if (polylines !== undefined) lines[name] = polylines.get(index + 1) ?? [];
  });
  const unserved = Object.fromEntries([
    ...impossible.map((id) => [id, TOO_SHORT] as const),
    ...unassigned.map(({ id, reasons }) => [visitIds[id - 1]!, (reasons[0] && REASONS[reasons[0].code]) ?? NO_ROOM]),
  ]) as Record<string, string>;
  const numUnserved = Object.keys(unserved).length;
  return {
    status: "success",
    total_travel_time: minutesOf(sums.travelSec),
    total_idle_time: minutesOf(sums.idleSec),
    total_working_time: minutesOf(sums.workSec),
    total_break_time: minutesOf(sums.breakSec),
    total_distance: sums.distanceM / 1000,
    total_visit_lateness: minutesOf(sums.lateSec),
    num_late_visits: sums.late,
    total_overtime: minutesOf(Object.values(overtime).reduce((sum, seconds) => sum + seconds, 0)),
    vehicle_overtime: Object.fromEntries(Object.entries(overtime).map(([name, seconds]) => [name, minutesOf(seconds)])),
    num_unserved: numUnserved,
    unserved: numUnserved === 0 ? null : unserved,
    solution,
    ...(polylines === undefined ? {} : { polylines: lines }),
  };
}

function overtimeSec({ shift_end: end }: RoutificVehicle, { steps }: SolutionRoute): number {
  const last = steps.at(-1);
  return end === undefined || last === undefined ? 0 : Math.max(0, finishOf(last) - clockSec(end)!);
}

function stopsOf(
  { visits }: RoutificRequest,
  name: string,
  vehicle: RoutificVehicle,
  { steps }: SolutionRoute,
  visitIds: readonly string[],
  sums: Sums,
): (RoutificStop | RoutificBreak)[] {
  const first = steps[0];
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return [];
  sums.travelSec += last.durationSec;
  sums.distanceM += last.distanceM ?? 0;
  sums.workSec += finishOf(last) - first.arrivalSec;
  let metres = 0;
  return steps.flatMap((step): (RoutificStop | RoutificBreak)[] => {
    sums.idleSec += step.waitingSec;
    const begin = step.arrivalSec + step.waitingSec;
    if (step.type === "break") {
      sums.breakSec += step.serviceSec;
      sums.workSec -= step.serviceSec;
      const id = vehicle.breaks?.[step.id - 1]?.id ?? `${name}_break_${step.id}`;
      return [
        { break: true, id: String(id), start_time: clockText(begin), end_time: clockText(begin + step.serviceSec) },
      ];
    }
    const distance = (step.distanceM ?? 0) - metres;
    metres = step.distanceM ?? 0;
    const at = { arrival_time: clockText(step.arrivalSec), distance };
    if (step.type === "start" || step.type === "end") {
      const place = step.type === "start" ? vehicle.start_location : vehicle.end_location;
      if (place === undefined) return [];
      const id = place.id ?? `${name}_${step.type}`;
      return [{ location_id: id, location_name: place.name ?? id, ...at }];
    }
    const id = visitIds[step.id - 1]!;
    const visit = visits[id]!;
    const late = lateSec(visit, begin);
    if (late > 0) {
      sums.late += 1;
      sums.lateSec += late;
    }
    return [
      {
        location_id: id,
        location_name: visit.location.name ?? id,
        ...at,
        finish_time: clockText(finishOf(step)),
        ...(late > 0 ? { too_late: true, late_by: minutesOf(late) } : {}),
      },
    ];
  });
}
