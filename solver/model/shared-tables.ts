import type { Matrix } from "../contract";
import type { DenseProblem } from "./dense-problem";

/**
 * The same problem with one profile in place of those whose tables are equal: what a road engine says for vans of two
 * heights is mostly the same, and vehicles that travel alike are of one class.
 */
export function withSharedTables(problem: DenseProblem, checkpoint: () => void): DenseProblem {
  const { vehicles, matrices } = problem;
  const profiles = [...new Set(vehicles.map(({ profile }) => profile))];
  const first = new Map<string, string>();
  for (const profile of profiles) {
    checkpoint();
    const known = [...new Set(first.values())];
    first.set(profile, known.find((one) => areEqual(matrices[one], matrices[profile])) ?? profile);
  }
  if (profiles.every((profile) => first.get(profile) === profile)) return problem;
  return { ...problem, vehicles: vehicles.map((each) => ({ ...each, profile: first.get(each.profile)! })) };
}

const areEqual = (one: Matrix, other: Matrix): boolean =>
  one.size === other.size &&
  haveSame(one.durations, other.durations) &&
  haveSame(one.distances, other.distances) &&
  haveSame(one.costs, other.costs);

function haveSame(one: Int32Array | undefined, other: Int32Array | undefined): boolean {
  if (one === undefined || other === undefined || one === other) return one === other;
  for (let k = 0; k < one.length; k++) if (one[k] !== other[k]) return false;
  return true;
}
