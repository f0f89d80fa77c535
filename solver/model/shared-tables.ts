import type { Problem, TravelModel } from "../contract";

/** Values that are compared between two looks at the stop flag. */
const COMPARED_AT_ONCE = 1_000_000;

/**
 * The same problem with one profile in place of those whose tables are equal: what a road engine says for vans of two
 * heights is mostly the same, and vehicles that travel alike are of one class.
 */
export function withSharedTables<P extends Problem>(problem: P, checkpoint: () => void): P {
  const { vehicles, matrices } = problem;
  const profiles = [...new Set(vehicles.map(({ profile }) => profile))];
  const first = new Map<string, string>();
  for (const profile of profiles) {
    const known = [...new Set(first.values())];
    first.set(profile, known.find((one) => areEqual(matrices[one], matrices[profile], checkpoint)) ?? profile);
  }
  if (profiles.every((profile) => first.get(profile) === profile)) return problem;
  return { ...problem, vehicles: vehicles.map((each) => ({ ...each, profile: first.get(each.profile)! })) };
}

/** Whether two models have the same fields with the same values, whichever kind they are of. */
function areEqual(one: TravelModel, other: TravelModel, checkpoint: () => void): boolean {
  if (one === other) return true;
  const fields = new Map<string, unknown>(Object.entries(one));
  const others = new Map<string, unknown>(Object.entries(other));
  return [...new Set([...fields.keys(), ...others.keys()])].every((field) =>
    haveSame(fields.get(field), others.get(field), checkpoint),
  );
}

function haveSame(one: unknown, other: unknown, checkpoint: () => void): boolean {
  if (one === other) return true;
  if (!isTable(one) || !isTable(other) || one.length !== other.length) return false;
  for (let from = 0; from < one.length; from += COMPARED_AT_ONCE) {
    checkpoint();
    const to = Math.min(one.length, from + COMPARED_AT_ONCE);
    for (let k = from; k < to; k++) if (one[k] !== other[k]) return false;
  }
  return true;
}

const isTable = (value: unknown): value is Int32Array | Float64Array =>
  value instanceof Int32Array || value instanceof Float64Array;
