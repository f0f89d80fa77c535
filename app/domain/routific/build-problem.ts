/** A request in Routific's format → the solver's problem. Vehicles and visits are numbered from 1, in their order. */
import { collectPlaces } from "../calculation/places";
import type { CalculationPlaces } from "../calculation/places";
import { OPEN_END_SEC } from "../calculation/build-problem";
import { VEHICLE_WEIGHT } from "../calculation/cost";
import { clockSec } from "./clock";
import { amountOf, kindsOf, totals } from "./loads";
import type { RoutificRequest, RoutificVehicle, RoutificVisit } from "./request";
import type { Job, Matrix, Problem, TimeWindow, Vehicle, VehicleCosts } from "solver/contract/public";

/** The one travel table. */
export const PROFILE = "car";

/** Driving takes this share more than on the empty road: each step is a quarter. */
const TRAFFIC = { faster: 1, fast: 1.25, normal: 1.5, slow: 1.75, "very slow": 2 } as const;
/** Of a driver's time on the same way: each step from normal is a quarter. */
const DRIVER = { faster: 0.5, fast: 0.75, normal: 1, slow: 1.25, "very slow": 1.5 } as const;
/** One of the next level counts more than nine of the one below. */
const PRIORITY = { low: 1, regular: 10, high: 100 } as const;
const secOf = (minutes: number | undefined): number => Math.round((minutes ?? 0) * 60);

/** What may be exceeded where the visits don't fit otherwise. */
interface Leeway {
  overtimeSec: number;
  latenessSec: number;
}

export const NO_LEEWAY: Leeway = { overtimeSec: 0, latenessSec: 0 };

export const leewayOf = ({ options = {} }: RoutificRequest): Leeway => ({
  overtimeSec: secOf(options.max_vehicle_overtime),
  latenessSec: secOf(options.max_visit_lateness),
});

export const placesOf = ({ visits, fleet }: RoutificRequest): CalculationPlaces =>
  collectPlaces({
    visits: numbered(visits, ({ location: { lat, lng } }) => ({ lat, lng })),
    fleet: numbered(fleet, ({ start_location, end_location }) => ({
      start_location,
      ...(end_location === undefined ? {} : { end_location }),
    })),
  });

const numbered = <Value, Out>(all: Readonly<Record<string, Value>>, read: (value: Value) => Out): Record<number, Out> =>
  Object.fromEntries(Object.values(all).map((value, index) => [index + 1, read(value)]));

/** Visits that take longer than each of their time windows: no route can serve them. */
export const impossibleVisits = ({ visits }: RoutificRequest): string[] =>
  Object.entries(visits).flatMap(([id, visit]) => (windowsOf(visit, 0)?.length === 0 ? [id] : []));

