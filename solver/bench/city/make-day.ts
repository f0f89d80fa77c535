import { Random } from "../../random";
import type { Tables } from "./roads";

/** What a day is made of beside its places. */
export interface DayKind {
  readonly seed: number;
  readonly stops: number;
  /** Share of stops that are halves of shipments. */
  readonly shipments?: number;
  /** Vehicles have costs of their own: fixed, per hour and per km. Otherwise travel time alone counts. */
  readonly costs?: boolean;
  /** Also a short break in the morning. */
  readonly twoBreaks?: boolean;
}

interface VehicleKind {
  readonly capacity: readonly [number, number];
  readonly speed: number;
  readonly costs: { readonly fixed: number; readonly per_hour: number; readonly per_km: number };
}

const KINDS: readonly VehicleKind[] = [
  { capacity: [6000, 8000], speed: 1, costs: { fixed: 1800, per_hour: 3600, per_km: 60 } },
  { capacity: [18_000, 35_000], speed: 0.9, costs: { fixed: 4200, per_hour: 4200, per_km: 140 } },
  { capacity: [3500, 4200], speed: 1.05, costs: { fixed: 1200, per_hour: 3400, per_km: 45 } },
  { capacity: [9000, 10_000], speed: 0.95, costs: { fixed: 2500, per_hour: 3800, per_km: 85 } },
];
const DAY_START = 28_800;
const HALF_HOUR = 1800;
const WINDOWS: readonly (readonly [share: number, from: number, to: number])[] = [
  [0.08, 28_800, 43_200],
  [0.07, 32_400, 41_400],
  [0.08, 36_000, 64_800],
  [0.08, 46_800, 61_200],
];
const SETUPS = [120, 240, 420, 840];

/**
 * A day of deliveries in VROOM's format: a fleet of several kinds with little room to spare in hours and loads, two
 * load dimensions, breaks, speed factors, limits on stops and distance, windows, service and setup, pickups (and
 * shipments).
 * The same arguments always give the same day. The depot is place 0.
 */
export function makeDay(tables: Tables, kind: DayKind): object {
  const random = new Random(kind.seed);
  const whole = (least: number, most: number): number => least + random.below(most - least + 1);
  const window = (): [number, number] => {
    let draw = random.real();
    for (const [share, from, to] of WINDOWS) if ((draw -= share) < 0) return [from, to];
    return [DAY_START, 72_000];
  };
  const amounts = (): [number, number] => [
    random.real() < 0.1 ? whole(600, 1500) : whole(15, 430),
    random.real() < 0.1 ? whole(500, 1800) : whole(10, 260),
  ];
  const pairs = Math.round((kind.stops * (kind.shipments ?? 0)) / 2);
  const jobs = Array.from({ length: kind.stops - 2 * pairs }, (_, k) => ({
    id: k + 1,
    location_index: k + 1,
    service: 60,
    setup: SETUPS[random.below(SETUPS.length)],
    time_windows: [window()],
    [random.real() < 0.11 ? "pickup" : "delivery"]: amounts(),
  }));
  const shipments = Array.from({ length: pairs }, (_, k) => {
    const [pickup, delivery] = [1, 2].map((half) => ({
      id: jobs.length + 2 * k + half,
      location_index: jobs.length + 2 * k + half,
      service: 60,
      setup: SETUPS[random.below(2)],
      time_windows: [half === 1 ? [DAY_START, 54_000] : [DAY_START, 72_000]],
    }));
    return { pickup, delivery, amount: amounts() };
  });
  const vehicles = fleet(tables, jobs, pairs, kind, random);
  const rows = (values: Int32Array): number[][] =>
    Array.from({ length: tables.size }, (_, k) => Array.from(values.subarray(k * tables.size, (k + 1) * tables.size)));
  return {
    vehicles,
    jobs,
    ...(pairs > 0 ? { shipments } : {}),
    matrices: { car: { durations: rows(tables.durations), distances: rows(tables.distances) } },
  };
}

interface Sized {
  readonly setup: number;
  readonly [load: string]: unknown;
}

/** Vehicles of two to four kinds whose hours and loads are some tens of percent more than the day needs. */
function fleet(tables: Tables, jobs: readonly Sized[], pairs: number, kind: DayKind, random: Random): object[] {
  const chosen = KINDS.map((each) => ({ each, key: random.real() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, 2 + random.below(3))
    .map(({ each }) => each);
  const needed = [0, 0];
  let onSite = pairs * 2 * 240;
  for (const job of jobs) {
    onSite += 60 + job.setup;
    for (const load of [job.delivery, job.pickup] as (number[] | undefined)[])
      load?.forEach((amount, d) => (needed[d] += amount));
  }
  const hours = onSite + kind.stops * legEstimate(tables);
  const slack = 1.25 + 0.35 * random.real();
  const most = Math.ceil((kind.stops / (hours / 27_000)) * (1.05 + 0.3 * random.real()));
  const vehicles: object[] = [];
  let time = 0;
  const room = [0, 0];
  while (time < slack * hours || room.some((value, d) => value < slack * needed[d])) {
    // of each kind one, then more of the first ones
    const k = vehicles.length < chosen.length ? vehicles.length : random.below(1 + random.below(chosen.length));
    const { capacity, speed, costs } = chosen[k];
    const id = vehicles.length + 1;
    const end = DAY_START + HALF_HOUR * (16 + random.below(6));
    const breaks = [{ id: 2 * id, service: 1800, time_windows: [[43_200, 48_600]] }];
    if (kind.twoBreaks === true) breaks.unshift({ id: 2 * id - 1, service: 900, time_windows: [[34_200, 39_600]] });
    vehicles.push({
      id,
      profile: "car",
      start_index: 0,
      end_index: 0,
      capacity,
      time_window: [DAY_START, end],
      max_tasks: most,
      max_distance: 250_000,
      speed_factor: speed,
      breaks,
      ...(kind.costs === true ? { costs } : {}),
    });
    time += (end - DAY_START - 1800) * speed;
    capacity.forEach((value, d) => (room[d] += value));
  }
  return vehicles;
}

/** Seconds of a typical leg of a good plan: from a place to its third nearest. */
function legEstimate({ size, durations }: Tables): number {
  let sum = 0;
  for (let k = 0; k < size; k++) sum += durations.slice(k * size, (k + 1) * size).sort()[Math.min(4, size - 1)];
  return 1.3 * (sum / size);
}
