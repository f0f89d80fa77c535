import { expect } from "vitest";
import { straightLeg } from "./routing";

/** Routific's request and answer, as far as the walk reads them. */
interface Location {
  lat: number;
  lng: number;
}
interface Visit {
  location: Location;
  start?: string;
  end?: string;
  time_windows?: { start?: string; end?: string }[];
  duration?: number;
  load?: number | Record<string, number>;
  type?: unknown;
}
interface Vehicle {
  start_location: Location;
  end_location?: Location;
  shift_start?: string;
  shift_end?: string;
  capacity?: number | Record<string, number>;
  type?: unknown;
  speed?: string;
  strict_start?: boolean;
  breaks?: { id: string; start: string; end: string }[];
}
export interface Vrp {
  visits: Record<string, Visit>;
  fleet: Record<string, Vehicle>;
  options?: {
    traffic?: string | number;
    squash_durations?: number;
    max_vehicle_overtime?: number;
    max_visit_lateness?: number;
  };
}
interface Stop {
  location_id: string;
  arrival_time: string;
  finish_time?: string;
  distance: number;
  late_by?: number;
}
export interface VrpSolution {
  status: string;
  num_unserved: number;
  unserved: Record<string, string> | null;
  total_travel_time: number;
  total_break_time: number;
  total_distance: number;
  num_late_visits: number;
  total_visit_lateness: number;
  total_overtime: number;
  solution: Record<string, (Stop | { break: true; id: string; start_time: string; end_time: string })[]>;
  polylines?: Record<string, string[]>;
}

const minutes = (text: string): number => Number(text.split(":")[0]) * 60 + Number(text.split(":")[1]);
const TRAFFIC: Record<string, number> = { faster: 1, fast: 1.25, normal: 1.5, slow: 1.75, "very slow": 2 };
const DRIVER: Record<string, number> = { faster: 0.5, fast: 0.75, normal: 1, slow: 1.25, "very slow": 1.5 };
const listed = (type: unknown): string[] => [type ?? []].flat().map(String);
const amountsOf = (load: Visit["load"]): Record<string, number> =>
  typeof load === "number" ? { "": load } : (load ?? {});

/** Walks over an answer with arithmetic of its own. Times are whole minutes there, so that each may be one off. */
export function walkRoutific(request: Vrp, answer: VrpSolution): void {
  const unserved = Object.keys(answer.unserved ?? {});
  expect(answer).toMatchObject({ status: "success", num_unserved: unserved.length });
  const served: string[] = [];
  const sums = { travelMin: 0, metres: 0, breakMin: 0, late: 0, lateMin: 0 };
  expect(Object.keys(answer.solution).sort()).toEqual(Object.keys(request.fleet).sort());
  for (const [name, stops] of Object.entries(answer.solution))
    served.push(...walk(request, request.fleet[name]!, stops, sums));
  expect([...served, ...unserved].sort()).toEqual(Object.keys(request.visits).sort());
  expect(answer.total_travel_time).toBeCloseTo(sums.travelMin, 0);
  expect(answer.total_distance).toBeCloseTo(sums.metres / 1000, 2);
  expect(answer.total_break_time).toBe(sums.breakMin);
  expect([answer.num_late_visits, answer.total_visit_lateness]).toEqual([sums.late, expect.closeTo(sums.lateMin, 1)]);
}

interface Sums {
  travelMin: number;
  metres: number;
  breakMin: number;
  late: number;
  lateMin: number;
}

function walk(
  { visits, options = {} }: Vrp,
  vehicle: Vehicle,
  stops: VrpSolution["solution"][string],
  sums: Sums,
): string[] {
  const { traffic = "faster", squash_durations: squash, max_vehicle_overtime: overtime = 0 } = options;
  const slower = (typeof traffic === "number" ? traffic : TRAFFIC[traffic]!) * DRIVER[vehicle.speed ?? "normal"]!;
  const served: string[] = [];
  const load: Record<string, number> = {};
  let place: Location | null = null;
  let leftAt = 0;
  let restMin = 0;
  for (const [at, stop] of stops.entries()) {
    if ("break" in stop) {
      const rest = vehicle.breaks!.find(({ id }) => id === stop.id)!;
      expect([minutes(stop.start_time), minutes(stop.end_time)]).toEqual([minutes(rest.start), minutes(rest.end)]);
      sums.breakMin += minutes(rest.end) - minutes(rest.start);
      restMin += minutes(rest.end) - minutes(rest.start);
      continue;
    }
    const visit = visits[stop.location_id];
    const here: Location = visit?.location ?? (at === 0 ? vehicle.start_location : vehicle.end_location!);
    const arrival = minutes(stop.arrival_time);
    if (place === null) {
      if (vehicle.shift_start !== undefined) expect(arrival).toBeGreaterThanOrEqual(minutes(vehicle.shift_start));
      if (vehicle.strict_start === true) expect(arrival).toBe(minutes(vehicle.shift_start!));
    } else {
      const { durationSec, distanceM } = straightLeg(place, here);
      const travelMin = (durationSec * slower) / 60;
      // Breaks on the way, and waiting for them.
      const earliest = leftAt + travelMin + restMin;
      expect(arrival).toBeGreaterThan(earliest - 1.1);
      if (restMin === 0) expect(arrival).toBeLessThan(earliest + 1.1);
      sums.travelMin += travelMin;
      sums.metres += distanceM;
      expect(stop.distance).toBe(distanceM);
    }
    leftAt = arrival;
    restMin = 0;
    if (visit !== undefined) {
      const stay = visit.duration ?? 0;
      const isSame: boolean = place !== null && place.lat === here.lat && place.lng === here.lng && at > 1;
      const staying = isSame && squash !== undefined ? Math.min(stay, squash) : stay;
      leftAt = minutes(stop.finish_time!);
      const windows = visit.time_windows ?? [visit];
      const lateness = options.max_visit_lateness ?? 0;
      // It begins in a window, and is over before the window is.
      const begin = leftAt - staying;
      const fits = windows.some(
        ({ start = "0:00", end = "999:00" }) =>
          begin >= minutes(start) - 1 && begin + stay <= minutes(end) + lateness + 1,
      );
      expect([stop, fits]).toEqual([stop, true]);
      if (stop.late_by !== undefined) {
        sums.late += 1;
        sums.lateMin += stop.late_by;
      }
      for (const type of listed(visit.type)) expect(listed(vehicle.type)).toContain(type);
      for (const [kind, amount] of Object.entries(amountsOf(visit.load))) load[kind] = (load[kind] ?? 0) + amount;
      served.push(stop.location_id);
    }
    place = here;
  }
  if (vehicle.shift_end !== undefined) expect(leftAt).toBeLessThanOrEqual(minutes(vehicle.shift_end) + overtime);
  for (const [kind, most] of Object.entries(amountsOf(vehicle.capacity)))
    expect(load[kind] ?? 0).toBeLessThanOrEqual(most + 1e-9);
  return served;
}