export function buildRoutificProblem(
  request: RoutificRequest,
  places: CalculationPlaces,
  matrix: Matrix,
  leeway: Leeway,
): Problem {
  const { visits, fleet, options = {} } = request;
  const kinds = kindsOf(request);
  const total = totals(request, kinds);
  const typeNumbers = new Map<string, number>();
  const skills = (types: RoutificVisit["type"]): number[] =>
    [types ?? []].flat().map((type) => {
      const known = typeNumbers.get(String(type)) ?? typeNumbers.size + 1;
      typeNumbers.set(String(type), known);
      return known;
    });
  const squashSec = options.squash_durations === undefined ? null : secOf(options.squash_durations);
  const traffic = typeof options.traffic === "number" ? options.traffic : TRAFFIC[options.traffic ?? "faster"];
  const costs = costsOf(request);
  return {
    vehicles: Object.entries(fleet).map(([name, one], index): Vehicle => {
      const speedFactor = 1 / (traffic * DRIVER[one.speed ?? "normal"]);
      return {
        ...vehicleOf(one, leeway),
        id: index + 1,
        description: name,
        profile: PROFILE,
        startIndex: places.startIndex.get(index + 1) ?? null,
        endIndex: places.endIndex.get(index + 1) ?? null,
        capacity: kinds.map((kind, dimension) => amountOf(one.capacity, kind) ?? total[dimension]!),
        skills: skills(one.type),
        speedFactor,
        ...(costs === undefined ? {} : { costs }),
      };
    }),
    jobs: Object.entries(visits).flatMap(([name, visit], index): Job[] => {
      const timeWindows = windowsOf(visit, leeway.latenessSec);
      if (timeWindows?.length === 0) return [];
      const stay = secOf(visit.duration);
      const setupSec = squashSec === null ? 0 : Math.max(0, stay - squashSec);
      return [
        {
          id: index + 1,
          description: name,
          locationIndex: places.visitIndex.get(index + 1)!,
          siteIndex: places.visitSite.get(index + 1)!,
          setupSec,
          serviceSec: stay - setupSec,
          delivery: kinds.map((kind) => amountOf(visit.load, kind) ?? 0),
          skills: skills(visit.type),
          priority: PRIORITY[visit.priority ?? "regular"],
          ...(timeWindows === undefined ? {} : { timeWindows }),
        },
      ];
    }),
    shipments: [],
    matrices: { [PROFILE]: matrix },
    balance: options.visit_balance_coefficient ?? 0,
  };
}

function vehicleOf(one: RoutificVehicle, { overtimeSec }: Leeway): Pick<Vehicle, "timeWindow" | "breaks"> {
  const pauses = one.breaks ?? [];
  return {
    timeWindow: [clockOr(one.shift_start, 0), clockOr(one.shift_end, OPEN_END_SEC)],
    ...(one.shift_end === undefined ? {} : { overtimeSec }),
    ...(one.strict_start === true ? { strictStart: true } : {}),
    breaks: pauses.map(({ start, end }, index) => ({
      id: index + 1,
      timeWindows: [[clockSec(start)!, clockSec(start)!] as const],
      serviceSec: clockSec(end)! - clockSec(start)!,
      // Only a single break can be left out where the route is over before it.
      ...(pauses.length === 1 ? { onlyIfDue: true } : {}),
    })),
  };
}

const clockOr = (text: string | undefined, otherwise: number): number =>
  text === undefined ? otherwise : clockSec(text)!;

/**
 * When a visit may begin: it has to be over when its window ends. Windows that meet become one.
 * @returns undefined: any time; empty: never
 */
function windowsOf(visit: RoutificVisit, latenessSec: number): TimeWindow[] | undefined {
  if (visit.time_windows === undefined && visit.start === undefined && visit.end === undefined) return undefined;
  const staySec = secOf(visit.duration);
  const windows = (visit.time_windows ?? [visit])
    .map(({ start, end }): [number, number] => [
      clockOr(start, 0),
      end === undefined ? OPEN_END_SEC : clockSec(end)! - staySec,
    ])
    .filter(([from, to]) => from <= to)
    .map(([from, to]): [number, number] => [from, to + latenessSec])
    .sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const one of windows) {
    const last = merged.at(-1);
    if (last !== undefined && one[0] <= last[1]) last[1] = Math.max(last[1], one[1]);
    else merged.push(one);
  }
  return merged;
}

/** The latest begin that is in time: a visit that begins later is late by the rest. */
export function lateSec(visit: RoutificVisit, beginSec: number): number {
  const windows = windowsOf(visit, 0);
  if (windows === undefined) return 0;
  const before = windows.filter(([from]) => from <= beginSec).at(-1);
  return before === undefined ? 0 : Math.max(0, beginSec - before[1]);
}

/** Undefined: seconds of driving. With the shortest distance, metres. */
function costsOf({ options = {} }: RoutificRequest): VehicleCosts | undefined {
  const fixed = options.min_vehicles === true ? { fixed: VEHICLE_WEIGHT } : {};
  if (options.shortest_distance === true) return { ...fixed, perHour: 0, perKm: 1000 };
  return options.min_vehicles === true ? fixed : undefined;
}
