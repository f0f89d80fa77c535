import { Random } from "solver/random";

type Json = Record<string, unknown>;

export interface RandomOptions {
  readonly tasks: number;
  /** Which features may occur; all when absent. */
  readonly only?: readonly string[];
  /** Some legs have no way, which neither VROOM nor the shared checker knows. */
  readonly gaps?: boolean;
}

/** A random problem in VROOM's format over all constraints that VROOM and the shared checker know. */
export function randomProblem(seed: number, { tasks, only, gaps }: RandomOptions): Json {
  const random = new Random(seed);
  const may = (feature: string, chance: number): boolean =>
    random.real() < chance && (only === undefined || only.includes(feature));
  const places = Math.max(3, Math.min(tasks + 2, 3 + random.below(tasks + 2)));
  const xs = Array.from({ length: places }, () => [random.below(600), random.below(600)]);
  const asymmetric = may("asymmetric", 0.5);
  const durations = xs.map((a) =>
    xs.map(
      (b) => Math.round(Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)) + (asymmetric && a !== b ? random.below(60) : 0),
    ),
  );
  const distances = durations.map((row) => row.map((value) => value * 8 + (value > 0 ? random.below(200) : 0)));
  const dimensions = may("load", 0.8) ? 1 + random.below(3) : 0;
  const horizon = 6000 + random.below(6000);
  const windowsOn = may("windows", 0.7);
  const amounts = (most: number): number[] => Array.from({ length: dimensions }, () => random.below(most + 1));
  const window = (width: number): [number, number] => {
    const from = random.below(Math.max(1, horizon - width));
    return [from, from + width];
  };
  const windows = (): Json => {
    if (!windowsOn || random.real() < 0.3) return {};
    const first = window(300 + random.below(2500));
    if (!may("multi-windows", 0.4)) return { time_windows: [first] };
    return { time_windows: [first, [first[1] + 100 + random.below(500), first[1] + 1200 + random.below(1500)]] };
  };
  const work = (): Json => ({
    ...(random.real() < 0.7 ? { service: random.below(200) } : {}),
    ...(may("setup", 0.5) ? { setup: random.below(300) } : {}),
    ...(may("per-type", 0.2)
      ? { service_per_type: { van: random.below(300) }, setup_per_type: { bike: random.below(90) } }
      : {}),
  });
  const withSkills = may("skills", 0.4);
  const info = (): Json => ({
    ...(withSkills && random.real() < 0.3 ? { skills: [1 + random.below(3)] } : {}),
    ...(may("priority", 0.3) ? { priority: random.below(101) } : {}),
  });
  const jobs: Json[] = [];
  const shipments: Json[] = [];
  const withShipments = may("shipments", 0.5);
  const withPickups = may("pickups", 0.5);
  const place = (): number => random.below(places);
  while (jobs.length + 2 * shipments.length < tasks) {
    const id = jobs.length + 2 * shipments.length + 1;
    if (withShipments && random.real() < 0.5) {
      const half = (): Json => ({ id, location_index: place(), ...work(), ...windows() });
      shipments.push({
        pickup: half(),
        delivery: half(),
        ...(dimensions > 0 ? { amount: amounts(6) } : {}),
        ...info(),
      });
    } else {
      const load: Json =
        dimensions === 0
          ? {}
          : withPickups && random.real() < 0.5
            ? { pickup: amounts(8), ...(random.real() < 0.3 ? { delivery: amounts(8) } : {}) }
            : { delivery: amounts(8) };
      jobs.push({ id, location_index: place(), ...work(), ...windows(), ...load, ...info() });
    }
  }
  const fleet = 1 + random.below(5);
  const profiles = may("profiles", 0.3) ? ["car", "truck"] : ["car"];
  const vehicles = Array.from({ length: fleet }, (_, v): Json => {
    const open = may("open", 0.3) ? random.below(3) : 0;
    const hours = windowsOn || may("hours", 0.4) ? window(Math.floor(horizon * (0.5 + random.real() / 2))) : undefined;
    const from = hours?.[0] ?? 0;
    const breaks = may("breaks", 0.4)
      ? Array.from({ length: 1 + random.below(2) }, (_, b) => {
          const begin = from + 800 + b * 2200 + random.below(500);
          return {
            id: 10 * v + b,
            service: random.below(500),
            time_windows: [[begin, begin + 600 + random.below(600)]],
            ...(dimensions > 0 && may("break-load", 0.2) ? { max_load: amounts(30) } : {}),
          };
        })
      : undefined;
    return {
      id: v + 1,
      profile: profiles[random.below(profiles.length)],
      ...(open !== 1 ? { start_index: place() } : {}),
      ...(open !== 2 ? { end_index: place() } : {}),
      ...(dimensions > 0 ? { capacity: Array.from({ length: dimensions }, () => 10 + random.below(40)) } : {}),
      ...(hours ? { time_window: hours } : {}),
      ...(breaks ? { breaks } : {}),
      ...(withSkills ? { skills: [1, 2, 3].filter(() => random.real() < 0.6) } : {}),
      ...(may("speed", 0.3) ? { speed_factor: [0.5, 0.8, 0.9, 1.1, 1.25, 1.5][random.below(6)] } : {}),
      ...(may("max-tasks", 0.3) ? { max_tasks: 1 + random.below(12) } : {}),
      ...(may("max-travel", 0.2) ? { max_travel_time: 800 + random.below(3000) } : {}),
      ...(may("max-distance", 0.2) ? { max_distance: 8000 + random.below(20000) } : {}),
      ...(may("costs", 0.4)
        ? {
            costs: {
              fixed: random.below(500),
              per_hour: 1000 + random.below(4000),
              per_km: random.below(300),
              ...(may("task-cost", 0.3) ? { per_task_hour: random.below(3000) } : {}),
            },
          }
        : {}),
      ...(may("per-type", 0.4) ? { type: ["van", "bike"][random.below(2)] } : {}),
    };
  });
  // equal vehicles: what happens between vehicles of one class happens here
  if (may("equal-vehicles", 0.4)) vehicles.forEach((_, v) => (vehicles[v] = { ...vehicles[0], id: v + 1 }));
  const scaled = durations.map((row) => row.map((value) => Math.round(value * 1.3)));
  const matrix = (values: number[][], salt: number): Json => ({
    durations: gaps === true ? withGaps(values, new Random(seed + salt)) : values,
    distances,
  });
  return {
    vehicles,
    ...(jobs.length > 0 ? { jobs } : {}),
    ...(shipments.length > 0 ? { shipments } : {}),
    matrices: {
      car: matrix(durations, 7),
      ...(profiles.length > 1 ? { truck: matrix(scaled, 8) } : {}),
    },
  };
}

/** Pairs of places without a road, one way or both, at times an island or a place that nobody reaches or leaves. */
function withGaps(durations: number[][], random: Random): (number | null)[][] {
  const share = random.real() ** 2 * 0.6;
  const isTwoWay = random.real() < 0.5;
  const island = random.real() < 0.3 ? 1 + random.below(durations.length) : durations.length;
  const lost = random.real() < 0.3 ? random.below(durations.length) : -1;
  const direction = random.below(3);
  const result: (number | null)[][] = durations.map((row) => [...row]);
  for (let i = 0; i < durations.length; i++)
    for (let j = 0; j < durations.length; j++) {
      const draw = random.real() < share;
      const leaves = i === lost && direction !== 1;
      const enters = j === lost && direction !== 2;
      if (i !== j && (draw || leaves || enters || i < island !== j < island)) {
        result[i]![j] = null;
        if (draw && isTwoWay) result[j]![i] = null;
      }
    }
  return result;
}
