import { readVroom } from "solver/formats/vroom/read";
import { Random } from "solver/random";
import type { Problem } from "solver/index";

/** Tasks all over a square around the depot, and more equal vehicles than needed, which hold so many tasks each. */
export function spread(seed: number, tasks: number, perVehicle: number): Problem {
  const random = new Random(seed);
  const place = (): [number, number] => [random.below(1000), random.below(1000)];
  const points = [[500, 500] as const, ...Array.from({ length: tasks }, place)];
  const durations = points.map(([x, y]) => points.map(([u, w]) => Math.round(Math.hypot(x - u, y - w))));
  const jobs = Array.from({ length: tasks }, (_, k) => ({ id: k + 1, location_index: k + 1, delivery: [1] }));
  const vehicles = Array.from({ length: Math.ceil(tasks / perVehicle) + 3 }, (_, k) => ({
    id: k + 1,
    start_index: 0,
    end_index: 0,
    capacity: [perVehicle],
  }));
  return readVroom({ jobs, vehicles, matrices: { car: { durations } } }).problem;
}
